/** When this person last looked at the open issue; null where unknown. Its time line marks newer entries. */
import { createContext, useContext } from 'react'
import { clockText, dayText, momentText } from '../../ui/dates/day-words.ts'
import type { EditedField } from './fields.ts'

/**
 * `known`: they have looked then; else all that is notified of since is new to them. `was`: the fields that have changed since,
 * each with its words of then, empty where nothing was set.
 */
export type Looked = { at: string; known: boolean; was?: ReadonlyMap<EditedField, string> }

export const LastLooked = createContext<Looked | null>(null)
export const useLastLooked = () => useContext(LastLooked)

const DAY = 86_400_000

/** "4 new since yesterday, 17:40". */
export const newWords = (n: number, { at, known }: Looked, now = new Date()): string => {
  if (!known) return `${n} new`
  const moment = new Date(at)
  const day = dayText(moment)
  if (day === dayText(now)) return `${n} new since ${clockText(moment)}`
  const yesterday = dayText(new Date(now.getTime() - DAY))
  return `${n} new since ${day === yesterday ? `yesterday, ${clockText(moment)}` : momentText(at)}`
}
