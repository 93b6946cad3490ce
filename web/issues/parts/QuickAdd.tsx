import { lazy, Suspense } from 'react'
import { ExpectTyping } from '../../ui/typeAhead.tsx'
import type { Typed } from '../newLine.ts'

export type QuickAddProps = {
  projectKey: string
  /** A line stands in the list of an open issue. */
  look: 'row' | 'card' | 'line'
  onAdd: (typed: Typed) => void
  onClose: () => void
}

const Loaded = lazy(() => import('./LoadedQuickAdd.tsx').then(module => ({ default: module.LoadedQuickAdd })))

/** The line for a new issue; reading its words takes more than the first screen needs. */
export const QuickAdd = (props: QuickAddProps) => (
  <Suspense fallback={<ExpectTyping />}>
    <Loaded {...props} />
  </Suspense>
)
