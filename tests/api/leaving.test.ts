/** The end of memberships and of workspaces: who may end them, which rows go along, and how soon. */
import { beforeEach, describe, expect, test } from 'vitest'
import type { build, Person } from '../support/build.ts'
import { follower, until } from '../support/live.ts'
import { textTeam } from '../support/textTeam.ts'

const { server, make, edit } = await textTeam()
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
let base: string

beforeEach(async () => {
  team = await make.team()
  base = `/api/workspaces/${team.workspace.slug}`
})

const idOf = async (who: Person) =>
  (
    (await server
      .db('workspace_members')
      .where({ workspace_id: team.workspace.id, member_id: who.id })
      .first('id')) as { id: string }
  ).id
const leave = (who: Person) => who.post(`${base}/members/leave/`)

describe('two admins who leave, lower or remove each other at once', () => {
  const acts = ['leave', 'lower', 'remove'] as const
  const pairs = acts.flatMap(one => acts.map(other => [one, other] as const))

  test('leave one of them, in the workspace and in the project, in each of 200 rounds', async () => {
    const pair = [await make.person(), await make.person()] as const
    for (const who of pair) {
      await make.joinWorkspace(team.admin, team.workspace.slug, who, 20)
      await make.joinProject(team.admin, team.path, who, 20)
    }
    expect((await pair[0].patch(`${base}/members/${await idOf(team.admin)}/`, { role: 15 })).status).toBe(200)
    const ids = await Promise.all(pair.map(idOf))
    const people = pair.map(who => who.id)
    const admins = async (table: string, member: string, place: object) =>
      (await server
        .db(table)
        .where({ ...place, role: 20, is_active: true })
        .pluck(member)) as string[]
    for (let round = 0; round < 200; round++) {
      const chosen = pairs[round % pairs.length]!
      const replies = await Promise.all(
        pair.map((who, at) => {
          const other = `${base}/members/${ids[1 - at]}/`
          if (chosen[at] === 'leave') return leave(who)
          return chosen[at] === 'lower' ? who.patch(other, { role: 15 }) : who.delete(other)
        }),
      )
      const told = `${chosen}: ${replies.map(({ status }) => status)}`
      expect(
        replies.filter(({ status }) => status >= 500),
        told,
      ).toEqual([])
      const left = await admins('workspace_members', 'member_id', { workspace_id: team.workspace.id })
      expect(left.length, told).toBeGreaterThan(0)
      expect(
        (await admins('project_members', 'member', { project: team.project.id })).length,
        told,
      ).toBeGreaterThan(0)
      for (const [table, member] of [
        ['workspace_members', 'member_id'],
        ['project_members', 'member'],
      ] as const)
        await server.db(table).whereIn(member, people).update({ role: 20, is_active: true })
    }
  }, 60_000)
})

describe('leaving', () => {
  test('ends what one could reach, and the only admin stays', async () => {
    expect((await leave(team.member)).status).toBe(204)
    expect((await team.member.get(`${base}/`)).status).toBe(404)
    expect((await team.member.get(`${team.path}/`)).status).toBe(404)
    expect((await leave(team.guest)).status).toBe(204)
    const stays = await leave(team.admin)
    expect([stays.status, stays.headers.get('x-error-code')]).toEqual([400, 'workspaceMember.leaveLastAdmin'])
    expect((await leave(await make.person())).status).toBe(404)
  })

  test('waits while a project with others has no other admin', async () => {
    const project = await make.project(team.member, team.workspace.slug)
    expect((await make.project(team.member, team.workspace.slug)).id).toBeTruthy()
    await make.joinProject(team.member, project.path, team.guest, 5)
    const refused = await leave(team.member)
    expect(refused.headers.get('x-error-code')).toBe('workspaceMember.leaveSoleProjectAdmin')
    await make.joinProject(team.member, project.path, team.admin, 20)
    // Of a project with nobody else it is no hindrance.
    expect((await leave(team.member)).status).toBe(204)
  })
})

test('a removed person is cut off from sockets and open texts', async () => {
  const page = await make.page(team.admin, team.path, { description_html: '<p>Start</p>' })
  const live = follower(server.origin, team.member, team.workspace.slug)
  await live.start()
  const editor = edit(team.member, `page.${page.id}`)
  await editor.synced()
  expect(live.rows.size).toBeGreaterThan(0)
  await team.admin.delete(`${base}/members/${await idOf(team.member)}/`)
  await until(() => live.rows.size === 0)
  editor.write('after the end')
  const other = edit(team.admin, `page.${page.id}`)
  await other.synced()
  await team.admin.patch(`${team.path}/pages/${page.id}/`, { name: 'Still ours' })
  expect(other.text()).not.toContain('after the end')
  live.stop()
})

