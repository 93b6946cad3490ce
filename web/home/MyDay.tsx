import { type ComponentProps, useMemo, useState } from 'react'
import { useRows } from '../data/rows.ts'
import { useHere, viewer } from '../data/viewer.ts'
import { RowActsProvider, useListSelection } from '../issues/acts/selection.ts'
import type { Stop } from '../issues/list/drawnLines.ts'
import { widthOfKeys } from '../issues/list/keyWidth.ts'
import { ListActions, useListActions } from '../issues/list/ListActions.tsx'
import { ListPeek } from '../issues/list/ListPeek.tsx'
import { useDrawn, useFocusKept, useListFocus } from '../issues/list/listFocus.ts'
import { useKeptPeekWidth } from '../issues/list/peekWidth.ts'
import { useListKeys } from '../issues/list/useListKeys.ts'
import { usePeek, usePeekedIssue } from '../issues/list/usePeek.ts'
import { useCommandScope } from '../issues/view/commandScope.ts'
import { useShut } from '../shell/shutGroups.ts'
import { classes } from '../ui/classes.ts'
import { variables } from '../ui/colours.ts'
import { Button } from '../ui/controls/Button.tsx'
import { PartStrip } from '../ui/controls/PartStrip.tsx'
import { RowsSkeleton } from '../ui/marks/Skeleton.tsx'
import { DayMentions, useMentions } from './DayMentions.tsx'
import { RequestsLine, useRequests } from './DayRequests.tsx'
import { DayRow } from './DayRow.tsx'
import { useHomeLayout } from './homeLayout.ts'
import type { DayPart } from './myDay.ts'
import { useQueryOf, type Whole } from './personIssues.ts'
import { useDayParts } from './useDayParts.ts'

/** More of a part are shown when they are asked for. */
const FIRST = 12
const NOBODY: readonly never[] = []

/** The drawn lines of the day, the same while they are the same. */
const useStops = (parts: readonly { key: string; ids: readonly string[] }[]): Stop[] => {
  const lines = parts.flatMap(({ key, ids }) => ids.map(id => `${key}/${id}`)).join()
  return useMemo(
    (): Stop[] =>
      lines.split(',').flatMap(line => {
        const [group = '', id] = line.split('/')
        return id ? [{ line, id, group }] : []
      }),
    [lines],
  )
}

/** The requests and mentions that wait for this person, where their home shows them. */
const useWaiting = () => {
  const { of } = useHomeLayout()
  const all = useRequests()
  const requests = of('waiting_requests').is_visible ? all : NOBODY
  const named = useMentions()
  const mentions = of('mentions').is_visible ? named : NOBODY
  return { requests, mentions }
}

