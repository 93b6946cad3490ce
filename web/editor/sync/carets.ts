/** The carets of others: their owner, the time that they have rested, and their place. */
import type { Editor } from '@tiptap/core'
import { relativePositionToAbsolutePosition, ySyncPluginKey } from '@tiptap/y-tiptap'
import * as Y from 'yjs'
import { personColour } from '../../ui/colours.ts'
import type { DocumentConnection } from './connection.ts'

/** The name is while somebody types and shortly after; later it is a dot, and a caret that rests longer fades. */
const QUIET_MS = 2_000
const IDLE_MS = 10_000

// In the time of this page, which no setting of the clock moves.
const movedAt = new Map<string, number>()
const rests = (id: string) => performance.now() - (movedAt.get(id) ?? Number.NEGATIVE_INFINITY)

const dress = (caret: Element) => {
  const rest = rests(caret.getAttribute('data-person') ?? '')
  caret.classList.toggle('caret-quiet', rest > QUIET_MS)
  caret.classList.toggle('caret-idle', rest > IDLE_MS)
}

export const caretOf = (user: Record<string, unknown>) => {
  const element = document.createElement('span')
  element.className = 'caret'
  element.dataset.person = String(user.id)
  element.style.setProperty('--person', personColour(String(user.id)))
  const flag = document.createElement('span')
  flag.className = 'caret-flag'
  flag.textContent = String(user.name ?? '').split(' ')[0] ?? ''
  element.append(flag)
  dress(element)
  return element
}

type Cursor = { head: unknown; anchor: unknown }
type State = { user?: { id?: string }; cursor?: Cursor | null }
const statesOf = ({ provider }: DocumentConnection) =>
  (provider.awareness?.getStates() ?? new Map()) as Map<number, State>

/** Notes moving carets, and lets resting ones go quiet, until the answered function is called. */
export const followCarets = (editor: Editor, connection: DocumentConnection): (() => void) => {
  const { awareness } = connection.provider
  const known = new Map<number, string>()
  const note = () => {
    for (const [client, { user, cursor }] of statesOf(connection)) {
      const at = JSON.stringify(cursor ?? null)
      if (!user?.id || known.get(client) === at) continue
      // Where somebody was when we came is no movement.
      if (known.has(client)) movedAt.set(user.id, performance.now())
      known.set(client, at)
    }
    look()
  }
  const look = () => {
    if (editor.isDestroyed) return
    for (const caret of editor.view.dom.querySelectorAll('.caret')) dress(caret)
  }
  awareness?.on('change', note)
  const timer = setInterval(look, 500)
  return () => {
    awareness?.off('change', note)
    clearInterval(timer)
  }
}

/** Where somebody's caret is in the text; null when it is not in it. */
export const placeOfPerson = (editor: Editor, connection: DocumentConnection, id: string): number | null => {
  const sync = ySyncPluginKey.getState(editor.state) as
    | { doc: Y.Doc; type: Y.XmlFragment; binding: { mapping: Map<never, never> } | null }
    | undefined
  const [cursor] = [...statesOf(connection).values()].flatMap(state =>
    state.user?.id === id && state.cursor ? [state.cursor] : [],
  )
  if (!sync?.binding || !cursor) return null
  const head = Y.createRelativePositionFromJSON(cursor.head)
  return relativePositionToAbsolutePosition(sync.doc, sync.type, head, sync.binding.mapping as never)
}
