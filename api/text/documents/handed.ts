/** Texts that were handed out: the bases of the texts that come back. */
import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { fail } from '#contract/errors.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import type { Work } from '../../db/work.ts'
import type { Stored } from './stored.ts'

const actorOf = (viewer: ServerViewer) => viewer.session ?? (viewer.token ? `token:${viewer.token.id}` : '')

/** A text as it is handed out; `version` names it when it comes back as a base. */
export type Handed = { id: string; version: string; description_html: string }

const remember = `
  insert into document_bases as b (document_id, actor, name)
  select id, :actor, name from handed
  on conflict (document_id, actor) do update set name = excluded.name, at = now()
   where b.name <> excluded.name or b.at < now() - interval '1 hour'`

/**
 * Reads texts to hand them out. Waits for a store that is about to replace one: that store keeps the state of
 * handed-out texts, and would not know of this one.
 */
export const handOut = async (trx: Knex, viewer: ServerViewer, ids: string[]): Promise<Handed[]> => {
  const actor = actorOf(viewer)
  if (ids.length === 0) return []
  if (!actor)
    return await trx('documents')
      .whereIn('id', ids)
      .select<Handed[]>('id', 'description_html', trx.raw('version::text as version'))
  const { rows } = await trx.raw<{ rows: Handed[] }>(
    `with present as (
       select id, version::text as version, description_html from documents where id = any(:ids) order by id for share
     ), handed as (select id, version as name from present), kept as (
       insert into handed_texts as h (document_id, name) select id, name from handed
       on conflict (document_id, name) do update set at = now() where h.at < now() - interval '1 hour'
     ), remembered as (${remember})
     select * from present`,
    { actor, ids },
  )
  return rows
}

/** Called with each store of texts, before it: texts that were handed out keep their bytes. Costs nothing where none was. */
export const keepHanded = (work: Work, ids: string[]) =>
  work.trx.raw(
    `update handed_texts h set state = d.state from documents d
      where d.id = any(?::uuid[]) and h.document_id = d.id and h.name = d.version::text and h.state is null`,
    [ids],
  )

/**
 * Keeps the text that its sender holds now: the present text, or, where others' edits are in that, a state of its own (`state`).
 * Answers its name.
 */
export const rememberSent = async (
  work: Work,
  { id, version }: { id: string; version: number },
  state: Uint8Array | null,
): Promise<string> => {
  const actor = actorOf(work.viewer)
  const name = state ? v7() : String(version)
  await work.trx.raw(
    `with handed as (select :id::uuid as id, :name::text as name), kept as (
       insert into handed_texts (document_id, name, state) values (:id, :name, :state)
       on conflict (document_id, name) do update set at = now()
     ) ${actor ? remember : 'select 1'}`,
    { id, name, state: state && Buffer.from(state), actor },
  )
  return name
}

const DAY = `at > now() - interval '24 hours'`

/** The state that was called so; null where it is not known any more. */
const stateOf = async (
  { trx }: Work,
  { id, version, state }: Stored,
  name: string,
): Promise<Uint8Array | null> => {
  if (name === String(version)) return state
  const handed = await trx('handed_texts')
    .where({ document_id: id, name })
    .whereNotNull('state')
    .first<{ state: Buffer } | undefined>('state')
  if (handed) return handed.state
  if (!/^\d{1,9}$/.test(name)) return null
  const kept = await trx('page_versions')
    .where({ page: id, document_version: Number(name) })
    .whereNotNull('state')
    .first<{ state: Buffer } | undefined>('state')
  return kept?.state ?? null
}

/**
 * The state of the text that a text is a change of: the one that it names, or else the one that its sender was handed, or
 * gave, last within a day, or else the present one.
 */
export const baseOf = async (work: Work, stored: Stored, named: string | null): Promise<Uint8Array> => {
  if (named !== null) return (await stateOf(work, stored, named)) ?? fail('text.baseUnknown')
  const last = await work
    .trx('document_bases')
    .where({ document_id: stored.id, actor: actorOf(work.viewer) })
    .whereRaw(DAY)
    .first<{ name: string } | undefined>('name')
  return (last && (await stateOf(work, stored, last.name))) ?? stored.state
}
