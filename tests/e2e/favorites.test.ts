import { expect, test } from 'vitest'
import { axe } from '../support/axe.ts'
import type { Seat } from '../support/browser.ts'
import { drag, issueScreens } from '../support/issueScreens.ts'

const section = ({ page }: Seat) => page.getByRole('region', { name: 'Favourites' })
/** As they stand below each other, those in folders indented. */
const kept = (who: Seat) =>
  section(who)
    .locator('[data-favorite]')
    .evaluateAll(rows =>
      rows.map(row => `${row.closest('ul ul') ? '– ' : ''}${row.querySelector('.cut')?.textContent}`),
    )
const shows = (who: Seat, wanted: string[]) => expect.poll(() => kept(who)).toEqual(wanted)

test('favourites are put in order and into folders by keys and mouse, in every tab, and go with what they stand for', async () => {
  const screens = await issueScreens({ 'Raise the sill': {} })
  const { freya, team, slug } = screens
  const { page } = freya
  const views: string[] = []
  for (const name of ['Tides', 'Gates']) {
    const { body } = await team.admin.post<{ id: string }>(`${team.path}/views/`, { name })
    views.push(body.id)
  }
  await page.goto(`/${slug}/projects/${screens.projectId}/views`)
  for (const name of ['Tides', 'Gates']) {
    const row = page.locator('[data-view]').filter({ hasText: name })
    await row.hover()
    await row.getByRole('button', { name: `Add ${name} to favourites` }).click()
  }
  await shows(freya, ['Gates', 'Tides'])
  const other = await freya.context.newPage()
  await other.goto(`/${slug}/projects`)
  const tab: Seat = { ...freya, page: other }
  await shows(tab, ['Gates', 'Tides'])

  await section(freya).hover()
  await section(freya).getByRole('button', { name: 'New folder' }).click()
  await page.keyboard.type('Harbour')
  await page.keyboard.press('Enter')
  await shows(tab, ['Harbour', 'Gates', 'Tides'])
  await axe(freya)

  // Into the folder above, within it, and out again; the focus stays with what is moved.
  const link = (name: string) => section(freya).getByRole('link', { name, exact: true })
  await link('Gates').focus()
  await page.keyboard.press('Alt+ArrowRight')
  await shows(tab, ['Harbour', '– Gates', 'Tides'])
  await link('Tides').focus()
  await page.keyboard.press('Alt+ArrowRight')
  await shows(tab, ['Harbour', '– Gates', '– Tides'])
  await page.keyboard.press('Alt+ArrowUp')
  await shows(tab, ['Harbour', '– Tides', '– Gates'])
  await page.keyboard.press('Alt+ArrowLeft')
  await shows(tab, ['Harbour', '– Gates', 'Tides'])

  // By mouse: above the folder, and onto it.
  const at = async (name: string, part: number) => {
    const box = (await section(freya).locator('[data-favorite]').filter({ hasText: name }).boundingBox())!
    return { x: box.x + 60, y: box.y + box.height * part }
  }
  await drag(freya, await at('Tides', 0.5), await at('Harbour', 0.1))
  await shows(tab, ['Tides', 'Harbour', '– Gates'])
  await drag(freya, await at('Tides', 0.5), await at('Harbour', 0.5))
  await shows(tab, ['Harbour', '– Gates', '– Tides'])

  const folder = section(freya).getByRole('button', { name: 'Harbour', exact: true })
  await folder.focus()
  await page.keyboard.press('ArrowLeft')
  await shows(freya, ['Harbour'])
  await page.keyboard.press('F2')
  await page.keyboard.type('Port')
  await page.keyboard.press('Enter')
  await shows(freya, ['Port'])
  await shows(tab, ['Port', '– Gates', '– Tides'])
  await section(freya).hover()
  await section(freya).getByRole('button', { name: 'Actions for Port' }).click()
  await page.getByRole('menuitem', { name: 'Delete folder' }).click()
  await shows(tab, ['Gates', 'Tides'])
  await team.admin.delete(`${team.path}/views/${views[0]}/`)
  await shows(tab, ['Gates'])
  expect(freya.errors).toEqual([])
})

test('an estimate is typed as the figure it is; groups say their points and how many issues have none', async () => {
  const screens = await issueScreens({ 'Raise the sill': {}, 'Mend the gate': {}, 'Paint the buoy': {} })
  const { freya, mei, team } = screens
  const { body } = await team.admin.post<{ id: string }>(`${team.path}/estimates/`, {
    estimate: { name: 'Points', type: 'points', last_used: true },
    estimate_points: ['1', '2', '3', '5', '8', '13'].map((value, at) => ({ key: at + 1, value })),
  })
  await team.admin.patch(`${team.path}/`, { estimate: body.id })
  await screens.look(freya, 'layout=list&group_by=state_id')
  await screens.look(mei, 'layout=kanban&group_by=state_id')
  await freya.page.getByText('3 unestimated').waitFor()
  const estimate = async (name: string, keys: string[]) => {
    await screens.title(freya, name).focus()
    await freya.page.keyboard.press('e')
    const picker = freya.page.getByRole('combobox', { name: 'Estimate' })
    await picker.waitFor()
    for (const key of keys) await freya.page.keyboard.press(key)
    await picker.waitFor({ state: 'detached' })
  }
  await estimate('Raise the sill', ['3'])
  await estimate('Mend the gate', ['1', '3'])
  await freya.page.getByText('16 pt').waitFor()
  await freya.page.getByText('1 unestimated').waitFor()
  await mei.page.getByText('16 pt').waitFor()
  // Others begin with a one as well: that it is the one alone, Enter says.
  await estimate('Mend the gate', ['1', 'Enter'])
  await mei.page.getByText('4 pt').waitFor()
  await screens.look(mei, 'layout=list&group_by=estimate_point&order_by=-estimate_point__key')
  await mei.page.getByRole('button', { name: /^No estimate/ }).waitFor()
  await axe(mei)
  expect([...freya.errors, ...mei.errors]).toEqual([])
})
