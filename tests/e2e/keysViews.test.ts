/** A view by keys alone: kept, changed, put back, kept at hand in a folder; another watches, and reloads nothing. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveSeats, type Seat } from '../support/browser.ts'
import { byKeys } from '../support/byKeys.ts'
import { tabTo } from '../support/heard.ts'
import { type IssueScreens, issueScreens } from '../support/issueScreens.ts'

/** As often as Tab is pressed at most: once round the screen. */
const FAR = 120

let screens: IssueScreens
let freya: Seat
let keys: ReturnType<typeof byKeys>
let mei: Seat
/** The same person at another browser. */
let desk: Seat

beforeAll(async () => {
  screens = await issueScreens({ 'Raise the sill': { priority: 'urgent' }, 'Mend the gate': {} })
  freya = screens.freya
  keys = byKeys(freya)
  mei = screens.mei
  desk = await screens.sit({}, screens.team.admin)
})
afterAll(leaveSeats)

const place = (rest: string) => `/${screens.slug}/projects/${screens.projectId}/${rest}`
const press = async (...keys: string[]) => {
  for (const key of keys) await freya.page.keyboard.press(key)
}
const favourites = ({ page }: Seat) => page.getByRole('region', { name: 'Favourites' })

test('a view is kept by keys, changed for everyone, and what was changed for oneself is put back', async () => {
  const { page } = freya
  await mei.page.goto(place('views'))
  await mei.page.getByText('No views yet').waitFor()
  await page.goto(place('issues?layout=list&group_by='))
  await screens.title(freya, 'Raise the sill').waitFor()
  await press('f')
  const filters = page.getByRole('combobox', { name: 'Filter by' })
  await filters.waitFor()
  await page.keyboard.type('priority')
  await press('Enter')
  await page.getByRole('option', { name: 'Urgent' }).waitFor()
  await page.keyboard.type('urgent')
  await press('Enter')
  await screens.title(freya, 'Mend the gate').waitFor({ state: 'detached' })
  await press('Escape')
  await page.getByRole('option', { name: 'Urgent' }).waitFor({ state: 'detached' })
  await keys.stays('the list was filtered')
  await tabTo(freya, 'button', /^Save view$/, FAR)
  await press('Enter')
  const form = page.getByRole('dialog', { name: 'New view' })
  await form.getByLabel('Name').waitFor()
  await page.keyboard.type('Pressing')
  await press('Control+Enter')
  await page.getByRole('heading', { name: 'Pressing' }).waitFor()
  await mei.page.locator('[data-view]').filter({ hasText: 'Pressing' }).waitFor()
  await keys.stays('the view was saved')

  const bar = page.getByRole('status').getByText('board instead of list')
  await mei.page.getByRole('link', { name: 'Pressing', exact: true }).click()
  await screens.title(mei, 'Raise the sill').waitFor()
  await press('2')
  await bar.waitFor()
  await keys.stays('shown as a board')
  await tabTo(freya, 'button', /^Save changes$/, FAR)
  await press('Enter')
  await mei.page.getByRole('article').filter({ hasText: 'Raise the sill' }).waitFor()
  await bar.waitFor({ state: 'detached' })
  await keys.stays('the changes were saved')
  await press('1')
  const changed = page.getByRole('status').getByText('list instead of board')
  await changed.waitFor()
  await tabTo(freya, 'button', /^Discard$/, FAR)
  await press('Enter')
  await changed.waitFor({ state: 'detached' })
  await keys.stays('the changes were discarded')
})

test('a view becomes a favourite by keys and is put into a folder, in the person’s other browser too', async () => {
  await desk.page.goto(place('issues?layout=list'))
  await screens.title(desk, 'Mend the gate').waitFor()
  await press('Alt+f')
  await favourites(desk).getByRole('link', { name: 'Pressing' }).waitFor()
  await favourites(freya).getByRole('link', { name: 'Pressing' }).waitFor()
  await keys.stays('it became a favourite')
  await tabTo(freya, 'button', /^New folder$/, FAR)
  await press('Enter')
  const named = favourites(freya).getByRole('textbox', { name: 'Name of the folder' })
  await named.waitFor()
  await freya.page.keyboard.type('At hand')
  await press('Enter')
  await favourites(desk).getByRole('button', { name: 'At hand', exact: true }).waitFor()
  await named.waitFor({ state: 'detached' })
  await keys.stays('the folder was made')
  await tabTo(freya, 'link', /^Pressing$/, FAR)
  await press('Alt+ArrowRight')
  for (const who of [freya, desk])
    await favourites(who)
      .getByRole('list')
      .getByRole('list')
      .getByRole('link', { name: 'Pressing' })
      .waitFor()
  await keys.stays('it was put into the folder')
  expect([...freya.errors, ...mei.errors, ...desk.errors]).toEqual([])
})
