import { beforeAll, expect, test } from 'vitest'
import { build } from '../support/build.ts'
import { sharedServer } from '../support/server.ts'

let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>

beforeAll(async () => {
  make = build(await sharedServer())
  team = await make.team()
})

test('how far a project is, is told to whoever sees it and is not in it, and of no other', async () => {
  const { admin, member, guest, workspace } = team
  const other = await make.person()
  await make.joinWorkspace(admin, workspace.slug, other, 15)
  const open = await make.project(other, workspace.slug)
  const secret = await make.project(other, workspace.slug, { network: 0 })
  const archived = await make.project(other, workspace.slug)
  await other.post(`${archived.path}/archive/`)
  const { body: states } = await other.get<{ id: string; group: string }[]>(`${open.path}/states/`)
  const issues = []
  for (const group of ['completed', 'started', 'unstarted', 'backlog', 'cancelled', 'completed']) {
    const state_id = states.find(state => state.group === group)?.id
    issues.push(await make.issue(other, open.path, { state_id }))
  }
  const gone = issues.at(-1)!
  await other.delete(`${open.path}/issues/${gone.id}/`)
  const newest = await other.get(`${open.path}/issues/${issues.at(-2)!.id}/`)
  const work = async (who: typeof member) => {
    const { body, status } = await who.get<{ project: string }[]>(
      `/api/workspaces/${workspace.slug}/project-work/`,
    )
    expect(status).toBe(200)
    return body
  }
  const none = { completed: 0, started: 0, unstarted: 0, backlog: 0 }
  const figures = {
    project: open.id,
    members: [other.id],
    ...none,
    completed: 1,
    started: 1,
    unstarted: 1,
    backlog: 1,
  }
  expect(await work(member)).toEqual([{ ...figures, updated_at: newest.body.updated_at }])
  expect((await work(admin)).map(({ project }) => project).sort()).toEqual([open.id, secret.id].sort())
  expect((await work(admin)).find(({ project }) => project === secret.id)).toEqual({
    project: secret.id,
    members: [other.id],
    ...none,
    updated_at: null,
  })
  expect(await work(guest)).toEqual([])
  expect((await work(other)).map(({ project }) => project)).toEqual([team.project.id])
  await member.post(`/api/users/me/workspaces/${workspace.slug}/projects/invitations/`, {
    project_ids: [open.id],
  })
  expect(await work(member)).toEqual([])
  const stranger = await make.person()
  expect((await stranger.get(`/api/workspaces/${workspace.slug}/project-work/`)).status).toBe(404)
})

test('projects are listed by another order where one is asked for', async () => {
  const at = `/api/workspaces/${team.workspace.slug}/projects/`
  await make.project(team.admin, team.workspace.slug)
  const names = async (query: string) =>
    (await team.admin.get<{ name: string }[]>(`${at}${query}`)).body.map(one => one.name)
  const all = await names('?order_by=name')
  expect(all).toEqual(all.toSorted())
  expect(await names('?order_by=-name')).toEqual(all.toReversed())
  const wrong = await team.admin.get(`${at}?order_by=anchor`)
  expect([wrong.status, wrong.body]).toEqual([400, { order_by: ['"anchor" is not a valid choice.'] }])
})
