/** Two people and an agent: made, delegated to, at work, answered, done, taken back, live for both. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveSeats, type Seat, seat } from '../support/browser.ts'
import { build, type Person } from '../support/build.ts'
import { until } from '../support/live.ts'
import { sharedServer, type TestServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'
import { visitor } from '../support/visitor.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
beforeAll(async () => {
  server = await sharedServer()
  make = build(server)
  team = await make.team()
})
afterAll(leaveSeats)

const sit = async (who: Person): Promise<Seat> => {
  const one = await seat(server.origin)
  const value = who.jar.get('session-id') ?? ''
  await one.context.addCookies([{ name: 'session-id', value, url: server.origin }])
  return one
}

test('an agent is added, delegated to, works, asks, ends and is undone, before the eyes of two people', async () => {
  const [freya, ravi] = [await sit(team.admin), await sit(team.member)]
  const { slug } = team.workspace
  const dialog = freya.page.getByRole('dialog')
  await freya.page.goto(`/${slug}/settings/members`)
  await freya.page.getByRole('button', { name: 'Add agent' }).click()
  await dialog.getByLabel('Name').fill('Pilot')
  await dialog.getByLabel('What it does').fill('writes code')
  await dialog.getByRole('button', { name: 'No project' }).click()
  await freya.page.getByRole('option', { name: team.project.identifier }).click()
  await freya.page.keyboard.press('Escape')
  await sight(freya)
  await dialog.getByRole('button', { name: 'Add agent' }).click()
  const secret = (await freya.page.locator('[data-secret]').textContent()) ?? ''
  // The form behind it goes meanwhile, and would give the focus back to its own button.
  await freya.page.waitForTimeout(300)
  expect(
    await dialog.getByRole('button', { name: 'Copy token' }).evaluate(one => one.matches(':focus')),
  ).toBe(true)
  await dialog.getByRole('button', { name: 'Close' }).click()
  const agents = freya.page.getByRole('region', { name: 'Agents' })
  await agents.getByRole('button', { name: /Pilot/ }).click()
  await agents.getByText(`Ends in ${secret.slice(-4)}`).waitFor()
  // What it may touch, by keys.
  const boundsNow = async () =>
    (await team.admin.get<object[]>(`/api/workspaces/${slug}/agents/`)).body[0] as Record<string, unknown>
  const saysBounds = (bounds: Record<string, unknown>) =>
    until(async () => {
      const now = await boundsNow()
      return Object.entries(bounds).every(([name, value]) => now[name] === value)
    })
  await agents.getByRole('radio', { name: 'All in its projects' }).focus()
  await freya.page.keyboard.press('ArrowLeft')
  await saysBounds({ reach: 'delegated', writes_texts: true, closes_issues: true })
  await agents.getByRole('switch', { name: 'Close an issue' }).press('Space')
  await saysBounds({ reach: 'delegated', closes_issues: false })
  await agents.getByRole('radio', { name: 'Delegated to it', checked: true }).waitFor()
  await sight(freya)
  // A program is no person: neither in the list of people nor in its count.
  expect(await freya.page.getByRole('region', { name: 'People' }).getByText('Pilot').count()).toBe(0)
  const pilot = visitor(server.origin, secret)

  const issue = await make.issue(team.admin, team.path, {
    name: 'Price preview',
    assignee_ids: [team.member.id],
    description_html: '<p>By the metre.</p>',
  })
  const key = `${team.project.identifier}-${issue.sequence_id}`
  const both = [freya, ravi]
  for (const { page } of both) await page.goto(`/${slug}/browse/${key}`)
  await ravi.page.locator('[data-field=delegate]').first().click()
  await ravi.page.getByRole('option', { name: 'Pilot' }).click()
  for (const { page } of both) await page.getByText('delegated it to Pilot').waitFor()
  await freya.page.locator('[data-field=delegate]').first().getByText('Pilot').waitFor()

  const at = `${team.path}/issues/${issue.id}/agent-sessions/`
  const { id } = (await pilot.post<{ id: string }>(at, { text: 'Read the issue' })).body
  const step = (text: string, more: object = {}) => pilot.post(`${at}${id}/steps/`, { text, ...more })
  await step('Changed 4 files', { detail: 'pricing/preview.ts +86 −4', seconds: 540 })
  for (const { page } of both) {
    const session = page.getByRole('article', { name: 'Work by Pilot' })
    await session.getByText('Working').waitFor()
    await session.getByRole('button', { name: /Changed 4 files/ }).click()
    await session.getByText('pricing/preview.ts', { exact: true }).waitFor()
    await session.getByText('+86').waitFor()
  }
  await pilot.patch(`${team.path}/issues/${issue.id}/`, { priority: 'urgent' })
  await pilot.patch(`${team.path}/issues/${issue.id}/`, {
    description_html: '<p>By the metre.</p><p>And by the season.</p>',
  })
  for (const { page } of both) await page.getByText('And by the season.').waitFor()
  await pilot.post(`${team.path}/issues/${issue.id}/comments/`, { comment_html: '<p>Opened as a draft.</p>' })
  await pilot.patch(`${at}${id}/`, {
    state: 'waiting',
    question: 'One sum, or a line for each season?',
    choices: ['One sum', 'A line for each season'],
  })
  for (const { page } of both) await page.getByText('One sum, or a line for each season?').waitFor()
  await sight(ravi)
  // By a digit, wherever the focus is.
  await ravi.page.keyboard.press('2')
  for (const { page } of both) {
    await page.getByText('A line for each season').first().waitFor()
    await page.getByRole('article', { name: 'Work by Pilot' }).getByText('Working').waitFor()
  }
  await pilot.patch(`${at}${id}/`, { state: 'finished', said: 'The preview shows both.' })
  for (const { page } of both) await page.getByText('The preview shows both.').waitFor()
  await freya.page.getByText('Opened as a draft.').waitFor()

  await freya.page
    .getByRole('article', { name: 'Work by Pilot' })
    .getByRole('button', { name: 'Undo' })
    .click()
  for (const { page } of both) {
    await page.getByText('What it did was taken back by').waitFor()
    await page.getByText('Opened as a draft.').waitFor({ state: 'detached' })
    await page.getByText('And by the season.').waitFor({ state: 'detached' })
    await page.getByText('By the metre.').waitFor()
    await page.locator('[data-field=priority]').getByText('No priority').first().waitFor()
  }
  await ravi.page.getByRole('button', { name: 'Take back' }).first().click()
  await freya.page.getByText(/took it back from\s+Pilot/).waitFor()
  await until(async () => {
    const { body } = await team.admin.get<{ delegate_id: string | null }>(`${team.path}/issues/${issue.id}/`)
    return body.delegate_id === null
  })
  await sight(ravi)
})
