/** Invitations: the people who send them, those who may take them, and the places that they lead into. */
import { beforeAll, describe, expect, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import { follower, until } from '../support/live.ts'
import { mailbox } from '../support/mailbox.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

type Invitation = { id: string; email: string; role: number; accepted: boolean; responded_at: string | null }

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
let base: string
beforeAll(async () => {
  server = await startServer()
  make = build(server)
  team = await make.team()
  base = `/api/workspaces/${team.workspace.slug}`
})

const address = () => `${make.id()}@portoffice.example`
const invite = (emails: { email: string; role?: number }[], more: object = {}) =>
  team.admin.post(`${base}/invitations/`, { emails, ...more })
const list = async () => (await team.admin.get<Invitation[]>(`${base}/invitations/`)).body
const invited = async (email: string, more: object = {}, role = 15) => {
  expect((await invite([{ email, role }], more)).body).toMatchObject({ message: 'Emails sent successfully' })
  return (await list()).find(one => one.email === email)!
}
/** The secret of its link, which its admins are given. */
const tokenOf = async ({ id }: Pick<Invitation, 'id'>) => {
  const { body } = await team.admin.get<{ link: string }>(`${base}/invitations/${id}/link/`)
  return new URL(body.link).searchParams.get('token') ?? ''
}
const linkOf = ({ id }: Invitation) => `${base}/invitations/${id}/join/`
const answer = async (by: Pick<Person, 'post'>, one: Invitation, accepted = true, email = one.email) => {
  const token = await tokenOf(one).catch(() => '')
  return by.post(linkOf(one), { email, accepted, token })
}
const isIn = async (who: Person) => (await who.get(`${base}/`)).status === 200
const verify = (who: Person) => server.db('accounts').where('id', who.id).update({ is_email_verified: true })

describe('inviting', () => {
  test('takes all addresses or none, and says which are wrong', async () => {
    const before = await list()
    expect((await invite([])).body).toEqual({ error: 'Emails are required' })
    const member = await invite([{ email: address() }, { email: team.member.email.toUpperCase() }])
    expect(member.body).toMatchObject({
      error: 'Some users are already member of workspace',
      workspace_users: [{ member: { id: team.member.id, email: team.member.email } }],
    })
    const wrong = await invite([{ email: address() }, { email: 'not an address' }])
    expect(wrong.body).toEqual({
      error: 'Invalid email - not an address provided a valid email address is required to send the invite',
    })
    expect((await invite([{ email: address(), role: 7 }])).status).toBe(400)
    expect((await invite([{ email: address() }], { project_ids: [make.id()] })).body).toHaveProperty(
      'project_ids',
    )
    expect((await invite(Array.from({ length: 101 }, () => ({ email: address() })))).status).toBe(400)
    expect(await list()).toEqual(before)
  })

  test('a second invitation of an address replaces the values of the first', async () => {
    const email = address()
    const first = await invited(email)
    await invite([{ email: email.toUpperCase(), role: 5 }])
    const again = (await list()).filter(one => one.email === email)
    expect(again).toMatchObject([{ id: first.id, role: 5 }])
  })

  test('sent again it keeps its projects, until it is given others', async () => {
    const email = address()
    const other = await make.project(team.admin, team.workspace.slug)
    const projectsOf = async () => {
      const one = (await team.admin.get<(Invitation & { project_ids: string[] })[]>(`${base}/invitations/`))
        .body
      return one.find(row => row.email === email)?.project_ids
    }
    await invited(email, { project_ids: [team.project.id] })
    await invited(email)
    expect(await projectsOf()).toEqual([team.project.id])
    await invited(email, { project_ids: [other.id, team.project.id] })
    expect(await projectsOf()).toEqual([other.id, team.project.id])
    await invited(email, { project_ids: [] })
    expect(await projectsOf()).toEqual([])
  })

  test('is seen by admins as it happens, and by nobody else in any way', async () => {
    const [admin, member] = [team.admin, team.member].map(who =>
      follower(server.origin, who, team.workspace.slug),
    )
    await admin!.start()
    await member!.start()
    const one = await invited(address())
    await until(() => admin!.rows.has(`workspace_invitation/${one.id}`))
    await team.admin.patch(`${base}/invitations/${one.id}/`, { role: 20, accepted: true })
    await until(() => admin!.rows.get(`workspace_invitation/${one.id}`)?.role === 20)
    expect(admin!.rows.get(`workspace_invitation/${one.id}`)?.accepted).toBe(false)
    expect((await team.admin.delete(`${base}/invitations/${one.id}/`)).status).toBe(204)
    await until(() => !admin!.rows.has(`workspace_invitation/${one.id}`))
    await until(() => member!.at().workspace === admin!.at().workspace)
    expect(JSON.stringify([...member!.rows.values(), ...member!.seen])).not.toContain(one.id)
    expect((await visitor(server.origin).get(linkOf(one))).status).toBe(404)
    for (const follows of [admin!, member!]) follows.stop()
  })
})

/** The people of the workspace whom a link shows to anybody. */
const companyOf = async (one: Invitation) =>
  (await visitor(server.origin).get<{ members: unknown[] }>(linkOf(one))).body.members

describe('the link', () => {
  test('tells anybody who has it where it leads, and nobody who guesses', async () => {
    const one = await invited(address())
    const anyone = visitor(server.origin)
    const { status, body } = await anyone.get<Record<string, unknown>>(linkOf(one))
    expect([status, body]).toMatchObject([
      200,
      {
        email: one.email,
        workspace: { slug: team.workspace.slug },
        created_by_detail: { id: team.admin.id },
        total_members: expect.any(Number),
        members: expect.arrayContaining([expect.objectContaining({ id: team.admin.id })]),
      },
    ])
    expect((body.members as object[]).length).toBeLessThanOrEqual(5)
    expect(body).not.toHaveProperty('token')
    expect(JSON.stringify(body)).not.toContain(team.admin.email)
    expect((await anyone.get(linkOf({ ...one, id: make.id() }))).status).toBe(404)
    const other = await make.team()
    const elsewhere = `/api/workspaces/${other.workspace.slug}/invitations/${one.id}/join/`
    expect((await anyone.get(elsewhere)).status).toBe(404)
  })

  test('lets the person of its address in at once, into the projects as well', async () => {
    const who = await make.person()
    const second = await make.project(team.admin, team.workspace.slug, { network: 0 })
    const one = await invited(who.email, { project_ids: [team.project.id, second.id] })
    expect((await answer(who, one)).body).toEqual({ message: 'Workspace Invitation Accepted' })
    const roles = await who.get(`/api/users/me${base.slice(4)}/project-roles/`)
    expect(roles.body).toEqual({ [team.project.id]: 15, [second.id]: 15 })
    expect((await list()).some(({ id }) => id === one.id)).toBe(false)
    expect((await answer(who, one)).status).toBe(404)
  })

  test('C2: lets nobody else in, whatever address they name', async () => {
    const [who, thief] = [await make.person(), await make.person()]
    const one = await invited(who.email)
    for (const email of [who.email, thief.email]) {
      const reply = await answer(thief, one, true, email)
      expect([reply.status, reply.body]).toEqual([
        403,
        { error: 'You do not have permission to join the workspace' },
      ])
    }
    expect((await answer(visitor(server.origin), one, true, thief.email)).status).toBe(403)
    expect([await isIn(thief), await isIn(who)]).toEqual([false, false])
    expect((await answer(who, one)).status).toBe(200)
  })

  test('accepted before signing in, lets that browser in as soon as its person is known', async () => {
    const email = address()
    const one = await invited(email)
    const browser = visitor(server.origin)
    expect((await answer(browser, one)).status).toBe(200)
    expect((await list()).find(({ id }) => id === one.id)).toMatchObject({ accepted: true })
    // Another who signs up with the address, without the link, gets nothing by that.
    const other = await make.person()
    await server.db('user_contacts').where('id', other.id).update({ email })
    expect(await isIn(other)).toBe(false)
    for (const [name, value] of other.jar) browser.jar.set(name, value)
    expect((await browser.get(`${base}/`)).status).toBe(200)
    expect(browser.jar.get('invitations') ?? '').toBe('')
    expect((await list()).some(({ id }) => id === one.id)).toBe(false)
  })

  test('is no use with a grant that was made up, or is somebody else’s', async () => {
    const one = await invited(address())
    const thief = await make.person()
    const browser = visitor(server.origin)
    await answer(browser, one)
    for (const grant of [browser.jar.get('invitations')!, Buffer.from(one.id).toString('base64')]) {
      thief.jar.set('invitations', grant)
      expect(await isIn(thief)).toBe(false)
    }
  })

  test('is declined once, and asked anew by another invitation', async () => {
    const who = await make.person()
    const one = await invited(who.email)
    expect((await answer(who, one, false)).body).toEqual({ message: 'Workspace Invitation was not accepted' })
    expect(await companyOf(one)).toEqual([])
    expect((await answer(who, one)).body).toEqual({
      error: 'You have already responded to the invitation request',
    })
    expect(await isIn(who)).toBe(false)
    await invite([{ email: who.email }])
    expect((await answer(who, one)).status).toBe(200)
    expect(await isIn(who)).toBe(true)
  })

  test('ends with its time, and lives again when it is sent again', async () => {
    const who = await make.person()
    const one = await invited(who.email)
    await server
      .db('workspace_invitations')
      .where('id', one.id)
      .update({ expires_at: new Date(0) })
    expect(await companyOf(one)).toEqual([])
    expect((await answer(who, one)).body).toEqual({
      error: 'This invitation has expired. Ask for a new one.',
    })
    await invite([{ email: who.email }])
    expect((await answer(who, one)).status).toBe(200)
  })

  test('taken twice at once makes one membership', async () => {
    const who = await make.person()
    const one = await invited(who.email, { project_ids: [team.project.id] })
    const sent = { email: one.email, accepted: true, token: await tokenOf(one) }
    const replies = await Promise.all([1, 2, 3, 4].map(() => who.post(linkOf(one), sent)))
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 404, 404, 404])
    const rows = await server
      .db('workspace_members')
      .where({ member_id: who.id, workspace_id: team.workspace.id })
    expect(rows).toHaveLength(1)
  })
})

