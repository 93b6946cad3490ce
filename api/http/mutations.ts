import type { Entity } from '#contract/define.ts'
import { Page } from '#contract/text/pages.ts'
import { Draft } from '#contract/work/drafts.ts'
import { Issue } from '#contract/work/issues.ts'
import { gathered } from '../db/gather.ts'
import type { Work } from '../db/work.ts'

/** An id is taken once among these: their texts are kept under it, and a draft becomes an issue of its own id. */
const ONE_SPACE: Entity[] = [Issue, Page, Draft]

const tablesFor = (creates: Entity | null): string[] => {
  if (!creates) return []
  return (ONE_SPACE.includes(creates) ? ONE_SPACE : [creates]).map(({ table }) => table)
}

/**
 * Tells a new write from one that the same person sends again. An id of somebody else's write, or of a row that exists
 * already, is given up for a fresh one, so that nobody learns what exists.
 */
export const claimMutation = gathered(async (given: { work: Work }[]): Promise<('new' | 'repeated')[]> => {
  const { trx } = given[0]!.work
  const claims = given.map(({ work }) => ({ id: work.mutationId, user_id: work.viewer.id }))
  const taken = [...new Set(given.flatMap(({ work }) => tablesFor(work.creates)))].map(
    table => `and not exists (select 1 from ${table} where id = claim.id)`,
  )
  const { rows: fresh } = await trx.raw<{ rows: { id: string }[] }>(
    `insert into mutations (id, user_id)
         select claim.id, claim.user_id from jsonb_to_recordset(?::jsonb) as claim(id uuid, user_id uuid)
          where true ${taken.join(' ')}
       on conflict do nothing returning id`,
    [JSON.stringify(claims)],
  )
  const isFresh = new Set(fresh.map(({ id }) => id))
  const known = claims.flatMap(({ id }) => (id && !isFresh.has(id) ? [id] : []))
  const owners = new Map<string, string>()
  if (known.length > 0)
    for (const { id, user_id } of await trx('mutations').whereIn('id', known)) owners.set(id, user_id)
  return given.map(({ work }) => {
    const id = work.mutationId ?? ''
    if (!isFresh.has(id) && owners.get(id) === work.viewer.id) return 'repeated'
    if (!isFresh.has(id)) work.mutationId = null
    return 'new'
  })
})
