import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { byKeys } from '../support/byKeys.ts'
import { countPoints } from '../support/countPoints.ts'
import { tabTo } from '../support/heard.ts'
import { day, type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

/** Each test has a project of its own, and the people of all stay in their seats. */
let crew: IssueScreens
beforeAll(async () => {
  crew = await issueScreens({})
})
afterAll(leaveSeats)

test('an estimate is typed as the figure it is; groups say their points and how many issues have none', async () => {
  const screens = await issueScreens(
    { 'Raise the sill': {}, 'Mend the gate': {}, 'Paint the buoy': {} },
    crew,
  )
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
  await sight(mei)
  // Beside the points of a cycle is how many issues are not in them.
  const spring = await screens.add('cycles', { name: 'Spring', start_date: day(-1), end_date: day(5) })
  for (const name of ['Raise the sill', 'Paint the buoy']) await screens.putInCycle(name, spring)
  const cycles = `/${screens.slug}/projects/${screens.projectId}/cycles`
  await goWithin(freya.page, cycles)
  await freya.page.getByText('1 issue has no estimate').waitFor()
  await goWithin(freya.page, `${cycles}/${spring}?layout=list`)
  const about = freya.page.getByRole('complementary', { name: 'About Spring' })
  await about.getByText('1 unestimated').waitFor()
  await estimate('Paint the buoy', ['8'])
  await about.getByText('0 of 11').waitFor()
  await about.getByText('1 unestimated').waitFor({ state: 'detached' })
  expect([...freya.errors, ...mei.errors]).toEqual([])
})

test('a cycle is filled by keys against what was done before, and the other sees each move', async () => {
  const screens = await issueScreens(
    {
      'Raise the sill': { priority: 'high' },
      'Mend the gate': { priority: 'high' },
      'Paint the buoy': { priority: 'low' },
      'Old rope': {},
    },
    crew,
  )
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
  const ended = { start_date: day(-20), end_date: day(-3) }
  expect((await team.admin.patch(`${team.path}/cycles/${over}/`, ended)).status).toBe(200)
  await screens.add('cycles', { name: 'Spring', start_date: day(3), end_date: day(16) })
  const address = `/${slug}/projects/${screens.projectId}/planner`
  const { page } = freya
  const keys = byKeys(freya)
  await goWithin(mei.page, address)
  await goWithin(page, `/${slug}/projects/${screens.projectId}/cycles`)
  await page.getByRole('link', { name: 'Spring', exact: true }).waitFor()
  await keys.command('plan a cycle')
  const others = (who: Seat) => who.page.getByRole('img', { name: /^Here now: / })
  const [freyaName, meiName] = await Promise.all(
    [team.admin, team.member].map(
      async who => (await who.get<{ display_name: string }>('/api/users/me/')).body.display_name,
    ),
  )
  const side = (who: Seat, name: string) => who.page.getByRole('region', { name, exact: true })
  const rows = (who: Seat, name: string) =>
    side(who, name)
      .locator('[data-issue]')
      .evaluateAll(all => all.map(row => row.getAttribute('aria-label')?.replace(/^\S+ /, '')))
  await side(freya, 'Backlog').getByText('8 pt and 1 without estimate').waitFor()
  await sight(freya)
  await keys.stays('the planner has opened')
  await tabTo(freya, 'button', /Raise the sill$/, 120)
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
  await sight(freya)
  await page.keyboard.press('Shift+K')
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => rows(mei, 'Spring')).toEqual(['Raise the sill', 'Mend the gate'])
  await expect.poll(() => rows(freya, 'Backlog')).toEqual(['Paint the buoy'])
  await keys.stays('two were moved')
  await mei.page.getByRole('img', { name: '8 points planned, average of the last cycles 8' }).waitFor()

  // Without a selection the one with the focus goes; it is the next one's turn then.
  await page.keyboard.press('Alt+ArrowRight')
  await expect.poll(() => rows(mei, 'Spring')).toHaveLength(3)
  await keys.stays('the last one was moved')
  await side(freya, 'Spring').getByRole('button', { name: 'Mend the gate' }).focus()
  await page.keyboard.press('Alt+ArrowLeft')
  await expect.poll(() => rows(mei, 'Backlog')).toEqual(['Mend the gate'])
  await page.keyboard.press('Control+z')
  await expect.poll(() => rows(mei, 'Backlog')).toEqual([])
  await keys.stays('it came back')

  await mei.page.setViewportSize({ width: 390, height: 844 })
  await mei.page.getByRole('radio', { name: 'Spring 3' }).click()
  await mei.page.getByRole('button', { name: 'Paint the buoy' }).click()
  await sight(mei)
  await mei.page.getByRole('button', { name: 'Send 1 back' }).click()
  await expect.poll(() => rows(freya, 'Backlog')).toEqual(['Paint the buoy'])
  // Another planning person is shown, and no more once they have left.
  await page.getByRole('img', { name: `Here now: ${meiName}` }).waitFor()
  await mei.page.getByRole('img', { name: `Here now: ${freyaName}` }).waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL(/\/cycles/)
  await page.getByRole('link', { name: 'Spring', exact: true }).waitFor()
  await keys.stays('the planner was left')
  await others(mei).waitFor({ state: 'detached' })
  await page.goBack()
  await others(mei).waitFor()
  await mei.page.close()
  await others(freya).waitFor({ state: 'detached' })
  expect([...freya.errors, ...mei.errors]).toEqual([])
})

test('the backlog is filtered, by keys and on a phone; the address keeps it, and issues out of sight are not moved', async () => {
  const screens = await issueScreens(
    {
      'Raise the sill': { priority: 'high' },
      'Mend the gate': { priority: 'low' },
    },
    crew,
  )
  const { freya, slug } = screens
  await screens.add('cycles', { name: 'Spring', start_date: day(3), end_date: day(16) })
  const { page } = freya
  await goWithin(page, `/${slug}/projects/${screens.projectId}/planner`)
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
  await sight(freya)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('radio', { name: 'Backlog 1' }).waitFor()
  await sight(freya)
  await page.reload()
  await page.getByRole('radio', { name: 'Backlog 1' }).waitFor()
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(freya.errors).toEqual([])
})

test('an issue that somebody else plans meanwhile is not moved with the rest of a selection', async () => {
  const screens = await issueScreens({ 'Raise the sill': {}, 'Mend the gate': {} }, crew)
  const { freya, slug } = screens
  await screens.add('cycles', { name: 'Spring', start_date: day(3), end_date: day(16) })
  const summer = await screens.add('cycles', { name: 'Summer', start_date: day(20), end_date: day(30) })
  const { page } = freya
  await goWithin(page, `/${slug}/projects/${screens.projectId}/planner`)
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
