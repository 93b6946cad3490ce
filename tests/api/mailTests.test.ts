/** The last mail server that passed its test is remembered: when, by which values, and whether they are those in use. */
import { expect, test } from 'vitest'
import { KEPT_SECRET } from '../../api/contract/workspace/configuration.ts'
import { instanceWorld } from '../support/instanceWorld.ts'
import { mailbox } from '../support/mailbox.ts'

const AT = '/api/instances'
type Passed = {
  at: string
  host: string
  port: string
  security: string
  user: string
  holds: boolean
} | null

test('a mail server that passed is remembered with its values, and told without the password', async () => {
  const { server, freya } = await instanceWorld({ EMAIL_FROM: 'desk@quay.example' })
  const box = await mailbox({ password: 'right' })
  const passed = async () =>
    (await freya.get<{ passed: Passed }>(`${AT}/email-credentials-check/`)).body.passed
  const configure = (values: Record<string, string>) => freya.patch(`${AT}/configurations/`, values)
  const tryMail = (configuration: Record<string, string> = {}) =>
    freya.post(`${AT}/email-credentials-check/`, { receiver_email: freya.email, configuration })
  const login = { EMAIL_HOST_USER: 'tandem', EMAIL_HOST_PASSWORD: 'right' }
  expect(await passed()).toBe(null)
  expect((await tryMail({ ...box.env, ...login, EMAIL_HOST_PASSWORD: 'wrong' })).status).toBe(400)
  expect(await passed()).toBe(null)
  expect((await tryMail({ ...box.env, ...login })).status).toBe(200)
  const by = { host: box.env.EMAIL_HOST, port: box.env.EMAIL_PORT, security: 'none', user: 'tandem' }
  expect(await passed()).toMatchObject({ ...by, sender: 'desk@quay.example', holds: false })
  await configure({ ...box.env, ...login })
  const first = await passed()
  expect(first).toMatchObject({ ...by, holds: true })
  // Another password is another value, though nobody is notified of either.
  await configure({ EMAIL_HOST_PASSWORD: 'wrong' })
  expect((await tryMail({ EMAIL_HOST_PASSWORD: KEPT_SECRET })).status).toBe(400)
  expect(await passed()).toEqual({ ...first, holds: false })
  await configure(login)
  expect((await tryMail()).status).toBe(200)
  const again = await passed()
  expect(again).toMatchObject({ ...by, holds: true })
  expect(Date.parse(again!.at)).toBeGreaterThan(Date.parse(first!.at))
  // Neither among the settings nor readable where it is kept.
  expect(JSON.stringify((await freya.get(`${AT}/configurations/`)).body)).not.toMatch(/MAIL_TEST|right/)
  expect(JSON.stringify(await server.db('instance_configurations'))).not.toContain('right')
})
