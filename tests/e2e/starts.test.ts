/** The requests that a start waits for, and those that a scrolled list does not make again. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { day, type IssueScreens, issueScreens, mayDrag } from '../support/issueScreens.ts'

let screens: IssueScreens
let freya: Seat
let mei: Seat

beforeAll(async () => {
  screens = await issueScreens({})
  freya = screens.freya
  mei = screens.mei
  await screens.fill(100)
})
afterAll(leaveSeats)

const CLIENT = /\/assets\/index-[^/]+\.js$/
const LIST = /\/projects\/[^/]+\/issues\/\?/

/** The paths that a browser asks for, and a way to hold one kind of them back. */
const line = async ({ page }: Seat, held: RegExp) => {
  const asked: string[] = []
  page.on('request', request => asked.push(new URL(request.url()).pathname + new URL(request.url()).search))
  const { promise: gone, resolve: letGo } = Promise.withResolvers<void>()
  // It stays, and lets everything past once it has let go: a request that is on its way to this test while the routes are
  // taken off is answered by nobody.
  await page.route(held, async route => {
    const response = await route.fetch().catch(() => null)
    await gone
    // The page may have gone on meanwhile.
    if (response) await route.fulfill({ response }).catch(() => {})
  })
  return {
    times: (path: RegExp) => asked.filter(one => path.test(one)).length,
    /** Those that were asked for more than once. */
    again: (path: RegExp) => asked.filter((one, at) => path.test(one) && asked.indexOf(one) < at),
    letGo: async () => {
      await expect.poll(() => asked.some(path => held.test(path))).toBe(true)
      letGo()
    },
  }
}

/** The newest first. */
const TERMS = 'layout=list&group_by=&order_by=-created_at'
const rows = (who = freya) => who.page.locator('[data-issue]').first().waitFor()

test('a returning person is sent their list while the client is still on its way, and nothing is asked twice', async () => {
  await screens.lookAnew(freya, TERMS)
  const client = await line(freya, CLIENT)
  await freya.page.reload({ waitUntil: 'commit' })
  await expect.poll(() => client.times(LIST)).toBe(1)
  await client.letGo()
  await rows()
  expect(client.again(LIST)).toEqual([])
  for (const path of [/\/bootstrap\/$/, /\/users\/session\/$/, /\/users\/me\/workspaces\/$/])
    expect(client.times(path)).toBe(1)
})

/** The list itself, the issues due and begun within the shown days, and those without a date. */
const OF_CALENDAR = 4

test('a returning person is sent all the lists that their calendar is made of in the same way', async () => {
  const { page } = freya
  const due = await screens.createBy('admin', 'Capstan')
  await screens.team.admin.patch(`${screens.team.path}/issues/${due}/`, { target_date: day(0) })
  const block = page.locator(`.calendar-block[data-issue="${due}"]`)
  await screens.look(freya, 'layout=calendar&group_by=state_id&order_by=sort_order')
  await block.first().waitFor()
  const client = await line(freya, CLIENT)
  await page.reload({ waitUntil: 'commit' })
  await expect.poll(() => client.times(LIST)).toBe(OF_CALENDAR)
  await client.letGo()
  await block.first().waitFor()
  expect(client.again(LIST)).toEqual([])
})

test('a returning person is sent an issue with its history, and the files of its screen, in the same way', async () => {
  const { page } = freya
  const id = await screens.createBy('admin', 'Sill')
  await page.goto(`/${screens.slug}/projects/${screens.projectId}/issues/${id}`)
  const told = page.getByRole('region', { name: 'Activity' }).getByRole('listitem')
  await told.first().waitFor()
  // Files are noted once the screen stands.
  const starts = () => page.evaluate(() => localStorage.getItem('starts'))
  await expect.poll(starts).toMatch(/\/assets\/IssuePage-/)
  const client = await line(freya, CLIENT)
  await page.reload({ waitUntil: 'commit' })
  const paths = [
    new RegExp(`/api/workspaces/[^/]+/issues/${id}/$`),
    new RegExp(`/issues/${id}/history/`),
    /\/assets\/IssuePage-/,
  ]
  for (const path of paths) await expect.poll(() => client.times(path)).toBe(1)
  await client.letGo()
  await told.first().waitFor()
  for (const path of paths) expect(client.times(path)).toBe(1)
})

/** The places of the sidebar (x, y, width) and of the workspace's name in it (x, y), in pixels. */
const placesOf = ({ page }: Seat, sidebar: string, name: string) =>
  page.evaluate(
    selectors =>
      selectors.map(selector => {
        const { x, y, width } = document.querySelector(selector)!.getBoundingClientRect()
        return selector.endsWith('.cut') ? [x, y] : [x, y, width]
      }),
    [sidebar, name],
  )

