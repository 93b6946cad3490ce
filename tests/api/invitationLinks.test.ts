/** The id of an invitation is no secret, and the secret of its link is reported to admins alone. */
import { beforeAll, expect, test } from 'vitest'
import { build, PASSWORD } from '../support/build.ts'
import { follower, until } from '../support/live.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

type Invitation = { id: string; email: string }

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
let base: string
beforeAll(async () => {
  server = await startServer()
  await build(server).setUp()
  make = build(server)
  team = await make.team()
  base = `/api/workspaces/${team.workspace.slug}`
})

const address = () => `${make.id()}@portoffice.example`
const list = async () => (await team.admin.get<Invitation[]>(`${base}/invitations/`)).body
const invited = async (email: string, role = 15) => {
  await team.admin.post(`${base}/invitations/`, { emails: [{ email, role }] })
  return (await list()).find(one => one.email === email)!
}
const linkOf = ({ id }: Invitation) => `${base}/invitations/${id}/join/`
const tokenOf = async ({ id }: Pick<Invitation, 'id'>) => {
  const { body } = await team.admin.get<{ link: string }>(`${base}/invitations/${id}/link/`)
  return new URL(body.link).searchParams.get('token') ?? ''
}
const isProven = (id: string) => server.db('accounts').where({ id }).update({ is_email_verified: true })

test('H14: a new account with the invited address does not join by the id, which a token reads', async () => {
  const { visitor: program } = await make.token(team.admin, team.workspace.slug, { is_read_only: true })
  const email = address()
  await invited(email, 20)
  const { body } = await program.get<Invitation[]>(`${base}/invitations/`)
  const one = body.find(row => row.email === email)!
  const thief = visitor(server.origin)
  await thief.form('/auth/sign-up/', { email, password: PASSWORD })
  for (const sent of [{}, { token: '' }, { token: one.id }, { token: 'guessed' }])
    for (const who of [thief, visitor(server.origin)])
      for (const accepted of [true, false]) {
        const reply = await who.post(linkOf(one), { email, accepted, ...sent })
        expect([reply.status, reply.body]).toEqual([
          403,
          { error: 'You do not have permission to join the workspace' },
        ])
      }
  expect(thief.jar.get('invitations')).toBeUndefined()
  expect((await thief.get(`${base}/`)).status).toBe(404)
  expect((await program.get(`${base}/invitations/${one.id}/link/`)).status).toBe(403)
})

test('existing clients join by the id where the address is known to be theirs', async () => {
  const who = await make.person()
  const one = await invited(who.email)
  expect((await who.post(linkOf(one), { email: one.email, accepted: true })).status).toBe(403)
  await isProven(who.id)
  expect((await who.post(linkOf(one), { email: one.email, accepted: true })).status).toBe(200)
  expect((await who.get(`${base}/`)).status).toBe(200)
})

test('links are answered to the admin who invites, the same when the call is sent again', async () => {
  const emails = [
    { email: address(), role: 15 },
    { email: address(), role: 20 },
  ]
  const headers = { 'x-mutation-id': make.id() }
  const sent = () =>
    team.admin.post<{ invitations: unknown }>(`${base}/invitations/`, { emails }, { headers })
  const { body } = await sent()
  const rows = await list()
  const expected = await Promise.all(
    emails.map(async ({ email, role }) => {
      const { id } = rows.find(row => row.email === email)!
      const token = await tokenOf({ id })
      expect(token).toMatch(/^[0-9a-f]{32}$/)
      const query = `invitation_id=${id}&slug=${team.workspace.slug}&token=${token}`
      return { id, email, role, link: `${server.origin}/workspace-invitations/?${query}` }
    }),
  )
  expect(body).toEqual({ message: 'Emails sent successfully', invitations: expected })
  expect((await sent()).body).toEqual(body)
  const { visitor: program } = await make.token(team.admin, team.workspace.slug)
  const byProgram = await program.post<{ invitations: object[] }>(`${base}/invitations/`, { emails })
  expect(byProgram.body.invitations).toEqual(expected.map(({ link: _, ...one }) => one))
  for (const who of [team.member, team.guest])
    expect((await who.get(`${base}/invitations/${expected[0]!.id}/link/`)).status).toBe(404)
})

test('the secret is in no list, snapshot, change or queue', async () => {
  const admin = follower(server.origin, team.admin, team.workspace.slug)
  await admin.start()
  const one = await invited(address())
  await until(() => admin.rows.has(`workspace_invitation/${one.id}`))
  admin.stop()
  const token = await tokenOf(one)
  const told = await Promise.all(
    ['invitations/', `invitations/${one.id}/`, `invitations/${one.id}/join/`, 'bootstrap/'].map(
      async path => (await team.admin.get(`${base}/${path}`)).body,
    ),
  )
  const kept = await Promise.all(['changes', 'mails', 'mutations'].map(table => server.db(table)))
  const all = JSON.stringify([told, kept, [...admin.rows.values()], admin.seen])
  expect(all).toContain(one.id)
  expect(all).not.toContain(token)
})
