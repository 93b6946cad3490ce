/** What agents wrote into texts in their sessions: kept for the way back. */
import type { DocumentKind } from '#contract/text/documentNames.ts'
import type { Work } from '../../db/work.ts'
import type { Locked, Subject } from './stored.ts'

/** Written in turns with others more often than this, a text of a session cannot be taken back. */
const MOST_TURNS = 20

type Last = { nth: string; version: number; turns: number }

/**
 * Notes that the session of this work replaces a text. What it writes without anybody in between is one step; the words of people
 * in between are part of none.
 */
export const keepSessionText = async (
  { trx, session }: Work,
  { id, kind }: Subject,
  before: Pick<Locked, 'version' | 'description_html'>,
  after: { state: Uint8Array; version: number },
): Promise<void> => {
  if (session === null) return
  const {
    rows: [last],
  } = await trx.raw<{ rows: Last[] }>(
    `select nth, version, count(*) over ()::int as turns from session_texts
      where session = ? and document_id = ? order by nth desc limit 1`,
    [session, id],
  )
  const state = Buffer.from(after.state)
  if (last?.version === before.version)
    await trx.raw(
      'update session_texts set after = case when after is null then null else ?::bytea end, version = ? where session = ? and document_id = ? and nth = ?',
      [state, after.version, session, id, last.nth],
    )
  else if ((last?.turns ?? 0) <= MOST_TURNS)
    await trx.raw(
      'insert into session_texts (session, document_id, kind, before, after, version) values (?, ?, ?, ?, ?, ?)',
      [session, id, kind, before.description_html, last?.turns === MOST_TURNS ? null : state, after.version],
    )
}

/** The texts that a session wrote, in the order of their ids. */
export const textsOfSession = async (
  { trx }: Work,
  session: string,
): Promise<{ id: string; kind: DocumentKind; isWhole: boolean }[]> => {
  const { rows } = await trx.raw<{ rows: { id: string; kind: DocumentKind; isWhole: boolean }[] }>(
    `select document_id as id, kind, bool_and(after is not null) as "isWhole" from session_texts
      where session = ? group by document_id, kind order by document_id`,
    [session],
  )
  return rows
}

export type SessionStep = { before: string; after: Buffer; version: number }

/** What a session did to a text, the last of it first. */
export const stepsOfText = async ({ trx }: Work, session: string, id: string): Promise<SessionStep[]> =>
  trx('session_texts')
    .where({ session, document_id: id })
    .orderBy('nth', 'desc')
    .select<SessionStep[]>('before', 'after', 'version')