test('a returning person sees the frame of their workspace while the client is on its way, and it stays where it was', async () => {
  const { page } = mei
  await screens.lookAnew(mei, TERMS)
  const frame = page.locator('#frame')
  await page.getByRole('navigation', { name: 'Workspace' }).waitFor()
  expect(await frame.isVisible()).toBe(false)
  for (const width of [248, 320]) {
    await page.evaluate(wide => localStorage.setItem('sidebar.width', `${wide}`), width)
    const client = await line(mei, CLIENT)
    await page.reload({ waitUntil: 'commit' })
    await frame.waitFor()
    const name = await page.evaluate(
      () => getComputedStyle(document.querySelector('#frame .cut')!, '::before').content,
    )
    const before = await placesOf(mei, '#frame > div', '#frame .cut')
    await client.letGo()
    await rows(mei)
    expect(await frame.isVisible()).toBe(false)
    expect(JSON.parse(name)).toBe(await page.locator('[data-own=sidebar] .cut').first().textContent())
    expect(before).toEqual(await placesOf(mei, '[data-own=sidebar]', '[data-own=sidebar] .cut'))
    expect(before[0]).toEqual([0, 0, width])
  }
  const renamed = 'Lantern & "Quay"'
  await screens.team.admin.patch(`/api/workspaces/${screens.slug}/`, { name: renamed })
  await expect
    .poll(() => page.evaluate(() => Object.values(JSON.parse(localStorage.getItem('frames') ?? '{}'))))
    .toEqual([renamed])
})

test('a stranger sees nothing of a workspace before the server has answered, nor does whoever has signed out', async () => {
  const { page } = mei
  const look = async () => {
    const client = await line(mei, CLIENT)
    await page.reload({ waitUntil: 'commit' })
    await page.waitForFunction(() => document.styleSheets.length > 0 && document.querySelector('#frame'))
    const isSeen = await page.locator('#frame').isVisible()
    await client.letGo()
    return isSeen
  }
  // Until now she has seen it: the test above.
  expect(await page.evaluate(() => localStorage.getItem('frames'))).not.toBe(null)
  await mei.context.clearCookies()
  await page.reload()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await page.goto(`/${screens.slug}/projects/${screens.projectId}/issues`)
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await page.evaluate(() => localStorage.getItem('frames'))).toBe(null)
  expect(await look()).toBe(false)
})

test('an issue made while the client is on its way stands in the list', async () => {
  await screens.look(freya, TERMS)
  const client = await line(freya, CLIENT)
  const list = freya.page.waitForResponse(response => LIST.test(response.url()))
  await freya.page.reload({ waitUntil: 'commit' })
  await (await list).finished()
  await screens.createBy('member', 'Mooring line')
  await client.letGo()
  await freya.page.getByRole('link', { name: 'Mooring line' }).waitFor()
})

test('an issue made while a list is on its way stands in it', async () => {
  await screens.look(freya, 'layout=list&group_by=state_id')
  const list = await line(freya, LIST)
  const live: string[] = []
  freya.page.on('websocket', socket =>
    socket.on('framereceived', ({ payload }) => live.push(String(payload))),
  )
  const answered = freya.page.waitForRequest(request => LIST.test(request.url()))
  await freya.page.goto(`/${screens.slug}/projects/${screens.projectId}/issues?${TERMS}&type=backlog`)
  await answered
  await expect.poll(() => live.some(frame => frame.includes('"ready"'))).toBe(true)
  const id = await screens.createBy('member', 'Bilge pump')
  await expect.poll(() => live.some(frame => frame.includes(id))).toBe(true)
  await list.letGo()
  await freya.page.getByRole('link', { name: 'Bilge pump' }).waitFor()
})

test('a table that is scrolled changes nothing in the rows that stay, nor in its head', async () => {
  await screens.look(freya, 'layout=spreadsheet&group_by=')
  await mayDrag(freya)
  // The parts fetched ahead have come: each draws its own part of a row when it does.
  await freya.page.waitForLoadState('networkidle')
  const changed = await freya.page.locator('[data-scroller]').evaluate(async scroller => {
    const frame = () => new Promise(resolve => requestAnimationFrame(resolve))
    // Beyond the first lines, where rows are drawn ahead on both sides.
    scroller.scrollTop = 800
    await frame()
    while (scroller.querySelector('[data-issue]:not([data-drop-target-for-element])')) await frame()
    const stay = [...scroller.querySelectorAll('[role=row]')].slice(0, 20)
    const seen: string[] = []
    const observer = new MutationObserver(changes => {
      for (const { target, attributeName } of changes)
        if (stay.some(row => row.isConnected && row.contains(target))) seen.push(attributeName ?? 'children')
    })
    observer.observe(scroller, { subtree: true, attributes: true, childList: true, characterData: true })
    for (let step = 0; step < 3; step++) {
      scroller.scrollTop += 36
      await frame()
      await frame()
    }
    observer.disconnect()
    return seen
  })
  expect(changed).toEqual([])
})

test('a row that can be dragged says so from its first drawing: said later, all that stands in it is styled again', async () => {
  await freya.page.addInitScript(() => {
    const told: string[] = []
    Object.assign(window, { told })
    new MutationObserver(changes => {
      for (const { target, oldValue } of changes)
        if (
          target instanceof Element &&
          target.isConnected &&
          target.closest('[data-line]') &&
          !target.matches('[role=columnheader]') &&
          target.getAttribute('draggable') !== oldValue
        )
          told.push(target.outerHTML.slice(0, 80))
    }).observe(document, { subtree: true, attributeFilter: ['draggable'], attributeOldValue: true })
  })
  for (const layout of ['list', 'kanban', 'spreadsheet', 'gantt_chart']) {
    await screens.lookAnew(freya, `layout=${layout}&group_by=`)
    await mayDrag(freya)
    await freya.page.mouse.move(600, 500)
    await freya.page.mouse.wheel(0, 900)
    await freya.page.waitForTimeout(300)
    expect(await freya.page.evaluate(() => (window as unknown as { told: string[] }).told)).toEqual([])
    expect(
      await freya.page.locator('main [data-line] [draggable=true], main [data-line][draggable=true]').count(),
    ).toBeGreaterThan(3)
  }
})
