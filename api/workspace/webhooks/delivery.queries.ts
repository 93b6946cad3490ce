import type { Knex } from 'knex'
import type { WebhookDelivery, WebhookFormat, WebhookLog, WebhookTry } from '#contract/workspace/webhooks.ts'
import { painted } from './chat/message.ts'
import { plainHeaders } from './sign.ts'

/** By which a message of a chat is painted. */
type Look = { format: WebhookFormat; origin: string }
type Kept = { body: string; tries: WebhookTry[] }

/** What was sent, as it left, and each try. */
export const wholeDelivery = async (trx: Knex, row: WebhookDelivery, { format, origin }: Look) => {
  const { body, tries } = (await trx('webhook_deliveries').where('id', row.id).first('body', 'tries')) as Kept
  return { ...row, headers: plainHeaders(row), body: painted(format, body, origin), tries }
}

type Tried = WebhookDelivery & Kept & { tried: WebhookTry; turn: number }

/** Each try of the deliveries that a query finds, the newest first. */
export const triesOf = async (
  deliveries: Knex.QueryBuilder,
  { format, origin, size, page }: Look & { size: number; page: number },
): Promise<WebhookLog[]> => {
  const rows: Tried[] = await deliveries
    .joinRaw('cross join lateral jsonb_array_elements(tries) with ordinality as t(tried, turn)')
    .select('webhook_deliveries.body', 'tried', 'turn')
    .orderByRaw("tried->>'at' desc, webhook_deliveries.id, turn desc")
    .limit(size)
    .offset(page * size)
  return rows.map(({ tried, ...row }) => ({
    id: tried.id,
    created_at: tried.at,
    updated_at: tried.at,
    deleted_at: null,
    created_by: row.created_by,
    updated_by: row.updated_by,
    workspace: row.workspace,
    webhook: row.webhook,
    event_type: row.event,
    request_method: row.action,
    request_headers: JSON.stringify(plainHeaders(row)),
    request_body: painted(format, row.body, origin),
    response_status: String(tried.status ?? ''),
    response_headers: JSON.stringify(tried.type ? { 'Content-Type': tried.type } : {}),
    response_body: tried.answer || (tried.said ?? ''),
    retry_count: Number(row.turn) - 1,
  }))
}
