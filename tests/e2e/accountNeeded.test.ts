/** A person whose account others need, before their own settings. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, seat } from '../support/browser.ts'
import { build } from '../support/build.ts'
import { sharedServer, type TestServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

let server: TestServer
let make: ReturnType<typeof build>
beforeAll(async () => {
  server = await sharedServer()
  make = build(server)
})
afterAll(leaveSeats)

test('an account that others need says where another admin comes first, and can end once there is one', async () => {
  const team = await make.team()
  const lead = await seat(server.origin)
  const value = team.admin.jar.get('session-id') ?? ''
  await lead.context.addCookies([{ name: 'session-id', value, url: server.origin }])
  await lead.page.goto(`/${team.workspace.slug}/projects`)
  await goWithin(lead.page, '/profile')
  const end = lead.page.getByRole('button', { name: 'Deactivate…' })
  await lead.page.getByText('needs another admin first.').waitFor()
  expect(await end.getAttribute('aria-disabled')).toBe('true')
  await sight(lead)
  await end.press('Enter')
  expect(await lead.page.getByRole('dialog').count()).toBe(0)
  const space = `/api/workspaces/${team.workspace.slug}`
  for (const at of [space, team.path]) {
    const { body } = await team.admin.get<{ id: string; member: string | { id: string } }[]>(`${at}/members/`)
    const { id } = body.find(({ member }) =>
      [member, (member as { id?: string }).id].includes(team.member.id),
    )!
    expect((await team.admin.patch(`${at}/members/${id}/`, { role: 20 })).status).toBe(200)
  }
  await lead.page.getByText('needs another admin first.').waitFor({ state: 'detached' })
  await end.click()
  await lead.page.getByRole('dialog', { name: 'Deactivate your account?' }).waitFor()
})
