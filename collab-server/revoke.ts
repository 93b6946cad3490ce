import { type Connection, type Document, type Hocuspocus, OutgoingMessage } from '@hocuspocus/server'
import type { Logger } from 'pino'
import * as Y from 'yjs'
import { type DocumentWord, documentName, parseDocumentName } from '#contract/documents.ts'
import type { Db } from '../api/db/knex.ts'
import { renewed, type ServerViewer } from '../api/db/viewer.ts'
import type { Feeds, Follower } from '../api/live/feeds.ts'
import { type LoggedChange, latest } from '../api/live/log.ts'
import { takeIn } from './document/merge/rescue.ts'
import { rightsOf } from './rights.ts'
import type { Context, createStore } from './store.ts'
import { knowsAll, look } from './vocabulary.ts'

const MEMBERSHIPS = new Set([
  'workspace_member',
  'project_member',
  'project',
  'workspace',
  'account',
  'api_token',
])
const DECIDING = ['is_locked', 'archived_at', 'access', 'created_by', 'owned_by', 'owner_gone', 'project_id']
/** Words that clients of the older protocol wait for. */
const WORDS: [string, (row: Record<string, unknown>) => string][] = [
  ['is_locked', row => (row.is_locked ? 'locked' : 'unlocked')],
  ['archived_at', row => (row.archived_at ? 'archived' : 'unarchived')],
]

/**
 * Reads the change log for the open documents: takes in what REST stored, and judges connections anew whenever rights may
 * have changed. Follows a workspace while one of its documents is open, and a person while they are connected.
 */
export const createRevoke = (options: {
  db: Db
  feeds: Feeds
  log: Logger
  hocuspocus: Hocuspocus
  store: Pick<ReturnType<typeof createStore>, 'editorOf' | 'isOwn' | 'holds' | 'storedElsewhere'>
}) => {
  const { db, feeds, log, hocuspocus, store } = options
  const followed = new Map<string, Follower>()
  /** Open document or connection -> the workspace or person whose changes it waits for. */
  const needed = new Map<string, string>()

  /** Same person, same way in, rights as of now; null when the way in is closed. */
  const again = async ({ viewer }: Context): Promise<ServerViewer | null> => {
    const now = await renewed(db, viewer)
    if (!now) return null
    if (viewer.token) {
      const token = await db('api_tokens')
        .where({ id: viewer.token.id, is_active: true })
        .whereNull('deleted_at')
        .whereRaw('(expired_at is null or expired_at > now())')
        .first('id')
      return token ? now : null
    }
    const session = await db('sessions')
      .where('key_hash', viewer.session)
      .where('expires_at', '>', new Date())
      .first('user_id')
    return session ? now : null
  }

  const judgeOne = async (document: Document, connection: Connection<Context>) => {
    const viewer = await again(connection.context)
    const rights = viewer && (await rightsOf(db, viewer, document.name))
    if (!rights) {
      connection.sendStateless(JSON.stringify({ type: 'gone' } satisfies DocumentWord))
      connection.close({ code: 4403, reason: 'permission-denied' })
      return
    }
    connection.context.viewer = viewer
    const write = rights.write && knowsAll(connection.context, document)
    if (connection.readOnly === write) {
      connection.readOnly = !write
      connection.sendStateless(JSON.stringify({ type: 'rights', write } satisfies DocumentWord))
      // What was typed in the moment of the lock was refused and would not come again by itself: it is asked for.
      if (write)
        connection.send(
          new OutgoingMessage(connection.messageAddress)
            .createSyncMessage()
            .writeFirstSyncStepFor(document)
            .toUint8Array(),
        )
    }
  }

  const judge = async (document: Document) => {
    for (const connection of document.getConnections() as Connection<Context>[])
      await judgeOne(document, connection)
  }

  const takeStored = async (document: Document) => {
    const id = parseDocumentName(document.name)!.id
    const row = (await db('documents').where('id', id).first('state', 'version')) as
      | { state: Buffer; version: number }
      | undefined
    // Applied as ours and not stored again: it is what is stored. What is known already changes nothing.
    if (!row) return
    const stored = { source: 'local', skipStoreHooks: true }
    const apply = () => document.transact(() => Y.applyUpdate(document, row.state, stored), stored)
    const editor = store.editorOf(document.name)
    if (!editor) apply()
    else {
      // Several servers may hold the words: the one whose own clients typed them sees to them.
      const rescue = takeIn(document, row.state, apply)
      if (rescue) document.transact(rescue, { source: 'local', context: { viewer: editor } })
    }
    store.holds(document.name, row.version)
    // A version that came back may hold what not everyone here knows.
    if (look(document)) await judge(document)
    store.storedElsewhere(hocuspocus, document, row.state)
  }

  // One that is just being loaded counts as open: it may have been read before this change.
  const openOf = async (change: LoggedChange): Promise<Document | undefined> => {
    const kind =
      change.entity === 'document'
        ? (change.row.kind as 'issue' | 'page')
        : (change.entity as 'issue' | 'page')
    const name = documentName(kind, change.row_id)
    return hocuspocus.documents.get(name) ?? hocuspocus.loadingDocuments.get(name)?.catch(() => undefined)
  }

  const take = async (changes: LoggedChange[]) => {
    for (const change of changes) {
      if (MEMBERSHIPS.has(change.entity)) {
        for (const document of hocuspocus.documents.values()) await judge(document)
        continue
      }
      if (!['issue', 'page', 'document'].includes(change.entity)) continue
      const document = await openOf(change)
      if (!document) continue
      if (change.entity === 'document') {
        if (!store.isOwn(document.name, change.row.version as number)) await takeStored(document)
      } else if (change.op === 'delete' || DECIDING.some(name => name in (change.before ?? {}))) {
        for (const [column, word] of WORDS)
          if (column in (change.before ?? {})) document.relayStateless(word(change.row))
        await judge(document)
      }
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
        if (!span.reset) return take(span.changes)
        for (const document of hocuspocus.documents.values()) {
          await takeStored(document)
          await judge(document)
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

  // A session that was closed or ran out tells no log: connections are judged from time to time as well.
  const timer = setInterval(async () => {
    for (const document of hocuspocus.documents.values())
      await judge(document).catch(error =>
        log.warn({ err: error }, 'judging a document’s connections failed'),
      )
  }, 30_000)
  timer.unref()

  return {
    /** Called before a document's state is read, so that what is stored after that reading is heard; and by connections. */
    opened: async (name: string, scope: string) => {
      needed.set(name, scope)
      await follow(scope)
    },
    closed: (name: string) => {
      const scope = needed.get(name)
      needed.delete(name)
      if (scope && ![...needed.values()].includes(scope)) unfollow(scope)
    },
    /** When who may write has changed by what the text holds. */
    judge,
    /** For one that has just been let in; the next round judges it again when this fails. */
    judgeOne: (document: Document, connection: Connection<Context>) =>
      judgeOne(document, connection).catch(error => log.warn({ err: error }, 'judging a connection failed')),
    close: () => {
      clearInterval(timer)
      for (const scope of followed.keys()) unfollow(scope)
    },
  }
}
