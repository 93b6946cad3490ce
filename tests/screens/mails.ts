/** Each kind of mail as it arrives, light and dark, wide and narrow. */
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { v7 } from 'uuid'
import { notifier } from '../../api/jobs/notify.ts'
import { startReader } from '../../api/live/reader.ts'
import { createLog } from '../../api/log.ts'
import { kindOf, type Mail } from '../../api/mail/kinds.ts'
import { laidOut } from '../../api/mail/letter.ts'
import { createStops } from '../../api/mail/stops.ts'
import { world } from '../bench/world.ts'
import { browser } from '../support/browser.ts'
import { allTold } from '../support/notified.ts'
import { WORDS } from '../support/pageWorld.ts'

const out = fileURLToPath(new URL('../../screens', import.meta.url))
const INSTANCE = 'Lantern Quay'
const origin = 'https://tandem.lanternquay.example'

const looks = [
  { suffix: '', width: 600, colorScheme: 'light' as const },
  { suffix: '-dark', width: 600, colorScheme: 'dark' as const },
  { suffix: '-390', width: 390, colorScheme: 'light' as const },
  { suffix: '-390-dark', width: 390, colorScheme: 'dark' as const },
]

const told = async () => {
  const bench = await world()
  const { db, make } = bench
  const notifying = startReader(notifier, { db, log: createLog('silent') })
  const { admin: ines, member: freya, guest: jonah, workspace } = bench.team
  const callThem = async (id: string, first_name: string, last_name: string) =>
    db('users').where({ id }).update({ first_name, last_name, display_name: first_name })
  await callThem(ines.id, 'Ines', 'Cavaco')
  await callThem(freya.id, 'Freya', 'Holm')
  await callThem(jonah.id, 'Jonah', 'Pereira')
  await db('users').where('id', freya.id).update({ display_name: 'Freya' })
  const project = await make.project(ines, workspace.slug, { name: 'Berth Booking' })
  await make.joinProject(ines, project.path, freya, 15)
  const named = `<mention-component id="${v7()}" target="users" entity_name="user_mention" entity_identifier="${freya.id}"></mention-component>`
  const at = (id: string, rest = '') => `${project.path}/issues/${id}/${rest}`
  const issue = (name: string) => make.issue(ines, project.path, { name, priority: 'high' })
  const tide = await issue('Tide window ignores the clock change on the last Sunday of October')
  const refund = await issue('Refund the deposit when a storm closes the harbour')
  const berth = await issue('Two visitors can book the last berth in the same second')
  for (const { id } of [tide, refund, berth]) await freya.post(at(id, 'subscribe/'))
  const page = await make.page(ines, project.path, { name: 'Season opening plan' })
  await ines.post(at(tide.id, 'comments/'), {
    comment_html: `<p>${named} the two harbours with a lock are safe: they open on level, not on time. I told them so.</p>`,
  })
  await ines.patch(at(tide.id), { priority: 'urgent', target_date: '2026-11-19' })
  await ines.patch(at(refund.id), { assignee_ids: [freya.id], priority: 'low' })
  await ines.post(at(berth.id, 'comments/'), { comment_html: '<p>It happens on slow lines, too.</p>' })
  await ines.post(`${project.path}/pages/${page.id}/comments/`, {
    comment_html: `<p>${named} does this hold for the winter?</p>`,
    ...WORDS,
  })
  await allTold(bench, workspace.id)
  const idsOf = (...of: string[]): Promise<string[]> =>
    db('notifications').where('receiver', freya.id).whereIn('entity_identifier', of).pluck('id')
  const to = freya.email
  const receiver = freya.id
  const mails: Record<string, Mail> = {
    issue: { kind: 'issue_digest', to, receiver, issue: tide.id, notifications: await idsOf(tide.id) },
    page: { kind: 'gathered_digest', to, receiver, notifications: await idsOf(page.id) },
    gathered: {
      kind: 'gathered_digest',
      to,
      receiver,
      notifications: await idsOf(tide.id, refund.id, berth.id, page.id),
    },
    code: { kind: 'magic_code', to },
    password: { kind: 'password_reset', to, user: freya.id },
    invitation: {
      kind: 'workspace_invitation',
      to,
      invitation_id: v7(),
      workspace: INSTANCE,
      inviter: 'Ines Cavaco',
    },
    added: {
      kind: 'project_added',
      to,
      project: project.id,
      name: 'Berth Booking',
      slug: workspace.slug,
      adder: 'Ines',
    },
    activated: { kind: 'account_activated', to, name: 'Freya' },
    deactivated: { kind: 'account_deactivated', to, name: 'Freya' },
    exported: { kind: 'export_ready', to, job: project.id, slug: workspace.slug, issues: 1318 },
    webhook: {
      kind: 'webhook_off',
      webhook: INSTANCE,
      to,
      name: 'Dues ledger',
      slug: workspace.slug,
      reason: 'failures',
      failures: 24,
    },
    reply: {
      kind: 'intake_reply',
      to,
      about: 'The gate code arrived twice',
      project: 'Berth Booking',
      author: 'Ines Cavaco',
      lines: [
        'Thank you for telling us. The second code was from last season; the first one opens the gate.',
      ],
    },
    export: {
      kind: 'analytics_export',
      to,
      user: freya.id,
      workspace: workspace.id,
      slug: workspace.slug,
      query: {},
      asked: { x: 'priority', y: 'issue_count', segment: null },
    },
    test: { kind: 'test', to },
  }
  const close = async () => {
    await notifying.stop()
    await bench.close()
  }
  return { mails, db, close }
}

export const mails = async () => {
  await mkdir(out, { recursive: true })
  const { mails: all, db, close } = await told()
  const desk = { trx: db, origin, instance: INSTANCE, stops: createStops('pictures') }
  for (const { suffix, width, colorScheme } of looks) {
    const context = await (await browser()).newContext({ viewport: { width, height: 700 }, colorScheme })
    const page = await context.newPage()
    for (const [name, mail] of Object.entries(all)) {
      const letter = await kindOf(mail.kind).write(mail, desk)
      if (!letter) throw new Error(`${name}: there is nothing to say`)
      await page.setContent(laidOut(letter, INSTANCE).html)
      await page.screenshot({ path: join(out, `mail-${name}${suffix}.png`), fullPage: true })
      console.log(`mail-${name}${suffix}.png`)
    }
    await context.close()
  }
  await close()
}
