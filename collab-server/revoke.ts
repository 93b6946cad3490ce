import type { Document, Hocuspocus } from '@hocuspocus/server'
import type { Logger } from 'pino'
import { documentName, parseDocumentName } from '#contract/text/documentNames.ts'
import type { Db } from '../api/db/knex.ts'
import type { Feeds, Follower } from '../api/live/feeds.ts'
import { type LoggedChange, latest } from '../api/live/log.ts'
import type { Context } from './context.ts'
import { type createJudging, hasChanged } from './judging.ts'
import { oneByOne } from './late.ts'
import type { createStore } from './store.ts'
import { takeIn } from './taking.ts'
import { look } from './vocabulary.ts'

/** Words that clients of the older protocol wait for. */
const WORDS: [string, (row: Record<string, unknown>) => string][] = [
  ['is_locked', row => (row.is_locked ? 'locked' : 'unlocked')],
  ['archived_at', row => (row.archived_at ? 'archived' : 'unarchived')],
]

/**
 * Reads the change log for the open documents: takes in texts stored by REST, and has connections judged anew after
 * changes written elsewhere. Follows a workspace while one of its documents is open, and a person while they are
 * connected.
 */
export const createRevoke = (options: {
  db: Db
  log: Logger
  feeds: Feeds
  hocuspocus: Hocuspocus<Context>
  judging: ReturnType<typeof createJudging>
  store: Pick<ReturnType<typeof createStore>, 'editorOf' | 'isOwn' | 'isHeld' | 'holds' | 'storedElsewhere'>
}) => {
  const { db, log, feeds, hocuspocus, judging, store } = options
  const followed = new Map<string, Follower>()
  /** Open document or connection -> the workspace or person whose changes it waits for. */
  const needed = new Map<string, string>()

  const take = async (document: Document) => {
    const id = parseDocumentName(document.name)!.id
    const row = await db('documents')
      .where('id', id)
      .first<{ state: Buffer; version: number } | undefined>('state', 'version')
    if (!row || store.isHeld(document.name, row.version)) return null
    const mark = await takeIn(document, row.state, {
      editor: () => store.editorOf(document.name),
      failed: error => log.error({ err: error, document: document.name }, 'words were not put back'),
    })
    store.holds(document.name, row.version)
    // A version that came back may hold what not everyone here knows.
    if (look(document)) await judging.judgeDocument(document)
    store.storedElsewhere(hocuspocus, document, mark)
    return mark
  }

  /** Null when the document held it before. */
  const takeStored = (document: Document) => oneByOne(document, () => take(document))

  // One that is just being loaded counts as open: it may have been read before this change.
  const openOf = async (change: LoggedChange): Promise<Document | undefined> => {
    const kind =
      change.entity === 'document'
        ? (change.row.kind as 'issue' | 'page')
        : (change.entity as 'issue' | 'page')
    const name = documentName(kind, change.row_id)
    return hocuspocus.documents.get(name) ?? hocuspocus.loadingDocuments.get(name)?.catch(() => undefined)
  }

  const heed = async (changes: LoggedChange[]) => {
    await judging.heed(changes)
    for (const change of changes) {
      if (!['issue', 'page', 'document'].includes(change.entity)) continue
      const document = await openOf(change)
      if (!document) continue
      if (change.entity === 'document') {
        if (!store.isOwn(document.name, change.row.version as number)) await takeStored(document)
      } else
        for (const [column, word] of WORDS)
          if (hasChanged(change.row, change.before, column)) document.relayStateless(word(change.row))
    }
  }

  const follow = async (scope: string) => {
    if (followed.has(scope)) return
    const at = await latest(db, scope)
    if (followed.has(scope) || ![...needed.values()].includes(scope)) return
    const follower: Follower = {
      scope,
      at,
      take: async span => {
        if (!span.reset) return heed(span.changes)
        for (const document of hocuspocus.documents.values()) {
          await takeStored(document)
          await judging.judgeDocument(document)
        }
      },
    }
    followed.set(scope, follower)
    feeds.follow(follower)
  }

  const unfollow = (scope: string) => {
    const follower = followed.get(scope)
    if (follower) feeds.leave(follower)
    followed.delete(scope)
  }

  return {
    takeStored,
    /** Called before a document's state is read, so that no later store is missed; and by connections. */
    opened: async (name: string, scope: string) => {
      needed.set(name, scope)
      await follow(scope)
    },
    closed: (name: string) => {
      const scope = needed.get(name)
      needed.delete(name)
      if (scope && ![...needed.values()].includes(scope)) unfollow(scope)
    },
    close: () => {
      for (const scope of followed.keys()) unfollow(scope)
    },
  }
}
