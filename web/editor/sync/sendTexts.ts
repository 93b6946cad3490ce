/** Texts without an editor: opened for as long as it takes to send their waiting words, or to write into them. */
import { subscribe } from 'valtio'
import type { Doc } from 'yjs'
import { nodeOf, toText } from '#document'
import { noteWaiting, openText } from '../../data/texts/keptTexts.ts'
import { copyText } from '../../ui/copy.ts'
import { toast } from '../../ui/popups/Toast.tsx'
import { type DocumentConnection, openDocument } from './connection.ts'
import type { EditorPerson } from './presence.ts'

/** So long a text may take to be read, sent and stored. */
const LONGEST_MS = 20_000

const until = ({ state }: DocumentConnection, isSo: () => boolean) =>
  new Promise<void>(resolve => {
    const look = () => {
      if (!isSo()) return
      stop()
      resolve()
    }
    const stop = subscribe(state, look)
    look()
  })

/** Asks `isStuck` when the server is there again: a task that waits for its own next try need not go on. */
const atMost = (work: Promise<unknown>, back: AbortSignal, isStuck: () => boolean) => {
  const isOver = new AbortController()
  const over = new Promise<void>(resolve => {
    const timer = window.setTimeout(resolve, LONGEST_MS)
    isOver.signal.addEventListener('abort', () => clearTimeout(timer))
    const heard = () => isStuck() && resolve()
    back.addEventListener('abort', heard, { signal: isOver.signal })
  })
  return Promise.race([work, over]).finally(() => isOver.abort())
}

const offerCopy = (doc: Doc) => {
  const text = toText(nodeOf(doc))
  toast.unsent(
    'Your changes were not sent: that text is no longer shared with you.',
    () => void copyText(text, 'Text'),
  )
}

const isRefusedHere = ({ state }: DocumentConnection) =>
  state.status === 'refused' ||
  state.tooLong ||
  (state.status === 'connected' && state.judged && !state.mayWrite)

/**
 * Opens a text, writes something into it, and stays until all that waits in it is stored. `write` answers whether it could,
 * and is asked again when more of the text is there. Answers whether the server was met.
 */
const sendText = async (
  name: string,
  me: EditorPerson,
  back: AbortSignal,
  write?: (doc: Doc) => boolean,
): Promise<boolean> => {
  const connection = openDocument(name, me)
  const { state, doc, hasUnstored } = connection
  const sent = async () => {
    await connection.whenRead()
    let isWritten = !write
    await until(connection, () => {
      // A write before the right to write is known is not kept.
      isWritten ||= state.mayWrite && write?.(doc) === true
      return isWritten || state.status === 'refused' || (state.status === 'connected' && state.judged)
    })
    await until(connection, () => !hasUnstored() || isRefusedHere(connection))
    if (state.status === 'refused' && hasUnstored()) offerCopy(doc)
    // The list may know of something that this browser has not kept.
    if (!hasUnstored()) noteWaiting(name, 0)
  }
  const byCall = setTimeout(() => void connection.saveNow(), LONGEST_MS / 4)
  await atMost(sent(), back, () => !state.met)
  clearTimeout(byCall)
  connection.close()
  return state.met
}

/** One after another, until the server cannot be had. `back`: it is there again, as far as is known. */
export const sendTexts = async (names: readonly string[], me: EditorPerson, back: AbortSignal) => {
  for (const name of names) if (!openText(name) && !(await sendText(name, me, back))) return
}

/**
 * Writes into a text whose editor may be gone; unsent changes wait like all others. A text that was opened a moment ago
 * may know nothing yet: then it gets a line of its own.
 */
export const writeInto = async (name: string, me: EditorPerson, write: (doc: Doc) => boolean) => {
  if (!openText(name)?.write(write)) await sendText(name, me, new AbortController().signal, write)
}

/**
 * The words removed from a too long text are still in its editor, to be undone, and would be sent along. This browser's
 * copy of the text is without them: that is sent.
 */
export const sendShortened = (name: string, me: EditorPerson) =>
  sendText(name, me, new AbortController().signal)
