import { type MouseEvent, useMemo, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { useClock, useFirstWeekday } from '../data/clock.ts'
import { getRow, useMade, useRows } from '../data/rows.ts'
import { useHere, viewer } from '../data/viewer.ts'
import { useCommandScope } from '../issues/acts/commandScope.ts'
import { addressOf } from '../issues/acts/issueAddress.ts'
import { widthOfKeys } from '../issues/list/keyWidth.ts'
import { ListActions, useListActions } from '../issues/list/ListActions.tsx'
import { ListPeek } from '../issues/list/ListPeek.tsx'
import { type Stop, useDrawn, useFocusKept, useListFocus } from '../issues/list/listFocus.ts'
import { useKeptPeekWidth } from '../issues/list/peekWidth.ts'
import { RowActsProvider, useListSelection } from '../issues/list/selection.ts'
import { useListKeys } from '../issues/list/useListKeys.ts'
import { useShut } from '../issues/view/shutGroups.ts'
import { weightOf } from '../planning/progress/useContents.ts'
import { classes } from '../ui/classes.ts'
import { variables } from '../ui/colours.ts'
import { Button } from '../ui/controls/Button.tsx'
import { RowsSkeleton } from '../ui/marks/Skeleton.tsx'
import { useSteady } from '../ui/useSteady.ts'
import { DayMentions, useMentions } from './DayMentions.tsx'
import { RequestsLine, useRequests } from './DayRequests.tsx'
import { DayRow } from './DayRow.tsx'
import { useHomeLayout } from './homeLayout.ts'
import { type DayPart, dueParts, lastSteps } from './myDay.ts'
import { PartStrip } from './PartStrip.tsx'
import { OPEN, useQueryOf, useWhole, type Whole } from './personIssues.ts'
import { nextUntil, weekdayWords } from './spans.ts'

/** More of a part are shown when they are asked for. */
const FIRST = 12
const NOTHING = '-'
const NOBODY: readonly never[] = []

/** What others have brought to the last step of what this person asked for. */
const useReviews = (me: string): readonly string[] => {
  const states = useMade(lastSteps, 'all')
  const { issues } = useWhole(
    useQueryOf(
      { state: states || NOTHING, created_by: me, assignees__not: me, state_group: OPEN.join() },
      { order: 'target_date', thenBy: '-priority' },
    ),
  )
  return useMemo(() => issues.filter(issue => issue.assignee_ids.length > 0).map(issue => issue.id), [issues])
}

const useParts = (open: Whole, me: string): DayPart[] => {
  const { today } = useClock()
  const first = useFirstWeekday()
  const reviews = useReviews(me)
  const until = nextUntil(today, first)
  return useMemo(() => {
    const due = dueParts(open.issues, today, until)
    const points = due.today.reduce((sum, id) => {
      const issue = getRow('issue', id)
      return sum + (issue ? weightOf(issue) : 0)
    }, 0)
    return [
      { key: 'overdue', name: 'Overdue', ids: due.overdue },
      { key: 'today', name: 'Today', ids: due.today, ...(points > 0 ? { note: `${points} pt` } : {}) },
      { key: 'next', name: 'Next', ids: due.next, note: `until ${weekdayWords(until, today)}` },
      { key: 'review', name: 'To review', ids: reviews },
    ]
  }, [open.issues, today, until, reviews])
}

/** What one’s day begins with: each line can be worked on where it stands. */
export const MyDay = ({ open }: { open: Whole }) => {
  const me = viewer()?.id ?? ''
  const { workspaceId } = useHere()
  const projects = useRows('project')
  const { of } = useHomeLayout()
  const all = useRequests()
  const requests = of('waiting_requests').is_visible ? all : NOBODY
  const named = useMentions()
  const mentions = of('mentions').is_visible ? named : NOBODY
  // What waits to be decided is looked at as what waits to be reviewed is.
  const waiting = requests.length
  const every = useParts(open, me)
  const parts = useMemo(
    () => every.filter(part => part.ids.length > 0 || (part.key === 'review' && waiting > 0)),
    [every, waiting],
  )
  const { shut, toggle } = useShut(`home.${workspaceId}`)
  const [long, setLong] = useState<ReadonlySet<string>>(new Set())
  const shownOf = (part: DayPart) => (long.has(part.key) ? part.ids : part.ids.slice(0, FIRST))
  const [address, setAddress] = useSearchParams()
  const go = useNavigate()
  const peekId = address.get('peekId')
  const peek = (id: string | null) =>
    setAddress(
      now => {
        const next = new URLSearchParams(now)
        if (id) next.set('peekId', id)
        else next.delete('peekId')
        return next
      },
      { replace: peekId !== null && id !== null },
    )
  const everything = useQueryOf({})
  const selection = useListSelection(everything)
  const focus = useListFocus(`home.${workspaceId}`)
  useKeptPeekWidth()
  const actions = useListActions(selection, focus.stops)
  useFocusKept(focus, actions.editing, actions.menu, actions.question, actions.deleting, peekId)
  const drawn = parts.flatMap(part =>
    shut.has(part.key) ? [] : shownOf(part).map(id => `${part.key}/${id}`),
  )
  const lines = drawn.join()
  const stops = useMemo(
    (): Stop[] =>
      lines.split(',').flatMap(line => {
        const [group = '', id] = line.split('/')
        return id ? [{ line, id, group }] : []
      }),
    [lines],
  )
  useDrawn(focus, stops, { show: () => {} })
  const openWhole = (id: string) => {
    const issue = getRow('issue', id)
    if (issue) void go(addressOf(issue))
  }
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
    onPeek: id => peek(peekId === id ? null : id),
    onOpen: openWhole,
    onMove: () => {},
    arrows: 'lines',
  })
  useCommandScope({ issues: () => actions.meant(focus, false) })
  const onPeek = useSteady((id: string, event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    peek(id)
  })
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
  if (open.status === 'error')
    return (
      <p className="flex items-center gap-3 py-3 text-ink-2">
        Your day could not be read. {open.error}
        <Button variant="neutral" onClick={open.retry}>
          Try again
        </Button>
      </p>
    )
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
              <ul aria-label={part.name}>
                {shownOf(part).map(id => (
                  <li key={id}>
                    <DayRow
                      id={id}
                      line={`${part.key}/${id}`}
                      active
                      withPeople={part.key === 'review'}
                      onEdit={actions.onEdit}
                      onPeek={onPeek}
                    />
                  </li>
                ))}
                {shownOf(part).length < part.ids.length && (
                  <li className="px-2 py-1 max-md:px-4">
                    <Button onClick={() => setLong(now => new Set([...now, part.key]))}>
                      Show all {part.ids.length}
                    </Button>
                  </li>
                )}
                {part.key === 'review' &&
                  requests.map(one => (
                    <li key={one.project.id}>
                      <RequestsLine {...one} />
                    </li>
                  ))}
              </ul>
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

const NothingDue = ({ open }: { open: Whole }) => {
  const undated = open.issues.filter(issue => issue.target_date === null).length
  return (
    <div className="rounded-card bg-sunken px-4 py-6 max-md:rounded-none">
      <p className="font-medium">Nothing is due</p>
      <p className="mt-0.5 text-ink-2">
        {undated > 0
          ? `${undated === 1 ? 'One issue of yours has' : `${undated} issues of yours have`} no due date yet.`
          : 'What is assigned to you and due soon stands here.'}
      </p>
    </div>
  )
}
