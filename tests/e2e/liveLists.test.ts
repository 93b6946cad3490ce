/** Lists that are read anew while their issues change. */
import type { Locator } from 'playwright-core'
import { expect, test } from 'vitest'
import type { Seat } from '../support/browser.ts'
import { day, drag, issueScreens, mayDrag } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

/** The heading above an issue, of these two. */
const groupOf = async ({ page }: Seat, name: string) => {
  const words = await page.locator('main').textContent()
  if (!words?.includes(name)) return 'none'
  return words.lastIndexOf('Done', words.indexOf(name)) >= 0 ? 'Done' : 'Backlog'
}

test('an answer from before a change does not take it back, and changes without end put none off', async () => {
  const screens = await issueScreens({ 'Raise the sill': {}, 'Mend the gate': {}, 'Paint the buoy': {} })
  const { freya, team, idOf } = screens
  const { page } = freya
  await screens.archive('Paint the buoy')
  // Whose issues they are is known to the database alone: each change has the list ask.
  const own = `layout=list&group_by=state_id&subscriber=${screens.adminId}`
  await screens.look(freya, own)

  // It comes back, and the list asks for its place; meanwhile another is done.
  const held = Promise.withResolvers<void>()
  const read = Promise.withResolvers<void>()
  const lists = new RegExp(`${team.path}/issues/\\?`)
  await page.route(lists, async route => {
    const response = await route.fetch()
    read.resolve()
    await held.promise
    await route.fulfill({ response })
  })
  const archived = `${team.path}/issues/${idOf('Paint the buoy')}/archive/`
  expect((await team.admin.delete(archived)).status).toBe(204)
  await read.promise
  await screens.change('Raise the sill', { state_id: await screens.stateOf('completed') })
  await expect.poll(() => groupOf(freya, 'Raise the sill')).toBe('Done')
  held.resolve()
  await expect.poll(() => groupOf(freya, 'Paint the buoy')).toBe('Done')
  await expect.poll(() => groupOf(freya, 'Raise the sill')).toBe('Done')
  expect(await groupOf(freya, 'Mend the gate')).toBe('Backlog')
  await page.unroute(lists)

  const lamp = await screens.createBy('member', 'Light the lamp')
  await screens.look(freya, own)
  expect(await groupOf(freya, 'Light the lamp')).toBe('none')
  let isBusy = true
  const busy = (async () => {
    for (let day = 1; isBusy; day++) {
      const dates = { target_date: `2030-01-0${1 + (day % 9)}` }
      await Promise.all([team.member.patch(`${team.path}/issues/${lamp}/`, dates), page.waitForTimeout(80)])
    }
  })()
  expect((await team.admin.post(`${team.path}/issues/${lamp}/subscribe/`)).status).toBe(201)
  await expect.poll(() => groupOf(freya, 'Light the lamp')).toBe('Backlog')
  isBusy = false
  await busy
})

/** All rows of the list from top to bottom, by the places at which they are drawn. */
const drawnRows = ({ page }: Seat) =>
  page.locator('[data-scroller]').evaluate(async scroller => {
    const found = new Map<number, string | undefined>()
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
    for (let top = 0; top < scroller.scrollHeight; top += scroller.clientHeight / 2) {
      scroller.scrollTo(0, top)
      await frame()
      await frame()
      for (const row of scroller.querySelectorAll<HTMLElement>('[data-issue]'))
        found.set(Math.round(row.getBoundingClientRect().top + scroller.scrollTop), row.dataset.issue)
    }
    return [...found].sort(([one], [other]) => one - other).map(([, id]) => id)
  })

type Team = Awaited<ReturnType<typeof issueScreens>>['team']
/** All issues of the project in their order, as they are stored. */
const storedIn = async (team: Team) =>
  (
    await team.admin.get<{ results: { id: string; sort_order: number }[] }>(
      `${team.path}/issues/?per_page=1000&order_by=sort_order`,
    )
  ).body.results

test('a further page that knows of a move before the log tells it leaves no gap', async () => {
  const screens = await issueScreens({ 'Gate code': {} })
  const { team } = screens
  await screens.fill(150)
  const before = await storedIn(team)
  const ulla = await screens.sit({})
  const { page } = ulla
  let release = () => {}
  let isHeld = false
  await page.routeWebSocket(/\/live$/, client => {
    const waiting: (string | Buffer)[] = []
    const server = client.connectToServer()
    server.onMessage(message => {
      if (isHeld) waiting.push(message)
      else client.send(message)
    })
    release = () => {
      isHeld = false
      for (const message of waiting.splice(0)) client.send(message)
    }
  })
  await screens.look(ulla, 'layout=list&group_by=')
  isHeld = true
  // One that is here goes to the end: the first of the further page comes up to its side of the border.
  const last = before.at(-1)?.sort_order ?? 0
  await team.member.patch(`${team.path}/issues/${before[10]?.id}/`, { sort_order: last + 1 })
  const further = page.waitForResponse(/\/issues\/\?.*cursor=50%3A1%3A0/)
  await page.locator('[data-scroller]').evaluate(node => node.scrollTo(0, node.scrollHeight))
  await (await further).finished()
  release()
  await expect.poll(() => drawnRows(ulla)).toEqual((await storedIn(team)).map(({ id }) => id))
})

