import { dayIn } from '#contract/people/zones.ts'
import { useClock } from '../data/clock.ts'
import type { RowTypes } from '../data/entities.ts'
import { useHere, useMay } from '../data/viewer.ts'
import type { Done } from '../home/doneRows.tsx'
import { useDone } from '../home/useDone.ts'
import { NotOpen } from '../shell/NotOpen.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Banner } from '../ui/marks/Banner.tsx'
import { ListDrawing } from '../ui/marks/drawings.tsx'
import { EmptyState } from '../ui/marks/EmptyState.tsx'
import { RowsSkeleton } from '../ui/marks/Skeleton.tsx'
import { ActivityDays } from './activityDays.tsx'
import { PersonHeader } from './PersonHeader.tsx'
import { NobodyHere, PersonTabs, usePerson } from './PersonTabs.tsx'

const SIZE = 100

/** Somebody's acts in the projects that the reader shares, by day. */
export const ActivityScreen = () => {
  const { person, title } = usePerson()
  const { workspaceId } = useHere()
  const mayDo = useMay()
  if (!person) return <NobodyHere />
  if (!mayDo('person.export', {}, { workspace: workspaceId })) return <NotOpen label="Activity" />
  return (
    <>
      <PersonHeader {...{ person, title }} />
      <PersonTabs personId={person.id} />
      <Days key={person.id} person={person} />
    </>
  )
}

const Days = ({ person }: { person: RowTypes['user'] }) => {
  const { rows, hasMore, status, more, again } = useDone(person.id, SIZE)
  const { zone } = useClock()
  const dayOf = (row: Done | undefined) => (row ? dayIn(zone, Date.parse(row.created_at)) : '')
  return (
    <div className="min-h-0 flex-1 overflow-y-auto bg-bg px-6 pt-2 pb-16 max-md:px-4" data-scroller>
      <div className="max-w-200">
        {rows === null && status === 'reading' && <RowsSkeleton rows={12} />}
        {rows?.length === 0 && (
          <EmptyState drawing={<ListDrawing />} title="Nothing yet">
            What {person.display_name} does to issues that you see stands here.
          </EmptyState>
        )}
        {rows && (
          <ActivityDays
            rows={rows}
            // Of the last day that is shown there may be more on the next page.
            countOf={(day, shown) => (hasMore && day === dayOf(rows.at(-1)) ? null : shown)}
          />
        )}
        {status === 'failed' && (
          <Banner tone="danger" action={<Button onClick={again}>Try again</Button>}>
            {rows ? 'The rest of the activity could not be read.' : 'The activity could not be read.'}
          </Banner>
        )}
        {hasMore && status !== 'failed' && (
          <Button className="mt-4 -ml-2" busy={status === 'reading'} onClick={more}>
            Show earlier
          </Button>
        )}
      </div>
    </div>
  )
}
