/** The planner by touch: on a phone one side at a time, on a tablet both. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { countPoints } from '../support/countPoints.ts'
import { day, type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sight } from '../support/sight.ts'

/** Each test has a project of its own, and whoever touches stays. */
let crew: IssueScreens
let finger: Seat
beforeAll(async () => {
  crew = await issueScreens({})
  finger = await crew.sit({ width: 390, height: 844, touch: true }, crew.team.admin)
})
afterAll(leaveSeats)

test('on a phone a long title takes a second line, and the next issue is below it', async () => {
  const long = 'Refuse a booking when the quay wall is closed for the winter'
  const screens = await issueScreens({ [long]: {}, 'Mend the gate': {} }, crew)
  await screens.add('cycles', { name: 'Spring', start_date: day(3), end_date: day(16) })
  const { page } = finger
  await goWithin(page, `/${screens.slug}/projects/${screens.projectId}/planner`)
  const row = (name: string) => page.getByRole('button', { name })
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
  await page.getByRole('button', { name: 'Move 1 to Spring' }).waitFor()
  await sight(finger)
  expect(finger.errors).toEqual([])
})

test('by touch chosen issues are given a size, sent back, and a single one is opened', async () => {
  const screens = await issueScreens({ 'Raise the sill': {}, 'Mend the gate': {} }, crew)
  const { slug } = screens
  const points = await countPoints(screens)
  const spring = await screens.add('cycles', {
    name: 'Spring, with a name that is longer than any phone is wide',
    start_date: day(3),
    end_date: day(16),
  })
  await screens.add('cycles', { name: 'Summer', start_date: day(20), end_date: day(30) })
  const { page } = finger
  await goWithin(page, `/${slug}/projects/${screens.projectId}/planner`)
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
  // The way back is above what is done next.
  const move = page.getByRole('button', { name: /^Move 2 to Spring/ })
  const toast = page.locator('[data-toast="undo"]')
  await toast.waitFor()
  const between = async () => {
    const [told, next] = await Promise.all([toast.boundingBox(), move.boundingBox()])
    return told && next && next.y - told.y - told.height > 0
  }
  await expect.poll(between).toBe(true)
  await sight(finger)
  await move.tap()
  await page.getByRole('radio', { name: /^Spring.* 2$/ }).tap()
  await row('Mend the gate').tap()
  await sight(finger)
  await page.getByRole('button', { name: 'Open', exact: true }).tap()
  await page.waitForURL(/\/issues\//)

  // A tablet has room for both sides, and no keys either.
  const tablet = await finger.context.newPage()
  await tablet.setViewportSize({ width: 820, height: 1180 })
  await goWithin(tablet, `/${slug}/projects/${screens.projectId}/planner?cycle=${spring}`)
  const side = tablet.getByRole('region', { name: /^Spring/ })
  await side.getByRole('button', { name: 'Mend the gate' }).tap()
  await sight({ page: tablet })
  await side.getByRole('button', { name: 'Send back' }).tap()
  await expect.poll(async () => (await screens.stored('Mend the gate')).cycle_id).toBeNull()
  await tablet.close()
  expect(finger.errors).toEqual([])
})

test('on a phone an issue that the current cycle is likely to leave comes to the planned one, and never falls out of both', async () => {
  const screens = await issueScreens({ 'Raise the sill': {}, 'Mend the gate': {} }, crew)
  const { slug } = screens
  const current = await screens.add('cycles', { name: 'Winter', start_date: day(-3), end_date: day(2) })
  const spring = await screens.add('cycles', { name: 'Spring', start_date: day(3), end_date: day(16) })
  await screens.putInCycle('Raise the sill', current)
  await screens.putInCycle('Mend the gate', spring)
  const { page } = finger
  await goWithin(page, `/${slug}/projects/${screens.projectId}/planner`)
  await page.getByRole('radio', { name: 'Spring 1' }).tap()
  await page.getByText('Likely from Winter').waitFor()
  await page.getByRole('button', { name: 'Raise the sill' }).tap()
  await page.getByRole('button', { name: 'Move 1 to Spring' }).tap()
  await page.getByRole('radio', { name: 'Spring 2' }).waitFor()
  await expect.poll(async () => (await screens.stored('Raise the sill')).cycle_id).toBe(spring)
  expect(finger.errors).toEqual([])
})
