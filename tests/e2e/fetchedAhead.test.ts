/** The parts of a screen that are fetched behind its first rows, for a press that may come. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'

const TERMS = 'layout=list&group_by=&order_by=-created_at'

let screens: IssueScreens
let mei: Seat

beforeAll(async () => {
  screens = await issueScreens({})
  await screens.fill(50)
  mei = await screens.sit({ ahead: true })
})
afterAll(leaveSeats)

test('the parts that a press opens are fetched behind the first rows', async () => {
  await screens.lookAnew(mei, TERMS)
  // The page's own clock: this process may learn of the rows long after they were drawn.
  await mei.page.addInitScript(() => {
    const look = new MutationObserver(() => {
      if (!document.querySelector('[data-issue]')) return
      look.disconnect()
      performance.mark('rows')
    })
    look.observe(document, { childList: true, subtree: true })
  })
  await mei.page.reload()
  await mei.page.locator('[data-issue]').first().waitFor()
  const firstAt = (name: RegExp) =>
    mei.page.evaluate(
      name => performance.getEntries().find(entry => new RegExp(name).test(entry.name))?.startTime ?? -1,
      name.source,
    )
  await expect.poll(() => firstAt(/RowMenu/)).toBeGreaterThan(0)
  expect(await firstAt(/RowMenu/)).toBeGreaterThan(await firstAt(/^rows$/))
  await mei.page.getByRole('button', { name: 'Display' }).click()
  await mei.page.getByRole('menu').waitFor()
})

test('a scroll that begins while parts are fetched ahead is held up by a few of them, and the rest wait for its end', async () => {
  await mei.page.addInitScript(() => {
    const scroll = async () => {
      const frame = () => new Promise<number>(resolve => requestAnimationFrame(resolve))
      const from = await frame()
      performance.mark('scrolling')
      const scroller = document.querySelector('[data-scroller]')!
      for (let now = from, down = 1; now < from + 2_000; now = await frame(), down = -down)
        scroller.scrollTop += 40 * down
      performance.mark('scrolled')
    }
    new PerformanceObserver((seen, self) => {
      if (!seen.getEntries().some(({ name }) => /\/CreateIssue-/.test(name))) return
      self.disconnect()
      void scroll()
    }).observe({ type: 'resource' })
  })
  await mei.page.reload()
  // Not with each frame, as by default: frames that follow each other are nothing to fetch in.
  await mei.page.waitForFunction(() => performance.getEntriesByName('scrolled').length > 0, null, {
    polling: 200,
  })
  const askedAfterwards = () =>
    mei.page.evaluate(() => {
      const [scrolled] = performance.getEntriesByName('scrolled')
      return performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime >= scrolled!.startTime)
        .map(({ name }) => name)
        .join(' ')
    })
  // A part of this screen, as those that came before the scroll are.
  await expect.poll(askedAfterwards).toMatch(/RowMenu/)
})
