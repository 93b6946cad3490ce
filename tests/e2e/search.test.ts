import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveSeats, type Seat, seat } from '../support/browser.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { searchable } from '../support/searches.ts'
import { startServer } from '../support/server.ts'

let team: IssueTeam
let who: Seat
beforeAll(async () => {
  const server = await startServer({}, undefined, { searching: true })
  team = await issueTeam(server)
  const issue = await team.issue({ name: 'Gate code' })
  await team.made(team.at(issue.id, 'comments/'), { comment_html: '<p>Ask at the lighthouse first</p>' })
  await team.make.page(team.admin, team.path, { name: 'Tides', description_html: '<p>Lighthouse hours</p>' })
  await team.issue({ name: 'Lighthouse lamp', state_id: team.state('completed') })
  await searchable(server, team.workspace.id)
  who = await seat(server.origin)
  await who.context.addCookies([
    { name: 'session-id', value: team.admin.jar.get('session-id')!, url: server.origin },
  ])
})
afterAll(leaveSeats)

test('by keys alone: from the command menu to all results, narrowed, opened, and found again', async () => {
  const { page } = who
  const field = page.getByRole('searchbox', { name: 'Search everything' })
  const hits = page.locator('[data-hit]')
  const words = () => new URL(page.url()).searchParams.get('q')
  await page.goto(`/${team.workspace.slug}`)
  await page.getByRole('main').waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('lighthouse')
  const menu = page.getByRole('dialog', { name: 'Command menu' })
  await menu.getByText('All 3 results for “lighthouse”').waitFor()
  expect(await menu.getByText('Ask at the').count()).toBe(1)
  expect(await menu.locator('[data-passage] b').first().textContent()).toMatch(/lighthouse/i)
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  await expect.poll(words).toBe('lighthouse')
  await expect.poll(() => hits.count()).toBe(3)
  expect(await hits.first().textContent()).toContain('Lighthouse lamp')
  await field.focus()
  await page.keyboard.type(' kind:comment')
  await expect.poll(() => hits.count()).toBe(1)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.url()).toContain('#comment-')
  await page.goBack()
  await expect.poll(() => hits.count()).toBe(1)
  await page.getByRole('button', { name: /^Comments/ }).press('Enter')
  await expect.poll(() => hits.count()).toBe(3)
  await page.getByRole('button', { name: /Completed/ }).press('Enter')
  await expect.poll(words).toBe('lighthouse is:completed')
  await expect.poll(() => hits.count()).toBe(1)
  await field.fill('lighthouse before:2020')
  await page.getByRole('button', { name: 'Search without before:2020' }).press('Enter')
  await expect.poll(() => hits.count()).toBe(3)
  await field.fill('')
  await page.getByRole('button', { name: 'lighthouse kind:comment' }).press('Enter')
  await expect.poll(() => hits.count()).toBe(1)
  await who.context.setOffline(true)
  await field.fill('lighthouse kind:page')
  await page.getByText('You are offline').waitFor()
  await who.context.setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).press('Enter')
  await expect.poll(() => hits.count()).toBe(1)
  expect(who.errors.filter(error => !/ERR_INTERNET_DISCONNECTED|offline/i.test(error))).toEqual([])
})
