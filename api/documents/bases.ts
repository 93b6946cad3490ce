import type { Knex } from 'knex'
import type { ServerViewer } from '../db/viewer.ts'
import type { Work } from '../db/work.ts'

const actorOf = (viewer: ServerViewer) => viewer.session ?? (viewer.token ? `token:${viewer.token.id}` : '')

type Handed = { id: string; description_html: string }

/** Texts that are handed out are the bases of what this caller may send back. */
export const rememberBases = async (trx: Knex, viewer: ServerViewer, handed: Handed[]): Promise<void> => {
  const actor = actorOf(viewer)
  if (!actor || handed.length === 0) return
  await trx.raw(
    `insert into document_bases as b (document_id, actor, html)
     select t.id, :actor, t.description_html
       from jsonb_to_recordset(:handed::jsonb) as t(id uuid, description_html text) order by t.id
     on conflict (document_id, actor) do update set html = excluded.html, at = now()
     where b.html <> excluded.html or b.at < now() - interval '1 hour'`,
    { actor, handed: JSON.stringify(handed) },
  )
}

/** One text of them. */
export const rememberBase = (trx: Knex, viewer: ServerViewer, id: string, description_html: string) =>
  rememberBases(trx, viewer, [{ id, description_html }])

/** The text that this caller was handed last, or gave, within a day. */
export const baseOf = async ({ trx, viewer }: Work, id: string): Promise<string | undefined> => {
  const row = (await trx('document_bases')
    .where({ document_id: id, actor: actorOf(viewer) })
    .whereRaw(`at > now() - interval '24 hours'`)
    .first('html')) as { html: string } | undefined
  return row?.html
}
