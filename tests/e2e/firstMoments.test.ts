import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { day, drag, type IssueScreens, issueScreens, mayDrag } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let freya: Seat
let mei: Seat
/** Somebody between a phone and a desk. */
let tablet: Seat

beforeAll(async () => {
  screens = await issueScreens({ 'Gate code': {}, 'Waiting list': {}, Dredging: {} })
  freya = screens.freya
  mei = screens.mei
  tablet = await screens.sit({ width: 768, height: 1024 })
})
afterAll(leaveSeats)

test('while a screen is on its way its shape is in its place, on every size', async () => {
  const project = `/${screens.slug}/projects/${screens.projectId}`
  const places: [string, number][] = [
    [`${project}/issues?layout=list`, 12],
    [`${project}/issues?layout=kanban`, 4],
    [`${project}/issues?layout=spreadsheet`, 16],
    [`${project}/pages`, 12],
    [`${project}/issues/${screens.idOf('Gate code')}`, 9],
    [`/${screens.slug}/projects`, 12],
    [`/${screens.slug}/settings/members`, 8],
  ]
  const who = await screens.sit({})
  await who.page.route('**/bootstrap/', () => {})
  const shape = who.page.getByRole('main').getByRole('status', { name: 'Loading' })
  for (const width of [1440, 768, 390]) {
    await who.page.setViewportSize({ width, height: 900 })
    for (const [address, parts] of places) {
      await goWithin(who.page, address)
      await expect
        .poll(() => shape.evaluate(node => node.children.length), { message: `${address}, ${width}` })
        .toBe(parts)
      await sight(who)
    }
  }
})

test('two people in one text: their carets move, and move no text, and the console stays empty', async () => {
  const said: string[] = []
  for (const { page } of [freya, mei]) {
    page.on('console', message => {
      // The tests block the service worker, and the browser says so.
      const isOurs = !/^Service Worker/.test(message.text())
      if (isOurs && ['warning', 'error'].includes(message.type())) said.push(message.text())
    })
    await goWithin(
      page,
      `/${screens.slug}/projects/${screens.projectId}/issues/${screens.idOf('Waiting list')}`,
    )
    await page.getByRole('textbox', { name: 'Description' }).click()
  }
  for (const [who, other, words] of [
    [freya, mei, 'Three boats are asked'],
    [mei, freya, ' at once, and wait'],
  ] as const) {
    await who.page.keyboard.press('Control+End')
    await who.page.keyboard.type(words)
    await other.page.getByText(words).waitFor()
    await other.page.locator('.caret').waitFor({ state: 'attached' })
    const lines = other.page.getByRole('textbox', { name: 'Description' }).locator('p')
    const before = await lines.count()
    for (const key of ['Home', 'Shift+End', 'ArrowLeft', 'Enter']) await who.page.keyboard.press(key)
    // Each waits for the other: words typed into a line whose making is undone go with it.
    await expect.poll(() => lines.count()).toBe(before + 1)
    await who.page.keyboard.press('Control+z')
    await expect.poll(() => lines.count()).toBe(before)
  }
  await freya.page.getByRole('textbox', { name: 'Description' }).press('Control+End')
  await freya.page.keyboard.type(' ashore')
  await mei.page.getByText(' ashore').waitFor()
  await freya.page.keyboard.press('Enter')
  await freya.page.keyboard.type('Second line')
  await mei.page.getByText('Second line').waitFor()
  const second = freya.page.getByText('Second line')
  const before = await second.boundingBox()
  const first = (who: Seat) => who.page.getByRole('textbox', { name: 'Description' }).locator('p').first()
  await first(mei).click()
  await mei.page.keyboard.press('End')
  await first(freya).locator('.caret').waitFor({ state: 'attached' })
  await sight(freya)
  expect(await second.boundingBox()).toEqual(before)
  expect(said).toEqual([])
})

test('between a phone and a desk the sidebar lies over the work and an open issue takes its place', async () => {
  const { page } = tablet
  for (const layout of ['list', 'kanban', 'calendar', 'spreadsheet', 'gantt_chart']) {
    await screens.look(tablet, `layout=${layout}&group_by=state_id`)
    await sight(tablet)
  }
  const module = await screens.add('modules', { name: 'Berth plan' })
  for (const [at, heading] of [
    ['modules', 'Modules'],
    [`modules/${module}`, 'Berth plan'],
    ['cycles', 'Cycles'],
  ] as const) {
    await goWithin(page, `/${screens.slug}/projects/${screens.projectId}/${at}`)
    await page.getByRole('heading', { level: 1, name: heading }).waitFor()
    await sight(tablet)
  }
  await screens.look(tablet, 'layout=list&group_by=')
  const sidebar = page.getByRole('navigation', { name: 'Workspace' })
  expect(await sidebar.count()).toBe(0)
  await page.getByRole('button', { name: 'Menu', exact: true }).click()
  await sidebar.waitFor()
  await sight(tablet)
  await page.keyboard.press('Escape')
  await sidebar.waitFor({ state: 'detached' })
  await screens.look(tablet, 'layout=list&group_by=')
  await screens.title(tablet, 'Dredging').click()
  const peek = page.getByRole('complementary').filter({ has: page.getByRole('textbox', { name: 'Title' }) })
  await expect.poll(async () => (await peek.boundingBox())?.width).toBe(768)
  await page.getByRole('textbox', { name: 'Description' }).waitFor()
  await sight(tablet)
})

