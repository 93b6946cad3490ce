/** The key that a row has in the system that it was brought from: of a project's live rows of a kind, one has it. */
import type { Knex } from 'knex'
import type { Entity, Route } from '#contract/define.ts'
import { fail, must } from '#contract/errors.ts'
import { Cycle } from '#contract/planning/cycles.ts'
import { Module } from '#contract/planning/modules.ts'
import type { Row } from '#contract/rules.ts'
import { Comment } from '#contract/work/comments.ts'
import { Issue } from '#contract/work/issues.ts'
import { Label } from '#contract/work/labels.ts'
import { State } from '#contract/work/states.ts'
import { takeTurn } from './order.ts'
import type { ServerViewer } from './viewer.ts'
import { load } from './visible.ts'
import type { Work } from './work.ts'

/** The kinds of rows that have one, by their name in a refusal. */
const keyed = new Map<Entity, string>([
  [Issue, 'Issue'],
  [Comment, 'Issue Comment'],
  [State, 'State'],
  [Label, 'Label'],
  [Cycle, 'Cycle'],
  [Module, 'Module'],
])

type Given = { work: Work; viewer: ServerViewer; projectId: string; row: unknown; body: unknown }
type Key = { external_id?: string | null; external_source?: string | null }

// Calls that are committed together share a transaction, whose turns they all have. The second one with a key fails there,
// whereupon each is done by itself.
const claims = new WeakMap<Work['trx'], Map<string, Work>>()
const claim = (work: Work, key: string) => {
  const own = claims.get(work.trx) ?? new Map<string, Work>()
  claims.set(work.trx, own)
  if ((own.get(key) ?? work) !== work) fail('external.taken')
  own.set(key, work)
}

/** The live row of a project with a key, if any but `own`. */
export const rowWithKey = (
  trx: Knex,
  of: Entity,
  projectId: string,
  { external_id, external_source }: Required<Key>,
  own?: string,
): Promise<{ id: string } | undefined> => {
  const rows = trx(of.table)
    .where({ [must(of.place.project, 'a project')]: projectId, external_id, external_source })
    .whereNull('deleted_at')
    .orderBy('external_twin')
  if (own) rows.whereNot('id', own)
  return rows.first('id')
}

/** The id of the row, if the caller may see it. */
export const idIfSeen = async (given: Given, of: Entity, { id }: { id: string }): Promise<{ id?: string }> =>
  (await load(given.work.trx, of, given.viewer, id, { project: given.projectId })) ? { id } : {}

/**
 * Refuses a key that another row has, and names that row. Calls with the same key wait for each other, those that change
 * whatever row has it as well.
 */
export const judgeKey = async (given: Given, route: Route): Promise<void> => {
  const of = route.creates ?? route.target
  const noun = of && keyed.get(of)
  const body = given.body as (Key & { is_draft?: unknown }) | null
  if (!noun || typeof body !== 'object' || (route.creates && body?.is_draft)) return
  if (!body?.external_id && !body?.external_source) return
  const { work, projectId } = given
  const own = route.creates ? undefined : (given.row as { id: string }).id
  const stored: Key = own ? ((await work.trx(of.table).where('id', own).first()) as Row) : {}
  const { external_id = stored.external_id, external_source = stored.external_source } = body
  const isKept = external_id === stored.external_id && external_source === stored.external_source
  if (!external_id || !external_source || isKept) return
  const key = ['external', of.table, projectId, external_source, external_id].join(' ')
  await takeTurn(work, key)
  claim(work, key)
  if (route.method === 'PUT') return
  const same = await rowWithKey(work.trx, of, projectId, { external_id, external_source }, own)
  if (same)
    fail('external.taken', {
      error: `${noun} with the same external id and external source already exists`,
      ...(await idIfSeen(given, of, same)),
    })
}