test('a group counts rows that it has not loaded, and asks for none of them', async () => {
  const screens = await issueScreens({ 'Gate code': {} })
  const { mei, team } = screens
  await screens.fill(100)
  const [gone, urgent, done] = (await storedIn(team)).slice(-3)
  await screens.look(mei, 'layout=list&group_by=state_id&priority=none')
  // The number of its hidden sub-issues comes behind the list.
  await mei.page.waitForLoadState('networkidle')
  const strip = mei.page.locator('main').getByRole('heading', { name: 'Backlog' })
  const count = () => strip.textContent()
  await expect.poll(count).toBe('Backlog101')
  const asked: string[] = []
  mei.page.on('request', request => {
    if (request.url().includes('/issues/')) asked.push(request.url())
  })
  const path = (row?: { id: string }) => `${team.path}/issues/${row?.id}/`
  await team.admin.patch(path(done), { state_id: await screens.stateOf('completed') })
  await expect.poll(count).toBe('Backlog100')
  await team.admin.patch(path(urgent), { priority: 'urgent' })
  await expect.poll(count).toBe('Backlog99')
  await team.admin.delete(path(gone))
  await expect.poll(count).toBe('Backlog98')
  expect(asked).toEqual([])
})

test('rows that move while a further page is on its way are there once each, and in their order', async () => {
  const screens = await issueScreens({ 'Gate code': {} })
  const { freya, team } = screens
  const { page } = freya
  await screens.fill(150)
  const before = await storedIn(team)
  const change = async (at: number, fields: Record<string, unknown>) => {
    const changed = await team.member.patch(`${team.path}/issues/${before[at]?.id}/`, fields)
    expect(changed.status).toBe(204)
  }
  // Those that will move are known from another list: of an unknown row every list asks.
  for (const at of [60, 70]) await change(at, { priority: 'urgent' })
  await screens.look(freya, 'layout=list&group_by=&priority=urgent')
  const held = Promise.withResolvers<void>()
  const read = Promise.withResolvers<void>()
  await page.route(/\/issues\/\?.*cursor=50%3A1%3A0/, async route => {
    const response = await route.fetch()
    read.resolve()
    await held.promise
    await route.fulfill({ response })
  })
  await screens.look(freya, 'layout=list&group_by=')
  const scroller = page.locator('[data-scroller]')
  await scroller.evaluate(node => node.scrollTo(0, node.scrollHeight))
  await read.promise

  /** Puts one right before another. */
  const move = (from: number, to: number) => change(from, { sort_order: (before[to]?.sort_order ?? 0) - 1 })
  // Within the page, out of what is here into it, and out of it to the top.
  await move(70, 90)
  await move(10, 80)
  await move(60, 5)
  await scroller.evaluate(node => node.scrollTo(0, 0))
  await page.locator(`[data-issue="${before[60]?.id}"]`).waitFor()
  held.resolve()
  await expect.poll(() => drawnRows(freya)).toEqual((await storedIn(team)).map(({ id }) => id))
})

test('an issue that somebody else has just changed is tinted in their colour, and its quiet text is less quiet', async () => {
  const screens = await issueScreens({ 'Raise the sill': { target_date: day(20) } })
  const { freya } = screens
  for (const layout of ['kanban', 'list']) {
    await screens.look(freya, `layout=${layout}&group_by=state_id`)
    const ink = (of: Locator, name: string) =>
      of.evaluate((node, name) => getComputedStyle(node).getPropertyValue(name), name)
    const usual = await ink(freya.page.locator('html'), '--ink-2')
    await screens.change('Raise the sill', { name: `Raise the sill, ${layout}` })
    const changed = freya.page.locator('.changed-live', { hasText: `Raise the sill, ${layout}` })
    await changed.waitFor()
    expect(await changed.getAttribute('style')).toMatch(/--person: ?var\(--p[1-8]\)/)
    expect(await ink(changed, '--ink-3')).toBe(usual)
    await sight(freya)
  }
})

