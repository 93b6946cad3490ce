import { expect, test } from 'vitest'
import { axe } from '../support/axe.ts'
import { day, issueScreens } from '../support/issueScreens.ts'

type Screens = Awaited<ReturnType<typeof issueScreens>>

/** The project counts in points; the ids of its points by their values. */
const countPoints = async ({ team }: Screens) => {
  const { body } = await team.admin.post<{ id: string; points: { id: string; value: string }[] }>(
    `${team.path}/estimates/`,
    {
      estimate: { name: 'Points', type: 'points', last_used: true },
      estimate_points: ['1', '2', '3', '5', '8', '13'].map((value, at) => ({ key: at + 1, value })),
    },
  )
  await team.admin.patch(`${team.path}/`, { estimate: body.id })
  return new Map(body.points.map(point => [point.value, point.id]))
}

test('an estimate is typed as the figure it is; groups say their points and how many issues have none', async () => {
  const screens = await issueScreens({ 'Raise the sill': {}, 'Mend the gate': {}, 'Paint the buoy': {} })
  const { freya, mei } = screens
  await countPoints(screens)
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
  // Beside the points of a cycle stands how many issues are not in them.
  const spring = await screens.add('cycles', { name: 'Spring', start_date: day(-1), end_date: day(5) })
  for (const name of ['Raise the sill', 'Paint the buoy']) await screens.putInCycle(name, spring)
  const cycles = `/${screens.slug}/projects/${screens.projectId}/cycles`
  await freya.page.goto(cycles)
  await freya.page.getByText('1 issue has no estimate').waitFor()
  await freya.page.goto(`${cycles}/${spring}?layout=list`)
  const about = freya.page.getByRole('complementary', { name: 'About Spring' })
  await about.getByText('1 unestimated').waitFor()
  await estimate('Paint the buoy', ['8'])
  await about.getByText('0 of 11').waitFor()
  await about.getByText('1 unestimated').waitFor({ state: 'detached' })
  expect([...freya.errors, ...mei.errors]).toEqual([])
})

test('a cycle is filled by keys against what was done before, and the other sees each move', async () => {
  const screens = await issueScreens({
    'Raise the sill': { priority: 'high' },
    'Mend the gate': { priority: 'high' },
    'Paint the buoy': { priority: 'low' },
    'Old rope': {},
  })
  const { freya, mei, slug, team } = screens
  const points = await countPoints(screens)
  for (const [name, value] of [
    ['Raise the sill', '5'],
    ['Mend the gate', '3'],
    ['Old rope', '8'],
  ] as const)
    await screens.change(name, { estimate_point: points.get(value), assignee_ids: [team.member.id] })
  const over = await screens.add('cycles', { name: 'Autumn', start_date: day(-20), end_date: day(1) })
  await screens.putInCycle('Old rope', over)
  await screens.change('Old rope', { state_id: await screens.stateOf('completed') })
  await screens.endCycle(over)
  await screens.add('cycles', { name: 'Spring', start_date: day(3), end_date: day(16) })
  const address = `/${slug}/projects/${screens.projectId}/planner`
  const { page } = freya
  await page.goto(address)
  await mei.page.goto(address)
  const others = (who: typeof freya) => who.page.getByRole('img', { name: /^Here now: / })
  const [freyaName, meiName] = await Promise.all(
    [team.admin, team.member].map(
      async who => (await who.get<{ display_name: string }>('/api/users/me/')).body.display_name,
    ),
  )
  const side = (who: typeof freya, name: string) => who.page.getByRole('region', { name, exact: true })
  const rows = (who: typeof freya, name: string) =>
    side(who, name)
      .locator('[data-issue]')
      .evaluateAll(all => all.map(row => row.getAttribute('aria-label')?.replace(/^\S+ /, '')))
  await side(freya, 'Backlog').getByText('8 pt and 1 without estimate').waitFor()
  await axe(freya)

  await side(freya, 'Backlog').getByRole('button', { name: 'Raise the sill' }).focus()
  // Faster than anything is drawn: the second key goes on from where the first one leads.
  await page.evaluate(async () => {
    for (const key of ['J', 'ArrowDown']) {
      const pressed = new KeyboardEvent('keydown', { key, shiftKey: true, bubbles: true, cancelable: true })
      document.activeElement?.dispatchEvent(pressed)
      await new Promise<void>(resolve => queueMicrotask(resolve))
    }
  })
  await side(freya, 'Backlog').getByText('3 selected').waitFor()
  await page
    .getByRole('img', { name: '0 points planned, 8 with the selection, average of the last cycles 8' })
    .waitFor()
  await axe(freya)
  await page.keyboard.press('Shift+K')
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => rows(mei, 'Spring')).toEqual(['Raise the sill', 'Mend the gate'])
  await expect.poll(() => rows(freya, 'Backlog')).toEqual(['Paint the buoy'])
  await mei.page.getByRole('img', { name: '8 points planned, average of the last cycles 8' }).waitFor()

  // Without a selection the one with the focus goes; it is the next one's turn then.
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => rows(mei, 'Spring')).toHaveLength(3)
  await side(freya, 'Spring').getByRole('button', { name: 'Mend the gate' }).focus()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(() => rows(mei, 'Backlog')).toEqual(['Mend the gate'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => rows(mei, 'Backlog')).toEqual([])

  await mei.page.setViewportSize({ width: 390, height: 844 })
  await mei.page.getByRole('radio', { name: 'Spring 3' }).click()
  await mei.page.getByRole('button', { name: 'Paint the buoy' }).click()
  await axe(mei)
  await mei.page.getByRole('button', { name: 'Send 1 back' }).click()
  await expect.poll(() => rows(freya, 'Backlog')).toEqual(['Paint the buoy'])
  // Another planning person is shown, and no more once they have left.
  await page.getByRole('img', { name: `Here now: ${meiName}` }).waitFor()
  await mei.page.getByRole('img', { name: `Here now: ${freyaName}` }).waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL(/\/cycles/)
  await others(mei).waitFor({ state: 'detached' })
  await page.goBack()
  await others(mei).waitFor()
  await mei.page.close()
  await others(freya).waitFor({ state: 'detached' })
  expect([...freya.errors, ...mei.errors]).toEqual([])
})

