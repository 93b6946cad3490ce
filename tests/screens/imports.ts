/** A list of another tool on its way in: its source, the answers, the dry run, and what came. */
import { everyLook, fourThemes, type Given } from './everyLook.ts'

const looks = [
  ...fourThemes,
  { suffix: '-768', width: 768, height: 1024, theme: 'light' as const },
  { suffix: '-390', width: 390, height: 844, theme: 'light' as const },
]
const titles = [
  'Tug arrives before the pilot is on board',
  'Licence expires in the middle of a booking',
  'Print depths in feet for visiting yachts',
  'Night fee ends at six instead of seven',
]
const people = ['lina@portoffice.example', 'anouk@portoffice.example', 'Bram de Wit', 'pilot-desk']
const HEAD = [
  ...[
    'Issue key',
    'Issue id',
    'Summary',
    'Project key',
    'Status',
    'Status Category',
    'Priority',
    'Labels',
    'Labels',
  ],
  ...['Assignee', 'Reporter', 'Due date', 'Custom field (Story Points)', 'Custom field (Tide zone)'],
  ...['Custom field (Vessel)', 'Custom field (Customer ref)', 'Time Spent', 'Parent'],
]
const line = (at: number) => {
  const project = ['PO', 'PO', 'PIL', 'CHA', 'SAND'][at % 5]!
  return [
    ...[`${project}-${at + 1}`, at + 10_000, at === 41 ? '' : `${titles[at % 4]} ${at}`, project],
    ...[
      ['Selected for Development', 'Waiting for tug', "Won't Do", 'Done'][at % 4],
      ['To Do', '', 'Done', 'Done'][at % 4],
    ],
    ...[
      ['Blocker', 'High', 'Medium', 'Odd'][at % 4],
      'Tugs',
      at % 2 ? 'Outer' : '',
      people[at % 4],
      people[(at + 1) % 4],
    ],
    ...[at === 52 ? '31/02/2026' : '2026-12-04', [1, 2, 3, 4][at % 4], ['Inner', 'Outer', 'Lock'][at % 3]],
    ...[
      `MV ${at} Goose`,
      `https://ledger.lanternquay.example/${at}`,
      at * 60,
      at % 9 === 1 ? 10_000 : at === 70 ? 99_999 : '',
    ],
  ].join(',')
}
const list = [HEAD.join(','), ...Array.from({ length: 400 }, (_, at) => line(at))].join('\n')

export const imports = (given: Given) =>
  everyLook(
    given,
    async ({ page, ...who }, { suffix }) => {
      const shoot = (name: string) => given.shoot({ page, ...who }, name, suffix)
      await page.goto('/lantern-quay/settings/imports')
      await page.getByRole('radio', { name: /Jira/ }).click()
      await page.getByRole('radio', { name: 'File', exact: true }).click()
      const file = { name: 'portoffice-jira.csv', mimeType: 'text/csv', buffer: Buffer.from(list) }
      await page.getByLabel('File', { exact: true }).setInputFiles(file)
      await shoot('imports')
      await page.getByRole('button', { name: /Continue/ }).click()
      await page.getByText('Everything has an answer already.').waitFor({ timeout: 60_000 })
      await page
        .getByRole('complementary', { name: 'As they will look' })
        .getByRole('article')
        .first()
        .waitFor()
      await shoot('import-match')
      await page
        .getByRole('region', { name: 'People' })
        .getByRole('button', { name: /Keep the name/ })
        .first()
        .click()
      await shoot('import-match-person')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Dry run/ }).click()
      await page.getByText('Nothing has been changed yet.').waitFor({ timeout: 60_000 })
      await page.getByText('No title').waitFor()
      await shoot('import-dry')
      await page.getByRole('button', { name: /^Import \d/ }).click()
      await page.getByRole('region', { name: 'Progress' }).waitFor()
      await shoot('import-running')
      await page.getByRole('heading', { name: /issues imported/, level: 2 }).waitFor({ timeout: 120_000 })
      await shoot('import-done')
      await page.getByRole('button', { name: 'Undo import…' }).click()
      await page.getByRole('button', { name: 'Undo import', exact: true }).click()
      await page
        .getByRole('heading', { name: 'The import was undone', level: 2 })
        .waitFor({ timeout: 120_000 })
    },
    undefined,
    looks,
  )
