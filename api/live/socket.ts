import type { IncomingMessage } from 'node:http'
import type { Logger } from 'pino'
import { WebSocket, WebSocketServer } from 'ws'
import { Hello, Here, type HerePlace, type LiveMessage, type LiveScope, PROTOCOL } from '#contract/changes.ts'
import { Cycle } from '#contract/planning/cycles.ts'
import { Issue } from '#contract/work/issues.ts'
import type { Db } from '../db/knex.ts'
import type { ServerViewer } from '../db/viewer.ts'
import { load } from '../db/visible.ts'
import type { Upgrade } from '../http/server.ts'
import { judgedDoings } from './doings.ts'
import type { Feeds, Follower } from './feeds.ts'
import { changesAfter, latest, type Span } from './log.ts'
import { altersRightsOf, encodedFor } from './messages.ts'
import type { Presence } from './presence.ts'
import type { Ways } from './ways.ts'

const HEARTBEAT_MS = 25_000
/** Beyond this many bytes waiting in a socket its owner gets nothing more until they have drained. */
const HIGH_WATER = 1_000_000

export type LiveOptions = {
  db: Db
  feeds: Feeds
  log: Logger
  ways: Ways
  presence: Presence
  identify: (request: IncomingMessage) => Promise<ServerViewer>
}

// A reader that does not keep up is not buffered for: it falls back to catch-up from where it is.
const drained = async (socket: WebSocket) => {
  while (socket.readyState === WebSocket.OPEN && socket.bufferedAmount > HIGH_WATER)
    await new Promise(resolve => setTimeout(resolve, 50))
}

/** Ends a socket whose other side is gone; answers what stops the looking. */
export const keepAlive = (socket: WebSocket) => {
  let alive = true
  socket.on('pong', () => {
    alive = true
  })
  const heartbeat = setInterval(() => {
    if (!alive) return socket.terminate()
    alive = false
    socket.ping()
  }, HEARTBEAT_MS)
  heartbeat.unref()
  return () => clearInterval(heartbeat)
}

const endsToken = ({ changes }: Span, token: string) =>
  changes.some(({ entity, row_id, op }) => entity === 'api_token' && row_id === token && op === 'delete')

/** The logs that a client follows, each from its own number on: a token has no past of its owner's. */
const scopesOf = async (
  db: Db,
  viewer: ServerViewer,
  workspace: string,
  after: { workspace: number; user: number },
): Promise<[LiveScope, string, number][]> => [
  ['workspace', workspace, after.workspace],
  ['user', viewer.id, viewer.token ? await latest(db, viewer.id) : after.user],
]

/** The project of a place that the viewer may see; of a project its members see who is there. */
const projectAt = async (db: Db, { kind, id }: HerePlace, viewer: ServerViewer, workspace: string) => {
  const project = kind === 'project' ? id : (await load(db, Cycle, viewer, id, { workspace }))?.project_id
  const membership = project === undefined ? undefined : viewer.projects[project]
  return membership?.workspace === workspace ? membership : null
}

/** Does the viewer see the issue, and is it at the place? */
const isAt = async (
  db: Db,
  { kind, id }: HerePlace,
  viewer: ServerViewer,
  workspace: string,
  issue: string,
) => {
  const found = await load(db, Issue, viewer, issue, { workspace })
  return (kind === 'project' ? found?.project_id : found?.cycle_id) === id
}

/** The place that a client shows and what its person does there, reported to all others who show it. */
const showPlace = (
  { db, presence }: Pick<LiveOptions, 'db' | 'presence'>,
  socket: WebSocket,
  send: (message: LiveMessage) => void,
) => {
  let shown: (ReturnType<typeof judgedDoings> & { place: string; leave: () => void }) | null = null
  const leave = () => {
    shown?.end()
    shown?.leave()
    shown = null
  }
  return {
    leave,
    show: async (
      { place, at = null }: Here,
      viewer: ServerViewer,
      workspace: string,
      isStillThere: () => boolean,
    ) => {
      if (shown && shown.place === place?.id) return shown.say(at)
      leave()
      if (place === null || workspace === '' || viewer.token) return
      const project = await projectAt(db, place, viewer, workspace)
      // Their rights may have gone meanwhile, and the tab as well.
      if (!project || !isStillThere() || socket.readyState !== WebSocket.OPEN) return
      const { leave: go, turn } = presence.enter(place.id, {
        person: viewer.id,
        at: null,
        seesAll: project.sees_all,
        // A slow client learns of the next change after it has caught up.
        tell: people => void (socket.bufferedAmount <= HIGH_WATER && send({ type: 'here', place, people })),
      })
      const mayTell = (issue: string) => isAt(db, place, viewer, workspace, issue)
      shown = { ...judgedDoings({ mayTell, tell: turn }), place: place.id, leave: go }
      shown.say(at)
    },
  }
}

