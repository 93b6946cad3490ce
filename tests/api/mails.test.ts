import { beforeAll, expect, test } from 'vitest'
import { nobody } from '../../api/db/viewer.ts'
import { inWork } from '../../api/db/work.ts'
import type { Mail } from '../../api/mail/kinds.ts'
import { queueMail } from '../../api/mail/outbox.ts'
import { build } from '../support/build.ts'
import { until } from '../support/live.ts'
import { type Mailbox, mailbox } from '../support/mailbox.ts'
import { startServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

let box: Mailbox
let server: Awaited<ReturnType<typeof startServer>>
beforeAll(async () => {
  box = await mailbox()
  server = await startServer(
    { ...box.env, APP_BASE_URL: 'https://tandem.example', EMAIL_FROM: 'Harbour desk <desk@quay.example>' },
    undefined,
    { mails: true },
  )
  await build(server).setUp()
})

const queue = (mail: Mail) => inWork(server.db, { viewer: nobody }, work => queueMail(work, mail))
const stateOf = async (to: string) =>
  server.db('mails').where({ recipient: to }).first<{ state: string; said: string; attempts: number }>()
const isIn = (to: string, state: string) => until(async () => (await stateOf(to))?.state === state)
/** As if the pause until the next try were over. */
const hurry = (to: string) => server.db('mails').where({ recipient: to }).update({ next_at: new Date() })

const invitation = (to: string, workspace = 'Lantern Quay') =>
  ({
    kind: 'workspace_invitation',
    to,
    invitation_id: '0198c0de-0000-7000-8000-000000000001',
    workspace,
    inviter: 'Freya',
  }) as const

test('an invitation is mailed as text and HTML, from the instance’s sender, with its link', async () => {
  await queue(invitation('olu+a&b@quay.example', 'Quay <b>&</b> "Sons"\r\nBcc: eve@evil.example'))
  const mail = await box.take('olu+a&b@quay.example')
  expect(mail.from).toBe('desk@quay.example')
  expect(mail.raw).toMatch(/^From: Harbour desk <desk@quay.example>/m)
  expect(mail.raw.split('\r\n\r\n')[0]).not.toMatch(/^Bcc:/m)
  expect(mail.subject).toBe('Freya invited you to Quay <b>&</b> "Sons" Bcc: eve@evil.example')
  const href = 'https://tandem.example/workspace-invitations/'
  expect(mail.text).toContain(href)
  expect(mail.html).toContain(href.replaceAll('&', '&amp;'))
  expect(mail.html).toContain('Quay &lt;b&gt;&amp;&lt;/b&gt;')
  expect(mail.html).toContain('prefers-color-scheme:dark')
})

test('whoever is added to a project is mailed its link, once, and nobody who joins by themselves', async () => {
  const make = build(server)
  const { admin, member, path, project, workspace } = await make.team()
  const mail = await box.take(member.email)
  expect(mail.subject).toMatch(/ added you to /)
  expect(mail.text).toContain(`https://tandem.example/${workspace.slug}/projects/${project.id}/issues`)
  await make.joinProject(admin, path, member, 15)
  const other = await make.project(admin, workspace.slug)
  const joins = `/api/users/me/workspaces/${workspace.slug}/projects/invitations/`
  await member.post(joins, { project_ids: [other.id] })
  const kept = { recipient: member.email, kind: 'project_added' }
  expect(await server.db('mails').where(kept)).toHaveLength(1)
})

test('an undone act mails nobody', async () => {
  await expect(
    inWork(server.db, { viewer: nobody }, async work => {
      await queueMail(work, invitation('undone@quay.example'))
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(await stateOf('undone@quay.example')).toBeUndefined()
})

test('a mail that a server cannot take now is tried again later, one that it will never take is given up', async () => {
  box.refuse.mail = { code: 451, text: 'Try again later' }
  await queue(invitation('later@quay.example'))
  await until(async () => (await stateOf('later@quay.example'))?.said !== null)
  expect(await stateOf('later@quay.example')).toMatchObject({ state: 'waiting', attempts: 1 })
  box.refuse.mail = null
  await hurry('later@quay.example')
  await isIn('later@quay.example', 'sent')
  expect(box.mails.filter(mail => mail.to === 'later@quay.example')).toHaveLength(1)
  box.refuse.recipient = { code: 550, text: 'No such user' }
  await queue(invitation('never@quay.example'))
  await isIn('never@quay.example', 'failed')
  box.refuse.recipient = null
  expect(await stateOf('never@quay.example')).toMatchObject({
    attempts: 1,
    said: 'All recipient addresses were refused.',
  })
})

test('a mail whose receipt nobody heard of is not sent a second time, nor one that a dead sender had handed over', async () => {
  box.refuse.hangUp = true
  await queue(invitation('twice@quay.example'))
  await isIn('twice@quay.example', 'failed')
  box.refuse.hangUp = false
  const row = { id: build(server).id(), kind: 'test', facts: '{}', useless_at: new Date(Date.now() + 60_000) }
  await server.db('mails').insert({ ...row, recipient: 'dead@quay.example', state: 'handed' })
  await hurry('twice@quay.example')
  await hurry('dead@quay.example')
  await queue(invitation('after@quay.example'))
  await box.take('after@quay.example')
  expect(box.mails.filter(mail => mail.to === 'twice@quay.example')).toHaveLength(1)
  expect(box.mails.filter(mail => mail.to === 'dead@quay.example')).toEqual([])
})

test('many senders at once send each mail once', async () => {
  const others = await Promise.all([1, 2].map(() => server.another()))
  const to = Array.from({ length: 12 }, (_, at) => `crew${at}@quay.example`)
  await inWork(server.db, { viewer: nobody }, async work => {
    for (const one of to) await queueMail(work, invitation(one))
  })
  await until(() => to.every(one => box.mails.some(mail => mail.to === one)))
  for (const one of to) await isIn(one, 'sent')
  await Promise.all(others.map(other => other.stop()))
  expect(box.mails.filter(mail => to.includes(mail.to))).toHaveLength(12)
})

test('a mail waits over a restart', async () => {
  await server.restart(0, () => queue(invitation('restart@quay.example')))
  expect((await box.take('restart@quay.example')).text).toContain('Lantern Quay')
})

test('a code is made when its mail leaves, and kept as a hash alone', async () => {
  await server.db('sign_in_codes').insert({ email: 'code@quay.example' })
  await queue({ kind: 'magic_code', to: 'code@quay.example' })
  const mail = await box.take('code@quay.example')
  const [code] = /[a-z]{4}-[a-z]{4}-[a-z]{4}/.exec(mail.text) ?? []
  expect(code).toBeDefined()
  await isIn('code@quay.example', 'sent')
  const kept = JSON.stringify([await server.db('sign_in_codes'), await server.db('mails')])
  expect(kept).not.toContain(code)
})

test('without a mail server nothing is sent, and the instance says so', async () => {
  const off = await startServer({}, undefined, { mails: true })
  const asked = () => visitor(off.origin).get<{ config: { is_smtp_configured: boolean } }>('/api/instances/')
  expect((await asked()).body.config.is_smtp_configured).toBe(false)
  await inWork(off.db, { viewer: nobody }, work => queueMail(work, invitation('off@quay.example')))
  await until(async () => (await off.db('mails').first<{ state: string }>('state'))?.state === 'off')
  await off.db('instance_configurations').where({ key: 'EMAIL_HOST' }).update({ value: 'mail.quay.example' })
  expect((await asked()).body.config.is_smtp_configured).toBe(true)
  const on = await visitor(server.origin).get<{ config: { is_smtp_configured: boolean } }>('/api/instances/')
  expect(on.body.config.is_smtp_configured).toBe(true)
})