test('a member who becomes a guest keeps reading, writes nothing more and sees no address', async () => {
  await team.admin.patch(`${team.path}/`, { guest_view_all_features: true })
  const page = await make.page(team.admin, team.path, { description_html: '<p>Start</p>' })
  const live = follower(server.origin, team.member, team.workspace.slug)
  await live.start()
  const contacts = () => [...live.rows.keys()].filter(key => key.startsWith('user_contact/'))
  expect(contacts().length).toBeGreaterThan(0)
  const [editor, other] = [edit(team.member, `page.${page.id}`), edit(team.admin, `page.${page.id}`)]
  await Promise.all([editor.synced(), other.synced()])
  await team.admin.patch(`${base}/members/${await idOf(team.member)}/`, { role: 5 })
  editor.write('after the end')
  await until(() => editor.words.some(word => word.type === 'rights' && !word.write))
  await until(() => contacts().length === 0)
  other.write('still ours')
  await until(() => other.isSaved() && editor.text().includes('still ours'))
  expect(other.text()).not.toContain('after the end')
  live.stop()
})

describe('a workspace', () => {
  test('is deleted with all that is in it, by an admin alone, and counted before', async () => {
    await make.issue(team.admin, team.path)
    await make.page(team.admin, team.path)
    const counted = await team.admin.get(`${base}/contents/`)
    expect(counted.body).toEqual({ members: 3, projects: 1, issues: 1, pages: 1, files: 0 })
    expect((await team.member.get(`${base}/contents/`)).status).toBe(403)
    expect((await team.member.delete(`${base}/`)).status).toBe(403)
    const live = follower(server.origin, team.guest, team.workspace.slug)
    await live.start()
    const key = await make.token(team.admin, team.workspace.slug)
    expect((await team.admin.delete(`${base}/`)).status).toBe(204)
    await until(() => live.rows.size === 0)
    live.stop()
    for (const who of [team.admin, team.member, team.guest]) {
      expect((await who.get(`${base}/`)).status).toBe(404)
      expect((await who.get(`${team.path}/issues/`)).status).toBe(404)
      expect((await who.get<{ slug: string }[]>('/api/users/me/workspaces/')).body).toEqual([])
    }
    expect((await key.visitor.get(`${base}/`)).status).toBe(401)
  })

  test('is handed over by its owner to another admin, and by any admin once the owner has left', async () => {
    const other = await make.person()
    await make.joinWorkspace(team.admin, team.workspace.slug, other, 20)
    const give = (by: Person, to: Person) => by.patch(`${base}/`, { owner_id: to.id })
    expect((await give(other, other)).status).toBe(403)
    expect((await give(team.admin, team.member)).body).toEqual({
      owner_id: ['Only an admin of the workspace can own it.'],
    })
    expect((await give(team.admin, other)).body).toMatchObject({ owner: { id: other.id } })
    await make.joinProject(team.admin, team.path, other, 20)
    expect((await leave(other)).status).toBe(204)
    expect((await give(team.admin, team.admin)).body).toMatchObject({ owner: { id: team.admin.id } })
  })

  test('takes a logo by address and loses it by an empty one', async () => {
    const logo = 'https://quay.example/logo.png'
    expect((await team.admin.patch(`${base}/`, { logo })).body).toMatchObject({ logo, logo_url: logo })
    expect((await team.admin.patch(`${base}/`, { logo_url: '' })).body).toMatchObject({
      logo: null,
      logo_asset: null,
      logo_url: null,
    })
  })

  test('tells the members of the caller’s projects, and keeps each person’s own settings', async () => {
    const { body } = await team.guest.get<Record<string, { member: string; role: number }[]>>(
      `${base}/project-members/`,
    )
    expect(Object.keys(body)).toEqual([team.project.id])
    const members = body[team.project.id]!.toSorted((a, b) => b.role - a.role)
    expect(members.map(row => [row.member, row.role])).toEqual([
      [team.admin.id, 20],
      [team.member.id, 15],
      [team.guest.id, 5],
    ])
    await team.guest.post(`${base}/workspace-views/`, { view_props: { filters: { priority: ['high'] } } })
    const own = await team.guest.get(`${base}/workspace-members/me/`)
    expect(own.body).toMatchObject({
      view_props: { filters: { priority: ['high'] }, display_filters: { layout: 'list' } },
    })
    const others = await team.member.get(`${base}/workspace-members/me/`)
    expect(others.body).toMatchObject({ view_props: { filters: { priority: null } } })
  })

  test('tells its admins when each was last here, and shows one membership without address to guests', async () => {
    await until(async () => {
      const { body } = await team.admin.get<{ member: string; last_active: string | null }[]>(
        `${base}/members/activity/`,
      )
      return body.length === 3 && body.every(one => one.last_active)
    })
    const one = `${base}/members/${await idOf(team.member)}/`
    expect((await team.admin.get(one)).body).toMatchObject({ member: { email: team.member.email } })
    expect(JSON.stringify((await team.guest.get(one)).body)).not.toContain('@')
    expect((await (await make.person()).get(one)).status).toBe(404)
  })
})
