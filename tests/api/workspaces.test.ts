import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { build, type Person, type Role } from '../support/build.ts'
import { startServer, type TestServer } from '../support/server.ts'

type Member = { id: string; role: number; member: { id: string; email?: string } }

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
let base: string

beforeAll(async () => {
  server = await startServer()
  make = build(server)
})
beforeEach(async () => {
  team = await make.team()
  base = `/api/workspaces/${team.workspace.slug}`
})

const membersOf = async (who: Person) => (await who.get<Member[]>(`${base}/members/`)).body
const membership = async (who: Person) =>
  (await membersOf(team.admin)).find(row => row.member.id === who.id)!.id
const join = async (role: Role) => {
  const person = await make.person()
  await make.joinWorkspace(team.admin, team.workspace.slug, person, role)
  return person
}

describe('creation', () => {
  test('makes its creator owner and admin, and nothing else', async () => {
    const owner = await make.person()
    const { body, status } = await owner.post('/api/workspaces/', {
      name: ' Quay ',
      slug: `Quay-${Date.now()}`,
      company_role: 'Harbour master',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Quay', owner: { id: owner.id }, timezone: 'UTC' })
    expect(body).not.toHaveProperty('total_members')
    const me = await owner.get(`/api/workspaces/${body.slug}/workspace-members/me/`)
    expect(me.body).toMatchObject({ role: 20, company_role: 'Harbour master', member: owner.id })
    expect((await owner.get(`/api/workspaces/${body.slug}/projects/`)).body).toEqual([])
    expect((await owner.get(`/api/workspaces/${body.slug}/`)).body).toMatchObject({
      total_members: 1,
      total_issues: 0,
    })
  })

  test.each([
    [{ name: 'x' }, 400, { error: 'Both name and slug are required' }],
    [{ name: ' ', slug: 'x' }, 400, { error: 'Both name and slug are required' }],
    [
      { name: 'x'.repeat(81), slug: 'x' },
      400,
      { error: 'The maximum length for name is 80 and for slug is 48' },
    ],
    [
      { name: 'x', slug: 'y'.repeat(49) },
      400,
      { error: 'The maximum length for name is 80 and for slug is 48' },
    ],
    [
      { name: 'x', slug: 'a b' },
      400,
      { slug: ['Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.'] },
    ],
    [{ name: 'x', slug: 'API' }, 400, { slug: ['Slug is not valid'] }],
    [{ name: 'x', slug: 'live' }, 400, { slug: ['Slug is not valid'] }],
  ])('%j is refused', async (input, status, body) => {
    const reply = await team.admin.post('/api/workspaces/', input)
    expect([reply.status, reply.body]).toEqual([status, body])
  })

  test('a slug is taken without regard to case, also by a deleted workspace, also by two at once', async () => {
    const { slug } = team.workspace
    const again = await team.admin.post('/api/workspaces/', { name: 'x', slug: slug.toUpperCase() })
    expect([again.status, again.body]).toEqual([400, { slug: ['Workspace with this slug already exists.'] }])
    const free = `f${Date.now()}`
    const racing = await Promise.all(
      Array.from({ length: 4 }, () => team.admin.post('/api/workspaces/', { name: 'x', slug: free })),
    )
    expect(racing.map(reply => reply.status).sort()).toEqual([201, 400, 400, 400])
    await server.db('workspaces').where('slug', free).update({ deleted_at: new Date() })
    const held = await team.admin.post('/api/workspaces/', { name: 'x', slug: free })
    expect([held.status, held.body]).toEqual([410, { slug: 'The workspace with the slug already exists' }])
    const check = async (name: string) =>
      (await team.admin.get(`/api/workspace-slug-check/?slug=${name}`)).body.status
    expect([await check(free), await check('API'), await check(`n${Date.now()}`)]).toEqual([
      false,
      false,
      true,
    ])
  })

  test('the slug stays as it is, whatever a change asks for', async () => {
    const { body, headers } = await team.admin.patch(`${base}/`, { name: 'Pier', slug: 'pier' })
    expect(body).toMatchObject({ name: 'Pier', slug: team.workspace.slug })
    expect(headers.get('x-ignored-fields')).toBe('slug')
  })

  test('its issues are counted without deleted ones and those of archived projects', async () => {
    const { admin, path, workspace } = team
    const counted = async () =>
      (await admin.get<{ id: string; total_issues: number }[]>('/api/users/me/workspaces/')).body.find(
        one => one.id === workspace.id,
      )?.total_issues
    const other = await make.project(admin, workspace.slug)
    await make.issue(admin, path)
    const gone = await make.issue(admin, path)
    await make.issue(admin, other.path)
    expect(await counted()).toBe(3)
    await admin.delete(`${path}/issues/${gone.id}/`)
    expect(await counted()).toBe(2)
    expect((await admin.post(`${other.path}/archive/`)).status).toBe(200)
    expect(await counted()).toBe(1)
  })

  test('a count counts what its reader may see: no secret project, and of a guest’s project their own issues', async () => {
    const { admin, guest, member, path, workspace } = team
    const owner = await make.person()
    await make.joinWorkspace(admin, workspace.slug, owner, 15)
    const secret = await make.project(owner, workspace.slug, { network: 0 })
    await make.issue(owner, secret.path)
    const whole = await make.issue(admin, path)
    await make.issue(admin, path, { parent_id: whole.id })
    const own = await make.issue(admin, path)
    await server.db('issues').where('id', own.id).update({ created_by: guest.id })
    const counted = async (who: Person) => {
      const workspaces = (await who.get<{ id: string; total_issues: number }[]>('/api/users/me/workspaces/'))
        .body
      const project = await who.get<{ total_issues: number; sub_issues: number }>(`${path}/`)
      const { total_issues } = (await who.get<{ total_issues: number }>(`${base}/`)).body
      return [
        workspaces.find(one => one.id === workspace.id)?.total_issues,
        total_issues,
        project.body.total_issues,
        project.body.sub_issues,
      ]
    }
    expect(await counted(owner)).toEqual([1, 1, undefined, undefined])
    expect(await counted(admin)).toEqual([3, 3, 3, 1])
    expect(await counted(member)).toEqual([3, 3, 3, 1])
    expect(await counted(guest)).toEqual([1, 1, 1, 0])
    await admin.patch(`${path}/`, { guest_view_all_features: true })
    expect(await counted(guest)).toEqual([3, 3, 3, 1])
  })

  test('a time zone has to be one', async () => {
    const reply = await team.admin.patch(`${base}/`, { timezone: 'Mars/Phobos' })
    expect([reply.status, reply.body]).toEqual([400, { timezone: ['"Mars/Phobos" is not a valid choice.'] }])
    const made = await team.admin.post('/api/workspaces/', {
      name: 'x',
      slug: `t${Date.now()}`,
      timezone: 'no',
    })
    expect(made.status).toBe(400)
  })
})

describe('members', () => {
  test('B3: guests see names, never addresses', async () => {
    expect((await membersOf(team.member)).every(row => row.member.email)).toBe(true)
    const seen = await team.guest.get(`${base}/members/`)
    expect(seen.status).toBe(200)
    expect(JSON.stringify(seen.body)).not.toContain('@')
    const answers = await Promise.all(
      [
        `${base}/`,
        `${base}/bootstrap/`,
        `${base}/changes/?after=0`,
        `${team.path}/`,
        `${team.path}/members/`,
      ].map(path => team.guest.get(path)),
    )
    const others = JSON.stringify(answers.map(reply => reply.body)).replaceAll(team.guest.email, '')
    expect(others).not.toContain('@quay.example')
  })

  test('one address without a shared workspace refuses the whole call, with an account or without', async () => {
    const [person, stranger] = [await make.person(), await make.person()]
    await make.acquaint(team.admin, person)
    const add = (emails: string[]) =>
      team.admin.post(`${base}/members/`, { members: emails.map(email => ({ email })) })
    for (const email of [stranger.email, 'nobody@quay.example']) {
      const refused = await add([person.email, email])
      expect([refused.status, refused.body]).toEqual([400, { error: 'Invite them instead', emails: [email] }])
    }
    expect((await person.get(`${base}/`)).status).toBe(404)
    expect((await add([person.email.toUpperCase()])).status).toBe(201)
    const twice = await add([person.email])
    expect([twice.status, twice.body]).toMatchObject([
      400,
      { error: 'Some users are already member of workspace' },
    ])
  })

  test('B2: a removed person loses everything at once, and returns with the role given', async () => {
    const token = await make.person()
    await make.joinWorkspace(team.admin, team.workspace.slug, token, 20)
    const key = await make.token(token, team.workspace.slug)
    expect((await key.visitor.get(`${base}/`)).status).toBe(200)
    await team.admin.delete(`${base}/members/${await membership(token)}/`)
    expect((await token.get(`${base}/`)).status).toBe(404)
    expect((await key.visitor.get(`${base}/`)).status).toBe(401)
    await make.joinWorkspace(team.admin, team.workspace.slug, token, 5)
    expect((await token.get(`${base}/workspace-members/me/`)).body).toMatchObject({ role: 5 })
    // The token ended with the membership, and does not come back with the person.
    expect((await key.visitor.get(`${base}/`)).status).toBe(401)
  })

  test('nobody changes or ends their own membership here', async () => {
    const own = `${base}/members/${await membership(team.admin)}/`
    expect((await team.admin.patch(own, { role: 5 })).body).toEqual({
      error: 'You cannot update your own role',
    })
    expect((await team.admin.delete(own)).status).toBe(400)
    const bad = await team.admin.patch(`${base}/members/${await membership(team.member)}/`, { role: 7 })
    expect([bad.status, bad.body]).toEqual([400, { role: ['"7" is not a valid choice.'] }])
  })

  test('a lower role lowers the project roles above it, and raises none', async () => {
    const admin = await join(20)
    await make.joinProject(team.admin, team.path, admin, 20)
    const other = await make.project(team.admin, team.workspace.slug)
    const patch = (role: Role) =>
      membership(admin).then(id => team.admin.patch(`${base}/members/${id}/`, { role }))
    const roles = async () =>
      (await admin.get<Record<string, number>>(`/api/users/me${base.slice(4)}/project-roles/`)).body
    expect((await patch(15)).status).toBe(200)
    expect(await roles()).toEqual({ [team.project.id]: 15 })
    await make.joinProject(team.admin, other.path, admin, 5)
    await patch(20)
    expect(await roles()).toEqual({ [team.project.id]: 15, [other.id]: 5 })
    await patch(5)
    expect(await roles()).toEqual({ [team.project.id]: 5, [other.id]: 5 })
  })

  test('the only admin of a project with others is neither removed nor lowered', async () => {
    const lead = await join(15)
    const project = await make.project(lead, team.workspace.slug)
    await make.joinProject(lead, project.path, team.member, 15)
    const path = `${base}/members/${await membership(lead)}/`
    expect((await team.admin.delete(path)).status).toBe(400)
    expect((await team.admin.patch(path, { role: 5 })).status).toBe(400)
    expect((await lead.get(`${project.path}/`)).body).toMatchObject({ member_role: 20 })
    await make.joinProject(lead, project.path, team.admin, 20)
    expect((await team.admin.patch(path, { role: 5 })).status).toBe(200)
    expect((await team.admin.delete(path)).status).toBe(204)
  })
})
