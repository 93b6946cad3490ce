/** Cycles, modules and views while the server is away, or its answer is late or lost. */
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { cable } from '../support/cable.ts'
import { heldLine } from '../support/held.ts'
import { day, type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat
let line: Awaited<ReturnType<typeof heldLine>>
let spring: string
let autumn: string
const place = (rest: string) => `/${screens.slug}/projects/${screens.projectId}/${rest}`
const all = async <Row>(what: string) =>
  (await screens.team.admin.get<Row[]>(`${screens.team.path}/${what}/`)).body

beforeAll(async () => {
  screens = await issueScreens({ 'Raise the sill': {}, 'Mend the gate': {}, 'Paint the buoy': {} })
  spring = await screens.add('cycles', { name: 'Spring', start_date: day(-1), end_date: day(5) })
  await screens.change('Raise the sill', { assignee_ids: [screens.adminId] })
  await screens.putInCycle('Raise the sill', spring)
  autumn = await screens.add('cycles', { name: 'Autumn', start_date: day(20), end_date: day(25) })
  await screens.putInCycle('Paint the buoy', autumn)
  freya = screens.freya
  line = await heldLine(freya, /\/live$/)
})
afterAll(leaveSeats)

test('the issues of a plan stay where they are while the load of each person comes in', async () => {
  const { page } = freya
  const { promise: held, resolve: release } = Promise.withResolvers<void>()
  let asked = 0
  await page.route(/assignees__id/, async route => {
    asked += 1
    await held
    await route.continue()
  })
  await goWithin(page, place(`planner?cycle=${autumn}`))
  const side = page.getByRole('region', { name: 'Autumn', exact: true })
  const row = side.getByRole('button', { name: 'Paint the buoy' })
  await row.waitFor()
  await side.getByText(/1 issue of Spring still open today/).waitFor()
  await expect.poll(() => asked).toBeGreaterThan(0)
  const load = side.getByRole('region', { name: 'Load' })
  expect(await load.getByText('0', { exact: true }).count()).toBe(0)
  const before = await row.boundingBox()
  release()
  // All who are on the project have a line, with work or without.
  await expect
    .poll(() => load.getByText('0', { exact: true }).count())
    .toBe(await load.getByRole('listitem').count())
  expect(await load.getByRole('listitem').count()).toBeGreaterThan(1)
  expect(await row.boundingBox()).toEqual(before)
  await sight(freya)
  await page.unroute(/assignees__id/)
  expect(freya.errors).toEqual([])
})

/** The server takes what is sent there next, and its answer is lost on the way. */
const loseAnswer = async (page: Page, what: string) => {
  const route = new RegExp(`${screens.team.path}/${what}/$`)
  let isLost = false
  await page.route(route, async call => {
    if (call.request().method() !== 'POST' || isLost) return call.continue()
    isLost = true
    await call.fetch()
    await call.abort()
  })
}

test.each([
  ['cycles', 'New cycle', 'Create cycle'],
  ['modules', 'New module', 'Create module'],
  ['views', 'New view', 'Create view'],
])('of %s whose answer was lost one is made, however often its form is sent', async (what, open, send) => {
  const { page } = freya
  await loseAnswer(page, what)
  await goWithin(page, place(what))
  await page.getByRole('button', { name: open }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name', { exact: true }).fill('Harbour light')
  await form.getByRole('button', { name: send }).click()
  await form.getByText('The server cannot be reached.').waitFor()
  await form.getByRole('button', { name: send }).click()
  await form.waitFor({ state: 'detached' })
  const made = (await all<{ name: string }>(what)).filter(({ name }) => name === 'Harbour light')
  expect(made).toHaveLength(1)
})

test('a form that is changed after its answer was lost is sent as another', async () => {
  const { page } = freya
  await loseAnswer(page, 'cycles')
  await goWithin(page, place('cycles'))
  await page.getByRole('button', { name: 'New cycle' }).first().click()
  const form = page.getByRole('dialog')
  await form.getByLabel('Name', { exact: true }).fill('Tides')
  await form.getByRole('button', { name: 'Create cycle' }).click()
  await form.getByText('The server cannot be reached.').waitFor()
  await form.getByLabel('Name', { exact: true }).fill('Tides and moorings')
  await form.getByRole('button', { name: 'Create cycle' }).click()
  await form.waitFor({ state: 'detached' })
  const names = (await all<{ name: string }>('cycles')).map(({ name }) => name)
  expect(names).toContain('Tides and moorings')
})

test('what was refused of the changes made without a connection is told together once that is back', async () => {
  const away = await screens.sit({ anew: true, ahead: true }, screens.team.admin)
  const { page } = away
  const pull = await cable(away)
  const ids: string[] = []
  for (const name of ['Fuel dock', 'Quay wall', 'Tide rules'])
    ids.push(await screens.add('modules', { name }))
  await goWithin(page, place('modules'))
  const pick = async (name: string, from: string, to: string) => {
    await page.getByRole('button', { name: `Status of ${name}: ${from}`, exact: true }).click()
    await page.getByRole('option', { name: to }).click()
    await page.getByRole('button', { name: `Status of ${name}: ${to}`, exact: true }).waitFor()
  }
  // Its code has come.
  await pick('Fuel dock', 'Planned', 'Backlog')
  // So have the words for what waits, which are fetched ahead.
  await page.waitForFunction(() =>
    performance.getEntriesByType('resource').some(({ name }) => name.includes('/Waiting-')),
  )
  await pull(true)
  await page.getByText('Offline.').waitFor()
  for (const [name, from] of [
    ['Fuel dock', 'Backlog'],
    ['Quay wall', 'Planned'],
    ['Tide rules', 'Planned'],
  ] as const)
    await pick(name, from, 'Paused')
  // Changed once more, a field is still one thing that waits.
  await pick('Tide rules', 'Paused', 'Backlog')
  await expect
    .poll(() => page.getByText('Offline.').textContent())
    .toContain('Waiting to be sent: status of Fuel dock, status of Quay wall, status of Tide rules.')
  for (const id of ids)
    expect((await screens.team.admin.delete(`${screens.team.path}/modules/${id}/`)).status).toBe(204)
  await pull(false)
  const told = page.locator('[data-toast="failure"]')
  await told.getByText('4 changes were not made.').waitFor()
  for (const name of ['Fuel dock', 'Quay wall', 'Tide rules'])
    expect(await told.textContent()).toContain(`${name} was not changed.`)
  await page.getByRole('link', { name: 'Quay wall' }).waitFor({ state: 'detached' })
})

/** None of the issue lists of this screen can be read until it is let through. */
const withoutLists = async ({ page }: Seat) => {
  const lists = /\/(issues|cycle-issues)\/\?/
  await page.route(lists, call => call.abort())
  return () => page.unroute(lists)
}

test('lists of the planner that could not be read say so, and come by themselves once the server is back', async () => {
  const { page } = freya
  const letThrough = await withoutLists(freya)
  await page.goto(place(`planner?cycle=${autumn}`))
  const backlog = page.getByRole('region', { name: 'Backlog', exact: true })
  await backlog.getByText('The issues could not be loaded.').waitFor()
  await letThrough()
  await backlog.getByRole('button', { name: 'Mend the gate' }).waitFor()
  await page
    .getByRole('region', { name: 'Autumn', exact: true })
    .getByRole('button', { name: 'Paint the buoy' })
    .waitFor()
})

test('the shares beside a cycle that could not be read say so, and come by themselves once the server is back', async () => {
  const { page } = freya
  const letThrough = await withoutLists(freya)
  await page.goto(place(`cycles/${spring}`))
  const about = page.getByRole('complementary', { name: 'About Spring' })
  await about.getByText('The shares could not be loaded.').waitFor()
  await letThrough()
  await about.getByRole('list', { name: 'By state' }).waitFor()
  await screens.title(freya, 'Raise the sill').waitFor()
})

test('issues added to a cycle are taken out again by an undo that comes before the log has told of them', async () => {
  const { page } = freya
  await goWithin(page, place(`cycles/${spring}?layout=list`))
  await screens.title(freya, 'Raise the sill').waitFor()
  await page.getByRole('button', { name: 'Add existing issues' }).click()
  const search = page.getByRole('dialog')
  await search.getByRole('option', { name: 'Mend the gate' }).click()
  line.holdBack()
  const answered = page.waitForResponse(
    answer => answer.request().method() === 'POST' && answer.url().endsWith('/cycle-issues/'),
  )
  await search.getByRole('button', { name: 'Add', exact: true }).click()
  await (await answered).finished()
  await search.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+z')
  line.letGo()
  await page.getByText('Undone: 1 issue added to Spring').waitFor()
  const inside = async () => (await screens.stored('Mend the gate')).cycle_id
  await expect.poll(inside).toBeNull()
})

test('a change of a view that is made while it is being saved stays', async () => {
  const { page } = freya
  const view = await screens.add('views', { name: 'Dated', filters: {}, display_filters: {} })
  await goWithin(page, place(`views/${view}?layout=list&priority=high`))
  const save = page.getByRole('button', { name: 'Save changes' })
  await save.waitFor()
  const held = Promise.withResolvers<void>()
  await page.route(new RegExp(`/views/${view}/$`), async call => {
    await held.promise
    await call.continue()
  })
  await save.click()
  await page.keyboard.press('2')
  await expect.poll(() => new URL(page.url()).searchParams.get('layout')).toBe('kanban')
  held.resolve()
  await page.getByText('You see it with your own changes').waitFor()
  expect(new URL(page.url()).searchParams.get('layout')).toBe('kanban')
})
