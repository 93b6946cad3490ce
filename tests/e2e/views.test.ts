import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { byKeys } from '../support/byKeys.ts'
import { FAR, tabTo } from '../support/heard.ts'
import { drag, type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

const story = {
  'Raise the sill': { priority: 'urgent' },
  'Mend the gate': { priority: 'urgent' },
  'Paint the buoy': { priority: 'low' },
}

let screens: IssueScreens
beforeAll(async () => {
  screens = await issueScreens(story)
})
afterAll(leaveSeats)

const titles = ({ page }: Seat) => page.locator('[data-issue] [data-title]').allTextContents()
const shows = (who: Seat, wanted: string[]) =>
  expect.poll(async () => (await titles(who)).sort()).toEqual(wanted.toSorted())
const bar = ({ page }: Seat, words: string) => page.getByRole('status').getByText(words)

test('a view that is saved is everyone’s: followed while it is open, one’s own changes kept apart, locked, deleted', async () => {
  const { freya, mei } = screens
  const { page } = freya
  const keys = byKeys(freya)
  const list = `/${screens.slug}/projects/${screens.projectId}/views`
  await goWithin(mei.page, list)
  await mei.page.getByText('No views yet').waitFor()
  await screens.look(freya, 'layout=list&group_by=state_id')
  await page.keyboard.press('f')
  await page.getByRole('combobox', { name: 'Filter by' }).waitFor()
  await page.keyboard.type('priority')
  await page.keyboard.press('Enter')
  const urgent = page.getByRole('option', { name: 'Urgent' })
  await urgent.waitFor()
  await page.keyboard.type('urgent')
  await page.keyboard.press('Enter')
  await screens.title(freya, 'Paint the buoy').waitFor({ state: 'detached' })
  await page.keyboard.press('Escape')
  await urgent.waitFor({ state: 'detached' })
  await keys.stays('the list was filtered')
  await tabTo(freya, 'button', /^Save view$/, FAR)
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'New view' })
  await form.getByLabel('Name').waitFor()
  await page.keyboard.type('What cannot wait')
  await form.getByText('2 issues').waitFor()
  await sight(freya)
  await page.keyboard.press('Control+Enter')
  await page.getByRole('heading', { name: 'What cannot wait' }).waitFor()
  await keys.stays('the view was saved')
  await shows(freya, ['Mend the gate', 'Raise the sill'])
  const address = page.url().split('?')[0]!
  await sight(freya)
  // The list that it was made from has its own filters again, whichever way leads there.
  await page.goBack()
  await shows(freya, ['Mend the gate', 'Raise the sill', 'Paint the buoy'])
  await goWithin(page, `/${screens.slug}/projects/${screens.projectId}/issues`)
  await shows(freya, ['Mend the gate', 'Raise the sill', 'Paint the buoy'])
  await goWithin(page, address)
  await page.getByRole('heading', { name: 'What cannot wait' }).waitFor()

  // Found by the other, with its contents and count; opened by keys.
  const row = mei.page.locator('[data-row]').filter({ hasText: 'What cannot wait' })
  await row.getByText('Priority is Urgent. List by state.').waitFor()
  await row.getByText('2', { exact: true }).waitFor()
  await sight(mei)
  // Its count follows while issues change all the time.
  await screens.change('Paint the buoy', { priority: 'urgent' })
  let isBusy = true
  const busy = (async () => {
    for (let day = 1; isBusy; day++) {
      const dates = { target_date: `2030-01-0${1 + (day % 9)}` }
      await Promise.all([screens.change('Raise the sill', dates), mei.page.waitForTimeout(100)])
    }
  })()
  await row.getByText('3', { exact: true }).waitFor()
  isBusy = false
  await busy
  await screens.change('Paint the buoy', { priority: 'low' })
  await mei.page.keyboard.press('/')
  await mei.page.keyboard.type('cannot')
  await mei.page.keyboard.press('Enter')
  await mei.page.waitForURL(address)
  await shows(mei, ['Mend the gate', 'Raise the sill'])

  // Everyone without changes of their own sees the owner's saved ones.
  await page.getByRole('button', { name: 'View options' }).click()
  await page.getByRole('menuitem', { name: 'Edit…' }).click()
  await page.getByRole('dialog', { name: 'Edit view' }).getByLabel('Name').fill('Before the flood')
  await page.keyboard.press('Control+Enter')
  await mei.page.getByRole('heading', { name: 'Before the flood' }).waitFor()
  await page.getByRole('button', { name: 'Remove Priority filter' }).click()
  await bar(freya, 'priority removed. 3 issues instead of 2.').waitFor()
  await sight(freya)
  await shows(mei, ['Mend the gate', 'Raise the sill'])
  await tabTo(freya, 'button', /^Save changes$/, FAR)
  await page.keyboard.press('Enter')
  await shows(mei, Object.keys(story))
  await bar(freya, 'Changed for you only').waitFor({ state: 'detached' })
  await keys.stays('the changes were saved')
  await page.keyboard.press('2')
  await bar(freya, 'board instead of list').waitFor()
  await tabTo(freya, 'button', /^Discard$/, FAR)
  await page.keyboard.press('Enter')
  await bar(freya, 'board instead of list').waitFor({ state: 'detached' })
  await keys.stays('the changes were discarded')
  expect(await bar(mei, 'Changed for you only').count()).toBe(0)

  // Mei's own changes are hers; that the view became another meanwhile she is informed.
  await mei.page.keyboard.press('2')
  await bar(mei, 'board instead of list').waitFor()
  expect(await mei.page.getByRole('button', { name: 'Save changes' }).count()).toBe(0)
  await mei.page.getByRole('button', { name: 'Save as new' }).waitFor()
  await page.keyboard.press('4')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await bar(mei, 'The view has changed meanwhile.').waitFor()
  await sight(mei)
  await mei.page.getByRole('button', { name: 'Keep mine' }).click()
  await bar(mei, 'Changed for you only:').waitFor()
  await mei.page.getByRole('button', { name: 'Discard' }).click()
  await mei.page.getByRole('grid').waitFor()

  for (const [key, drawn] of [
    ['1', '[data-issue]'],
    ['2', '[aria-label^="Backlog"]'],
    ['3', '[aria-label="Previous"], [aria-label="Earlier"], [data-day]'],
    ['5', '[data-issue]'],
  ] as const) {
    await mei.page.keyboard.press(key)
    await mei.page.locator(drawn).first().waitFor()
    await bar(mei, 'instead of table').waitFor()
  }
  await mei.page.getByRole('button', { name: 'Discard' }).click()

  await page.getByRole('button', { name: 'View options' }).click()
  await page.getByRole('menuitem', { name: 'Lock view' }).click()
  await mei.page.getByText('Locked').waitFor()
  expect(await mei.page.getByRole('button', { name: 'Filter' }).count()).toBe(0)
  await mei.page.keyboard.press('1')
  expect(await mei.page.getByRole('grid').count()).toBe(1)
  await mei.page.setViewportSize({ width: 390, height: 844 })
  await sight(mei)
  await mei.page.setViewportSize({ width: 1440, height: 900 })

  await page.getByRole('button', { name: 'View options' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await mei.page.getByText('View not found').waitFor()
  await goWithin(mei.page, list)
  await mei.page.getByText('No views yet').waitFor()
  expect([...freya.errors, ...mei.errors]).toEqual([])
})

const section = ({ page }: Seat) => page.getByRole('region', { name: 'Favourites' })
/** As they are below each other, those in folders indented. */
const kept = (who: Seat) =>
  section(who)
    .locator('[data-favorite]')
    .evaluateAll(rows =>
      rows.map(row => `${row.closest('ul ul') ? '– ' : ''}${row.querySelector('.cut')?.textContent}`),
    )
const keeps = (who: Seat, wanted: string[]) => expect.poll(() => kept(who)).toEqual(wanted)

test('favourites are put in order and into folders by keys and mouse, in every tab, and go with their subject', async () => {
  const { freya, team, slug } = screens
  const { page } = freya
  const views: string[] = []
  for (const name of ['Tides', 'Gates']) {
    const { body } = await team.admin.post<{ id: string }>(`${team.path}/views/`, { name })
    views.push(body.id)
  }
  await goWithin(page, `/${slug}/projects/${screens.projectId}/views`)
  for (const name of ['Tides', 'Gates']) {
    const row = page.locator('[data-row]').filter({ hasText: name })
    await row.hover()
    await row.getByRole('button', { name: `Add ${name} to favourites` }).click()
  }
  await keeps(freya, ['Gates', 'Tides'])
  const other = await freya.context.newPage()
  await other.goto(`/${slug}/projects`)
  const tab: Seat = { ...freya, page: other }
  await keeps(tab, ['Gates', 'Tides'])

  await section(freya).hover()
  await section(freya).getByRole('button', { name: 'New folder' }).click()
  await page.keyboard.type('Harbour')
  await page.keyboard.press('Enter')
  await keeps(tab, ['Harbour', 'Gates', 'Tides'])
  await sight(freya)

  // Into the folder above, within it, and out again; the focus stays with the moved one.
  const link = (name: string) => section(freya).getByRole('link', { name, exact: true })
  await link('Gates').focus()
  await page.keyboard.press('Alt+ArrowRight')
  await keeps(tab, ['Harbour', '– Gates', 'Tides'])
  await link('Tides').focus()
  await page.keyboard.press('Alt+ArrowRight')
  await keeps(tab, ['Harbour', '– Gates', '– Tides'])
  await page.keyboard.press('Alt+ArrowUp')
  await keeps(tab, ['Harbour', '– Tides', '– Gates'])
  await page.keyboard.press('Alt+ArrowLeft')
  await keeps(tab, ['Harbour', '– Gates', 'Tides'])

  // By mouse: above the folder, and onto it.
  const at = async (name: string, part: number) => {
    const box = (await section(freya).locator('[data-favorite]').filter({ hasText: name }).boundingBox())!
    return { x: box.x + 60, y: box.y + box.height * part }
  }
  await drag(freya, await at('Tides', 0.5), await at('Harbour', 0.1))
  await keeps(tab, ['Tides', 'Harbour', '– Gates'])
  await drag(freya, await at('Tides', 0.5), await at('Harbour', 0.5))
  await keeps(tab, ['Harbour', '– Gates', '– Tides'])

  const folder = section(freya).getByRole('button', { name: 'Harbour', exact: true })
  await folder.focus()
  await page.keyboard.press('ArrowLeft')
  await keeps(freya, ['Harbour'])
  await page.keyboard.press('F2')
  await page.keyboard.type('Port')
  await page.keyboard.press('Enter')
  await keeps(freya, ['Port'])
  await page.keyboard.press('Control+z')
  await keeps(freya, ['Harbour'])
  await page.keyboard.press('Control+Shift+z')
  await keeps(tab, ['Port', '– Gates', '– Tides'])
  await section(freya).hover()
  await section(freya).getByRole('button', { name: 'Actions for Port' }).click()
  await page.getByRole('menuitem', { name: 'Delete folder' }).click()
  await keeps(tab, ['Gates', 'Tides'])
  await page.keyboard.press('Control+z')
  await keeps(tab, ['Port', '– Gates', '– Tides'])
  await page.keyboard.press('Control+Shift+z')
  await keeps(tab, ['Gates', 'Tides'])
  await team.admin.delete(`${team.path}/views/${views[0]}/`)
  await keeps(tab, ['Gates'])
  // Without a star in sight: by a key and by a command what the screen shows is kept, and let go.
  await goWithin(page, `/${slug}/projects/${screens.projectId}/views/${views[1]}`)
  await page.getByRole('heading', { name: 'Gates' }).waitFor()
  await keeps(freya, ['Gates'])
  const keys = byKeys(freya)
  await page.keyboard.press('Alt+f')
  await keeps(tab, [])
  await page.keyboard.press('Alt+f')
  await keeps(tab, ['Gates'])
  await keys.stays('it became a favourite')
  await tabTo(freya, 'button', /^New folder$/, FAR)
  await page.keyboard.press('Enter')
  await section(freya).getByRole('textbox', { name: 'Name of the folder' }).waitFor()
  await page.keyboard.type('At hand')
  await page.keyboard.press('Enter')
  await keeps(tab, ['At hand', 'Gates'])
  await keys.stays('the folder was made')
  await tabTo(freya, 'link', /^Gates$/, FAR)
  await page.keyboard.press('Alt+ArrowRight')
  for (const who of [freya, tab]) await keeps(who, ['At hand', '– Gates'])
  await keys.stays('it was put into the folder')
  await goWithin(page, `/${slug}/projects/${screens.projectId}/cycles`)
  await page.keyboard.press('Control+k')
  await page.keyboard.type('favourites')
  await page.getByRole('option', { name: /^Add to favourites: / }).click()
  await expect.poll(async () => (await kept(tab)).length).toBe(3)
  expect(freya.errors).toEqual([])
})