test('the others at a list are in its header, and what they do is there and at its issue until they go', async () => {
  const screens = await issueScreens({
    'Raise the sill': { start_date: day(0), target_date: day(1) },
    'Mend the gate': {},
  })
  const { freya, mei, team } = screens
  const meiName = (await team.member.get<{ display_name: string }>('/api/users/me/')).body.display_name
  const others = ({ page }: Seat) => page.getByRole('img', { name: /^Here now: / })
  const said = () => others(freya).getAttribute('aria-label')
  let isAway = false
  let lose = () => {}
  await mei.page.routeWebSocket(/\/live$/, socket => {
    if (isAway) return void socket.close()
    const server = socket.connectToServer()
    lose = () => {
      isAway = true
      server.close()
      socket.close()
    }
  })
  await screens.look(freya, 'layout=kanban')
  await screens.lookAnew(mei, 'layout=list')
  await expect.poll(said).toBe(`Here now: ${meiName}`)
  await others(mei).waitFor()
  await others(freya).locator('[aria-hidden]').first().hover()
  await freya.page.getByRole('tooltip', { name: meiName }).waitFor()

  // A connection that is lost is a person who has gone; the next one says the place again.
  lose()
  await others(freya).waitFor({ state: 'detached' })
  isAway = false
  await expect.poll(said).toBe(`Here now: ${meiName}`)

  await mei.page.getByRole('link', { name: 'Raise the sill' }).click()
  await expect.poll(said).toMatch(new RegExp(`^Here now: ${meiName}, reading \\w+-\\d+$`))
  const card = freya.page.locator('article', { hasText: 'Raise the sill' })
  await card.locator('[data-readers]').getByRole('img', { name: meiName }).waitFor()
  await sight(freya)
  await mei.page.getByRole('textbox', { name: 'Title' }).focus()
  await expect.poll(said).toMatch(/, editing \w+-\d+$/)
  const flag = card.locator('[data-busy]')
  await flag.waitFor()
  expect(await card.locator('[data-readers]').count()).toBe(0)
  await sight(freya)
  await mei.page.keyboard.press('Enter')
  await expect.poll(said).toMatch(/, reading \w+-\d+$/)

  await flag.waitFor({ state: 'detached' })

  await mei.page.keyboard.press('Escape')
  await screens.look(freya, 'layout=list')
  await expect.poll(said).toBe(`Here now: ${meiName}`)
  const middle = async (name: string) => {
    const box = await mei.page.getByRole('link', { name }).boundingBox()
    if (!box) throw new Error(`${name} is not in sight`)
    return { x: box.x + 40, y: box.y + box.height / 2 }
  }
  await mayDrag(mei)
  await drag(mei, await middle('Raise the sill'), await middle('Mend the gate'), true)
  await expect.poll(said).toMatch(/, moving \w+-\d+$/)
  const row = freya.page.locator('[data-issue]', { hasText: 'Raise the sill' })
  await row.locator('[data-busy]').waitFor()
  // The name is seen, though the head of the group sticks above the first row.
  const name = await row.locator('[data-busy] > span').boundingBox()
  const head = await freya.page
    .getByRole('heading', { name: 'Backlog' })
    .locator('xpath=ancestor::li')
    .boundingBox()
  expect(name?.y).toBeGreaterThanOrEqual((head?.y ?? 0) + (head?.height ?? 0) - 1)
  await sight(freya)
  await mei.page.mouse.up()
  await row.locator('[data-busy]').waitFor({ state: 'detached' })

  // Every other layout shows the same at its entry: the readers, and who edits it.
  await mei.page.getByRole('link', { name: 'Raise the sill' }).click()
  const title = mei.page.getByRole('textbox', { name: 'Title' })
  for (const layout of ['spreadsheet', 'calendar', 'gantt_chart']) {
    await screens.look(freya, `layout=${layout}`)
    const entry = freya.page.locator('[data-issue]', { hasText: 'Raise the sill' }).first()
    await entry.locator('[data-readers]').getByRole('img', { name: meiName }).waitFor()
    await sight(freya)
    await title.focus()
    await entry.locator('[data-busy]').waitFor()
    expect(await entry.locator('[data-readers]').count()).toBe(0)
    await sight(freya)
    await mei.page.keyboard.press('Enter')
    await entry.locator('[data-busy]').waitFor({ state: 'detached' })
  }
  await mei.page.keyboard.press('Escape')

  // So does one who pulls its dates.
  for (const [layout, held] of [
    ['gantt_chart', '[data-bar]'],
    ['calendar', '.calendar-block'],
  ] as const) {
    await screens.look(mei, `layout=${layout}&group_by=`)
    await screens.look(freya, `layout=${layout}&group_by=`)
    const box = await mei.page.locator(held, { hasText: 'Raise the sill' }).first().boundingBox()
    if (!box) throw new Error(`${layout} does not show the dates`)
    const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
    await drag(mei, at, { x: at.x + 130, y: at.y }, true)
    await expect.poll(said).toMatch(/, moving \w+-\d+$/)
    const entry = freya.page.locator('[data-issue]', { hasText: 'Raise the sill' }).first()
    await entry.locator('[data-busy]').waitFor()
    await sight(freya)
    await mei.page.keyboard.press('Escape')
    await entry.locator('[data-busy]').waitFor({ state: 'detached' })
    await mei.page.mouse.up()
    await expect.poll(said).toBe(`Here now: ${meiName}`)
  }

  await mei.page.close()
  await others(freya).waitFor({ state: 'detached' })
})
