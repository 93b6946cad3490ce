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
  await page.getByLabel('Find a call').fill('no such call at all')
  await page.getByText('No call has these words.').waitFor()
  expect(stranger.errors).toEqual([])
})

test('a call is tried with one’s own session', async () => {
  const freya = await seat(server.origin)
  const value = team.admin.jar.get('session-id') ?? ''
  await freya.context.addCookies([{ name: 'session-id', value, url: server.origin }])
  const { page } = freya
  const made = await build(server).issue(team.admin, team.path, { name: 'Crane' })
  await page.goto('/api/docs?at=issues.update')
  const tries = page.getByRole('complementary', { name: 'Example' })
  await tries.getByLabel('p', { exact: true }).waitFor()
  expect(await tries.getByLabel('ws').inputValue()).toBe(team.workspace.slug)
  await tries.getByRole('button', { name: 'Send' }).click()
  await tries.getByText('Fill in p.').waitFor()
  await tries.getByLabel('p', { exact: true }).fill(team.project.id)
  await tries.getByLabel('issueId').fill(made.id)
  await tries.getByLabel('body').fill('{ "name": "Crane, greased" }')
  await tries.getByLabel('body').press('Control+Enter')
  await tries.getByText(/^in \d+ ms$/).waitFor()
  await sight(freya)
  const { body } = await team.admin.get<{ name: string }>(`${team.path}/issues/${made.id}/`)
  expect(body.name).toBe('Crane, greased')
  await tries.getByLabel('body').fill('{ "name": "" }')
  await tries.getByRole('button', { name: 'Send' }).click()
  await tries.getByRole('region', { name: 'Response of your call' }).getByText('"name"').waitFor()
  expect(freya.errors.filter(error => !error.includes('400'))).toEqual([])
})
