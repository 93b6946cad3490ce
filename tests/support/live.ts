import { WebSocket } from 'ws'
import { type Bootstrap, type Change, type LiveMessage, PROTOCOL } from '../../api/contract/changes.ts'
import { entities } from '../../api/contract/index.ts'
import type { Visitor } from './visitor.ts'

type Row = Record<string, unknown>

// Read with the noun that they belong to, and gone with it: no part of a client's copy of a workspace.
const beside = new Set([
  ...Object.values(entities).flatMap(of => (of.kept === 'withParent' ? [of.name] : [])),
  'issue_subscription',
])

/** A browser's live client, without the browser: snapshot, catch-up, live, and again after any loss. */
export const follower = (origin: string, who: Visitor, slug: string, extra: Record<string, string> = {}) => {
  const rows = new Map<string, Row>()
  const seen: Change[] = []
  const words: string[] = []
  let at = { workspace: 0, user: 0 }
  let socket: WebSocket | null = null
  let stopped = false

  const take = (entity: string, row: Row) => {
    if (beside.has(entity)) return
    const key = `${entity}/${row.id}`
    const old = rows.get(key)
    if (!old || (old.revision as number) <= (row.revision as number)) rows.set(key, row)
  }
  const load = async () => {
    const { body, status } = await who.get<Bootstrap>(`/api/workspaces/${slug}/bootstrap/`)
    rows.clear()
    if (status !== 200) return false
    for (const [entity, list] of Object.entries(body.rows)) for (const row of list) take(entity, row)
    // Issues are no part of the snapshot: a client that wants them all reads the lists of its projects.
    for (const project of body.rows.project ?? []) {
      const list = await who.get<{ results: Row[] }>(`/api/workspaces/${slug}/projects/${project.id}/issues/`)
      for (const row of list.body.results ?? []) take('issue', row)
    }
    at = { ...body.at }
    return true
  }
  const hello = () => {
    // A reset may arrive for a socket that has been replaced meanwhile: the new one says hello when it opens.
    if (socket?.readyState !== WebSocket.OPEN) return
    socket.send(JSON.stringify({ type: 'hello', protocol: PROTOCOL, workspace: slug, after: at }))
  }

  // As in the browser: one snapshot at a time, and changes meanwhile are asked for again.
  let restarting = false
  let again = false
  const restart = async () => {
    again = true
    if (restarting) return
    restarting = true
    try {
      let found = false
      while (again) {
        again = false
        found = await load()
      }
      restarting = false
      if (found) hello()
    } catch {
      // The server went away with half of it: the next connection is to begin anew.
      at = { workspace: -1, user: -1 }
      socket?.terminate()
    } finally {
      restarting = false
    }
  }

  const connect = () =>
    new Promise<void>((resolve, reject) => {
      const opened = new WebSocket(`${origin.replace('http', 'ws')}/live`, {
        headers: { ...(who.jar.size > 0 ? { cookie: who.cookie() } : {}), ...extra },
      })
      socket = opened
      opened.on('error', reject)
      opened.on('open', hello)
      opened.on('message', async (raw: Buffer) => {
        const message = JSON.parse(raw.toString()) as LiveMessage
        words.push(message.type)
        if (message.type === 'ready') return resolve()
        if (message.type === 'here') return
        if (message.type === 'reset') {
          if (message.why === 'notFound') rows.clear()
          else await restart()
          return
        }
        if (restarting) return
        if (message.from !== at[message.scope]) return hello()
        for (const change of message.changes) {
          seen.push(change)
          if (change.op === 'remove') rows.delete(`${change.entity}/${change.id}`)
          else take(change.entity, change.row!)
        }
        at[message.scope] = message.to
      })
      opened.on('close', () => {
        if (socket === opened) socket = null
        resolve()
        if (!stopped) setTimeout(() => void connect().catch(() => {}), 30)
      })
    })

  return {
    rows,
    seen,
    words,
    at: () => at,
    start: async () => {
      await load()
      await connect()
    },
    drop: () => socket?.terminate(),
    stop: () => {
      stopped = true
      socket?.close()
    },
  }
}

type Changes = Extract<LiveMessage, { type: 'changes' }>

/** A bare socket that says exactly what a test wants said. */
export const dial = async (origin: string, headers: Record<string, string>) => {
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/live`, { headers })
  const messages: LiveMessage[] = []
  let closed = 0
  socket.on('message', (raw: Buffer) => messages.push(JSON.parse(raw.toString()) as LiveMessage))
  socket.on('close', code => {
    closed = code
  })
  await new Promise((resolve, reject) => {
    socket.once('open', resolve)
    socket.once('error', reject)
  })
  return {
    socket,
    messages,
    closed: () => closed,
    say: (message: unknown) => socket.send(typeof message === 'string' ? message : JSON.stringify(message)),
    changes: () =>
      messages
        .filter((message): message is Changes => message.type === 'changes')
        .flatMap(one => one.changes),
    ready: () => until(() => messages.some(message => message.type === 'ready')),
  }
}
/** Waits for a condition instead of for a time; fails with the last error seen. */
export const until = async (what: () => unknown | Promise<unknown>, ms = 20_000): Promise<void> => {
  const begin = Date.now()
  let last: unknown
  while (Date.now() < begin + ms) {
    try {
      last = await what()
      if (last) return
    } catch (error) {
      last = error
    }
    // Asking has its price: a slow question is asked less often.
    const pause = Math.min(100, 5 + (Date.now() - begin) / 8)
    await new Promise(resolve => setTimeout(resolve, pause))
  }
  throw last instanceof Error ? last : new Error(`not within ${ms} ms: ${what.toString()}`)
}
