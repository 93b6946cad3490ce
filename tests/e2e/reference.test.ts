/** The reference of the API, for a stranger who reads and for somebody who tries a call. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveSeats, seat } from '../support/browser.ts'
import { build } from '../support/build.ts'
import { sharedServer, type TestServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

let server: TestServer
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
beforeAll(async () => {
  server = await sharedServer()
  team = await build(server).team()
})
afterAll(leaveSeats)

test('is open to everybody; a call is found by its words and says who may make it', async () => {
  const stranger = await seat(server.origin)
  const { page } = stranger
  await page.goto('/api/docs')
  await page.getByRole('heading', { name: 'Start here', level: 2 }).waitFor()
  await page.getByRole('link', { name: 'Signing in and tokens' }).click()
  await page.getByText('A token acts as its owner').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('change issue patch')
  await page.getByRole('link', { name: /^Change an issue/ }).click()
  await page.getByRole('heading', { name: 'Change an issue' }).waitFor()
  await page.getByText('A token needs').waitFor()
  await page.getByText('Issues: write').waitFor()
  await page.getByText('412', { exact: true }).waitFor()
  const request = page.getByRole('region', { name: 'Request' })
  expect(await request.textContent()).toContain('curl -X PATCH')
  await page.getByText('Short name of the workspace').waitFor()
  await page.getByRole('radio', { name: 'JavaScript' }).click()
  expect(await request.textContent()).toContain("tandem.call('issues.update'")
  await page.getByText('Sign in to try calls with your own session.').waitFor()
  await sight(stranger)
  // Its address is where one is.
  await page.reload()
  await page.getByRole('heading', { name: 'Change an issue' }).waitFor()
  await page.getByLabel('Find a call').fill('create an issue')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Create an issue', exact: true }).waitFor()
  await page.getByLabel('Find a call').fill('no such call at all')
  await page.getByText('No call has these words.').waitFor()
  expect(stranger.errors).toEqual([])
})

const signedIn = async () => {
  const freya = await seat(server.origin)
  const value = team.admin.jar.get('session-id') ?? ''
  await freya.context.addCookies([{ name: 'session-id', value, url: server.origin }])
  return freya
}

test('a change is tried with one’s own session: its rows and words are chosen, and it is undone', async () => {
  const freya = await signedIn()
  const { page } = freya
  const made = await build(server).issue(team.admin, team.path, { name: 'Crane', priority: 'low' })
  const issue = async () =>
    (await team.admin.get<Record<string, unknown>>(`${team.path}/issues/${made.id}/`)).body
  const { body: me } = await team.admin.get<{ display_name: string }>('/api/users/me/')
  await page.goto('/api/docs?at=issues.update')
  const tries = page.getByRole('complementary', { name: 'Example' })
  const choose = async (field: string, choice: string | RegExp) => {
    await tries.getByRole('button', { name: new RegExp(`^${field}: `) }).click()
    await page.getByRole('option', { name: choice }).click()
  }
  await tries.getByRole('button', { name: `ws: ${team.workspace.slug}` }).waitFor()
  await tries.getByRole('button', { name: 'Send' }).click()
  await tries.getByText('Fill in p.').waitFor()
  await choose('p', team.project.name)
  await choose('issueId', /Crane$/)
  await choose('priority', 'urgent')
  await tries.getByRole('button', { name: 'Leave out target_date' }).click()
  await tries.getByRole('button', { name: 'Field' }).click()
  await page.getByRole('option', { name: 'assignee_ids' }).click()
  await choose('assignee_ids', me.display_name)
  await page.keyboard.press('Escape')
  await page.getByRole('listbox').waitFor({ state: 'detached' })
  await sight(freya)
  await tries.getByRole('button', { name: /^assignee_ids/ }).press('Control+Enter')
  await tries.getByText(/^in \d+ ms, sent \d\d:\d\d$/).waitFor()
  expect(await issue()).toMatchObject({ priority: 'urgent', assignee_ids: [team.admin.id] })
  await sight(freya)
  await page.keyboard.press('Control+z')
  await tries.getByText('Undone.').waitFor()
  expect(await issue()).toMatchObject({ priority: 'low', assignee_ids: [] })

  // What somebody has changed since stays.
  await tries.getByRole('button', { name: 'Send' }).click()
  await tries.getByRole('button', { name: 'Undo' }).waitFor()
  await team.admin.patch(`${team.path}/issues/${made.id}/`, { priority: 'high' })
  await tries.getByRole('button', { name: 'Undo' }).click()
  await tries.getByText('Somebody changed it since: nothing was undone.').waitFor()
  expect((await issue()).priority).toBe('high')

  await page.setViewportSize({ width: 390, height: 844 })
  await sight(freya)
  expect(freya.errors.filter(error => !error.includes('412'))).toEqual([])
})

test('a creation is undone by deleting; a wrong value and wrong JSON say what is wrong, an id may be typed', async () => {
  const freya = await signedIn()
  const { page } = freya
  const reefs = async () =>
    (await team.admin.get<{ results: { name: string }[] }>(`${team.path}/issues/?name=Reef`)).body.results
      .length
  await page.goto('/api/docs?at=issues.create')
  const tries = page.getByRole('complementary', { name: 'Example' })
  await tries.getByRole('button', { name: /^p: / }).click()
  await page.getByRole('option', { name: 'Type an id' }).click()
  await tries.getByLabel('p', { exact: true }).fill(team.project.id)
  await tries.getByLabel('name', { exact: true }).fill('')
  await tries.getByRole('button', { name: 'Send' }).click()
  await tries.getByRole('region', { name: 'Response of your call' }).getByText('"name"').waitFor()
  await tries.getByLabel('name', { exact: true }).fill('Reef')
  await tries.getByRole('button', { name: 'Field' }).click()
  await page.getByRole('option', { name: 'sort_order' }).click()
  await tries.getByLabel('sort_order', { exact: true }).fill('{')
  await tries.getByRole('button', { name: 'Send' }).click()
  await tries.getByText('sort_order is not valid JSON.').waitFor()
  await tries.getByLabel('sort_order', { exact: true }).fill('7')
  await tries.getByRole('button', { name: 'Send' }).click()
  await tries.getByRole('button', { name: 'Undo' }).waitFor()
  expect(await reefs()).toBe(1)
  await tries.getByRole('button', { name: 'Undo' }).click()
  await tries.getByText('Undone.').waitFor()
  expect(await reefs()).toBe(0)
  expect(freya.errors.filter(error => !error.includes('400'))).toEqual([])
})
