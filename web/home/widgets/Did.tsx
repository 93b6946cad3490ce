import { Link } from 'react-router'
import { useHere, viewer } from '../../data/viewer.ts'
import { to } from '../../places/address.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { sinceText } from '../../ui/dates/day-words.ts'
import { RowsSkeleton } from '../../ui/marks/Skeleton.tsx'
import { DoneRow } from '../doneRows.tsx'
import { PartHead } from '../figures.tsx'
import { useDone } from '../useDone.ts'

const SHOWN = 5

/** My latest acts on issues. */
export const Did = () => {
  const me = viewer()?.id ?? ''
  const { slug } = useHere()
  const { rows, status, again } = useDone(me, SHOWN)
  return (
    <section aria-label="My recent activity">
      <PartHead title="My recent activity">
        <Link
          to={to('personActivity', { slug, personId: me })}
          className="-mr-2 flex h-6 items-center rounded-control px-2 text-12 text-ink-2 hover:bg-hover"
        >
          All activity
        </Link>
      </PartHead>
      {rows === null && status === 'reading' && <RowsSkeleton rows={3} />}
      {status === 'failed' && rows === null && (
        <p className="flex items-center gap-2 text-ink-2">
          It could not be read.
          <Button size="small" variant="neutral" onClick={again}>
            Try again
          </Button>
        </p>
      )}
      {rows?.length === 0 && <p className="py-1 text-ink-3">Your changes to issues appear here.</p>}
      <ul>
        {rows?.slice(0, SHOWN).map(row => (
          <DoneRow key={row.id} row={row} when={sinceText(row.created_at)} />
        ))}
      </ul>
    </section>
  )
}
