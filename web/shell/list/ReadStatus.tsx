import { Button } from '../../ui/controls/Button.tsx'
import { RowsSkeleton } from '../../ui/marks/Skeleton.tsx'

type UnreadProps = { what: string; onRetry: () => void; className?: string }

/** "Exports could not be loaded.", and another try. */
export const Unread = ({ what, onRetry, className = 'py-3' }: UnreadProps) => (
  <p role="alert" className={`flex items-center gap-2 text-ink-2 ${className}`}>
    {what} could not be loaded.
    <Button size="small" onClick={onRetry}>
      Try again
    </Button>
  </p>
)

type ReadStatusProps = {
  /** "Exports". */
  what: string
  status: 'loading' | 'ready' | 'error'
  retry: () => void
  isEmpty: boolean
  /** Said where there are none. */
  none?: string
}

/** Shown above rows that are read once their screen is opened. */
export const ReadStatus = ({ what, status, retry, isEmpty, none }: ReadStatusProps) => (
  <>
    {status === 'loading' && isEmpty && <RowsSkeleton rows={3} />}
    {status === 'error' && <Unread what={what} onRetry={retry} />}
    {status === 'ready' && isEmpty && none && <p className="py-3 text-ink-3">{none}</p>}
  </>
)