/** The day's issues: each line can be worked on in place. */
export const MyDay = ({ open }: { open: Whole }) => {
  const me = viewer()?.id ?? ''
  const { workspaceId } = useHere()
  const projects = useRows('project')
  const { requests, mentions } = useWaiting()
  // Requests that wait for a decision show like issues that wait for review.
  const waiting = requests.length
  const every = useDayParts(open, me)
  const parts = useMemo(
    () => every.filter(part => part.ids.length > 0 || (part.key === 'review' && waiting > 0)),
    [every, waiting],
  )
  const { shut, toggle } = useShut(`home.${workspaceId}`)
  const [long, setLong] = useState<ReadonlySet<string>>(new Set())
  const shownOf = (part: DayPart) => (long.has(part.key) ? part.ids : part.ids.slice(0, FIRST))
  const { peekId, peek } = usePeekedIssue()
  const everything = useQueryOf({})
  const selection = useListSelection(everything)
  const focus = useListFocus(`home.${workspaceId}`)
  useKeptPeekWidth()
  const actions = useListActions(selection, focus.stops)
  useFocusKept(focus, actions.editing, actions.menu, actions.question, actions.deleting, peekId)
  const stops = useStops(parts.map(part => ({ key: part.key, ids: shut.has(part.key) ? [] : shownOf(part) })))
  useDrawn(focus, stops, { show: () => {} })
  const { peekBy: onPeek, toggle: togglePeek, open: openWhole } = usePeek(peekId, peek)
  useListKeys({
    groups: [],
    focus,
    shut,
    selection,
    readOnly: false,
    onEdit: actions.onEdit,
    onMenu: actions.onMenu,
    onDelete: actions.onDelete,
    onAsk: actions.onAsk,
    onPeek: togglePeek,
    onOpen: openWhole,
    onMove: () => {},
    arrows: 'lines',
  })
  useCommandScope({ issues: () => actions.meant(focus, false) })
  const keyWidth = useMemo(() => {
    const ids = parts.flatMap(part => part.ids)
    return widthOfKeys(projects, ids)
  }, [projects, parts])
  const mentionsPart = mentions.length > 0 && (
    <DayMentions
      rows={mentions}
      shut={shut.has('mentions')}
      onToggle={() => toggle('mentions')}
      onPeek={onPeek}
    />
  )
  if (open.status === 'loading' && open.issues.length === 0) return <RowsSkeleton rows={6} />
  if (open.status === 'error') return <DayFailed error={open.error} onRetry={open.retry} />
  return (
    <section aria-label="My day" {...actions.pointer} style={variables({ '--key-width': keyWidth })}>
      <h2 className="sr-only">My day</h2>
      {parts.length === 0 && mentions.length === 0 && <NothingDue open={open} />}
      <RowActsProvider value={actions.acts}>
        {parts.map((part, at) => (
          <div key={part.key} className={classes(at === 0 && '[&>:first-child]:mt-0')}>
            {part.key === 'review' && mentionsPart}
            <PartStrip
              name={part.name}
              count={part.ids.length + (part.key === 'review' ? waiting : 0)}
              note={part.note}
              shut={shut.has(part.key)}
              onToggle={() => toggle(part.key)}
            />
            {!shut.has(part.key) && (
              <PartLines
                part={part}
                ids={shownOf(part)}
                requests={part.key === 'review' ? requests : NOBODY}
                onAll={() => setLong(now => new Set([...now, part.key]))}
                onEdit={actions.onEdit}
                onPeek={onPeek}
              />
            )}
          </div>
        ))}
        {!parts.some(part => part.key === 'review') && mentionsPart}
        <ListActions
          {...{ actions, selection }}
          query={everything}
          readOnly={false}
          loaded={stops.length}
          total={stops.length}
        />
      </RowActsProvider>
      {peekId && (
        <ListPeek issueId={peekId} {...{ focus, shut }} groups={[]} onPeek={peek} onOpen={openWhole} />
      )}
    </section>
  )
}

type PartLinesProps = {
  part: DayPart
  /** The shown ones: a few, until all are asked for. */
  ids: readonly string[]
  requests: ReturnType<typeof useRequests>
  onAll: () => void
  onEdit: ComponentProps<typeof DayRow>['onEdit']
  onPeek: ComponentProps<typeof DayRow>['onPeek']
}

const PartLines = ({ part, ids, requests, onAll, onEdit, onPeek }: PartLinesProps) => (
  <ul aria-label={part.name}>
    {ids.map((id, at) => (
      <li key={id}>
        <DayRow
          id={id}
          above={ids[at - 1]}
          below={ids[at + 1]}
          line={`${part.key}/${id}`}
          active
          withPeople={part.key === 'review'}
          onEdit={onEdit}
          onPeek={onPeek}
        />
      </li>
    ))}
    {ids.length < part.ids.length && (
      <li className="px-2 py-1 max-md:px-4">
        <Button onClick={onAll}>Show all {part.ids.length}</Button>
      </li>
    )}
    {requests.map(one => (
      <li key={one.project.id}>
        <RequestsLine {...one} />
      </li>
    ))}
  </ul>
)

const DayFailed = ({ error, onRetry }: { error: string; onRetry: () => void }) => (
  <p className="flex items-center gap-3 py-3 text-ink-2">
    Your day could not be read. {error}
    <Button variant="neutral" onClick={onRetry}>
      Try again
    </Button>
  </p>
)

const NothingDue = ({ open }: { open: Whole }) => {
  const undated = open.issues.filter(issue => issue.target_date === null).length
  return (
    <div className="rounded-card bg-sunken px-4 py-6 max-md:rounded-none">
      <p className="font-medium">Nothing is due</p>
      <p className="mt-0.5 text-ink-2">
        {undated > 0
          ? `${undated === 1 ? 'One issue of yours has' : `${undated} issues of yours have`} no due date yet.`
          : 'Issues assigned to you and due soon appear here.'}
      </p>
    </div>
  )
}
