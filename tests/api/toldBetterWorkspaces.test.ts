/** What the contract says of workspaces, their tokens and files beyond the reference (its lines “Better”), where no other test says it. */
import { pino } from 'pino'
import { beforeAll, describe, expect, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import {
  assetsAt,
  attach,
  attachmentsAt,
  picturesAt,
  sendImage,
  sendPicture,
  TEXT,
} from '../support/files.ts'
import { mailbox } from '../support/mailbox.ts'
import { notified } from '../support/notified.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

type Row = Record<string, unknown> & { id: string }
type Team = Awaited<ReturnType<ReturnType<typeof build>['team']>>

let server: TestServer
let make: ReturnType<typeof build>
let team: Team
let space: string
beforeAll(async () => {
  server = await startServer()
  make = build(server)
  team = await make.team()
  space = `/api/workspaces/${team.workspace.slug}`
})

const membership = async (who: Person) => {
  const { body } = await team.admin.get<(Row & { member: Row })[]>(`${space}/members/`)
  return body.find(row => row.member.id === who.id)?.id
}
const newcomer = async (role: 5 | 15 | 20 = 15) => {
  const who = await make.person()
  await make.joinWorkspace(team.admin, team.workspace.slug, who, role)
  return who
}
const rolesOf = async (who: Person) =>
  (await who.get<Record<string, number>>(`/api/users/me${space.slice(4)}/project-roles/`)).body

describe('a membership', () => {
  test('tells who, in which role and since when, and nothing of how they look at their lists', async () => {
    const [who, known] = [await newcomer(), await make.person()]
    await make.acquaint(team.admin, known)
    const at = `${space}/members/${await membership(who)}/`
    const added = await team.admin.post<Row[]>(`${space}/members/`, { members: [{ email: known.email }] })
    const told = [
      ...(await team.member.get<Row[]>(`${space}/members/`)).body,
      ...added.body,
      (await team.member.get<Row>(at)).body,
      (await team.admin.patch<Row>(at, { role: 5 })).body,
    ]
    expect(told.length).toBeGreaterThan(5)
    for (const row of told)
      expect(Object.keys(row).sort()).toEqual(['created_at', 'id', 'is_active', 'member', 'role'])
  })

  test('changes its role and that alone, and not without one', async () => {
    const who = await newcomer()
    const at = `${space}/members/${await membership(who)}/`
    const none = await team.admin.patch(at, {})
    expect([none.status, none.body]).toEqual([400, { role: ['This field is required.'] }])
    const forged = { company_role: 'Master', is_active: false, member: team.guest.id, workspace: make.id() }
    const { status, headers } = await team.admin.patch(at, { role: 5, ...forged })
    expect(status).toBe(200)
    expect(headers.get('x-ignored-fields')?.split(', ').sort()).toEqual(Object.keys(forged).sort())
    expect((await who.get(`${space}/workspace-members/me/`)).body).toMatchObject({
      role: 5,
      company_role: null,
      is_active: true,
      member: who.id,
    })
  })

  test('ends also for somebody who leads a project in which nobody else is', async () => {
    const who = await newcomer()
    await make.project(who, team.workspace.slug)
    expect((await team.admin.delete(`${space}/members/${await membership(who)}/`)).status).toBe(204)
    expect((await who.get(`${space}/`)).status).toBe(404)
  })

  test('takes along what was kept at hand and what one was told of: whoever is back sees them when in the project again', async () => {
    const who = await newcomer()
    await make.joinProject(team.admin, team.path, who, 15)
    const issue = await make.issue(team.admin, team.path)
    const page = await make.page(team.admin, team.path)
    await notified(server, who.id, issue.id)
    expect((await who.post(`${team.path}/favorite-pages/${page.id}/`)).status).toBe(204)
    const calls = [`${space}/user-favorites/`, `${space}/users/notifications/`]
    const seen = async () =>
      Promise.all(calls.map(async call => (await who.get<Row[]>(call)).body.map(({ id }) => id).length))
    const unread = async () => (await who.get(`${space}/users/notifications/unread/`)).body
    expect(await seen()).toEqual([1, 1])
    expect((await team.admin.delete(`${space}/members/${await membership(who)}/`)).status).toBe(204)
    for (const call of calls) expect((await who.get(call)).status).toBe(404)
    await make.joinWorkspace(team.admin, team.workspace.slug, who, 15)
    expect([await seen(), await unread()]).toEqual([
      [0, 0],
      { total_unread_notifications_count: 0, mention_unread_notifications_count: 0 },
    ])
    await make.joinProject(team.admin, team.path, who, 15)
    expect(await seen()).toEqual([1, 1])
  })
})

test('who is invited again is mailed again, by the same link', async () => {
  const box = await mailbox()
  const posting = await startServer({ ...box.env }, undefined, { mails: true })
  const { admin, workspace } = await build(posting).team()
  const at = `/api/workspaces/${workspace.slug}/invitations/`
  const email = 'waiting@quay.example'
  const linkOf = async () => {
    expect((await admin.post(at, { emails: [{ email, role: 5 }] })).status).toBe(200)
    return /invitation_id=([0-9a-f-]+)/.exec((await box.take(email)).text)?.[1]
  }
  const [first, second] = [await linkOf(), await linkOf()]
  expect([second, (await admin.get<Row[]>(at)).body.map(({ id }) => id)]).toEqual([first, [first]])
})

test('nobody joins a project that is archived, and it refuses the others of the call', async () => {
  const [open, archived] = [
    await make.project(team.admin, team.workspace.slug),
    await make.project(team.admin, team.workspace.slug),
  ]
  const boss = await newcomer(20)
  await team.admin.post(`${archived.path}/archive/`)
  for (const who of [team.member, boss]) {
    const join = (...project_ids: string[]) =>
      who.post(`/api/users/me${space.slice(4)}/projects/invitations/`, { project_ids })
    expect((await join(open.id, archived.id)).status).toBe(404)
    expect(Object.keys(await rolesOf(who))).not.toContain(open.id)
  }
})

test('cycles and modules of a workspace count issues, however many are of one group', async () => {
  const { admin, path, workspace } = await make.team()
  const states = (await admin.get<(Row & { group: string })[]>(`${path}/states/`)).body
  const stateOf = (group: string) => states.find(state => state.group === group)?.id
  const groups = ['backlog', 'backlog', 'backlog', 'started', 'started', 'completed']
  const issues: string[] = []
  for (const group of groups) issues.push((await make.issue(admin, path, { state_id: stateOf(group) })).id)
  for (const [kind, put] of [
    ['cycles', 'cycle-issues'],
    ['modules', 'issues'],
  ] as const) {
    const { body } = await admin.post<Row>(`${path}/${kind}/`, { name: 'Neap' })
    await admin.post(`${path}/${kind}/${body.id}/${put}/`, { issues })
    const [row] = (await admin.get<Row[]>(`/api/workspaces/${workspace.slug}/${kind}/`)).body
    expect(row).toMatchObject({
      id: body.id,
      total_issues: 6,
      backlog_issues: 3,
      unstarted_issues: 0,
      started_issues: 2,
      completed_issues: 1,
      cancelled_issues: 0,
    })
  }
})

test('states, labels and estimates of a workspace are told as they are now, and kept by nobody between', async () => {
  const { admin, member, path, workspace } = await make.team()
  const made = [
    ['states', 'states', { name: 'Moored', color: '#ffffff', group: 'started' }],
    ['labels', 'issue-labels', { name: 'Moored' }],
  ] as const
  const told = async (kind: string) => {
    const { body, headers } = await member.get<(Row & { name: string })[]>(
      `/api/workspaces/${workspace.slug}/${kind}/`,
    )
    expect([kind, headers.get('cache-control')]).toEqual([kind, 'private, no-cache'])
    return body.map(({ name }) => name)
  }
  for (const [kind, part, given] of made) {
    expect(await told(kind)).not.toContain('Moored')
    const { body } = await admin.post<Row>(`${path}/${part}/`, given)
    expect(await told(kind)).toContain('Moored')
    await admin.patch(`${path}/${part}/${body.id}/`, { name: 'Adrift' })
    expect(await told(kind)).toEqual(expect.arrayContaining(['Adrift']))
    expect((await admin.delete(`${path}/${part}/${body.id}/`)).status).toBe(204)
    expect(await told(kind)).not.toContain('Adrift')
  }
  expect(await told('estimates')).toEqual([])
  const estimate_points = [1, 2].map(key => ({ key, value: String(key) }))
  const { body } = await admin.post<Row>(`${path}/estimates/`, {
    estimate: { name: 'Effort' },
    estimate_points,
  })
  await admin.patch(`${path}/`, { estimate: body.id })
  expect(await told('estimates')).toEqual(['Effort'])
  await admin.patch(`${path}/`, { estimate: null })
  expect(await told('estimates')).toEqual([])
})

describe('a token', () => {
  test('shows its secret no second time, and opens nothing while it is switched off', async () => {
    const made = await make.token(team.admin, team.workspace.slug)
    const at = `${space}/api-tokens/${made.id}/`
    const switched = async (is_active: boolean) => {
      const { body } = await team.admin.patch<Row>(at, { is_active, is_service: true, user_type: 1 })
      expect(body).toMatchObject({ is_active, is_service: false, user_type: 0 })
      expect([Object.keys(body).includes('token'), JSON.stringify(body).includes(made.token)]).toEqual([
        false,
        false,
      ])
      return made.visitor.get(`${space}/`)
    }
    expect(await switched(false)).toMatchObject({
      status: 401,
      body: { detail: 'Given API token is not valid' },
    })
    expect((await switched(true)).status).toBe(200)
  })

  test('may do what its owner may now, and nothing from before', async () => {
    const boss = await newcomer(20)
    const { visitor: integration } = await make.token(boss, team.workspace.slug)
    const change = () => integration.patch(`${space}/`, { organization_size: '2-10' })
    expect((await change()).status).toBe(200)
    const at = `${space}/members/${await membership(boss)}/`
    expect((await team.admin.patch(at, { role: 15 })).status).toBe(200)
    expect([(await change()).status, (await integration.get(`${space}/invitations/`)).status]).toEqual([
      403, 403,
    ])
  })

  test('is written into no log, whether it fits or not', async () => {
    const lines: string[] = []
    const log = pino({ level: 'trace' }, { write: line => void lines.push(line) })
    const logged = await startServer({}, log)
    const { token, team: newTeam } = build(logged)
    const { admin, workspace } = await newTeam()
    const made = await token(admin, workspace.slug)
    const wrong = `${made.token}x`
    for (const secret of [made.token, wrong])
      for (const [name, value] of [
        ['x-api-key', secret],
        ['authorization', `Bearer ${secret}`],
      ] as const)
        await visitor(logged.origin).get(`/api/workspaces/${workspace.slug}/projects/`, {
          headers: { [name]: value },
        })
    await expect.poll(() => lines.join('')).toContain(`/api/workspaces/${workspace.slug}/projects/`)
    expect(lines.join('')).not.toContain(made.token)
  })
})

describe('a file', () => {
  test('is announced by a name, wherever it goes', async () => {
    const issue = await make.issue(team.admin, team.path)
    const given = { type: 'image/png', size: 10 }
    const places: [string, string?][] = [
      [picturesAt(), 'USER_AVATAR'],
      [picturesAt(team.workspace.slug), 'WORKSPACE_LOGO'],
      [assetsAt(team.path), 'ISSUE_DESCRIPTION'],
      [attachmentsAt(team.path, issue.id)],
    ]
    for (const [at, entity_type] of places)
      expect([at, await team.admin.post(at, { ...given, entity_type })]).toMatchObject([
        at,
        { status: 400, body: { name: ['This field is required.'] } },
      ])
  })

  test('that is a project’s cover goes by those who may change the project', async () => {
    const at = picturesAt(team.workspace.slug)
    const { asset_id } = await sendPicture(team.admin, at, 'PROJECT_COVER', team.project.id)
    for (const who of [team.member, team.guest]) {
      expect((await who.get(`${at}${asset_id}/`)).status).toBe(302)
      expect((await who.delete(`${at}${asset_id}/`)).status).toBe(403)
    }
    const shown = async () => (await team.admin.get(`${team.path}/`)).body.cover_image_asset
    expect(await shown()).toBe(asset_id)
    expect((await team.admin.delete(`${at}${asset_id}/`)).status).toBe(204)
    expect(await shown()).toBeNull()
  })

  test('is nothing any more to its sender who has left the project', async () => {
    const who = await newcomer()
    await make.joinProject(team.admin, team.path, who, 15)
    const issue = await make.issue(team.admin, team.path)
    const file = await attach(who, attachmentsAt(team.path, issue.id), { bytes: TEXT })
    const image = await sendImage(who, team.path, { entity_identifier: issue.id })
    expect((await who.post(`${team.path}/members/leave/`)).status).toBe(204)
    for (const { asset_url } of [file, image]) {
      expect((await who.delete(asset_url)).status).toBe(404)
      expect((await team.member.get(asset_url)).status).toBe(302)
    }
  })
})
