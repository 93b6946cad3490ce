import { proxy, useSnapshot } from 'valtio'
import { measures } from '#contract/planning/progress.ts'
import { type Measure, usePointed } from './totals.ts'

const KEY = 'tandem:measure'
const stored = (): Measure | null => {
  try {
    return measures.find(one => one === localStorage.getItem(KEY)) ?? null
  } catch {
    return null
  }
}
const state = proxy<{ chosen: Measure | null }>({ chosen: stored() })

const choose = (measure: Measure) => {
  state.chosen = measure
  try {
    localStorage.setItem(KEY, measure)
  } catch {
    // Private windows may forbid storage: then it holds until the tab is closed.
  }
}

/** The measure of progress: points where they add up, unless this person has chosen issues. */
export const useMeasure = (projectId: string) => {
  const isPointed = usePointed(projectId)
  const { chosen } = useSnapshot(state)
  const measure: Measure = isPointed ? (chosen ?? 'estimate_points') : 'issues'
  return { measure, onMeasure: isPointed ? choose : undefined }
}