test('between a phone and a desk an issue is dragged as on a desk', async () => {
  const todo = await screens.stateOf('unstarted')
  for (const layout of ['list', 'kanban']) {
    await screens.change('Dredging', { state_id: await screens.stateOf('backlog') })
    await screens.change('Gate code', { state_id: todo })
    await screens.look(tablet, `layout=${layout}&group_by=state_id`)
    await mayDrag(tablet)
    const at = async (name: string) => {
      const box = await screens.title(tablet, name).boundingBox()
      return { x: (box?.x ?? 0) + 10, y: (box?.y ?? 0) + (box?.height ?? 0) / 2 }
    }
    await drag(tablet, await at('Dredging'), await at('Gate code'))
    await expect.poll(() => screens.count(`state=${todo}`)).toBe(2)
    await sight(tablet)
  }
})

test('figures beside a title keep their room, however long the title', async () => {
  const name =
    'Tide window ignores the clock change on the last Sunday of October, and so does the printed list'
  await screens.change('Gate code', { name })
  const at = `${screens.team.path}/issues/${screens.idOf('Gate code')}`
  await screens.team.admin.post(`${at}/issue-links/`, { url: 'https://tides.example/', title: 'Tides' })
  const label = await screens.add('issue-labels', { name: 'Tides and windows' })
  await screens.change('Gate code', { label_ids: [label] })
  for (const who of [freya, tablet]) {
    await screens.look(who, 'layout=list&group_by=')
    const row = who.page.locator(`[data-issue="${screens.idOf('Gate code')}"]`)
    const count = row.getByRole('img', { name: 'Links' }).locator('..')
    await count.waitFor()
    const overflow = await count.evaluate(node => node.scrollWidth - node.clientWidth)
    expect(overflow).toBe(0)
    await sight(who)
  }
})

test('the name in a bar of the timeline stays in sight while one scrolls along it', async () => {
  await screens.change('Dredging', { start_date: day(-20), target_date: day(40) })
  await screens.look(freya, 'layout=gantt_chart&group_by=&scale=week')
  const bar = freya.page.locator(`[data-issue="${screens.idOf('Dredging')}"] [data-bar]`)
  const name = bar.getByText('Dredging')
  const left = async () => (await name.boundingBox())?.x
  await expect.poll(left).toBeGreaterThan(0)
  const before = await left()
  await freya.page.locator('[data-scroller]').evaluate(node => node.scrollBy(300, 0))
  await expect.poll(async () => (await bar.boundingBox())?.x).toBeLessThan(-300)
  expect(await left()).toBe(before)
  await sight(freya)
})

test('“me” finds oneself, where people are chosen and where they are named', async () => {
  const { page } = freya
  await screens.look(freya, 'layout=list&group_by=')
  await screens.title(freya, 'Gate code').focus()
  await page.keyboard.press('a')
  await page.keyboard.type('me')
  await page.getByRole('option', { name: /\(you\)/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Escape')
  await expect.poll(() => screens.count(`assignees=${screens.team.admin.id}`)).toBe(1)
  await goWithin(page, `/${screens.slug}/projects/${screens.projectId}/issues/${screens.idOf('Dredging')}`)
  await page.getByRole('textbox', { name: 'Description' }).click()
  await page.keyboard.type('Ask @me')
  await page.getByRole('option', { name: /\(you\)/ }).click()
  await page
    .getByRole('textbox', { name: 'Description' })
    .locator('[data-type="mention"], mention-component, .mention')
    .first()
    .waitFor()
})

test('a button that has been given the focus is pressed by Enter, though a field was awaited before', async () => {
  const { page } = freya
  await screens.lookAnew(freya, 'layout=list&group_by=')
  await page.keyboard.press('c')
  const form = page.getByRole('dialog', { name: 'New issue' })
  await form.locator(':focus').waitFor()
  await form.getByRole('button', { name: /^Priority/ }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: /Urgent/ }).waitFor()
})
