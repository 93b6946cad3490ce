/** The life of an API token, from the screen of its owner to the program that uses it. */

import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { leaveSeats, seat } from '../support/browser.ts'
import { build } from '../support/build.ts'
import { sharedServer, type TestServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'
import { visitor } from '../support/visitor.ts'

let server: TestServer
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
beforeAll(async () => {
  server = await sharedServer()
  team = await build(server).team()
})
afterAll(leaveSeats)

test('a token is made, used by a program as far as it goes, seen as used, and refused once it is revoked', async () => {
  const freya = await seat(server.origin)
  const value = team.admin.jar.get('session-id') ?? ''
  await freya.context.addCookies([{ name: 'session-id', value, url: server.origin }])
  const { page } = freya
  const labels = `${team.path}/issue-labels/`
  const dialog = page.getByRole('dialog')
  const row = (label: string) => page.getByRole('listitem').filter({ hasText: label })
  const made = async (label: string, expires: string, choose: (form: Locator) => Promise<void>) => {
    await page.getByRole('button', { name: 'New token' }).click()
    const form = page.getByRole('region', { name: 'New token' })
    await form.getByLabel('Name').fill(label)
    expect(await form.getByRole('button', { name: 'Create token' }).isDisabled()).toBe(true)
    await form.getByRole('radio', { name: expires, exact: true }).click()
    await choose(form)
    await sight(freya)
    await form.getByRole('button', { name: 'Create token' }).click()
    const secret = (await page.locator('[data-secret]').textContent()) ?? ''
    await sight(freya)
    await dialog.getByRole('button', { name: 'Close' }).click()
    await row(label).getByText('Not used yet').waitFor()
    return visitor(server.origin, secret)
  }
  await page.goto(`/${team.workspace.slug}/settings/api-tokens`)
  const reader = await made('Tide board', '1 week', async form => {
    for (const [noun, grant] of [
      ['Issues', 'Write'],
      ['Projects', 'Read'],
    ] as const)
      await form
        .getByRole('radiogroup', { name: noun, exact: true })
        .getByRole('radio', { name: grant })
        .click()
    await form.getByRole('button', { name: 'All my projects' }).click()
    await page.getByRole('option', { name: team.project.name }).click()
    await page.keyboard.press('Escape')
    await form.getByRole('button', { name: `${team.project.name} only` }).waitFor()
  })
  await row('Tide board').getByText(`Writes issues, reads projects in ${team.project.name}`).waitFor()
  await row('Tide board')
    .getByText(/^(In 7 days|\d+ \p{L}+)/u)
    .waitFor()
  const writer = await made('Gate controller', 'Never', form =>
    form.getByRole('button', { name: 'Everything I can' }).click(),
  )
  await row('Gate controller').getByText('Everything you can do').waitFor()
  await row('Gate controller').getByText('Never').waitFor()
  const tomorrow = new Date()
  tomorrow.setDate(tomorrow.getDate() + 1)
  tomorrow.setHours(20)
  const short = { label: 'Night watch', expired_at: tomorrow.toISOString() }
  await build(server).token(team.admin, team.workspace.slug, short)
  expect((await reader.get(labels)).status).toBe(200)
  expect(await reader.post(labels, { name: 'Spring' })).toMatchObject({
    status: 403,
    body: { scope: 'projects:write' },
  })
  expect((await reader.post(`${team.path}/issues/`, { name: 'Fog signal' })).status).toBe(201)
  expect((await writer.post(labels, { name: 'Neap' })).status).toBe(201)
  await page.reload()
  await row('Night watch').getByText('Tomorrow', { exact: true }).waitFor()
  for (const label of ['Tide board', 'Gate controller'])
    await row(label)
      .getByText(/Just now from \S+/i)
      .waitFor()
  await row('Gate controller').hover()
  await page.getByRole('button', { name: 'Actions for Gate controller' }).click()
  await page.getByRole('menuitem', { name: 'Revoke…' }).click()
  await dialog.getByText('Programs that use it stop working at once.').waitFor()
  await dialog.getByRole('button', { name: 'Revoke' }).click()
  await row('Gate controller').waitFor({ state: 'detached' })
  expect((await writer.get(labels)).status).toBe(401)
  expect((await reader.get(labels)).status).toBe(200)
  await page.getByText('Tide board').waitFor()
  expect(freya.errors).toEqual([])
})