test('the backlog is filtered, by keys and on a phone; the address keeps it, and issues out of sight are not moved', async () => {
  const screens = await issueScreens({
    'Raise the sill': { priority: 'high' },
    'Mend the gate': { priority: 'low' },
  })
  const { freya, slug } = screens
  await screens.add('cycles', { name: 'Spring', start_date: day(3), end_date: day(16) })
  const { page } = freya
  await page.goto(`/${slug}/projects/${screens.projectId}/planner`)
  const backlog = page.getByRole('region', { name: 'Backlog', exact: true })
  const row = (name: string) => backlog.getByRole('button', { name })
  await row('Mend the gate').focus()
  await page.keyboard.press('x')
  await backlog.getByText('1 selected').waitFor()
  await page.keyboard.press('f')
  await page.getByRole('combobox').waitFor()
  await page.keyboard.type('Priority')
  await page.getByRole('option', { name: 'Priority' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('option', { name: 'High' }).click()
  await page.keyboard.press('Escape')
  await row('Mend the gate').waitFor({ state: 'detached' })
  await row('Raise the sill').waitFor()
  await backlog.getByText('1 selected').waitFor({ state: 'detached' })
  expect(new URL(page.url()).searchParams.get('priority')).toBe('high')
  await axe(freya)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('radio', { name: 'Backlog 1' }).waitFor()
  await axe(freya)
  await page.reload()
  await page.getByRole('radio', { name: 'Backlog 1' }).waitFor()
  expect(freya.errors).toEqual([])
})

test('on a phone a long title takes a second line, and the next issue stands below it', async () => {
  const long = 'Refuse a booking when the quay wall is closed for the winter'
  const screens = await issueScreens({ [long]: {}, 'Mend the gate': {} })
  const { freya, slug } = screens
  await screens.add('cycles', { name: 'Spring', start_date: day(3), end_date: day(16) })
  await freya.page.setViewportSize({ width: 390, height: 844 })
  await freya.page.goto(`/${slug}/projects/${screens.projectId}/planner`)
  const row = (name: string) => freya.page.getByRole('button', { name })
  await row(long).waitFor()
  const isWhole = () =>
    row(long)
      .getByText(long)
      .evaluate(({ scrollHeight, clientHeight, scrollWidth, clientWidth }) => [
        scrollHeight <= clientHeight && scrollWidth <= clientWidth,
        clientHeight > 30,
      ])
  await expect.poll(isWhole).toEqual([true, true])
  const overlap = async () => {
    const boxes = await Promise.all([long, 'Mend the gate'].map(name => row(name).boundingBox()))
    const [upper, lower] = boxes.sort((a, b) => (a?.y ?? 0) - (b?.y ?? 0))
    return upper && lower && upper.y + upper.height - lower.y
  }
  await expect.poll(overlap).toBe(0)
  await row(long).click()
  await freya.page.getByRole('button', { name: 'Move 1 to Spring' }).waitFor()
  await axe(freya)
  expect(freya.errors).toEqual([])
})

test('by touch chosen issues are given a size, sent back, and a single one is opened', async () => {
  const screens = await issueScreens({ 'Raise the sill': {}, 'Mend the gate': {} })
  const { slug, team } = screens
  const points = await countPoints(screens)
  const spring = await screens.add('cycles', {
    name: 'Spring, with a name that is longer than any phone is wide',
    start_date: day(3),
    end_date: day(16),
  })
  await screens.add('cycles', { name: 'Summer', start_date: day(20), end_date: day(30) })
  const phone = await screens.sit({ width: 390, height: 844, touch: true }, team.admin)
  const { page } = phone
  await page.goto(`/${slug}/projects/${screens.projectId}/planner`)
  const row = (name: string) => page.getByRole('button', { name })
  for (const name of ['Raise the sill', 'Mend the gate']) await row(name).tap()
  expect(await page.getByRole('button', { name: 'Open', exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'Estimate', exact: true }).tap()
  await page.getByRole('option', { name: '5', exact: true }).tap()
  const sizes = async () => {
    const stored = await Promise.all(['Raise the sill', 'Mend the gate'].map(screens.stored))
    return stored.map(issue => issue.estimate_point)
  }
  await expect.poll(sizes).toEqual([points.get('5'), points.get('5')])
  // The way back stands above what is done next.
  const move = page.getByRole('button', { name: /^Move 2 to Spring/ })
  const toast = page.locator('[data-toast="undo"]')
  await toast.waitFor()
  const between = async () => {
    const [told, next] = await Promise.all([toast.boundingBox(), move.boundingBox()])
    return told && next && next.y - told.y - told.height > 0
  }
  await expect.poll(between).toBe(true)
  await axe(phone)
  await move.tap()
  await page.getByRole('radio', { name: /^Spring.* 2$/ }).tap()
  await row('Mend the gate').tap()
  await axe(phone)
  await page.getByRole('button', { name: 'Open', exact: true }).tap()
  await page.waitForURL(/\/issues\//)

  // A tablet has room for both sides, and no keys either.
  const tablet = await screens.sit({ width: 820, height: 1180, touch: true }, team.admin)
  await tablet.page.goto(`/${slug}/projects/${screens.projectId}/planner?cycle=${spring}`)
  const side = tablet.page.getByRole('region', { name: /^Spring/ })
  await side.getByRole('button', { name: 'Mend the gate' }).tap()
  await axe(tablet)
  await side.getByRole('button', { name: 'Send back' }).tap()
  await expect.poll(async () => (await screens.stored('Mend the gate')).cycle_id).toBeNull()
  expect([...phone.errors, ...tablet.errors]).toEqual([])
})

test('an issue that somebody else plans meanwhile is not moved with the rest of a selection', async () => {
  const screens = await issueScreens({ 'Raise the sill': {}, 'Mend the gate': {} })
  const { freya, slug } = screens
  await screens.add('cycles', { name: 'Spring', start_date: day(3), end_date: day(16) })
  const summer = await screens.add('cycles', { name: 'Summer', start_date: day(20), end_date: day(30) })
  const { page } = freya
  await page.goto(`/${slug}/projects/${screens.projectId}/planner`)
  const backlog = page.getByRole('region', { name: 'Backlog', exact: true })
  for (const name of ['Raise the sill', 'Mend the gate']) await backlog.getByRole('button', { name }).click()
  await backlog.getByText('2 selected').waitFor()
  await screens.putInCycle('Mend the gate', summer)
  await backlog.getByText('1 selected').waitFor()
  await backlog.getByRole('button', { name: 'Move to Spring' }).click()
  await page
    .getByRole('region', { name: 'Spring', exact: true })
    .getByRole('button', { name: 'Raise the sill' })
    .waitFor()
  expect((await screens.stored('Mend the gate')).cycle_id).toBe(summer)
  expect(freya.errors).toEqual([])
})

test('on a phone an issue that the current cycle is likely to leave comes to the planned one, and never falls out of both', async () => {
  const screens = await issueScreens({ 'Raise the sill': {}, 'Mend the gate': {} })
  const { slug, team } = screens
  const current = await screens.add('cycles', { name: 'Winter', start_date: day(-3), end_date: day(2) })
  const spring = await screens.add('cycles', { name: 'Spring', start_date: day(3), end_date: day(16) })
  await screens.putInCycle('Raise the sill', current)
  await screens.putInCycle('Mend the gate', spring)
  const phone = await screens.sit({ width: 390, height: 844, touch: true }, team.admin)
  const { page } = phone
  await page.goto(`/${slug}/projects/${screens.projectId}/planner`)
  await page.getByRole('radio', { name: 'Spring 1' }).tap()
  await page.getByText('Likely from Winter').waitFor()
  await page.getByRole('button', { name: 'Raise the sill' }).tap()
  await page.getByRole('button', { name: 'Move 1 to Spring' }).tap()
  await page.getByRole('radio', { name: 'Spring 2' }).waitFor()
  await expect.poll(async () => (await screens.stored('Raise the sill')).cycle_id).toBe(spring)
  expect(phone.errors).toEqual([])
})
