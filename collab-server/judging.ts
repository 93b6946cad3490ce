import type { Connection, Document, Hocuspocus } from '@hocuspocus/server'
import type { Logger } from 'pino'
import type { Row } from '#contract/rules.ts'
import { type DocumentWord, REFUSED, type WriteRefusal } from '#contract/text/documents.ts'
import type { Db } from '../api/db/knex.ts'
import { renewed, type ServerViewer } from '../api/db/viewer.ts'
import { altersRights, mayAlterRights, type RightsChange } from '../api/live/log.ts'
import { isOpenWay, keyOf } from '../api/live/ways.ts'
import type { Context } from './context.ts'
import { rightsOf } from './rights.ts'
import { createTurns } from './turns.ts'
import { refusalOf } from './vocabulary.ts'
import { setWriting } from './writing.ts'

type Open = Connection<Context>
type Verdict = { viewer: ServerViewer; refusal: WriteRefusal | null }

/** Judgements leave database connections to requests. */
const JUDGED_AT_ONCE = 4
const AGAIN_MS = 1_000
const LOOK_MS = 30_000

const DECIDING = [
  'is_locked',
  'archived_at',
  'access',
  'created_by',
  'owned_by',
  'owner_gone',
  'project_id',
  'intake_status',
]

const closesText = ({ entity, op, row, before }: RightsChange) =>
  (entity === 'issue' || entity === 'page') &&
  (op === 'delete' || DECIDING.some(name => hasChanged(row, before, name)))

/** Informs the connections whose rights these changes may alter; null where they alter none. */
const concernedBy = (changes: readonly RightsChange[]): ((connection: Open) => boolean) | null => {
  const texts = new Set(changes.filter(closesText).map(({ row }) => row.id))
  const others = changes.filter(change => mayAlterRights(change) || change.entity === 'api_token')
  if (texts.size + others.length === 0) return null
  return ({ context: { viewer, subject } }) =>
    texts.has(subject.id) ||
    others.some(
      change =>
        altersRights(change, viewer) || (change.entity === 'api_token' && change.row.id === viewer.token?.id),
    )
}

export const hasChanged = (row: Row, before: Row | null, name: string): boolean =>
  before !== null && name in before && before[name] !== row[name]

/**
 * Judges open connections anew whenever their rights may have changed. While a connection is judged its writes wait, and of
 * several judgements of one connection only the last counts: a verdict on rights that are gone is never carried out.
 */
export const createJudging = (options: { db: Db; log: Logger; hocuspocus: Hocuspocus<Context> }) => {
  const { db, log, hocuspocus } = options
  const inTurn = createTurns(JUDGED_AT_ONCE)
  const pending = new WeakMap<Open, Promise<void>>()

  const all = (): Open[] =>
    [...hocuspocus.documents.values()].flatMap(document => document.getConnections() as Open[])

  /** Same person, same way in, rights as of now; null when the way in is closed or the text is out of sight. */
  const verdictOn = async ({ context: { viewer }, document }: Open): Promise<Verdict | null> => {
    if (!(await isOpenWay(db, viewer))) return null
    const now = await renewed(db, viewer)
    const rights = now && (await rightsOf(db, now, document.name))
    return rights && { viewer: now, refusal: rights.refusal }
  }

  const carryOut = (connection: Open, verdict: Verdict | null) => {
    const { context, document } = connection
    if (!verdict) {
      connection.sendStateless(JSON.stringify({ type: 'gone' } satisfies DocumentWord))
      connection.close({ code: 4403, reason: REFUSED })
      return
    }
    context.viewer = verdict.viewer
    setWriting(connection, verdict.refusal ?? refusalOf(context, document))
  }

  const judgeNow = async (connections: Open[], isLatest: (connection: Open) => boolean) => {
    const groups = Map.groupBy(connections, ({ document, context: { viewer } }) =>
      JSON.stringify([document.name, viewer.id, keyOf(viewer)]),
    )
    const judged = await Promise.all(
      [...groups.values()].map(group =>
        inTurn(() => verdictOn(group[0]!)).then(
          verdict => ({ group, verdict }),
          error => ({ group, error }),
        ),
      ),
    )
    // All in one tick: when the first learns of it, it holds for every other.
    for (const one of judged) {
      const latest = one.group.filter(isLatest)
      if ('verdict' in one) for (const connection of latest) carryOut(connection, one.verdict)
      else {
        log.warn({ err: one.error }, 'judging connections failed; until it succeeds they only read')
        for (const connection of latest) setWriting(connection, 'unavailable')
        setTimeout(() => void judge(latest), AGAIN_MS).unref()
      }
    }
  }

  const judge = (connections: Open[]): Promise<void> => {
    const open = connections.filter(connection => connection.document.hasConnection(connection))
    if (open.length === 0) return Promise.resolve()
    const done: Promise<void> = judgeNow(open, connection => pending.get(connection) === done).finally(() => {
      for (const connection of open) if (pending.get(connection) === done) pending.delete(connection)
    })
    for (const connection of open) pending.set(connection, done)
    return done
  }

  // Changes that no log tells are found from time to time, text by text: nobody's writes wait for the judging of
  // others.
  let isLooking = false
  const look = async () => {
    if (isLooking) return
    isLooking = true
    for (const document of [...hocuspocus.documents.values()])
      await judge(document.getConnections() as Open[]).catch(error =>
        log.warn({ err: error }, 'judging the connections of a text failed'),
      )
    isLooking = false
  }
  const timer = setInterval(() => void look(), LOOK_MS)
  timer.unref()

  return {
    judge,
    judgeDocument: (document: Document) => judge(document.getConnections() as Open[]),
    /** Resolves once these changes count for every connection of this process. */
    heed: async (changes: readonly RightsChange[]) => {
      const isConcerned = concernedBy(changes)
      if (isConcerned) await judge(all().filter(isConcerned))
    },
    /** Resolves once nothing is being judged for this connection. */
    settled: async (connection: Open) => {
      while (pending.has(connection)) await pending.get(connection)
    },
    close: () => clearInterval(timer),
  }
}
