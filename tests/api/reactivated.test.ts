/** What an account that was closed and opened again comes back to. */
import { beforeAll, expect, test } from 'vitest'
import type { build, Person } from '../support/build.ts'
import { instanceWorld } from '../support/instanceWorld.ts'
import type { TestServer } from '../support/server.ts'

let server: TestServer
let make: ReturnType<typeof build>
let freya: Person
beforeAll(async () => {
  ;({ server, make, freya } = await instanceWorld())
})

const act = (who: { id: string }, verb: string) => freya.post(`/api/instances/users/${who.id}/${verb}/`)
/** In again by the link that an admin hands over. */
const comeIn = async (who: Person) => {
  const { body } = await freya.post<{ url: string }>(`/api/instances/users/${who.id}/reset-link/`)
  const { uidb64, token } = Object.fromEntries(new URL(body.url).searchParams)
  const password = 'a longer harbour phrase 10'
  await who.form(`/auth/reset-password/${uidb64}/${token}/`, { password })
  await who.form('/auth/sign-in/', { email: who.email, password })
}
const slugsOf = async (who: Person) =>
  (await who.get<{ slug: string }[]>('/api/users/me/workspaces/')).body.map(({ slug }) => slug).sort()
const rolesIn = async (who: Person, path: string) =>
  (await who.get<{ role: number }>(`${path}/project-members/me/`)).body.role

test('a person is back in every workspace and project that they were in, in their roles, and in no other', async () => {
  const { admin, member, path, workspace } = await make.team()
  const alone = await make.workspace(member)
  const inside = await make.project(member, alone.slug)
  const issue = await make.issue(admin, path, { assignee_ids: [member.id] })
  const former = await make.team()
  await make.joinWorkspace(former.admin, former.workspace.slug, member, 15)
  const [row] = await server
    .db('workspace_members')
    .where({ member_id: member.id, workspace_id: former.workspace.id })
    .select('id')
  await former.admin.delete(`/api/workspaces/${former.workspace.slug}/members/${row.id}/`)
  const [before, role] = [await slugsOf(member), await rolesIn(member, path)]
  expect(before).toEqual([alone.slug, workspace.slug].sort())
  // As a guest there, the admin of the instance gives nobody more than their own.
  await make.joinWorkspace(admin, workspace.slug, freya, 5)
  await make.joinProject(admin, path, freya, 5)

  expect((await act(member, 'deactivate')).status).toBe(204)
  expect((await act(member, 'reactivate')).status).toBe(204)
  await comeIn(member)
  expect(await slugsOf(member)).toEqual(before)
  expect(await rolesIn(member, path)).toBe(role)
  expect(await rolesIn(member, `/api/workspaces/${alone.slug}/projects/${inside.id}`)).toBe(20)
  const { body } = await member.get<{ assignee_ids: string[] }>(`${path}/issues/${issue.id}/`)
  expect(body.assignee_ids).toEqual([member.id])
})

test('a workspace that somebody is removed from afterwards stays ended with their next end; a deleted one stays away', async () => {
  const { admin, member, workspace } = await make.team()
  const gone = await make.workspace(member)
  await act(member, 'deactivate')
  await act(member, 'reactivate')
  const [row] = await server
    .db('workspace_members')
    .where({ member_id: member.id, workspace_id: workspace.id })
    .select('id')
  expect((await admin.delete(`/api/workspaces/${workspace.slug}/members/${row.id}/`)).status).toBe(204)
  await act(member, 'deactivate')
  await server.db('workspaces').where('id', gone.id).update({ deleted_at: new Date() })
  await act(member, 'reactivate')
  await comeIn(member)
  expect(await slugsOf(member)).toEqual([])
  expect((await member.get(`/api/workspaces/${workspace.slug}/members/`)).status).toBe(404)
})

test('others see them come back at once', async () => {
  const { admin, member, workspace } = await make.team()
  const isThere = async () =>
    (
      await admin.get<{ member: { id: string }; is_active: boolean }[]>(
        `/api/workspaces/${workspace.slug}/members/`,
      )
    ).body.some(one => one.member.id === member.id && one.is_active)
  await act(member, 'deactivate')
  expect(await isThere()).toBe(false)
  await act(member, 'reactivate')
  expect(await isThere()).toBe(true)
})
