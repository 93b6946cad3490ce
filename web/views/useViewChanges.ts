import { useEffect, useState } from 'react'
import type { DisplayProperty } from '#contract/planning/userProperties.ts'
import type { View } from '#contract/planning/views.ts'
import { useClock } from '../data/clock.ts'
import type { ListContext } from '../issues/view/contexts.ts'
import { fromRow, type Look, type Storing, toRow } from '../issues/view/storedView.ts'
import { type Shown, shownBy, useView, writtenBy } from '../issues/view/view.ts'
import { changedFilters, changeWords } from './viewWords.ts'

export type ViewChanges = {
  /** How the list is looked at now, as a row keeps it. */
  stored: Storing
  look: Look
  words: string
  /** The saved filters alone, where others are in force. */
  saved: Shown['query'] | null
  filters: ReadonlySet<string>
  /** Its owner has changed the view after this person had. */
  isCrossed: boolean
  /** Shows the view as it is saved. */
  onDiscard: () => void
  /** Keeps one's own changes, now that the view is another. */
  onKeep: () => void
}

/** This person's own changes of a saved view; null while they see it as everyone does. */
export const useViewChanges = (view: View, context: ListContext): ViewChanges | null => {
  const clock = useClock()
  const { hidden, settle, ...shown } = useView(context)
  const written = (one: Shown, left: readonly DisplayProperty[]): Look => ({
    params: writtenBy(context, one),
    hidden: left.toSorted(),
  })
  const kept = fromRow(view)
  const saved = shownBy(context, kept.params, clock)
  const before = written(saved, kept.hidden)
  const now = written(shown, hidden)
  const definition = JSON.stringify(toRow(before))
  const stored = toRow(now)
  const isChanged = JSON.stringify(stored) !== definition
  // The view as it was when this person began to change it.
  const [base, setBase] = useState(definition)
  if (!isChanged && base !== definition) setBase(definition)
  // Put back by hand, or saved: from here on it follows its row again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when it has become so
  useEffect(() => {
    if (!isChanged) settle()
  }, [isChanged])
  if (!isChanged) return null
  const { added, gone, other } = changedFilters(saved, shown)
  const isFiltered = added.length + gone.length + other.length > 0 || saved.query.type !== shown.query.type
  return {
    stored,
    look: now,
    words: changeWords(saved, shown, before.hidden.join() !== now.hidden.join()),
    saved: isFiltered ? saved.query : null,
    filters: new Set([...added, ...other]),
    isCrossed: base !== definition,
    onDiscard: settle,
    onKeep: () => setBase(definition),
  }
}
