/** When texts that wait to be sent, and that nobody has open, are sent. */
import { whenReachable } from '../../data/reachable.ts'
import { readSession } from '../../data/session.ts'
import { leftWaiting, whenTextLeft } from '../../data/texts/keptTexts.ts'

/** Until one is tried again that could not be sent though the server is there. */
const AGAIN_MS = 30_000
/** Its own last words may be under way to the server, or its screen be coming back. */
const LEFT_MS = 1_000

let timer = 0
let sending: AbortController | null = null

const soon = (ms: number) => {
  clearTimeout(timer)
  timer = window.setTimeout(() => void send(), ms)
}

const send = async () => {
  const { me } = readSession()
  const names = leftWaiting()
  if (sending) return sending.abort()
  if (!me || names.length === 0) return
  const mine = new AbortController()
  sending = mine
  try {
    // The sender is loaded with the first text; most starts have none that waits.
    const { sendTexts } = await import('./sendTexts.ts')
    await sendTexts(names, { id: me.id, display_name: me.display_name }, mine.signal)
  } catch {
    // Its part of the client could not be had.
  }
  sending = null
  if (leftWaiting().length > 0) soon(mine.signal.aborted ? 0 : AGAIN_MS)
}

export const sendWaitingTexts = () => {
  whenReachable(() => void send())
  whenTextLeft(() => soon(LEFT_MS))
}
