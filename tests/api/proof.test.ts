/** An address that is proven for the first time: of what its account was given before, without proof, nothing stays. */
import { beforeAll, expect, test } from 'vitest'
import { build, PASSWORD } from '../support/build.ts'
import { invite } from '../support/invite.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { type Visitor, visitor } from '../support/visitor.ts'

let box: Mailbox
let server: TestServer
let make: ReturnType<typeof build>
beforeAll(async () => {
  box = await mailbox()
  server = await startServer({ ...box.env, ENABLE_MAGIC_LINK_LOGIN: '1' }, undefined, { mails: true })
  make = build(server)
  await make.setUp()
})

const isIn = async (who: Visitor) => (await who.get('/api/users/me/')).status === 200
const byCode = async (who: Visitor, email: string) => {
  await who.post('/auth/magic-generate/', { email })
  const code = /[a-z]{4}-[a-z]{4}-[a-z]{4}/.exec((await box.take(email)).text)?.[0] ?? ''
  return who.form('/auth/magic-sign-in/', { email, code })
}
const byLink = async (who: Visitor, email: string) => {
  await who.post('/auth/forgot-password/', { email })
  const [href = ''] = /http\S+reset-password\S+/.exec((await box.take(email)).text) ?? []
  const { uidb64, token } = Object.fromEntries(new URL(href).searchParams)
  const password = `${PASSWORD} of its owner`
  await who.form(`/auth/reset-password/${uidb64}/${token}/`, { password })
  return who.form('/auth/sign-in/', { email, password })
}

test.each([
  ['a code', byCode],
  ['a link', byLink],
] as const)(
  'C2: by %s it ends passwords, sessions, tokens, accounts and invitations that were taken',
  async (_, prove) => {
    const email = `${make.id()}@quay.example`
    const squatter = visitor(server.origin)
    await squatter.form('/auth/sign-up/', { email, password: PASSWORD })
    const { body: me } = await squatter.get<{ id: string }>('/api/users/me/')
    const slug = `w${make.id().slice(-8)}`
    await squatter.post('/api/workspaces/', { name: 'Trap', slug })
    const { body: laid } = await squatter.post<{ token: string }>(`/api/workspaces/${slug}/api-tokens/`)
    const program = visitor(server.origin, laid.token)
    await server.db('connected_accounts').insert({
      id: make.id(),
      user: me.id,
      provider: 'github',
      provider_account_id: make.id(),
    })
    // Accepted beforehand in a browser that is not signed in: the owner has yet to answer.
    const { admin, workspace } = await make.team()
    const link = new URL(await invite(admin, workspace.slug, { email }), server.origin).searchParams
    const at = `/api/workspaces/${workspace.slug}/invitations/${link.get('invitation_id')}/join/`
    await visitor(server.origin).post(at, { email, accepted: true, token: link.get('token') })

    const owner = visitor(server.origin)
    await prove(owner, email)
    expect((await owner.get<{ id: string }>('/api/users/me/')).body.id).toBe(me.id)
    expect([await isIn(squatter), await isIn(program)]).toEqual([false, false])
    await squatter.form('/auth/sign-in/', { email, password: PASSWORD })
    expect(await isIn(squatter)).toBe(false)
    expect((await owner.get('/api/users/me/accounts/')).body).toEqual([])
    expect((await owner.get<{ id: string }[]>('/api/users/me/workspaces/invitations/')).body).toMatchObject([
      { id: link.get('invitation_id'), accepted: false, responded_at: null },
    ])
  },
)

test('whoever has accepted by the link goes on in that browser, however they prove their address then', async () => {
  const email = `${make.id()}@quay.example`
  const who = visitor(server.origin)
  await who.form('/auth/sign-up/', { email, password: PASSWORD })
  await who.form('/auth/sign-out/', {})
  const { admin, workspace } = await make.team()
  const link = new URL(await invite(admin, workspace.slug, { email }), server.origin).searchParams
  const at = `/api/workspaces/${workspace.slug}/invitations/${link.get('invitation_id')}/join/`
  await who.post(at, { email, accepted: true, token: link.get('token') })
  await byCode(who, email)
  expect((await who.get(`/api/workspaces/${workspace.slug}/`)).status).toBe(200)
})
