/** The open screens give the command menu their subjects. */
import { useLayoutEffect, useRef } from 'react'
import type { FilterField } from '#contract/lists/issueFilters.ts'
import type { EditedField } from '../fields/fields.ts'
import type { Layout, ListContext } from './contexts.ts'
import type { ChangingView } from './view.ts'

/** The issues that are meant: those selected, the one with the focus, the one that is open. */
export type MeantIssues = {
  ids: readonly string[]
  /** Opens the picker of a field where the issues are; missing where nothing may be changed. */
  onEdit?: (field: EditedField) => void
  onDelete?: () => void
  /** It is open alone: it is left once it is gone. */
  onGone?: () => void
}

export type ListView = {
  context: ListContext
  view: ChangingView
  onLayout: (layout: Layout) => void
  onFilter: (field: FilterField) => void
}

type Scope = { issues?: () => MeantIssues | null; view?: () => ListView }
export type Offered = { issues: MeantIssues | null; view: ListView | null }

/** Later ones win: an open issue is the subject before a selection in the list behind it. */
const scopes: { current: Scope }[] = []
const nothing: Offered = { issues: null, view: null }
let offered = nothing

const firstOf = <T>(ask: (scope: Scope) => T | null | undefined): T | null => {
  for (const { current } of scopes.toReversed()) {
    const answer = ask(current)
    if (answer) return answer
  }
  return null
}

/** Called before the menu takes the focus from the subject. */
export const noteWhatIsMeant = () => {
  offered = { issues: firstOf(scope => scope.issues?.()), view: firstOf(scope => scope.view?.()) }
}
export const whatIsMeant = (): Offered => offered

export const useCommandScope = (scope: Scope) => {
  const latest = useRef(scope)
  useLayoutEffect(() => {
    latest.current = scope
  })
  useLayoutEffect(() => {
    scopes.push(latest)
    return () => void scopes.splice(scopes.indexOf(latest), 1)
  }, [])
}
