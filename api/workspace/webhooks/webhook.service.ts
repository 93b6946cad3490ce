import { fail, failFields, missingPk } from '#contract/errors.ts'
import { isDecidable, readFilters } from '#contract/lists/issueFilters.ts'
import { dayIn } from '#contract/people/zones.ts'
import { MOST_WEBHOOKS, Webhook, type WebhookFormat } from '#contract/workspace/webhooks.ts'
import { locked } from '../../db/locked.ts'
import { takeTurn } from '../../db/order.ts'
import { asJson, insert, newId, update } from '../../db/rows.ts'
import type { Seal } from '../../db/seal.ts'
import { openProjects } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'
import { queueMails } from '../../mail/outbox.ts'
import { adminsOf } from '../workspaces/member.service.ts'
import { digestOf, placeOfSecret, shownAddress } from './address.ts'
import { newSecret } from './sign.ts'

type Seals = (name: string) => Seal
type Told = { [K in keyof Webhook]?: Webhook[K] | undefined }

/** The filters of a webhook as values; null where they cannot be judged by an issue alone, or are none. */
export const filtersOf = (text: string) => {
  const params = Object.fromEntries(new URLSearchParams(text))
  const filters = readFilters(params, { zone: 'UTC', today: dayIn('UTC') })
  return 'malformed' in filters || !isDecidable(filters) ? null : filters
}

const judge = (work: Work, workspace: string, told: Told, before?: Webhook) => {
  const known = [...openProjects(work.viewer, workspace), ...(before?.project_ids ?? [])]
  const strange = (told.project_ids ?? []).filter(id => !known.includes(id))
  if (strange.length > 0) failFields({ project_ids: strange.map(missingPk) })
  if (told.filters && !filtersOf(told.filters))
    failFields({ filters: ['These filters are not ones that an issue can be judged by.'] })
}

const keepApart = async (work: Work, workspace: string, address: string, but?: string) => {
  const rows = work.trx(Webhook.table).where({ workspace, address_hash: digestOf(address) })
  const ids: string[] = await rows.whereNull('deleted_at').pluck('id')
  if (ids.some(id => id !== but)) fail('webhook.taken')
}

const secretOf = (seals: Seals, id: string, now: string) => {
  const secret_key = newSecret()
  const secret = seals(placeOfSecret(id, 'secret')).close(secret_key)
  return { secret_key, kept: { secret, secret_ends: secret_key.slice(-4), secret_at: now } }
}

const addressOf = (seals: Seals, id: string, url: string, format: WebhookFormat) => ({
  url: shownAddress(url, format),
  address: seals(placeOfSecret(id, 'address')).close(url),
  address_hash: digestOf(url),
})

/** Makes a webhook by whose maker's rights things are sent; its address is judged before. */
export const createWebhook = async (
  work: Work,
  seals: Seals,
  workspace: string,
  { url, format, ...told }: Told & { url: string; format: WebhookFormat },
): Promise<Webhook & { secret_key: string }> => {
  judge(work, workspace, told)
  await takeTurn(work, `webhooks ${workspace}`)
  await keepApart(work, workspace, url)
  const others = await work.trx(Webhook.table).where({ workspace }).whereNull('deleted_at').pluck('id')
  if (others.length >= MOST_WEBHOOKS) fail('webhook.tooMany')
  const id = newId(work, Webhook)
  const { secret_key, kept } = secretOf(seals, id, work.now)
  const row = await insert(work, Webhook, {
    ...told,
    id,
    workspace,
    format,
    events: asJson(told.events ?? []),
    project_ids: asJson(told.project_ids ?? []),
    owner: work.viewer.id,
    since: work.now,
    ...addressOf(seals, id, url, format),
    ...kept,
  })
  return { ...row, secret_key }
}

/**
 * Changes what goes where. Whoever does so becomes the owner: an address that somebody gives is sent what they may see,
 * and not what the person before them could.
 */
export const updateWebhook = async (
  work: Work,
  seals: Seals,
  row: Webhook,
  { url, ...told }: Told,
): Promise<Webhook> => {
  judge(work, row.workspace, told, row)
  const isMoved = url !== undefined && url !== row.url
  if (isMoved) await keepApart(work, row.workspace, url, row.id)
  const moved = isMoved ? addressOf(seals, row.id, url, row.format) : {}
  if (told.is_active === false && row.is_active) await giveUp(work, row)
  const isBack = told.is_active === true && !row.is_active
  if (isBack || isMoved) await forgiveTarget(work, row)
  const back = isBack ? { off_reason: null, off_at: null, failures: 0, since: work.now } : {}
  return update(work, Webhook, row, { ...told, ...moved, ...back, owner: work.viewer.id })
}

/** A new secret; the old one signs nothing from now on. */
export const renewSecret = async (work: Work, seals: Seals, row: Webhook) => {
  const { secret_key, kept } = secretOf(seals, row.id, work.now)
  return { ...(await update(work, Webhook, row, kept)), secret_key }
}

const SWITCHED_OFF = 'The webhook was switched off.'

/** What waits is not sent by itself any more; by hand it may be, once the webhook is on again. */
const giveUp = ({ trx, now }: Pick<Work, 'trx' | 'now'>, { id }: Webhook) =>
  trx('webhook_deliveries')
    .where({ webhook: id, state: 'waiting' })
    .update({ state: 'failed', said: SWITCHED_OFF, ended_at: now })

const forgiveTarget = ({ trx }: Pick<Work, 'trx'>, { id }: Webhook) =>
  trx('webhook_targets')
    .where({ webhook: id })
    .update({ failures: 0, failing_since: null, paused_until: '-infinity' })

type Off = { id: string; reason: NonNullable<Webhook['off_reason']>; failures?: number }

/** Switches a webhook off by itself, and informs its owner; where that is no admin any more, all admins. */
export const switchOff = async (work: Work, { id, reason, failures = 0 }: Off): Promise<void> => {
  const [row] = await locked(work, Webhook, rows => rows.where({ id, is_active: true }))
  if (!row) return
  await giveUp(work, row)
  await update(work, Webhook, row, { is_active: false, off_reason: reason, off_at: work.now, failures })
  const admins = await adminsOf(work.trx, row.workspace)
  const owner = admins.filter(one => one.id === row.owner)
  const { slug } = await work.trx('workspaces').where('id', row.workspace).first('slug')
  const facts = { webhook: id, name: row.name || row.url, slug: String(slug), reason, failures }
  await queueMails(
    work,
    (owner.length > 0 ? owner : admins).map(({ email }) => ({
      kind: 'webhook_off' as const,
      to: email,
      ...facts,
    })),
  )
}
