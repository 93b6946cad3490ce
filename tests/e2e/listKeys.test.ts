import { afterAll, beforeAll, expect, test } from 'vitest'
import { closeBrowser, type Seat } from '../support/browser.ts'
import { focusedText, type IssueScreens, issueScreens } from '../support/issueScreens.ts'

let screens: IssueScreens
let freya: Seat
const press = async (...keys: string[]) => {
  for (const key of keys) await freya.page.keyboard.press(key)
}
const expectFocus = (text: string) => expect.poll(() => focusedText(freya)).toBe(text)
const field = () => freya.page.getByRole('textbox', { name: 'Title of the new issue' })
const peeked = () => new URL(freya.page.url()).searchParams.get('peekId')

beforeAll(async () => {
  screens = await issueScreens({ 'Gate code': {}, 'Waiting list': {}, Dredging: {}, 'Tide window': {} })
  freya = screens.freya
  await screens.fill(50)
})
afterAll(closeBrowser)

test.each(['list', 'spreadsheet', 'kanban'])('%s: what is typed after + is a title, however long the group', async layout => {
  await screens.look(freya, `layout=${layout}&group_by=state_id`)
  await freya.page.getByRole('button', { name: 'New issue in Backlog' }).first().click()
  await field().waitFor()
  await freya.page.keyboard.type(`Paint ${layout}`)
  await expect.poll(() => field().inputValue()).toBe(`Paint ${layout}`)
  await expect.poll(async () => (await field().boundingBox())?.y ?? 9_999).toBeLessThan(880)
  await press('Enter', 'Escape')
  await expect.poll(() => screens.count(`name=Paint%20${layout}`)).toBe(1)
})

test('the strip of a group stays at the top while its rows pass', async () => {
  for (const layout of ['list', 'spreadsheet']) {
    await screens.look(freya, `layout=${layout}&group_by=state_id`)
    await freya.page.locator('[data-scroller]').evaluate(node => node.scrollTo(0, 500))
    const strip = freya.page.getByRole('heading', { name: /Backlog/ })
    await expect.poll(async () => (await strip.boundingBox())?.y ?? -1).toBeGreaterThan(40)
  }
})
