import type { IncomingMessage } from 'node:http'
import { Hocuspocus } from '@hocuspocus/server'
import type { Logger } from 'pino'
import { type WebSocket, WebSocketServer } from 'ws'
import { Refusal as HttpRefusal } from '#contract/errors.ts'
import { REFUSED, UNAVAILABLE } from '#contract/text/documents.ts'
import type { Db } from '../api/db/knex.ts'
import type { ServerViewer } from '../api/db/viewer.ts'
import { afterCommit, inWork } from '../api/db/work.ts'
import { decoded } from '../api/http/address.ts'
import type { Callers } from '../api/http/callers.ts'
import type { Upgrade } from '../api/http/server.ts'
import { TOKEN_PREFIX } from '../api/http/session.ts'
import type { Feeds } from '../api/live/feeds.ts'
import type { Ways } from '../api/live/ways.ts'
import { lockDocument, type Subject } from '../api/text/documents/store.ts'
import { failing, Refusal } from './failures.ts'
import { END, existingClient, type FrameTranslator, LATER, plainYjs } from './frames.ts'
import { createJudging } from './judging.ts'
import { tellPrinted } from './printed.ts'
import { shareOverRedis } from './redis.ts'
import { createRevoke } from './revoke.ts'
import { rightsOf } from './rights.ts'
import { type Context, createStore } from './store.ts'
import { fill } from './taking.ts'
import * as vocabulary from './vocabulary.ts'
import { tellWriting } from './writing.ts'

const MAX_FRAME = 10 * 1024 * 1024
const MAX_CLIENTS_PER_DOCUMENT = 500

/** How long after the last stroke a text is stored, and how long after the first at most; in milliseconds. */
export type StorePause = { ms: number; most: number }
const STORE_PAUSE: StorePause = { ms: 400, most: 1_500 }

export type CollabOptions = {
  db: Db
  feeds: Feeds
  ways: Ways
  log: Logger
  redisUrl: string | null
  tokenInQuery: boolean
  callers: Callers
  storePause?: StorePause
}

type Asked = Context['asked']
type Entry = { asked: Asked; translator: FrameTranslator | null }

