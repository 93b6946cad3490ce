import { WebSocket, WebSocketServer } from 'ws'
import type { InstanceMessage } from '#contract/workspace/instance.ts'
import type { Db } from '../db/knex.ts'
import type { ServerViewer } from '../db/viewer.ts'
import { INSTANCE_SCOPE } from '../db/work.ts'
import type { Upgrade } from '../http/server.ts'
import type { Feeds, Follower } from './feeds.ts'
import { latest } from './log.ts'
import { keepAlive } from './socket.ts'
import type { Ways } from './ways.ts'

/**
 * The sockets of those who run the instance. They learn that something has changed and never what: rows of the log belong to
 * workspaces and people, and a screen asks again for what it shows.
 */
export const startInstanceLine = ({ db, feeds, ways }: { db: Db; feeds: Feeds; ways: Ways }) => {
  const server = new WebSocketServer({ noServer: true, maxPayload: 1024, perMessageDeflate: false })

  const serve = async (socket: WebSocket, viewer: ServerViewer) => {
    const rest = keepAlive(socket)
    const leave = ways.watch(viewer, () => socket.close(4401, 'signed out'))
    const word: InstanceMessage = { type: 'changed' }
    const tell = async () => {
      // A word that still waits for a slow reader stands for this change as well.
      if (socket.readyState === WebSocket.OPEN && socket.bufferedAmount === 0)
        socket.send(JSON.stringify(word))
    }
    const follower: Follower = { scope: INSTANCE_SCOPE, at: 0, take: tell }
    socket.on('error', () => {})
    socket.on('close', () => {
      rest()
      leave()
      feeds.leave(follower)
    })
    follower.at = await latest(db, INSTANCE_SCOPE)
    if (socket.readyState !== WebSocket.OPEN) return
    feeds.follow(follower)
    // What was read before the line was open may be old.
    await tell()
  }

  return {
    /** The caller has already judged path, origin and viewer. */
    handleUpgrade: ({ request, socket, head }: Upgrade, viewer: ServerViewer) =>
      server.handleUpgrade(request, socket, head, client => {
        serve(client, viewer).catch(() => client.close(1011, 'not now'))
      }),
    close: () => {
      for (const client of server.clients) client.close(1001, 'server stops')
      server.close()
    },
  }
}
