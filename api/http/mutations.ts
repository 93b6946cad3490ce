import { hash } from 'node:crypto'
import type { Context } from 'koa'
import type { Entity } from '#contract/define.ts'
import { fail } from '#contract/errors.ts'
import { Page } from '#contract/text/pages.ts'
import { Draft } from '#contract/work/drafts.ts'
import { Issue } from '#contract/work/issues.ts'
import { gathered } from '../db/gather.ts'
import { isUuid } from '../db/visible.ts'
import type { Work } from '../db/work.ts'

/** An id is taken once among these: their texts are kept under it, and a draft becomes an issue of its own id. */
const ONE_SPACE: Entity[] = [Issue, Page, Draft]

const tablesFor = (creates: Entity | null): string[] => {
  if (!creates) return []
  return (ONE_SPACE.includes(creates) ? ONE_SPACE : [creates]).map(({ table }) => table)
}

/** What a write is besides its author and body: its method and its address, whose parts may be as long as a first line. */
export const callOf = (method: string, path: string, params: Record<string, string>): string =>
  hash(
    'sha256',
    JSON.stringify([method, path, ...Object.values(params).map(value => value.toLowerCase())]),
    'base64url',
  )

const LONGEST_KEY = 255

/**
 * The id that a write is sent with, by either of its names. Another key than a UUID names this person's call alone: it may serve
 * for another call, or another person, as well.
 */
export const mutationIdOf = (ctx: Context, user: string, call: string): string | null => {
  const id = ctx.get('x-mutation-id')
  if (isUuid(id)) return id.toLowerCase()
  const key = ctx.get('idempotency-key')
  if (key === '') return null
  if (key.length > LONGEST_KEY) fail('mutation.key')
  if (isUuid(key)) return key.toLowerCase()
  const hex = hash('sha256', JSON.stringify([user, call, key]))
  // Version 8: a UUID made by a rule of one's own.
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

/**
 * Distinguishes a new write from one that the same person sends again: by the same method, to the same address. An id of any other
 * write, or of a row that exists already, is given up for a fresh one, so that nobody learns what exists.
 */
export const claimMutation = gathered(
  async (given: { work: Work; call: string }[]): Promise<('new' | 'repeated')[]> => {
    const { trx } = given[0]!.work
    const claims = given.map(({ work, call }) => ({ id: work.mutationId, user_id: work.viewer.id, call }))
    const taken = [...new Set(given.flatMap(({ work }) => tablesFor(work.creates)))].map(
      table => `and not exists (select 1 from ${table} where id = claim.id)`,
    )
    const { rows: fresh } = await trx.raw<{ rows: { id: string }[] }>(
      `insert into mutations (id, user_id, call)
         select claim.id, claim.user_id, claim.call
           from jsonb_to_recordset(?::jsonb) as claim(id uuid, user_id uuid, call text)
          where true ${taken.join(' ')}
       on conflict do nothing returning id`,
      [JSON.stringify(claims)],
    )
    const isFresh = new Set(fresh.map(({ id }) => id))
    const known = claims.flatMap(({ id }) => (id && !isFresh.has(id) ? [id] : []))
    const before = new Map<string, { user_id: string; call: string | null }>()
    if (known.length > 0)
      for (const one of await trx('mutations').whereIn('id', known)) before.set(one.id, one)
    return given.map(({ work, call }) => {
      const id = work.mutationId ?? ''
      const first = before.get(id)
      if (!isFresh.has(id) && first?.user_id === work.viewer.id && first.call === call) return 'repeated'
      if (!isFresh.has(id)) work.mutationId = null
      return 'new'
    })
  },
)