/** The collab server: documents on `/live/collaboration`, and for stock Yjs clients on `/yjs/{workspace}/{document}`. */
export const attachCollab = async ({
  db,
  feeds,
  ways,
  log,
  redisUrl,
  tokenInQuery,
  callers,
  storePause = STORE_PAUSE,
}: CollabOptions) => {
  const shared = redisUrl ? await shareOverRedis(redisUrl, log) : null
  const store = createStore({ db, log })

  const hocuspocus: Hocuspocus<Context> = new Hocuspocus<Context>({
    quiet: true,
    extensions: shared ? [shared.extension] : [],
    debounce: storePause.ms,
    maxDebounce: storePause.most,
    timeout: 40_000,
    maxPendingDocuments: 20,
    maxUnauthenticatedQueueSize: 512 * 1024,
    maxUnauthenticatedQueueMessages: 100,

    onAuthenticate: async ({
      documentName,
      context,
      token,
      connectionConfig,
      requestParameters,
      instance,
    }) => {
      // An API token given as the provider's token goes before the cookie; whatever else stands there is display at most.
      const viewer = token.startsWith(TOKEN_PREFIX) ? await context.bearer(token) : context.viewer
      const rights = viewer && (await rightsOf(db, viewer, documentName))
      if (!viewer || !rights || !isWithin(viewer, context.asked, rights.subject)) throw new Refusal()
      if ((instance.documents.get(documentName)?.getConnectionsCount() ?? 0) >= MAX_CLIENTS_PER_DOCUMENT)
        throw new Error('too many people have this document open')
      const stated = Number(requestParameters.get('schema')) || null
      const open = instance.documents.get(documentName)
      const speaker = { stated, strayed: false }
      const refusal = rights.refusal ?? vocabulary.refusalOf(speaker, open)
      connectionConfig.readOnly = refusal !== null
      return {
        ...context,
        ...speaker,
        viewer,
        subject: rights.subject,
        refusal,
        entered: Promise.withResolvers<void>(),
      }
    },

    onLoadDocument: async ({ context, document }) => {
      await revoke.opened(document.name, context.subject.workspace_id)
      store.opened(document, context.subject)
      const { result } = await inWork(db, { viewer: context.viewer }, work =>
        lockDocument(work, context.subject),
      ).catch(error => {
        letGo(document.name)
        throw error
      })
      await fill(document, result.state)
      store.holds(document.name, result.version)
      vocabulary.look(document)
    },

    connected: async ({ connection, documentName, context, socketId }) => {
      tellWriting(connection)
      store.sayStored(connection.document, connection)
      const judge = () => judging.judge([connection])
      try {
        await revoke.opened(`${socketId} ${documentName}`, context.viewer.id)
        // Rights may have gone between the judgement and now, when nobody was listening for this connection yet.
        await judge()
      } finally {
        context.entered.resolve()
      }
      // By a token that was given for this document alone: what the socket itself came by is watched with it.
      connection.onClose(ways.watch(context.viewer, () => void judge()))
    },
    onDisconnect: async ({ documentName, socketId }) => revoke.closed(`${socketId} ${documentName}`),
    afterUnloadDocument: async ({ documentName, instance }) => {
      // It may have been opened again meanwhile.
      if (!instance.documents.has(documentName) && !instance.loadingDocuments.has(documentName))
        letGo(documentName)
    },

    beforeSync: async ({ connection, context, document, type, payload }) => {
      if (vocabulary.isRequest(type)) return
      await context.entered.promise
      await judging.settled(connection)
      vocabulary.guard(connection, document, payload)
    },
    onChange: async ({ document, documentName, context, transactionOrigin, update }) => {
      const origin = transactionOrigin as { source?: string; skipStoreHooks?: boolean } | null
      if (origin?.skipStoreHooks) return
      if (origin?.source === 'redis') store.changedElsewhere(hocuspocus, document)
      else if (context.viewer) store.changed(documentName, context.viewer)
      if (vocabulary.changed(document, context, update)) await judging.judgeDocument(document)
    },
    onStoreDocument: payload => store.store(hocuspocus, payload.document, payload),
    beforeUnloadDocument: async ({ documentName }) => {
      if (store.hasUnstored(documentName)) throw new Error('not stored yet')
    },
    // The words of clients are display at most; what happened to a document is told by its log.
    onStateless: async () => {},
    beforeHandleAwareness: async ({ states, connection }) => {
      // A person's name in the text is the server's word, not the client's.
      if (connection)
        for (const state of states.values())
          state.user = {
            ...state.user,
            ...shownOf(connection.context.viewer),
          }
    },
  })
  const hooks = hocuspocus.hooks.bind(hocuspocus)
  hocuspocus.hooks = (...given) => tellPrinted(log, () => failing(log, given[0], hooks(...given)))
  const judging = createJudging({ db, log, hocuspocus })
  const leaveCommits = afterCommit(judging.heed)
  const revoke = createRevoke({ db, feeds, hocuspocus, judging, store })
  const letGo = (name: string) => {
    revoke.closed(name)
    store.closed(name)
  }
  let isStopping = false
  const sockets = new WebSocketServer({ noServer: true, maxPayload: MAX_FRAME, perMessageDeflate: false })

  const serve = (
    socket: WebSocket,
    request: IncomingMessage,
    { viewer, asked, translator, address }: Entry & { viewer: ServerViewer; address: URL },
  ) => {
    const seen = new Request(address, {
      headers: Object.entries(request.headers).flatMap(([name, value]): [string, string][] =>
        typeof value === 'string' ? [[name, value]] : [],
      ),
    })
    const send = (frame: Uint8Array) => {
      if (socket.readyState === socket.OPEN) socket.send(frame)
    }
    const outward = {
      get readyState() {
        return socket.readyState
      },
      close: (code?: number, reason?: string) => socket.close(code, reason),
      send: (frame: string | ArrayBufferLike | Blob | ArrayBufferView) => {
        const translated = translator ? translator.outward(frame as Uint8Array) : (frame as Uint8Array)
        if (translated === END) socket.close(4403, REFUSED)
        else if (translated === LATER) socket.close(1013, UNAVAILABLE)
        else if (translated) send(translated)
      },
    }
    const bearer = (token: string) => callers.bearer(request, token).catch(notAdmitted)
    const client = hocuspocus.handleConnection(outward, seen, { viewer, asked, bearer } as Context)
    socket.on('message', (frame: Buffer, isBinary) => {
      // What people go on typing would be stored again and again, and the stop would never end. Nobody calls it saved.
      if (isStopping) return
      try {
        for (const one of translator ? translator.inward(frame, !isBinary, send) : [frame])
          tellPrinted(log, () => client.handleMessage(new Uint8Array(one)))
      } catch {
        socket.close(4400, 'malformed frame')
      }
    })
    const leave = ways.watch(viewer, () => socket.close(4403, REFUSED))
    socket.on('close', (code, reason) => {
      leave()
      tellPrinted(log, () => client.handleClose({ code, reason: reason.toString() }))
    })
    socket.on('error', () => socket.terminate())
  }

  /** What an address asks for; null when it is not ours. */
  const entryOf = ({ pathname, searchParams }: URL): Entry | null => {
    const path = pathname.replace(/\/$/, '')
    if (path === '/live/collaboration') {
      const asked = { workspace: searchParams.get('workspaceSlug'), project: searchParams.get('projectId') }
      // A client that states no schema number is not of ours.
      const isOurs = Number(searchParams.get('schema')) > 0
      const namesPages = searchParams.get('documentType') === 'project_page'
      return { asked, translator: isOurs && !namesPages ? null : existingClient({ isOurs, namesPages }) }
    }
    const [, workspace, name] = /^\/yjs\/([^/]+)\/([^/]+)$/.exec(path)?.map(decoded) ?? []
    if (!workspace || !name) return null
    return { asked: { workspace, project: null }, translator: plainYjs(name) }
  }

  const viewerOf = async (request: IncomingMessage, url: URL): Promise<ServerViewer> => {
    const token = tokenInQuery ? url.searchParams.get('token') : null
    return token ? callers.bearer(request, token) : callers.identify(request)
  }

  return {
    handleUpgrade: async ({ request, address, socket, head }: Upgrade): Promise<boolean> => {
      const entry = entryOf(address)
      if (!entry) return false
      const viewer = await viewerOf(request, address)
      sockets.handleUpgrade(request, socket, head, client =>
        serve(client, request, { ...entry, viewer, address }),
      )
      return true
    },
    settle: (name: string, mayAsk: () => Promise<boolean>) => store.settle(hocuspocus, name, mayAsk),
    /** Stores everything that is open, then lets go. */
    close: async () => {
      isStopping = true
      await store.drain(hocuspocus)
      revoke.close()
      leaveCommits()
      judging.close()
      await shared?.close()
      for (const client of sockets.clients) client.close(1001, 'server stops')
      sockets.close()
    },
  }
}

const notAdmitted = (error: unknown): null => {
  if (error instanceof HttpRefusal) return null
  throw error
}

/** A place that the address names beside the document: both have to be right. */
const isWithin = (viewer: ServerViewer, { workspace, project }: Asked, subject: Subject) =>
  (workspace === null || viewer.slugs[workspace.toLowerCase()] === subject.workspace_id) &&
  (project === null || project === subject.project_id)

// A program is not the person whose token it bears: it is here beside them, under its own name.
const shownOf = ({ id, displayName, token }: ServerViewer) =>
  token ? { id: token.id, name: token.name } : { id, name: displayName }
