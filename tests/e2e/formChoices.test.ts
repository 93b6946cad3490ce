/** Choices in forms by keys alone: the field of each has the focus as soon as it is open, its button when it has gone. */
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'

let screens: IssueScreens
let freya: Seat

beforeAll(async () => {
  screens = await issueScreens({ 'Raise the sill': {} })
  freya = screens.freya
  await screens.team.admin.patch(`${screens.team.path}/`, { cycle_view: true, module_view: true })
})
afterAll(leaveSeats)

const inProject = (rest: string) => `/${screens.slug}/projects/${screens.projectId}/${rest}`

const [FORM, POPUP] = ['the form', 'a popup']
/** Where the focus is; popups are beside the form, not in it. */
const within = () =>
  freya.page.evaluate(
    ([form, popup]) => {
      const floats = [...document.querySelectorAll('.floats')]
      const at = floats.findLastIndex(one => one.contains(document.activeElement))
      return at === 0 ? form : at > 0 ? popup : document.activeElement?.outerHTML
    },
    [FORM, POPUP] as const,
  )

const focusedWords = () =>
  freya.page.evaluate(
    () => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent,
  )
const isOn = (choice: Locator) => choice.evaluate(one => one === document.activeElement)
/** A form leads round: nothing in it is farther than once through all of it. */
const tabOnTo = async (choice: Locator) => {
  for (let n = 0; n < 60 && !(await isOn(choice)); n++) await freya.page.keyboard.press('Tab')
  expect(await isOn(choice)).toBe(true)
}

test.each<[string, () => string, (page: Page) => Locator, string]>([
  ['New issue', () => inProject('issues'), page => page.locator('[data-issue]').first(), 'c'],
  [
    'New module',
    () => inProject('modules'),
    page => page.getByRole('heading', { name: 'Modules', level: 1 }),
    'm',
  ],
  [
    'New project',
    () => `/${screens.slug}/projects`,
    page => page.getByRole('region', { name: 'Joined' }),
    'p',
  ],
])('%s: each choice takes what is typed, and gives the focus back', async (title, place, stands, key) => {
  const { page } = freya
  await page.keyboard.press('Escape')
  await goWithin(page, place())
  await stands(page).waitFor()
  await page.keyboard.press(key)
  const form = page.getByRole('dialog', { name: title })
  await form.and(page.locator(':focus-within')).waitFor()
  // The choices of a text give the focus back to the text.
  const choices = form.locator('button[aria-haspopup]:not([role=toolbar] *)')
  const count = await choices.count()
  expect(count).toBeGreaterThan(0)
  for (let n = 0; n < count; n++) {
    const choice = choices.nth(n)
    await tabOnTo(choice)
    const words = await focusedWords()
    await page.keyboard.press('Enter')
    await expect.poll(within, { message: `${words} has the focus` }).toBe(POPUP)
    await page.keyboard.press('Escape')
    await expect.poll(within, { message: `${words} has gone` }).toBe(FORM)
    await expect.poll(focusedWords, { message: 'afterwards' }).toBe(words)
  }
  expect(freya.errors).toEqual([])
})
