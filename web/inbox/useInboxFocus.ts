import { type RefObject, useEffect, useRef } from 'react'
import { useSteady } from '../ui/useSteady.ts'
import type { InboxHandle } from './InboxList.tsx'

/** The line of a conversation, where it is drawn. */
export const rowOf = (id: string | undefined) =>
  document.querySelector<HTMLElement>(`[data-group="${id}"] [data-title]`)

/** The conversation whose line has the focus. */
export const focusedRow = () => document.activeElement?.closest<HTMLElement>('[data-group]')?.dataset.group

/** Where the focus goes among the lines, also to one that is not drawn yet. */
export const useInboxFocus = (ids: readonly string[], list: RefObject<InboxHandle | null>) => {
  /** The line that has the focus once what was done is on the screen; a menu that closes later gives it there, too. */
  const awaited = useRef<string | undefined>(undefined)
  const meantLast = useRef<string | undefined>(undefined)
  /** A line out of sight is not drawn: it gets the focus once it is. */
  const focusOn = (id: string | undefined) => {
    const row = rowOf(id)
    awaited.current = row ? undefined : id
    if (!row && id) return list.current?.reveal(id)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  }
  const takeFocus = () => {
    if (awaited.current !== undefined && ids.includes(awaited.current)) focusOn(awaited.current)
    else awaited.current = undefined
  }
  useEffect(takeFocus)
  return {
    focusOn,
    /** Once what was done is on the screen. */
    focusNext: (id: string | undefined) => {
      awaited.current = id
      meantLast.current = id
    },
    /** A menu is open about this line. */
    remember: (id: string | undefined) => {
      meantLast.current = id
    },
    remembered: () => rowOf(meantLast.current) ?? false,
    onDrawn: useSteady(() => {
      if (awaited.current && rowOf(awaited.current)) takeFocus()
    }),
  }
}
