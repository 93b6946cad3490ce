/** A cycle and a module with more issues than a browser holds of them: their figures are those of all. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { must } from '../../api/contract/errors.ts'
import { goWithin, leaveSeats, type Seat } from '../support/browser.ts'
import { fill, many } from '../support/fill.ts'
import { day, type IssueScreens, issueScreens } from '../support/issueScreens.ts'
import { sharedServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

const MANY = 2_500

let screens: IssueScreens
let freya: Seat
/** The very last ones alone are somebody's, pressing, and have a label. */
let last: string[]
let who: string
const plans = { cycle: '', module: '' }

beforeAll(async () => {
  screens = await issueScreens({})
  freya = screens.freya
  const { team } = screens
  plans.cycle = await screens.add('cycles', { name: 'Spring', start_date: day(-2), end_date: day(9) })
  plans.module = await screens.add('modules', { name: 'Quay' })
  const reef = await screens.add('issue-labels', { name: 'Reef', color: '#112233' })
  who = (await team.member.get<{ display_name: string }>('/api/users/me/')).body.display_name
  const state_id = must(await screens.stateOf('backlog'), 'the backlog')
  const planned = { cycle_id: plans.cycle, module_ids: [plans.module], state_id }
  const theirs = { assignee_ids: [team.member.id], priority: 'urgent' as const, label_ids: [reef] }
  const wishes = many(MANY, at => ({
    ...planned,
    name: `Issue ${at + 1} of the long season`,
    ...(at < MANY - 2 ? {} : theirs),
  }))
  const made = await fill(await sharedServer(), team.admin, team.project, wishes)
  last = made.slice(-2).map(({ id }) => id)
}, 120_000)
afterAll(leaveSeats)

const change = async (id: string | undefined, fields: Record<string, unknown>) =>
  expect((await screens.team.member.patch(`${screens.team.path}/issues/${id}/`, fields)).status).toBe(204)

test('of more issues than are held people, labels, states and what presses are told of all, and follow', async () => {
  const { page } = freya
  await goWithin(page, `/${screens.slug}/projects/${screens.projectId}/cycles`)
  const active = page.getByRole('region', { name: 'Active', exact: true })
  const share = (name: string, words: string) =>
    active.getByRole('link', { name: new RegExp(`${name}.*${words}`) }).waitFor()
  await share(who, '0 of 2 issues done')
  await share('No assignee', `0 of ${MANY - 2} issues done`)
  await active.getByRole('radio', { name: 'Labels' }).click()
  await share('Reef', '0 of 2 issues done')
  await active.getByRole('radio', { name: 'Urgent and high 2' }).click()
  const pressing = active.getByRole('link', { name: /^Urgent/ })
  await expect.poll(() => pressing.count()).toBe(2)
  await active.getByRole('listitem').filter({ hasText: 'Backlog' }).getByText(String(MANY)).first().waitFor()
  await sight(freya)
  await change(last[0], { state_id: await screens.stateOf('completed') })
  await active.getByRole('radio', { name: 'Urgent and high 1' }).waitFor()
  await expect.poll(() => pressing.count()).toBe(1)
  await active.getByRole('radio', { name: 'Assignees' }).click()
  await share(who, '1 of 2 issues done')
  for (const [name, at] of [
    ['Spring', `cycles/${plans.cycle}`],
    ['Quay', `modules/${plans.module}`],
  ]) {
    await goWithin(page, `/${screens.slug}/projects/${screens.projectId}/${at}`)
    const about = page.getByRole('complementary', { name: `About ${name}` })
    await about.getByText(`1 of ${MANY}`).waitFor()
    await about.getByRole('radio', { name: 'Assignees' }).click()
    await about.getByRole('button', { name: new RegExp(`${who}.*1 of 2 issues done`) }).waitFor()
    await about.getByRole('radio', { name: 'Labels' }).click()
    await about.getByRole('button', { name: /Reef.*1 of 2 issues done/ }).waitFor()
    await about.getByRole('radio', { name: 'States' }).click()
    await about.getByRole('button', { name: new RegExp(`Backlog.*${MANY - 1} issues`) }).waitFor()
  }
  expect(freya.errors).toEqual([])
})

test('a list that was read far down stays that long when it has to be read again', async () => {
  const { page } = freya
  // The server alone knows whom an issue mentions: any change of one has such a list read again.
  const look = `layout=list&group_by=&sub_issue=true&mentions__not=${screens.adminId}`
  await goWithin(page, `/${screens.slug}/projects/${screens.projectId}/issues?${look}`)
  const scroller = page.locator('[data-scroller]').first()
  await page.locator('[data-issue]').first().waitFor()
  // Further down than one call reads.
  await expect
    .poll(async () => {
      await scroller.evaluate(node => node.scrollTo(0, node.scrollHeight))
      return scroller.evaluate(node => node.scrollHeight)
    })
    .toBeGreaterThan(1_200 * 36)
  // The least height from here on.
  await scroller.evaluate(node => {
    const least = { from: node.scrollHeight, seen: node.scrollHeight }
    Object.assign(window, { least })
    const measure = () => {
      least.seen = Math.min(least.seen, node.scrollHeight)
      requestAnimationFrame(measure)
    }
    measure()
  })
  const again = page.waitForResponse(
    answer => answer.url().includes('/issues/?') && answer.request().method() === 'GET',
  )
  await change(last[1], { name: 'Raise the sill' })
  await again
  await expect
    .poll(async () => {
      await scroller.evaluate(node => node.scrollTo(0, node.scrollHeight))
      return page.locator('[data-issue]').filter({ hasText: 'Raise the sill' }).count()
    })
    .toBe(1)
  const { from, seen } = await page.evaluate(
    () => (window as unknown as { least: { from: number; seen: number } }).least,
  )
  expect(seen).toBe(from)
  expect(freya.errors).toEqual([])
})

test('a further page with longer keys moves no row of a list', async () => {
  const { page } = freya
  await goWithin(
    page,
    `/${screens.slug}/projects/${screens.projectId}/issues?layout=list&group_by=&order_by=sort_order`,
  )
  const rows = page.locator('[data-issue]')
  const titlesAt = () =>
    page.evaluate(() => [
      ...new Set(
        [...document.querySelectorAll('[data-issue] [data-title]')].map(
          title => title.getBoundingClientRect().left,
        ),
      ),
    ])
  await rows.first().waitFor()
  const before = await titlesAt()
  expect(before).toHaveLength(1)
  // Numbers of four figures are beyond the first pages.
  expect(await rows.filter({ hasText: /-\d{4}Issue/ }).count()).toBe(0)
  const isFar = async () => {
    await page.locator('[data-scroller]').evaluate(scroller => scroller.scrollTo(0, scroller.scrollHeight))
    return rows.filter({ hasText: /-\d{4}Issue/ }).count()
  }
  await expect.poll(isFar).toBeGreaterThan(0)
  expect(await titlesAt()).toEqual(before)
})
