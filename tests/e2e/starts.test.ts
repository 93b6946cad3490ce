/** The requests that a start waits for, and those that a scrolled list does not make again. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { type IssueScreens, issueScreens, mayDrag } from '../support/issueScreens.ts'

let screens: IssueScreens
let freya: Seat

beforeAll(async () => {
  screens = await issueScreens({})
  freya = screens.freya
  await screens.fill(100)
})
afterAll(leaveSeats)

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

test('an issue made while a list is on its way is in it', async () => {
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

test('a row that can be dragged says so from its first drawing: said later, all that is in it is styled again', async () => {
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
