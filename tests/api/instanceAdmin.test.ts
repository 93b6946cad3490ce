/** Running the instance: its settings, its admins, its workspaces, by a session of its own. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { beforeAll, expect, test } from 'vitest'
import { KEPT_SECRET } from '../../api/contract/workspace/configuration.ts'
import { type build, PASSWORD, type Person } from '../support/build.ts'
import { trustCertificate } from '../support/certificate.ts'
import { instanceWorld } from '../support/instanceWorld.ts'
import { mailbox } from '../support/mailbox.ts'
import type { startServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

const AT = '/api/instances'
let server: Awaited<ReturnType<typeof startServer>>
let make: ReturnType<typeof build>
let freya: Person
beforeAll(async () => {
  ;({ server, make, freya } = await instanceWorld({
    EMAIL_FROM: 'desk@quay.example',
    GITHUB_CLIENT_SECRET: 'of the environment',
  }))
})

type Row = { key: string; value: string; is_set_by_environment: boolean }
const rowsOf = async (who = freya) => (await who.get<Row[]>(`${AT}/configurations/`)).body
const heldBy = async (key: string) => (await rowsOf()).find(row => row.key === key)?.value
const configure = (values: Record<string, string>, who = freya) => who.patch(`${AT}/configurations/`, values)
const configOf = async () =>
  (await visitor(server.origin).get<{ config: Record<string, unknown> }>(`${AT}/`)).body.config

test('secrets are encrypted where they are kept and never told; the placeholder of one leaves it as it was', async () => {
  await configure({ EMAIL_HOST_PASSWORD: 'hush hush', EMAIL_HOST: 'mail.quay.example' })
  const kept = JSON.stringify(await server.db('instance_configurations'))
  expect(kept).toContain('mail.quay.example')
  expect(kept).not.toMatch(/hush|of the environment/)
  expect(JSON.stringify(await rowsOf())).not.toMatch(/hush|of the environment/)
  expect(await heldBy('EMAIL_HOST_PASSWORD')).toBe(KEPT_SECRET)
  const before = await server.db('instance_configurations').where('key', 'EMAIL_HOST_PASSWORD').first('value')
  expect((await configure({ EMAIL_HOST_PASSWORD: KEPT_SECRET, EMAIL_HOST: '' })).status).toBe(200)
  const after = await server.db('instance_configurations').where('key', 'EMAIL_HOST_PASSWORD').first('value')
  expect(after).toEqual(before)
  await configure({ EMAIL_HOST_PASSWORD: '' })
  expect(await heldBy('EMAIL_HOST_PASSWORD')).toBe('')
})

test('the environment wins, says so, and is not overruled', async () => {
  const from = (await rowsOf()).filter(row => row.is_set_by_environment).map(row => row.key)
  expect(from).toEqual(['GITHUB_CLIENT_SECRET', 'EMAIL_FROM'])
  const refused = await configure({ EMAIL_FROM: 'other@quay.example', GPT_ENGINE: 'large' })
  expect([refused.status, refused.body]).toEqual([400, { EMAIL_FROM: ['Set on the server by EMAIL_FROM.'] }])
  expect(await heldBy('GPT_ENGINE')).not.toBe('large')
  expect((await configure({ EMAIL_FROM: 'desk@quay.example' })).status).toBe(200)
})

test('an impossible value is refused at its key; unknown keys are ignored', async () => {
  const wrong = { EMAIL_PORT: '99999', ENABLE_SIGNUP: 'perhaps', GITLAB_HOST: 'gitlab', EMAIL_HOST: 'a b' }
  const { status, body } = await configure({ ...wrong, NOBODY: 'x', constructor: 'x' })
  expect([status, Object.keys(body).sort()]).toEqual([400, Object.keys(wrong).sort()])
  expect((await configure({ NOBODY: 'x' })).body).toEqual([])
})

test('one way to sign in stays, also when two are switched off at once', async () => {
  const { body, status } = await configure({ ENABLE_EMAIL_PASSWORD: '0' })
  expect([status, body]).toEqual([400, { error: 'At least one way to sign in must stay on.' }])
  expect((await configure({ ENABLE_EMAIL_PASSWORD: '0', ENABLE_MAGIC_LINK_LOGIN: '1' })).status).toBe(400)
  const github = { IS_GITHUB_ENABLED: '1', GITHUB_CLIENT_ID: 'tandem' }
  expect((await configure(github)).status).toBe(200)
  const both = await Promise.all([
    configure({ ENABLE_EMAIL_PASSWORD: '0' }),
    configure({ IS_GITHUB_ENABLED: '0' }),
  ])
  expect(both.map(({ status: one }) => one).sort()).toEqual([200, 400])
  await configure({ ENABLE_EMAIL_PASSWORD: '1', IS_GITHUB_ENABLED: '0' })
  expect(await configOf()).toMatchObject({ is_email_password_enabled: true, is_github_enabled: false })
})

type Tested = { message?: string; error?: string; steps?: { step: string; ms: number; said: string }[] }
const tryMail = (receiver_email?: string, configuration?: Record<string, string>) =>
  freya.post<Tested>(`${AT}/email-credentials-check/`, { receiver_email, configuration })
const stepsOf = ({ body }: { body: Tested }) => (body.steps ?? []).map(({ step }) => step)

test('a test mail arrives, or why it does not is told, with the steps that came off before', async () => {
  const box = await mailbox({ password: 'right' })
  expect((await tryMail('')).body).toEqual({ error: 'Receiver email is required' })
  expect((await tryMail(freya.email)).status).toBe(400)
  const login = { EMAIL_HOST_USER: 'tandem', EMAIL_HOST_PASSWORD: 'right' }
  await configure({ ...box.env, ...login })
  const sent = await tryMail(freya.email)
  expect([sent.status, sent.body.message]).toEqual([200, 'Email successfully sent.'])
  expect(stepsOf(sent)).toEqual(['reach', 'sign_in', 'hand_over'])
  expect(sent.body.steps?.at(-1)?.said).toMatch(/^250 /)
  expect((await box.take(freya.email)).from).toBe('desk@quay.example')
  await configure({ EMAIL_HOST_PASSWORD: 'wrong' })
  const refused = await tryMail(freya.email)
  expect([refused.body.error, stepsOf(refused)]).toEqual(['Invalid credentials provided', ['reach']])
  await configure(login)
  box.refuse.recipient = { code: 550, text: 'no' }
  const unwanted = await tryMail(freya.email)
  expect([unwanted.body.error, stepsOf(unwanted)]).toEqual([
    'All recipient addresses were refused.',
    ['reach', 'sign_in'],
  ])
  await configure({ EMAIL_PORT: '1', ...login })
  expect((await tryMail(freya.email)).body).toEqual({
    error: 'Could not connect with the SMTP server.',
    steps: [],
  })
  await configure({ EMAIL_HOST: '', EMAIL_HOST_USER: '', EMAIL_HOST_PASSWORD: '' })
})

test('a test mail goes by values that are not kept, and keeps none of them', async () => {
  const box = await mailbox({ password: 'right' })
  const before = await rowsOf()
  const login = { EMAIL_HOST_USER: 'tandem', EMAIL_HOST_PASSWORD: 'right' }
  expect((await tryMail(freya.email, { ...box.env, ...login })).status).toBe(200)
  await box.take(freya.email)
  expect(await rowsOf()).toEqual(before)
  // A kept secret is tried without being reported; a new one is in its place.
  await configure({ ...box.env, ...login })
  expect((await tryMail(freya.email, { EMAIL_HOST_PASSWORD: KEPT_SECRET })).status).toBe(200)
  expect((await tryMail(freya.email, { EMAIL_HOST_PASSWORD: 'wrong' })).status).toBe(400)
  // What could not be kept is not tried either.
  const wrong = await tryMail(freya.email, { EMAIL_PORT: '99999', EMAIL_FROM: 'other@quay.example' })
  expect([wrong.status, wrong.body]).toEqual([
    400,
    { EMAIL_PORT: ['Enter a valid value.'], EMAIL_FROM: ['Set on the server by EMAIL_FROM.'] },
  ])
  // Nothing but the mail server is tried by it.
  expect((await tryMail(freya.email, { ENABLE_SIGNUP: 'perhaps' })).status).toBe(200)
  await configure({ EMAIL_HOST: '', EMAIL_HOST_USER: '', EMAIL_HOST_PASSWORD: '' })
})

test('a test mail tells what encrypts it and how long its certificate is good, and refuses one that nobody vouches for', async () => {
  const box = await mailbox({ tls: true })
  const untrusted = await tryMail(freya.email, box.env)
  expect([untrusted.status, stepsOf(untrusted)]).toEqual([400, ['reach']])
  trustCertificate()
  const sent = await tryMail(freya.email, box.env)
  expect(stepsOf(sent)).toEqual(['reach', 'encrypt', 'hand_over'])
  expect(sent.body.steps?.[1]).toMatchObject({ said: 'TLSv1.3', good_until: '2100-01-01T00:00:00.000Z' })
  await box.take(freya.email)
})

test('while the mail server is silent nothing of the database is held', async () => {
  const silent = createServer()
  const asked = once(silent, 'connection')
  silent.listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const port = (silent.address() as AddressInfo).port
  await configure({ EMAIL_HOST: '127.0.0.1', EMAIL_PORT: String(port) })
  const sent = freya.post(`${AT}/email-credentials-check/`, { receiver_email: freya.email })
  const [socket] = (await asked) as [Socket]
  const { rows } = await server.db.raw<{ rows: unknown[] }>(
    `select 1 from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
  )
  socket.end()
  silent.close()
  const unsent = await sent
  expect([unsent.status, unsent.body]).toMatchObject([
    400,
    { error: 'SMTP server disconnected unexpectedly.' },
  ])
  expect(rows).toEqual([])
  await configure({ EMAIL_HOST: '' })
})

test('admins are added from those who have an account, and removed but for the last', async () => {
  const mei = await make.person()
  type Admin = { id: string; user: string; user_detail: { email: string } }
  const admins = async () => (await freya.get<Admin[]>(`${AT}/admins/`)).body
  const add = (email: string) => freya.post<Admin>(`${AT}/admins/`, { email })
  expect((await add('')).body).toEqual({ error: 'Email is required' })
  expect((await add('nobody@quay.example')).status).toBe(404)
  const made = await add(` ${mei.email.toUpperCase()}`)
  expect([made.status, made.body.user]).toEqual([201, mei.id])
  expect((await add(mei.email)).body.id).toBe(made.body.id)
  expect((await admins()).map(one => one.user_detail.email)).toEqual([freya.email, mei.email])
  const own = (await admins()).find(one => one.user === freya.id)!
  const gone = await Promise.all([own.id, made.body.id].map(id => freya.delete(`${AT}/admins/${id}/`)))
  // Of both at once one stays, the slower.
  expect(gone.filter(({ status }) => status === 204)).toHaveLength(1)
  await server.db('instance_admins').delete()
  freya = await make.instanceAdmin()
  const [last] = await admins()
  const kept = await freya.delete(`${AT}/admins/${last!.id}/`)
  expect([kept.status, kept.body]).toEqual([
    400,
    { error: 'This is the only admin of the instance; add another one first.' },
  ])
  expect((await freya.delete(`${AT}/admins/${make.id()}/`)).status).toBe(404)
})

test('nobody else may: not without a session, with one of the product, or with one that has ended', async () => {
  const mei = await make.person()
  const calls = ['admins/', 'admins/me/', 'configurations/', 'workspaces/', 'workspace-slug-check/?slug=x']
  for (const path of calls) {
    expect((await visitor(server.origin).get(`${AT}/${path}`)).status).toBe(401)
    expect((await mei.get(`${AT}/${path}`)).status).toBe(401)
  }
  const former = await make.instanceAdmin()
  await server.db('instance_admins').where('user_id', former.id).delete()
  expect((await former.get(`${AT}/configurations/`)).status).toBe(403)
  expect((await former.get(`${AT}/admins/session/`)).body).toEqual({ is_authenticated: false })
  expect((await freya.get(`${AT}/admins/session/`)).body).toMatchObject({ is_authenticated: true })
  await freya.form(`${AT}/admins/sign-out/`, {})
  expect((await freya.get(`${AT}/configurations/`)).status).toBe(401)
  expect((await freya.get('/api/users/me/')).status).toBe(200)
  freya = await make.instanceAdmin()
})

test('its session is its own: a workspace whose address holds the word is the product’s', async () => {
  const mei = await make.person()
  await make.workspace(mei, 'my-instances')
  expect((await mei.get('/api/workspaces/my-instances/')).status).toBe(200)
  const only = visitor(server.origin)
  only.jar.set('admin-session-id', freya.jar.get('admin-session-id')!)
  expect((await only.get('/api/users/me/')).status).toBe(401)
  expect((await only.get(`${AT}/admins/me/`)).body.email).toBe(freya.email)
})

test('an admin signs in by a form of their own', async () => {
  const who = visitor(server.origin)
  const email = 'olu@quay.example'
  await who.form('/auth/sign-up/', { email, password: PASSWORD })
  const me = await who.get<{ id: string }>('/api/users/me/')
  await server.db('instance_admins').insert({ id: make.id(), user_id: me.body.id })
  const { location } = await who.form(`${AT}/admins/sign-in/`, { email, password: PASSWORD })
  expect(location).toMatch(/\/god-mode\/general$/)
  expect((await who.patch(`${AT}/`, { instance_name: 'Harbour office' })).body.instance_name).toBe(
    'Harbour office',
  )
  expect((await who.patch(`${AT}/`, { instance_name: ' ' })).status).toBe(400)
  await server.db('accounts').where('id', me.body.id).update({ is_active: false })
  const closed = await visitor(server.origin).form(`${AT}/admins/sign-in/`, { email, password: PASSWORD })
  expect(closed.location).toContain('error_code=5190')
})

test('workspaces are listed ten at a time, found, and made where others may not', async () => {
  const mei = await make.person()
  for (let n = 0; n < 11; n++) await make.workspace(mei)
  type Page = { results: { slug: string; owner: { email: string } }[]; next_page_results: boolean }
  const page = async (query = '') => (await freya.get<Page>(`${AT}/workspaces/${query}`)).body
  const first = await page()
  expect([first.results.length, first.next_page_results]).toEqual([10, true])
  const rest = await page('?cursor=10:1:0')
  expect(rest.results.length).toBeGreaterThan(0)
  await configure({ DISABLE_WORKSPACE_CREATION: '1' })
  const refused = await mei.post('/api/workspaces/', { name: 'Quay', slug: 'mine' })
  expect([refused.status, refused.body]).toEqual([403, { error: 'Workspace creation is not allowed' }])
  const made = await freya.post(`${AT}/workspaces/`, { name: 'Lantern', slug: 'lantern' })
  const { body: me } = await freya.get<{ id: string }>('/api/users/me/')
  expect(made.body).toMatchObject({ created_by: me.id, updated_by: me.id, updated_at: made.body.created_at })
  expect([made.status, made.body.slug]).toEqual([201, 'lantern'])
  const again = await freya.post(`${AT}/workspaces/`, { name: 'Lantern', slug: 'LANTERN' })
  expect([again.status, again.body]).toEqual([400, { slug: ['Slug is already in use'] }])
  const nameless = await freya.post(`${AT}/workspaces/`, { slug: 'other' })
  expect([nameless.status, nameless.body]).toEqual([400, { error: 'Both name and slug are required' }])
  expect((await freya.get(`${AT}/workspace-slug-check/`)).body).toEqual({
    error: 'Workspace Slug is required',
  })
  expect((await page('?search=LANT')).results.map(one => [one.slug, one.owner.email])).toEqual([
    ['lantern', freya.email],
  ])
  const free = async (slug: string) =>
    (await freya.get(`${AT}/workspace-slug-check/?slug=${slug}`)).body.status
  expect([await free('LANTERN'), await free('god-mode'), await free('free')]).toEqual([false, false, true])
  expect((await freya.get('/api/workspaces/lantern/')).status).toBe(200)
})

test('release notes are those of the changelog that came with the program', async () => {
  type Release = { id: string; version: string; tag_name: string; description: string; release_date: string }
  const { version } = JSON.parse(await readFile('package.json', 'utf8')) as { version: string }
  const read = async () => (await visitor(server.origin).get<Release[]>(`${AT}/changelog/`)).body
  const [first] = await read()
  expect(first).toMatchObject({ version, title: `Tandem ${version}`, is_release_candidate: false })
  expect(first?.description).toMatch(/^- .*\n- Issues with states/s)
  expect((await read())[0]?.id).toBe(first?.id)
  expect((await visitor(server.origin).get('/api/release-notes/')).status).toBe(401)
  const notes = (await (await make.person()).get<Release[]>('/api/release-notes/')).body
  expect(notes[0]).toMatchObject({ id: first?.id, tag_name: `v${version}`, body: first?.description })
})