test('the mail brings the link to its person, and to nobody who is invited without one', async () => {
  const box = await mailbox()
  const posting = await startServer({ ...box.env, APP_BASE_URL: 'https://tandem.example' }, undefined, {
    mails: true,
  })
  const { team: newTeam } = build(posting)
  const { admin, workspace } = await newTeam()
  const at = `/api/workspaces/${workspace.slug}/invitations/`
  const [mailed, silent] = [address(), address()]
  await admin.post(at, { emails: [{ email: silent }], is_mailed: false })
  await admin.post(at, { emails: [{ email: mailed }] })
  await until(() => box.mails.some(({ to }) => to === mailed))
  const { body } = await admin.get<(Invitation & { is_mailed: boolean })[]>(at)
  const one = body.find(({ email }) => email === mailed)!
  expect(one.is_mailed).toBe(true)
  const [mail] = box.mails.filter(({ to }) => to === mailed)
  const { token } = await posting.db('workspace_invitations').where('id', one.id).first('token')
  expect(mail?.text).toContain(
    `https://tandem.example/workspace-invitations/?invitation_id=${one.id}&slug=${workspace.slug}&token=${token}`,
  )
  expect(box.mails.some(({ to }) => to === silent)).toBe(false)
})

describe('one’s own', () => {
  const mine = '/api/users/me/workspaces/invitations/'
  const waiting = async (who: Person) =>
    (await who.get<(Invitation & { total_members: number })[]>(mine)).body

  test('C2: are told and taken once the address is known to be one’s own', async () => {
    const who = await make.person()
    const one = await invited(who.email)
    const other = await invited(address())
    expect(await waiting(who)).toEqual([])
    expect((await who.post(mine, { invitations: [one.id] })).status).toBe(204)
    expect(await isIn(who)).toBe(false)
    await verify(who)
    expect(await waiting(who)).toMatchObject([{ id: one.id, total_members: expect.any(Number) }])
    const settings = await who.get<{ workspace: { invites: number } }>('/api/users/me/settings/')
    expect(settings.body.workspace.invites).toBe(1)
    expect((await who.post(mine, { invitations: [one.id, other.id, 'nonsense'] })).status).toBe(204)
    expect(await isIn(who)).toBe(true)
    expect((await who.get('/api/users/me/settings/')).body).toMatchObject({
      workspace: { last_workspace_slug: team.workspace.slug },
    })
    expect(await waiting(who)).toEqual([])
    expect((await list()).some(({ id }) => id === other.id)).toBe(true)
  })

  test('lead a former member back in with the role that is given now', async () => {
    const who = await make.person()
    await make.joinWorkspace(team.admin, team.workspace.slug, who, 20)
    const row = await server.db('workspace_members').where('member_id', who.id).first('id')
    await team.admin.delete(`${base}/members/${row.id}/`)
    await verify(who)
    const one = await invited(who.email, {}, 5)
    await who.post(mine, { invitations: [one.id] })
    expect((await who.get(`${base}/workspace-members/me/`)).body).toMatchObject({ role: 5, id: row.id })
  })
})