/** One client's connection: its followers, the place that it shows, and who it is by now. */
const serve = (
  { db, feeds, log, ways, presence, identify }: LiveOptions,
  socket: WebSocket,
  request: IncomingMessage,
  first: ServerViewer,
) => {
  let viewer = first
  let followers: Follower[] = []
  let workspace = ''
  let greeting = Promise.resolve()

  const send = (message: LiveMessage) => {
    if (socket.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
  }
  const shown = showPlace({ db, presence }, socket, send)
  const stop = () => {
    for (const follower of followers) feeds.leave(follower)
    followers = []
    // A client that is greeted anew says anew where it is, and is judged anew.
    shown.leave()
    workspace = ''
  }
  const reset = (why: Extract<LiveMessage, { type: 'reset' }>['why']) => {
    stop()
    send({ type: 'reset', why })
  }

  // Judges rights anew from the database; the browser loads its rows anew with them.
  const judgeAnew = async () => {
    viewer = await identify(request).catch(() => first)
    reset('rights')
  }

  const take = (scope: LiveScope, follower: Follower) => (span: Span) => {
    if (span.reset) return reset('tooOld')
    if (altersRightsOf(span, viewer)) return judgeAnew()
    const { token } = viewer
    if (token) {
      if (endsToken(span, token.id)) return socket.close(4401, 'token revoked')
      // Its owner's private rows are followed for that alone, and are not the token's to see.
      if (scope === 'user') return
    }
    if (socket.readyState === WebSocket.OPEN)
      socket.send(encodedFor(scope, follower.scope, span, viewer), { binary: false })
    if (socket.bufferedAmount > HIGH_WATER) {
      feeds.leave(follower)
      void drained(socket).then(() => {
        if (socket.readyState === WebSocket.OPEN && followers.includes(follower)) feeds.follow(follower)
      })
    }
  }

  const hear = async (raw: string) => {
    const words: unknown = JSON.parse(raw)
    const here = Here.safeParse(words)
    if (!here.success) return greet(words)
    const asked = workspace
    return shown.show(here.data, viewer, asked, () => workspace === asked)
  }

  const greet = async (words: unknown) => {
    const message = Hello.safeParse(words)
    if (!message.success) return socket.close(4400, 'malformed hello')
    stop()
    if (message.data.protocol !== PROTOCOL) return reset('protocol')
    viewer = await identify(request)
    const asked = viewer.slugs[message.data.workspace.toLowerCase()]
    if (!asked) return reset('notFound')
    const { after } = message.data
    const scopes = await scopesOf(db, viewer, asked, after)
    const probes = await Promise.all(scopes.map(([, scope, at]) => changesAfter(db, scope, at, 1)))
    if (probes.some(probe => probe.reset)) return reset('tooOld')
    send({ type: 'ready', at: after })
    if (socket.readyState !== WebSocket.OPEN) return
    workspace = asked
    followers = scopes.map(([name, scope, at]) => {
      const follower: Follower = { scope, at, take: () => {} }
      follower.take = take(name, follower)
      return follower
    })
    for (const follower of followers) feeds.follow(follower)
  }

  socket.on('message', (message: Buffer) => {
    // One after the other: two at once would leave the followers of the first behind.
    greeting = greeting
      .then(() => hear(message.toString()))
      .catch(error => {
        log.info({ err: error }, 'live hello refused')
        socket.close(4400, 'refused')
      })
  })
  socket.on('error', () => {})
  const rest = keepAlive(socket)
  const leave = ways.watch(first, () => socket.close(4401, 'signed out'))
  socket.on('close', () => {
    rest()
    leave()
    stop()
  })
}

/** The change socket. One connection follows one workspace and its owner's private rows. */
export const startLive = (options: LiveOptions) => {
  const server = new WebSocketServer({ noServer: true, maxPayload: 16 * 1024, perMessageDeflate: false })

  return {
    /** The caller has already judged path and origin. */
    handleUpgrade: ({ request, socket, head }: Upgrade, viewer: ServerViewer) =>
      server.handleUpgrade(request, socket, head, client => serve(options, client, request, viewer)),
    close: () => {
      for (const client of server.clients) client.close(1001, 'server stops')
      server.close()
    },
  }
}
