/** An import that is at work, as it is seen from the other screens. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { notifier } from '../../api/jobs/notify.ts'
import { startReader } from '../../api/live/reader.ts'
import { createLog } from '../../api/log.ts'
import { leaveSeats } from '../support/browser.ts'
import { importCalls, importRunner } from '../support/imports.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sharedServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let reader: ReturnType<typeof startReader>
beforeAll(async () => {
  screens = await issueScreens({ 'Gate code': {} })
  reader = startReader(notifier, { db: (await sharedServer()).db, log: createLog('silent') })
})
afterAll(async () => {
  await reader.stop()
  await leaveSeats()
})

const list = (from: number, lines: number) =>
  [
    'Key,Title,State',
    ...Array.from({ length: lines }, (_, at) => `PO-${from + at},Berth ${from + at},Todo`),
  ].join('\n')

test('an import that is at work floats above the lists of its owner with its figures, is hidden and shown again, and goes with its end; others see nothing of it', async () => {
  const { mei, team } = screens
  const freya = await screens.sit({ ahead: true }, team.admin)
  const server = await sharedServer()
  const imports = importCalls(team.admin, screens.slug)
  await screens.lookAnew(freya, '')
  await screens.lookAnew(mei, '')
  let runner = await importRunner(server)
  const { id } = await imports.begin(list(1, 3_000), { project: team.project.id, name: 'port.csv' })
  await imports.reaches(id, 'matching')
  await imports.act(id, 'check')
  await imports.reaches(id, 'checked')
  await imports.act(id, 'run')
  const { page } = freya
  const panel = page.getByRole('region', { name: 'Import of port.csv' })
  await panel.getByText('of 3,000 issues').waitFor()
  await panel.getByText(/a second/).waitFor()
  // As long as nothing carries it on it stays where it is.
  await runner.stop()
  await panel.getByText('You can leave: it continues and tells you in the Inbox.').waitFor()
  const line = page.getByRole('button', { name: /^Import/, expanded: true })
  expect(await line.textContent()).toMatch(/Import[\d,]+ of 3,000/)
  for (const [width, height] of [
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.setViewportSize({ width, height })
    await sight(freya)
  }

  // Of a sidebar that is shut a sign is left, which hides the panel and shows it as well.
  await page.getByRole('button', { name: 'Hide the sidebar' }).click()
  const sign = page
    .getByRole('navigation', { name: 'Shortcuts' })
    .getByRole('button', { name: /^Import, [\d,]+ of 3,000$/ })
  await sign.click()
  await panel.waitFor({ state: 'detached' })
  await sign.click()
  await panel.waitFor()
  await sight(freya)
  await page.getByRole('button', { name: 'Show the sidebar' }).click()

  await panel.getByRole('button', { name: 'Hide', exact: true }).click()
  await panel.waitFor({ state: 'detached' })
  await screens.lookAnew(freya, '')
  await page.getByRole('button', { name: /^Import/, expanded: false }).click()
  await panel.waitFor()
  await panel.getByRole('link', { name: 'port.csv' }).click()
  await page.getByRole('heading', { name: 'Importing port.csv', level: 2 }).waitFor()
  await panel.waitFor({ state: 'detached' })

  await page.setViewportSize({ width: 390, height: 844 })
  await screens.lookAnew(freya, '')
  await panel.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await page.getByRole('link', { name: /^Import [\d,]+ of 3,000/ }).waitFor()
  await sight(freya)
  await page.getByRole('link', { name: /^Import [\d,]+ of 3,000/ }).click()
  await page.getByRole('heading', { name: 'Importing port.csv', level: 2 }).waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })

  expect(await mei.page.getByText('of 3,000').count()).toBe(0)
  await screens.lookAnew(freya, '')
  await panel.waitFor()
  runner = await importRunner(server)
  await panel.waitFor({ state: 'detached', timeout: 60_000 })
  await page.getByRole('button', { name: /^Import/ }).waitFor({ state: 'detached' })
  expect((await imports.shown(id)).state).toBe('done')

  await page.goto(`/${screens.slug}/notifications`)
  await page.getByText('3,000 issues imported').first().waitFor()
  await page.getByRole('button', { name: /port\.csv/ }).click()
  const told = page.getByRole('region', { name: 'port.csv' })
  await told.getByText('3,000 issues imported').waitFor()
  await sight(freya)
  await told.getByRole('link', { name: 'Open the import' }).click()
  await page.getByRole('heading', { name: '3,000 issues imported', level: 2 }).waitFor()
  await screens.lookAnew(freya, '')

  const second = await imports.begin(list(5_001, 3_000), { project: team.project.id, name: 'more.csv' })
  await imports.reaches(second.id, 'matching')
  await imports.act(second.id, 'check')
  await imports.reaches(second.id, 'checked')
  await imports.act(second.id, 'run')
  const other = page.getByRole('region', { name: 'Import of more.csv' })
  await other.getByText(/a second/).waitFor()
  await other.getByRole('button', { name: 'Stop' }).click()
  await page.getByRole('menuitem', { name: /^Stop and keep [\d,]+ issues/ }).click()
  await other.waitFor({ state: 'detached' })
  expect((await imports.shown(second.id)).state).toBe('stopped')
  await runner.stop()
  expect([...freya.errors, ...mei.errors]).toEqual([])
})
