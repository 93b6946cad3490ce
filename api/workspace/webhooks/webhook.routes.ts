import { fail } from '#contract/errors.ts'
import { RECENT, Webhook, WebhookDelivery, webhookRoutes } from '#contract/workspace/webhooks.ts'
import { remove, update } from '../../db/rows.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { countOf, NEWEST, visible } from '../../db/visible.ts'
import { type Ask, type Handlers, mount } from '../../http/mount.ts'
import { envelope, readPage } from '../../http/page.ts'
import type { Server } from '../../http/server.ts'
import { nameAndAddress } from '../../mail/desk.ts'
import { judgeAddress } from './address.ts'
import { triesOf, wholeDelivery } from './delivery.queries.ts'
import { queueTest } from './test.service.ts'
import { createWebhook, renewSecret, updateWebhook } from './webhook.service.ts'

const PAGE = String(RECENT)
const MOST_LOGS = 100

const isOn = ({ is_active }: Webhook) => is_active || fail('webhook.isOff')

/** The rows of a webhook's deliveries that this admin sees. */
const deliveriesOf = ({ trx, viewer, row }: Pick<Ask, 'trx' | 'viewer'> & { row: Webhook }) =>
  visible(trx, WebhookDelivery, viewer).where('webhook', row.id)

const webhookOf = async ({ trx, viewer }: { trx: Ask['trx']; viewer: ServerViewer }, id: string) => {
  const [webhook] = await visible(trx, Webhook, viewer).where('id', id)
  return webhook ?? fail('row.notFound')
}

export const mountWebhooks = (server: Server) => {
  const { seal, settings } = server
  const judge = ({ ctx, body }: { ctx: Ask['ctx']; body: { url?: string | undefined } }) => {
    const own = [ctx.hostname, ...(settings.appBaseUrl ? [new URL(settings.appBaseUrl).hostname] : [])]
    return body.url === undefined ? undefined : judgeAddress(server, body.url, own)
  }
  const handlers: Handlers<typeof webhookRoutes> = {
    list: async ({ viewer, trx, workspaceId }) =>
      visible(trx, Webhook, viewer).where('workspace', workspaceId).orderBy(NEWEST),
    create: async ask => {
      await judge(ask)
      return createWebhook(ask.work, seal, ask.workspaceId, ask.body)
    },
    get: async ({ row }) => row,
    update: async ask => {
      // A form sends the address back as it was shown.
      if (ask.body.url !== ask.row.url) await judge(ask)
      return updateWebhook(ask.work, seal, ask.row, ask.body)
    },
    remove: ({ work, row }) => remove(work, Webhook, row),
    regenerate: ({ work, row }) => renewSecret(work, seal, row),
    test: ({ work, row, viewer }) => isOn(row) && queueTest(work, row, viewer),
    deliveries: async ({ query, ...ask }) => {
      const page = readPage({ ...query, per_page: query.per_page ?? (query.cursor ? undefined : PAGE) })
      const rows = () => {
        const found = deliveriesOf(ask)
        if (query.only === 'failed') return found.whereNot('state', 'delivered').where('attempts', '>', 0)
        return query.only === 'tests' ? found.where('is_test', true) : found
      }
      const shown = await rows()
        .orderBy(NEWEST)
        .limit(page.size)
        .offset(page.page * page.size)
      const total = await countOf(rows())
      return envelope(page, total, total, shown.length, shown)
    },
    delivery: async ({ row, ...ask }) => {
      const { format } = await webhookOf(ask, row.webhook)
      return wholeDelivery(ask.trx, row, { format, ...(await nameAndAddress(server.db, settings)) })
    },
    resend: async ({ row, ...ask }) => {
      isOn(await webhookOf(ask, row.webhook))
      const again = { state: 'waiting', attempts: 0, next_at: ask.work.now, ended_at: null } as const
      return update(ask.work, WebhookDelivery, row, again)
    },
    logs: async ({ query, ...ask }) => {
      const isPaged = query.per_page !== undefined && query.cursor !== undefined
      const look = { format: ask.row.format, ...(await nameAndAddress(server.db, settings)) }
      if (!isPaged) return triesOf(deliveriesOf(ask), { ...look, size: MOST_LOGS, page: 0 })
      const page = readPage(query)
      const shown = await triesOf(deliveriesOf(ask), { ...look, ...page })
      const [all] = await deliveriesOf(ask)
        .clearSelect()
        .select<{ total: number }[]>(ask.trx.raw('coalesce(sum(jsonb_array_length(tries)), 0)::int as total'))
      const total = all?.total ?? 0
      return envelope(page, total, total, shown.length, shown)
    },
  }
  const shownOnce = async () => fail('webhook.shownOnce')
  mount(server, webhookRoutes, handlers, {
    again: { create: shownOnce, regenerate: shownOnce },
  })
}
