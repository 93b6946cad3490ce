import type { ReactNode } from 'react'
import { Button } from '../../ui/controls/Button.tsx'
import { EmptyState } from '../../ui/marks/EmptyState.tsx'
import { later } from '../../ui/popups/later.tsx'

export const ListFailed = ({ error, onRetry }: { error: string; onRetry: () => void }) => (
  <EmptyState
    title="The issues could not be loaded"
    actions={
      <Button variant="neutral" onClick={onRetry}>
        Try again
      </Button>
    }
  >
    {error}
  </EmptyState>
)

const Drawing = later(() => import('../view/EmptyDrawing.tsx').then(module => module.EmptyDrawing), 'soon')
/** The room of the drawing: the words are there at once, and do not move when it comes. */
const ROOM = (
  <svg width="440" height="204" viewBox="0 0 440 204" aria-hidden="true" className="h-auto max-w-full" />
)

type ListEmptyProps = {
  title: string
  text: string
  /** A way on from where nothing is and nothing is made. */
  also?: ReactNode
  /** It lists what was put away. */
  archive?: boolean
  /** Takes the filters away; null where nothing is filtered. */
  onClear: (() => void) | null
  /** Null where nothing may be created. */
  onNew: (() => void) | null
  /** Where issues can be put in that are there already. */
  onAddExisting?: (() => void) | undefined
}

/** A filter result offers to clear the filters, not to create. */
export const ListEmpty = ({
  title,
  text,
  also,
  archive = false,
  onClear,
  onNew,
  onAddExisting,
}: ListEmptyProps) => (
  <EmptyState
    drawing={<Drawing of={onClear ? 'filter' : archive ? 'archive' : 'list'} meanwhile={ROOM} unasked />}
    title={onClear ? 'No matching issues' : title}
    actions={
      onClear ? (
        <Button variant="neutral" onClick={onClear}>
          Clear filters
        </Button>
      ) : onNew ? (
        <>
          <Button variant="primary" keys="c" onClick={onNew}>
            New issue
          </Button>
          {onAddExisting && (
            <Button variant="neutral" onClick={onAddExisting}>
              Add existing
            </Button>
          )}
        </>
      ) : (
        also
      )
    }
  >
    {onClear ? 'Remove a filter to see more.' : text}
  </EmptyState>
)
