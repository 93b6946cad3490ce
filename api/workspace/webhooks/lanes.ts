/**
 * What waits for each address. One process at a time holds an address, for a few seconds beyond its slowest call: it
 * sends in order, and another goes on where it dies. Of one row a later delivery waits for the earlier ones.
 */
import type { Knex } from 'knex'
import type { Webhook, WebhookTry } from '#contract/workspace/webhooks.ts'
import type { Db } from '../../db/knex.ts'

export type Held = { webhook: string; failures: number }
export type Waiting = {
  id: string
  event: string
  body: string
  attempts: number
}

// Of a row the oldest alone.
const SENDABLE = `d.state = 'waiting' and d.next_at <= now() and not exists (
  select 1 from webhook_deliveries e
   where e.webhook = d.webhook and e.row_id = d.row_id and e.state = 'waiting' and e.nth < d.nth)`

/** Takes addresses that have something to send now and are held by nobody. */
export const holdTargets = async (
  db: Db,
  { by, seconds, most }: { by: string; seconds: number; most: number },
): Promise<Held[]> => {
  const { rows } = await db.raw<{ rows: Held[] }>(
    `update webhook_targets set taken_by = :by, taken_until = now() + make_interval(secs => :seconds)
      where webhook in (
        select t.webhook from webhook_targets t
         where t.taken_until < now() and t.paused_until <= now()
           and exists (select 1 from webhooks w join workspaces s on s.id = w.workspace and s.deleted_at is null
                        where w.id = t.webhook and w.is_active and w.deleted_at is null)
           and exists (select 1 from webhook_deliveries d where d.webhook = t.webhook and ${SENDABLE})
         order by t.taken_until limit :most for update skip locked)
      returning webhook, failures`,
    { by, seconds, most },
  )
  return rows
}

/** Holds it for longer; false where another has taken it, or nothing may be sent there. */
export const holdOn = async (
  db: Db,
  { webhook, by, seconds }: { webhook: string; by: string; seconds: number },
) => {
  const { rows } = await db.raw<{ rows: unknown[] }>(
    `update webhook_targets t set taken_until = now() + make_interval(secs => :seconds)
       from webhooks w where w.id = t.webhook and w.is_active and w.deleted_at is null
        and t.webhook = :webhook and t.taken_by = :by and t.paused_until <= now() returning 1`,
    { webhook, by, seconds },
  )
  return rows.length > 0
}

export const letGo = (db: Db, { webhook, by }: { webhook: string; by: string }) =>
  db('webhook_targets').where({ webhook, taken_by: by }).update({ taken_until: '-infinity' })

/** Begins to send the next ones of an address: from now on nothing is added to them. */
export const takeWaiting = async (db: Db, webhook: string, most: number): Promise<Waiting[]> => {
  const { rows } = await db.raw<{ rows: (Waiting & { nth: string })[] }>(
    `update webhook_deliveries set attempts = attempts + 1 where id in (
       select d.id from webhook_deliveries d
        where d.webhook = :webhook and ${SENDABLE}
        order by d.nth limit :most for update skip locked)
     and state = 'waiting' returning id, event, body, attempts, nth`,
    { webhook, most },
  )
  return rows.sort((a, b) => Number(a.nth) - Number(b.nth))
}

/** How a try ended. `again`: seconds until the next; null where there is none. */
export type Ended = { id: string; isDelivered: boolean; again: number | null; tried: WebhookTry }

/** Writes down how tries ended, by one statement. */
export const noteEnds = async (trx: Knex, ends: readonly Ended[]): Promise<void> => {
  await trx.raw(
    `update webhook_deliveries d set updated_at = now(), revision = revision + 1,
            state = case when e.delivered then 'delivered' when e.again is null or d.state = 'failed' then 'failed'
              else 'waiting' end,
            next_at = case when e.again is null then d.next_at else now() + make_interval(secs => e.again) end,
            ended_at = case when e.delivered or e.again is null then now() end,
            status = e.status, said = e.said, took_ms = e.ms, tries = d.tries || e.tried
       from jsonb_to_recordset(?::jsonb) as e(id uuid, delivered boolean, again float8, status int, said text, ms int,
            tried jsonb)
      where d.id = e.id`,
    [
      JSON.stringify(
        ends.map(({ id, isDelivered, again, tried }) => {
          const { status, said, ms } = tried
          return { id, delivered: isDelivered, again, status, said, ms, tried }
        }),
      ),
    ],
  )
}

export type Standing = { failures: number; failing_since: Date | null }

/** Counts failures in a row, or forgets them; what waited for a better time then goes at once. */
export const noteTarget = async (
  trx: Knex,
  { webhook, taken, failed, pause }: { webhook: string; taken: boolean; failed: number; pause: number },
): Promise<Standing> => {
  if (taken) {
    const { rowCount } = await trx.raw<{ rowCount: number }>(
      `update webhook_targets set failures = 0, failing_since = null where webhook = ? and failing_since is not null`,
      [webhook],
    )
    if (rowCount > 0)
      await trx('webhook_deliveries')
        .where({ webhook, state: 'waiting' })
        .where('attempts', '>', 0)
        .update({ next_at: trx.fn.now() })
    return { failures: 0, failing_since: null }
  }
  const { rows } = await trx.raw<{ rows: Standing[] }>(
    `update webhook_targets set failures = failures + :failed, failing_since = coalesce(failing_since, now()),
            paused_until = greatest(paused_until, now() + make_interval(secs => :pause))
      where webhook = :webhook returning failures, failing_since`,
    { webhook, failed, pause },
  )
  return rows[0] ?? { failures: failed, failing_since: null }
}

/** Of the last deliveries of a webhook: how many have ended, and how many of these failed. */
export const recentOf = async (trx: Knex, webhook: string, last: number) => {
  const { rows } = await trx.raw<{ rows: Pick<Webhook, 'recent_count' | 'recent_failed'>[] }>(
    `select count(*)::int as recent_count, (count(*) filter (where state <> 'delivered'))::int as recent_failed
       from (select state from webhook_deliveries where webhook = ? and attempts > 0 and deleted_at is null
              order by created_at desc, id desc limit ?) newest`,
    [webhook, last],
  )
  return rows[0]!
}
