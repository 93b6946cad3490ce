/** Leaving a workspace, and losing one: what its person sees, and what the others do. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { goWithin, leaveSeats, type Seat, seat } from '../support/browser.ts'
import { build, type Person } from '../support/build.ts'
import { sharedServer, type TestServer } from '../support/server.ts'
import { sight } from '../support/sight.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
beforeAll(async () => {
  server = await sharedServer()
  make = build(server)
  team = await make.team()
})
afterAll(leaveSeats)

const sit = async (person: Person): Promise<Seat> => {
  const at = await seat(server.origin)
  const value = person.jar.get('session-id') ?? ''
  await at.context.addCookies([{ name: 'session-id', value, url: server.origin }])
  return at
}
const isAt = ({ page }: Seat, path: string) => page.waitForURL(url => url.pathname === path)
const heading = ({ page }: Seat, name: string) => page.getByRole('heading', { name })
const switcher = ({ page }: Seat) =>
  page.getByRole('navigation', { name: 'Workspace' }).getByRole('button').first()
const membershipOf = async (person: Person) => {
  const { body } = await team.admin.get<{ id: string; member: { id: string } }[]>(
    `/api/workspaces/${team.workspace.slug}/members/`,
  )
  return body.find(({ member }) => member.id === person.id)?.id
}

test('a member leaves by the menu of the workspace, once the project that needs them has another admin', async () => {
  const { admin, member, workspace } = team
  const own = await make.project(member, workspace.slug, { name: 'Pilot boats' })
  const bram = await make.person()
  await make.joinWorkspace(admin, workspace.slug, bram, 15)
  await make.joinProject(member, own.path, bram, 15)
  const [mei, freya] = [await sit(member), await sit(admin)]
  await freya.page.goto(`/${workspace.slug}/settings/members`)
  const people = freya.page.getByRole('region', { name: 'People' }).getByRole('listitem')
  await expect.poll(() => people.count()).toBe(4)
  await mei.page.goto(`/${workspace.slug}/projects`)
  await switcher(mei).click()
  await sight(mei)
  await mei.page.getByRole('menuitem', { name: 'Leave the workspace…' }).click()
  const dialog = mei.page.getByRole('dialog', { name: `Leave ${workspace.slug}?` })
  await dialog.getByText('Pilot boats needs another admin first.').waitFor()
  const leave = dialog.getByRole('button', { name: 'Leave', exact: true })
  expect(await leave.isDisabled()).toBe(true)
  await sight(mei)
  const { body } = await member.get<{ id: string; member: string }[]>(`${own.path}/members/`)
  const theirs = body.find(one => one.member === bram.id)
  expect((await member.patch(`${own.path}/members/${theirs?.id}/`, { role: 20 })).status).toBe(200)
  await expect.poll(() => leave.isDisabled()).toBe(false)
  await leave.click()
  await isAt(mei, '/onboarding')
  await expect.poll(() => people.count()).toBe(3)
  expect(await membershipOf(member)).toBeUndefined()
  expect([...mei.errors, ...freya.errors]).toEqual([])
})

test('whoever is removed while they look at a workspace is told so, and led to another one', async () => {
  const { admin, guest, workspace } = team
  const elsewhere = await make.workspace(guest)
  const sana = await sit(guest)
  await sana.page.goto(`/${workspace.slug}`)
  await switcher(sana).getByText(workspace.slug).waitFor()
  const id = await membershipOf(guest)
  expect((await admin.delete(`/api/workspaces/${workspace.slug}/members/${id}/`)).status).toBe(204)
  await heading(sana, `You no longer have access to ${workspace.slug}`).waitFor()
  await sight(sana)
  await sana.page.getByRole('link', { name: `Go to ${elsewhere.slug}` }).click()
  await isAt(sana, `/${elsewhere.slug}`)
  await switcher(sana).click()
  await sana.page.getByRole('menu').waitFor()
  expect(await sana.page.getByRole('menu').getByText(workspace.slug).count()).toBe(0)
  // Nobody was ever in this one.
  await goWithin(sana.page, '/no-such-quay')
  await heading(sana, 'Workspace not found').waitFor()
  expect(sana.errors).toEqual([])
})
