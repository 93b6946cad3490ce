/** The other people who have a text open, with the details that each shares. */
import type { HocuspocusProvider } from '@hocuspocus/provider'
import { sentColour } from '../../ui/colours.ts'

export type EditorPerson = { id: string; display_name: string }
type Present = { user?: { id?: string; name?: string }; restored?: string | null }

const TOLD_MS = 5_000

export const followPresence = (
  me: EditorPerson,
  state: { people: EditorPerson[] },
  onRestored?: (name: string) => void,
) => {
  const heard = new Set<string>()
  return (states: readonly Present[]) => {
    const people = new Map<string, EditorPerson>()
    for (const { user, restored } of states) {
      if (user?.id && user.id !== me.id) people.set(user.id, { id: user.id, display_name: user.name ?? '' })
      if (!restored || heard.has(restored)) continue
      heard.add(restored)
      if (user?.id !== me.id) onRestored?.(user?.name ?? 'Someone')
    }
    state.people = [...people.values()]
  }
}

export const tellPresence = ({ awareness }: HocuspocusProvider, me: EditorPerson) =>
  awareness?.setLocalStateField('user', { id: me.id, name: me.display_name, color: sentColour(me.id) })

/** Lets the others who are here know why their text has changed. */
export const tellRestored = ({ awareness }: HocuspocusProvider) => {
  awareness?.setLocalStateField('restored', crypto.randomUUID())
  setTimeout(() => awareness?.setLocalStateField('restored', null), TOLD_MS)
}
