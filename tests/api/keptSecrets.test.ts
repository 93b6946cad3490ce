/** A secret that is kept stays with the host that it was given for. */
import { beforeAll, expect, test } from 'vitest'
import { KEPT_SECRET } from '../../api/contract/workspace/configuration.ts'
import type { Person } from '../support/build.ts'
import { instanceWorld } from '../support/instanceWorld.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'

const AT = '/api/instances'
const AGAIN = ['Enter it again: what is kept is not sent to another host.']
let freya: Person
let box: Mailbox
beforeAll(async () => {
  box = await mailbox({ password: 'right' })
  ;({ freya } = await instanceWorld({ EMAIL_USE_TLS: '0', GITLAB_CLIENT_SECRET: 'of the environment' }))
})

type Values = Record<string, string>
const configure = (values: Values) => freya.patch(`${AT}/configurations/`, values)
const tryMail = (configuration: Values) =>
  freya.post(`${AT}/email-credentials-check/`, { receiver_email: freya.email, configuration })
const tryProvider = (name: string, configuration: Values) =>
  freya.post(`${AT}/providers/${name}/test/`, { configuration })
const heldBy = async (key: string) =>
  (await freya.get<{ key: string; value: string }[]>(`${AT}/configurations/`)).body.find(
    row => row.key === key,
  )?.value

test('the password of a mail server is asked for again with another server, to keep that and to try it', async () => {
  const login = { EMAIL_HOST_USER: 'tandem', EMAIL_HOST_PASSWORD: 'right' }
  expect((await configure({ ...box.env, ...login })).status).toBe(200)
  // The same mail server by another name: the password would be taken there.
  const elsewhere = { EMAIL_HOST: 'localhost' }
  for (const kept of [elsewhere, { ...elsewhere, EMAIL_HOST_PASSWORD: KEPT_SECRET }])
    for (const act of [configure, tryMail])
      expect(await act(kept)).toMatchObject({ status: 400, body: { EMAIL_HOST_PASSWORD: AGAIN } })
  expect(await heldBy('EMAIL_HOST')).toBe(box.env.EMAIL_HOST)
  // Nor by way of no server at all.
  expect((await configure({ EMAIL_HOST: '' })).status).toBe(200)
  expect((await configure(elsewhere)).body).toEqual({ EMAIL_HOST_PASSWORD: AGAIN })
  expect((await tryMail(elsewhere)).body).toEqual({ EMAIL_HOST_PASSWORD: AGAIN })
  expect((await tryMail({ ...elsewhere, EMAIL_HOST_PASSWORD: 'right' })).status).toBe(200)
  expect((await configure({ ...elsewhere, EMAIL_HOST_PASSWORD: 'right' })).status).toBe(200)
  // With its own server it goes on being kept, whatever else is changed.
  expect((await configure({ ...elsewhere, EMAIL_HOST_USER: 'desk' })).status).toBe(200)
  expect((await tryMail({ EMAIL_HOST_USER: 'tandem' })).status).toBe(200)
  expect((await configure({ ...box.env, EMAIL_HOST_PASSWORD: '' })).status).toBe(200)
})

test('and with another port or another encryption of the same server, whoever listens there', async () => {
  const by = ['Enter it again: what is kept is not sent by another port or security.']
  const other = await mailbox({ password: 'right' })
  const login = { EMAIL_HOST_USER: 'tandem', EMAIL_HOST_PASSWORD: 'right' }
  expect((await configure({ ...box.env, ...login, EMAIL_USE_SSL: '0' })).status).toBe(200)
  const ways: Values[] = [{ EMAIL_PORT: other.env.EMAIL_PORT }, { EMAIL_USE_SSL: '1' }]
  for (const way of ways)
    for (const kept of [way, { ...way, EMAIL_HOST_PASSWORD: KEPT_SECRET }])
      for (const act of [configure, tryMail])
        expect(await act(kept)).toMatchObject({ status: 400, body: { EMAIL_HOST_PASSWORD: by } })
  expect(await heldBy('EMAIL_PORT')).toBe(box.env.EMAIL_PORT)
  const moved = { EMAIL_PORT: other.env.EMAIL_PORT, EMAIL_HOST_PASSWORD: 'right' }
  expect((await tryMail(moved)).status).toBe(200)
  expect((await configure(moved)).status).toBe(200)
  // Where no mail is sent, nothing is sent by the new port either; with the next server it is asked for.
  expect((await configure({ EMAIL_HOST: '' })).status).toBe(200)
  expect((await configure({ EMAIL_PORT: '1' })).status).toBe(200)
  expect((await configure({ EMAIL_HOST: '127.0.0.1' })).body).toEqual({ EMAIL_HOST_PASSWORD: AGAIN })
  expect((await configure({ EMAIL_HOST_PASSWORD: '' })).status).toBe(200)
})

test('so is the secret of a provider, and the key of any other service', async () => {
  const keys = { GITHUB_CLIENT_ID: 'tandem', GITHUB_CLIENT_SECRET: 'hush' }
  expect((await configure({ ...keys, OPENAI_API_KEY: 'hush' })).status).toBe(200)
  const elsewhere = { GITHUB_HOST: 'http://127.0.0.1:1', GITHUB_CLIENT_ID: 'other' }
  const refused = { status: 400, body: { GITHUB_CLIENT_SECRET: AGAIN } }
  expect(await configure(elsewhere)).toMatchObject(refused)
  expect(await tryProvider('github', elsewhere)).toMatchObject(refused)
  expect((await configure({ OPENAI_HOST: 'http://127.0.0.1:1' })).body).toEqual({ OPENAI_API_KEY: AGAIN })
  expect((await configure({ ...elsewhere, GITHUB_CLIENT_SECRET: 'other' })).status).toBe(200)
})

test('a secret of the environment goes where the environment says', async () => {
  const elsewhere = { GITLAB_HOST: 'http://127.0.0.1:1', GITLAB_CLIENT_ID: 'other' }
  const refused = {
    status: 400,
    body: { GITLAB_HOST: ['GITLAB_CLIENT_SECRET is set on the server. Set GITLAB_HOST there, too.'] },
  }
  expect(await configure(elsewhere)).toMatchObject(refused)
  expect(await tryProvider('gitlab', elsewhere)).toMatchObject(refused)
  expect((await configure({ GITLAB_CLIENT_ID: 'other' })).status).toBe(200)
})
