/** A list of another tool on its way in: its source, the answers, the dry run, what came, and what is seen of it elsewhere. */
import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Import } from '../../api/contract/workspace/imports.ts'
import type { Seat } from '../support/browser.ts'
import { berthBooking, everyLook, fourThemes, type Given } from './everyLook.ts'

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

/** A repository whose files never come: its import stays under way. */
const repository = async (): Promise<Server> => {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://127.0.0.1')
    if (pathname.includes('/assets/')) return
    const origin = `http://${request.headers.host}`
    const issues = Array.from({ length: 90 }, (_, at) => ({
      ...{ number: at + 1, title: `${titles[at % 4]} ${at + 1}`, state: at % 3 ? 'open' : 'closed' },
      ...{ created_at: '2026-11-01T10:00:00Z', comments: 0, user: { login: 'ines-q' } },
      body: at < 8 ? '' : `![chart](${origin}/user-attachments/assets/${at})`,
      labels: [{ name: ['Tugs', 'Outer', 'Inner'][at % 3] }],
    }))
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(issues))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return server
}

const call = <A>({ page }: Seat, path: string, body?: object): Promise<A> =>
  page.evaluate(
    async ([to, text]) => {
      const answer = await fetch(`/api/workspaces/lantern-quay/imports/${to}`, {
        method: text ? 'POST' : 'GET',
        ...(text && { headers: { 'content-type': 'application/json' }, body: text }),
      })
      return answer.json()
    },
    [path, body ? JSON.stringify(body) : null] as const,
  )
const reaches = async (who: Seat, id: string, state: Import['state']) => {
  for (;;) {
    const now = await call<Import>(who, `${id}/`)
    if (now.state === state) return
    if (now.state === 'failed') throw new Error(`The import has failed: ${now.said}`)
    await who.page.waitForTimeout(200)
  }
}

/** The panel that floats above a list, the sign of a sidebar that is shut, and on a phone the screen itself. */
const underWay = async (who: Seat, isPhone: boolean, shoot: (name: string) => Promise<void>) => {
  const server = await repository()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const connection = { url, place: 'port/pilotage', key: 'key' }
  const { id } = (await call<{ import: Import }>(who, '', { source: 'github', connection })).import
  await reaches(who, id, 'matching')
  await call(who, `${id}/check/`, {})
  await reaches(who, id, 'checked')
  await call(who, `${id}/run/`, {})
  const { page } = who
  if (isPhone) {
    await page.goto(`/lantern-quay/settings/imports/${id}`)
    await page.getByText(/^0 of 82/).waitFor({ timeout: 60_000 })
    await shoot('import-under-way')
  } else {
    await berthBooking(who)
    await page.getByRole('region', { name: /^Import of/ }).waitFor()
    await page.getByText(/^0 of 82/).waitFor({ timeout: 60_000 })
    await shoot('import-panel')
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByRole('menuitem', { name: 'Stop and undo' }).waitFor()
    await shoot('import-panel-stop')
    await page.keyboard.press('Escape')
    const hide = page.getByRole('button', { name: 'Hide the sidebar' })
    if (await hide.isVisible()) {
      await hide.click()
      await page.getByRole('button', { name: /^Import, / }).waitFor()
      await shoot('import-rail')
      await page.getByRole('button', { name: 'Show the sidebar' }).click()
    }
  }
  await call(who, `${id}/stop/`, { undo: true })
  await reaches(who, id, 'undone')
  server.closeAllConnections()
  server.close()
}

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
      await underWay({ page, ...who }, suffix === '-390', shoot)
    },
    undefined,
    looks,
  )
