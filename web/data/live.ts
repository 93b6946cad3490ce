/** The live client: one snapshot, then every change after it, applied whole and in order. */
import { proxy, ref, useSnapshot } from 'valtio'
import {
  type Bootstrap,
  type Change,
  type Cursor,
  changeRoutes,
  type Hello,
  type Here,
  type LiveMessage,
  PROTOCOL,
} from '#contract/changes.ts'
import { userRoutes } from '#contract/people/users.ts'
import type { Viewer } from '#contract/rules.ts'
import { toast } from '../ui/popups/Toast.tsx'
import { CallError, call } from './client.ts'
import { entered, forgetKept, noteEntered, staying } from './entered.ts'
import { closeLists, refreshLists } from './lists.ts'
import { noteSeq } from './mutate.ts'
import { noteReachable } from './reachable.ts'
import { applyRow, atOnce, forgetRows, removeRow, replaceRows } from './rows.ts'
import { openSocket, pauseAfter } from './sockets.ts'
import { forgetSteps } from './undo.ts'
import { setViewer, viewer } from './viewer.ts'

type Status = 'loading' | 'live' | 'offline' | 'missing'
/** `loads` counts the snapshots taken; after each, everything read beside one has to be read again. */
const state = proxy<{ status: Status; at: Cursor; log: string[]; loads: number }>({
  status: 'loading',
  at: { workspace: 0, user: 0 },
  log: [],
  loads: 0,
})

type Presence = Extract<LiveMessage, { type: 'ready' | 'here' }>
/** Learns that the server is ready, who is here, and null once it is out of reach. */
let onPresence: (message: Presence | null) => void = () => {}
/** For `web/issues/here`, which loads with the first screen that shows people. */
export const hearPresence = (hear: typeof onPresence) => {
  onPresence = hear
}

let socket: WebSocket | null = null
let at: Cursor = { workspace: 0, user: 0 }
let attempt = 0
let timer = 0
let generation = 0

export const useLive = () => useSnapshot(state)

/** Is the server out of reach, as far as is known? */
export const isAway = () => state.status === 'offline'

const say = (line: string) => {
  state.log = ref([...state.log.slice(-49), `${new Date().toISOString().slice(11, 23)} ${line}`])
}

/** Says whether the server was there to give it. */
const load = async () => {
  const slug = entered()
  const { body, isKept = false } = await call(changeRoutes.bootstrap, { params: { ws: slug } })
  const { rows, viewer: seen, at: from } = body as Bootstrap
  replaceRows(rows)
  setViewer(seen as Viewer, seen.workspaceId as string, slug)
  at = { ...from }
  noteSeq({ ...at })
  state.at = at
  state.loads++
  return !isKept
}

const apply = (change: Change) => {
  if (change.op === 'remove') removeRow(change.entity, change.id, change.was)
  else if (change.row) {
    const other = change.actor_id !== null && change.actor_id !== viewer()?.id ? change.actor_id : null
    applyRow(change.entity, change.row, other, change.was)
  }
}

const take = (message: LiveMessage) => {
  if (message.type === 'ready') {
    attempt = 0
    state.status = 'live'
    say('live')
    noteReachable()
    return onPresence(message)
  }
  if (message.type === 'here') return onPresence(message)
  if (message.type === 'reset') {
    say(`reset: ${message.why}`)
    if (message.why === 'notFound') state.status = 'missing'
    else if (message.why === 'protocol') outgrown()
    else void restart()
    return
  }
  // A snapshot is under way: it holds this change, or hello asks for it again.
  if (restarting) return
  // A gap is never papered over: say hello again from where we are.
  if (message.from !== at[message.scope]) return hello()
  atOnce(() => {
    for (const change of message.changes) apply(change)
  })
  at[message.scope] = message.to
  noteSeq({ ...at })
  state.at = { ...at }
}

export const tell = (message: Hello | Here) => {
  if (socket?.readyState === WebSocket.OPEN) socket.send(JSON.stringify(message))
}
const hello = () => tell({ type: 'hello', protocol: PROTOCOL, workspace: entered(), after: at })

/** How the server closes a socket whose session has ended. */
const SIGNED_OUT = 4401

// A refused socket does not say why. A call does: where the session has ended elsewhere it leads to signing in, so that no tab
// goes on showing what its person may not see any more.
const whetherIn = () => void call(userRoutes.me).catch(() => {})

const connect = () => {
  const mine = ++generation
  const opened = openSocket('/live')
  socket = opened
  opened.onopen = () => hello()
  opened.onmessage = event => {
    if (mine === generation) take(JSON.parse(event.data as string) as LiveMessage)
  }
  opened.onclose = ({ code }) => {
    if (mine !== generation) return
    if (code === SIGNED_OUT || attempt === 1) whetherIn()
    if (state.status === 'live') state.status = 'offline'
    say('closed')
    onPresence(null)
    attempt++
    clearTimeout(timer)
    timer = window.setTimeout(connect, pauseAfter(attempt))
  }
}

/** Servers that are changed one by one may speak this page's language again. */
const OUTGROWN_MS = 60_000

// The server is of another version: a new snapshot changes nothing, and every open page would ask for one again and again.
const outgrown = () => {
  generation++
  socket?.close()
  state.status = 'offline'
  toast.reload('Tandem has been updated. Reload to see changes again.')
  clearTimeout(timer)
  timer = window.setTimeout(connect, OUTGROWN_MS)
}

// Two resets in a row must not load side by side: the older snapshot could land on the newer one.
let restarting = false
let again = false

const restart = async () => {
  again = true
  if (restarting) return
  restarting = true
  const isHere = staying()
  try {
    while (again) {
      again = false
      await load()
    }
    refreshLists()
    restarting = false
    hello()
  } catch (error) {
    if (!isHere()) return
    restarting = false
    if (error instanceof CallError && error.status === 404) state.status = 'missing'
    else socket?.close()
  }
}

/** Enters a workspace: its rows, then its changes, until another is entered. */
export const enter = async (next: string) => {
  if (next === entered() && state.status !== 'missing') return
  leaveFor(next)
  const isHere = staying()
  state.status = 'loading'
  let isThere: boolean
  for (;;) {
    try {
      isThere = await load()
      break
    } catch (error) {
      if (!isHere()) return
      if (error instanceof CallError) {
        state.status = 'missing'
        return
      }
      await new Promise(resolve => setTimeout(resolve, 1_000))
      if (!isHere()) return
    }
  }
  connect()
  state.status = isThere ? 'live' : 'offline'
}

const leaveFor = (next: string) => {
  generation++
  clearTimeout(timer)
  socket?.close()
  socket = null
  restarting = false
  noteEntered(next)
  closeLists()
  forgetRows()
  forgetSteps()
  forgetKept()
}

/** At once instead of at the next try. */
export const retryNow = () => {
  if (socket && socket.readyState === WebSocket.OPEN) return
  clearTimeout(timer)
  generation++
  socket?.close()
  connect()
}
addEventListener('online', retryNow)
