import type { Connection, Document, Hocuspocus } from '@hocuspocus/server'
import type { Logger } from 'pino'
import * as Y from 'yjs'
import { type DocumentWord, documentName, parseDocumentName } from '#contract/documents.ts'
import type { Db } from '../api/db/knex.ts'
import { type ServerViewer, viewerOfUser } from '../api/db/viewer.ts'
import type { Feeds, Follower } from '../api/live/feeds.ts'
import { changesAfter, type LoggedChange } from '../api/live/log.ts'
import { rightsOf } from './rights.ts'
import type { Context } from './store.ts'

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
 * have changed. Follows a workspace from the moment that one of its documents is open.
 */
export const createRevoke = (options: { db: Db; feeds: Feeds; log: Logger; hocuspocus: Hocuspocus }) => {
  const { db, feeds, log, hocuspocus } = options
  const followed = new Map<string, Follower>()

  /** Same person, same way in, rights as of now; null when the way in is closed. */
  const again = async ({ viewer }: Context): Promise<ServerViewer | null> => {
    const now = await viewerOfUser(db, viewer.id)
    if (!now) return null
    if (viewer.token) {
      const token = await db('api_tokens').where('id', viewer.token.id).whereNull('deleted_at').first('id')
      return token ? { ...now, token: viewer.token } : null
    }
    const session = await db('sessions')
      .where('key_hash', viewer.session)
      .where('expires_at', '>', new Date())
      .first('user_id')
    return session ? { ...now, session: viewer.session } : null
  }

  const judge = async (document: Document) => {
    for (const connection of document.getConnections() as Connection<Context>[]) {
      const viewer = await again(connection.context)
      const rights = viewer && (await rightsOf(db, viewer, document.name))
      if (!rights) {
        connection.sendStateless(JSON.stringify({ type: 'gone' } satisfies DocumentWord))
        connection.close({ code: 4403, reason: 'permission-denied' })
        continue
      }
      connection.context.viewer = viewer
      if (connection.readOnly === rights.write) {
        connection.readOnly = !rights.write
        connection.sendStateless(
          JSON.stringify({ type: 'rights', write: rights.write } satisfies DocumentWord),
        )
      }
    }
  }

  const takeStored = async (document: Document) => {
    const id = parseDocumentName(document.name)!.id
    const row = (await db('documents').where('id', id).first('state')) as { state: Buffer } | undefined
    // Applied as ours and not stored again: it is what is stored. What is known already changes nothing.
    if (row)
      document.transact(() => Y.applyUpdate(document, row.state, { source: 'local', skipStoreHooks: true }), {
        source: 'local',
        skipStoreHooks: true,
      })
  }

  const openOf = (change: LoggedChange): Document | undefined => {
    const kind =
      change.entity === 'document'
        ? (change.row.kind as 'issue' | 'page')
        : (change.entity as 'issue' | 'page')
    return hocuspocus.documents.get(documentName(kind, change.row_id))
  }

  const take = async (workspaceId: string, changes: LoggedChange[]) => {
    for (const change of changes) {
      if (MEMBERSHIPS.has(change.entity)) {
        for (const document of hocuspocus.documents.values()) await judge(document)
        continue
      }
      if (!['issue', 'page', 'document'].includes(change.entity)) continue
      const document = openOf(change)
      if (!document) continue
      if (change.entity === 'document') await takeStored(document)
      else if (change.op === 'delete' || DECIDING.some(name => name in (change.before ?? {}))) {
        for (const [column, word] of WORDS)
          if (column in (change.before ?? {})) document.broadcastStateless(word(change.row))
        await judge(document)
      }
    }
    if (![...hocuspocus.documents.values()].some(document => inWorkspace(document, workspaceId)))
      unfollow(workspaceId)
  }

  const inWorkspace = (document: Document, workspaceId: string) =>
    (document.getConnections() as Connection<Context>[]).some(
      connection => connection.context.subject.workspace_id === workspaceId,
    )

  const unfollow = (workspaceId: string) => {
    const follower = followed.get(workspaceId)
    if (follower) feeds.leave(follower)
    followed.delete(workspaceId)
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
    /** Called before a document's state is read: what is stored after that reading will be heard. */
    follow: async (workspaceId: string) => {
      if (followed.has(workspaceId)) return
      const follower: Follower = {
        scope: workspaceId,
        at: (await changesAfter(db, workspaceId, Number.MAX_SAFE_INTEGER)).to,
        take: async span => {
          if (!span.reset) return take(workspaceId, span.changes)
          for (const document of hocuspocus.documents.values()) {
            await takeStored(document)
            await judge(document)
          }
        },
      }
      if (followed.has(workspaceId)) return
      followed.set(workspaceId, follower)
      feeds.follow(follower)
    },
    close: () => {
      clearInterval(timer)
      for (const workspaceId of followed.keys()) unfollow(workspaceId)
    },
  }
}
