import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { day, type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

let screens: IssueScreens
let phone: Seat

beforeAll(async () => {
  screens = await issueScreens({ 'Gate code': {} })
  for (const [nth, name] of ['Fuel dock', 'Quay wall', 'Tide rules'].entries()) {
    await screens.add('modules', { name, status: 'completed' })
    await screens.add('cycles', { name, start_date: day(-20 - nth), end_date: day(-20 - nth) })
  }
  phone = await screens.sit({ width: 390, height: 844, touch: true }, screens.team.admin)
})
afterAll(leaveSeats)

const place = (rest: string) => `/${screens.slug}/projects/${screens.projectId}/${rest}`
const row = (name: string) => phone.page.getByRole('listitem').filter({ hasText: name })
const select = async (name: string) => {
  await row(name)
    .getByRole('button', { name: `Actions for ${name}` })
    .tap()
  await phone.page.getByRole('menuitem', { name: 'Select', exact: true }).tap()
}

test.each(['modules', 'cycles'])(
  'by touch several %s are chosen, and archived as one; so are archived ones, which come back as one',
  async what => {
    const { page } = phone
    await goWithin(page, place(what))
    await row('Fuel dock').waitFor()
    await select('Fuel dock')
    await select('Quay wall')
    const bar = page.getByRole('toolbar', { name: `Selected ${what}` })
    await bar.getByText('2 selected').waitFor()
    // Nothing that can be done with them is out of sight.
    expect(await bar.evaluate(node => node.scrollWidth - node.clientWidth)).toBe(0)
    await sight(phone)
    await bar.getByRole('button', { name: 'Archive' }).tap()
    await expect.poll(() => page.locator('main [data-row]').count()).toBe(1)

    await goWithin(page, place(`archives/${what}`))
    await row('Fuel dock').waitFor()
    await select('Fuel dock')
    await select('Quay wall')
    await bar.getByText('2 selected').waitFor()
    await sight(phone)
    await bar.getByRole('button', { name: 'Restore' }).tap()
    await page.getByText(`No archived ${what}`).waitFor()
    expect(phone.errors).toEqual([])
  },
)

test('by keys cycles are chosen one after the other and up to one, let go, and deleted as one with a way back', async () => {
  const { page } = screens.freya
  for (const name of ['Lock gates', 'Mooring', 'North pier']) await screens.add('cycles', { name })
  await goWithin(page, place('cycles'))
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const bar = page.getByRole('toolbar', { name: 'Selected cycles' })
  await link('Lock gates').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+X')
  await bar.getByText('3 selected').waitFor()
  await page.keyboard.press('Escape')
  await bar.waitFor({ state: 'detached' })
  await link('Lock gates').focus()
  await page.keyboard.press('x')
  await page.getByRole('checkbox', { name: 'Select Mooring' }).check()
  await bar.getByText('2 selected').waitFor()
  await sight(screens.freya)
  const archive = bar.getByRole('button', { name: 'Archive' })
  expect(await archive.getAttribute('aria-disabled')).toBe('true')
  await archive.focus()
  await page.keyboard.press('Enter')
  await page.getByText('Only completed cycles can be archived').waitFor()
  await bar.getByRole('button', { name: 'Delete' }).click()
  await link('Mooring').waitFor({ state: 'detached' })
  await link('Lock gates').waitFor({ state: 'detached' })
  await link('North pier').waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await link('Mooring').waitFor()
  await link('Lock gates').waitFor()
  expect(screens.freya.errors).toEqual([])
})

test('modules of a folded status are not chosen with those on both sides of it', async () => {
  const { page } = screens.freya
  for (const [name, status] of [
    ['Crane', 'in-progress'],
    ['Dredger', 'planned'],
    ['Ferry', 'backlog'],
  ])
    await screens.add('modules', { name, status })
  await goWithin(page, place('modules'))
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  const bar = page.getByRole('toolbar', { name: 'Selected modules' })
  await link('Dredger').waitFor()
  await page
    .getByRole('region', { name: 'Planned' })
    .getByRole('button', { name: /^Planned/ })
    .click()
  await link('Dredger').waitFor({ state: 'detached' })
  await link('Crane').focus()
  await page.keyboard.press('x')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Shift+X')
  await bar.getByText('2 selected').waitFor()
  await page
    .getByRole('region', { name: 'Planned' })
    .getByRole('button', { name: /^Planned/ })
    .click()
  await link('Dredger').waitFor()
  await bar.getByText('2 selected').waitFor()
  expect(screens.freya.errors).toEqual([])
})

/** In their order, as far as they are named. */
const ordered = (names: readonly string[]) =>
  phone.page
    .locator('main [data-row] a')
    .evaluateAll(
      (links, named) => links.map(link => link.textContent).filter(name => named.includes(name)),
      [...names],
    )

test.each(['modules', 'cycles'])('by touch %s in an order of their own are put elsewhere', async what => {
  const { page } = phone
  const names = ['Anchor', 'Bollard', 'Capstan']
  // The newest is first.
  for (const name of names.toReversed()) await screens.add(what as 'cycles', { name })
  await goWithin(page, place(`${what}?sort=manual`))
  await row('Anchor').waitFor()
  expect(await ordered(names)).toEqual(names)
  const move = async (name: string, to: string) => {
    await row(name)
      .getByRole('button', { name: `Actions for ${name}` })
      .tap()
    await page.getByRole('menuitem', { name: to, exact: true }).tap()
    // It fades: the next one has the same entries.
    await page.getByRole('menu').waitFor({ state: 'detached' })
  }
  await move('Anchor', 'Move down')
  await expect.poll(() => ordered(names)).toEqual(['Bollard', 'Anchor', 'Capstan'])
  await move('Capstan', 'Move up')
  await expect.poll(() => ordered(names)).toEqual(['Bollard', 'Capstan', 'Anchor'])
  const stored = async () =>
    (
      await screens.team.admin.get<{ name: string; sort_order: number }[]>(`${screens.team.path}/${what}/`)
    ).body
      .filter(({ name }) => names.includes(name))
      .sort((a, b) => a.sort_order - b.sort_order)
      .map(({ name }) => name)
  await expect.poll(stored).toEqual(['Bollard', 'Capstan', 'Anchor'])
  expect(phone.errors).toEqual([])
})

test('by touch a favourite is put before another by its menu', async () => {
  const { page } = phone
  const [upper, lower] = ['Lee shore', 'Windward']
  for (const name of [lower, upper]) {
    const id = await screens.add('modules', { name })
    await screens.team.admin.post(`/api/workspaces/${screens.slug}/user-favorites/`, {
      entity_type: 'module',
      entity_identifier: id,
      project_id: screens.projectId,
    })
  }
  await goWithin(page, place('modules'))
  await row(upper!).waitFor()
  await page.getByRole('button', { name: 'Menu', exact: true }).tap()
  const favourites = page.getByRole('region', { name: 'Favourites' })
  const order = () => favourites.getByRole('link').allTextContents()
  await expect.poll(order).toEqual([upper, lower])
  const actions = favourites.getByRole('button', { name: `Actions for ${upper}` })
  const { width, height } = (await actions.boundingBox())!
  expect([width, height]).toEqual([44, 44])
  await actions.tap()
  await page.getByRole('menuitem', { name: 'Move down', exact: true }).tap()
  await expect.poll(order).toEqual([lower, upper])
  await sight(phone)
  expect(phone.errors).toEqual([])
})

/** What a finger can press within a part of the screen, and how large that is where less than a finger needs. */
const tooSmall = (within: string) =>
  phone.page.locator(`${within} button`).evaluateAll(buttons =>
    buttons.flatMap(button => {
      const { width, height } = button.getBoundingClientRect()
      const isHit = width === 0 || (width >= 40 && height >= 44)
      return isHit ? [] : [`${button.ariaLabel ?? button.textContent}: ${width} × ${height}`]
    }),
  )

test('on a phone the head of a panel, the months of a cycle’s form and the rows of views are large enough for a finger', async () => {
  const { page } = phone
  const id = await screens.add('cycles', { name: 'Slipway', start_date: day(2), end_date: day(3) })
  await goWithin(page, place(`cycles?peekCycle=${id}`))
  await page.getByRole('complementary', { name: 'About Slipway' }).waitFor()
  expect(await tooSmall('[aria-label="About Slipway"] > div')).toEqual([])
  await goWithin(page, place('cycles'))
  await page.getByRole('button', { name: 'New cycle' }).tap()
  await page.getByRole('button', { name: 'Later month' }).waitFor()
  expect(await tooSmall('[role="dialog"]')).toEqual([])
  await sight(phone)
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await screens.add('views', { name: 'Dated', filters: {}, access: 1 })
  await goWithin(page, place('views'))
  await page.locator('[data-row]').first().waitFor()
  expect(await tooSmall('[data-row]')).toEqual([])
  await sight(phone)
})

test('on a phone a module leads to its issues, and from there to what is beside them elsewhere', async () => {
  const { page } = phone
  const { team, idOf, title } = screens
  const sandbank = await screens.add('modules', { name: 'Sandbank' })
  await team.admin.post(`${team.path}/modules/${sandbank}/issues/`, { issues: [idOf('Gate code')] })
  await goWithin(page, place('modules'))
  await page.getByRole('link', { name: 'Sandbank' }).tap()
  await title(phone, 'Gate code').waitFor()
  await page.getByRole('button', { name: 'Show details' }).tap()
  await page.getByRole('complementary', { name: 'About Sandbank' }).waitFor()
  await sight(phone)
  expect(phone.errors).toEqual([])
})

test('a guest is not told to plan, nor that there are no issues where they may not see all', async () => {
  const guest = await screens.guest()
  const { page } = guest
  const ended = await screens.add('cycles', { name: 'Ebb', start_date: day(30), end_date: day(31) })
  await screens.endCycle(ended)
  const cycles = [ended, await screens.add('cycles', { name: 'Flood' })]
  const places = [
    ...cycles.map(id => `cycles/${id}`),
    `modules/${await screens.add('modules', { name: 'Shoal' })}`,
  ]
  for (const at of places) {
    await goWithin(page, place(at))
    await page.getByText(/Nothing is planned yet|This module is empty/).waitFor()
    expect(await page.getByText('add existing ones').count()).toBe(0)
  }
  await screens.team.admin.patch(`${screens.team.path}/`, { guest_view_all_features: false })
  for (const at of [...places, 'issues']) {
    await goWithin(page, place(at))
    await page.getByText('No issues to see').waitFor()
    await page.getByText('You see the issues that you created.').waitFor()
  }
  expect(guest.errors).toEqual([])
})
