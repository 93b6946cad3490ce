/** Saves a text by an ordinary call, where the socket cannot be had: now and then, and when somebody asks for it. */
import * as Y from 'yjs'
import type { ConnectionState } from './connectionState.ts'
import { saveByCall } from './saveByCall.ts'

const FALLBACK_MS = 30_000

type Options = {
  name: string
  doc: Y.Doc
  state: ConnectionState
  /** Where what the server has comes from. */
  origin: unknown
  onStored: () => void
  isOver: AbortSignal
}

export const startFallback = ({ name, doc, state, origin, onStored, isOver }: Options) => {
  const saveNow = async (): Promise<void> => {
    if (!state.mayWrite || state.tooLong || state.status === 'connected' || state.status === 'refused') return
    const sent = Y.encodeStateVector(doc)
    const theirs = await saveByCall(name, Y.encodeStateAsUpdate(doc)).catch(() => null)
    if (!theirs || isOver.aborted) return
    const isAll = Y.encodeStateAsUpdate(doc, sent).length <= 2
    Y.applyUpdate(doc, theirs, origin)
    if (isAll) onStored()
  }
  const again = setInterval(() => {
    if (state.waiting > 0) void saveNow()
  }, FALLBACK_MS)
  isOver.addEventListener('abort', () => clearInterval(again))
  return saveNow
}
