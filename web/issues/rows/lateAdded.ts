import { createContext, useContext } from 'react'
import { dayIn } from '#contract/people/zones.ts'
import type { Issue } from '#contract/work/issues.ts'
import { shortDay } from '../../ui/dates/day-words.ts'

type Begun = { cycle: string; start: string; zone: string }
const Listed = createContext<Begun | null>(null)

/** Around the list of a cycle with days: issues added after the first day say when. */
export const CycleListed = Listed.Provider

/** "Added 12 Nov", of an issue that the cycle did not begin with. */
export const useLateWords = ({ cycle_id, cycle_added_at }: Issue): string | null => {
  const begun = useContext(Listed)
  if (!begun || cycle_id !== begun.cycle || !cycle_added_at) return null
  const day = dayIn(begun.zone, Date.parse(cycle_added_at))
  return day > begun.start ? `Added ${shortDay(day)}` : null
}
