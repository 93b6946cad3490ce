import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { isAmong } from '#contract/keys.ts'
import { priorities } from '#contract/work/issues.ts'
import { stateGroups } from '#contract/work/states.ts'
import { useClock, useFirstWeekday } from '../data/clock.ts'
import type { RowTypes } from '../data/entities.ts'
import { useRows } from '../data/rows.ts'
import { useHere } from '../data/viewer.ts'
import { BarLine, Figure, GroupBar, groupWords, PartHead } from '../home/figures.tsx'
import { OPEN, useOpenIssues, useTotals } from '../home/personIssues.ts'
import { dueUntil, dueWeeks, endOfWeek } from '../home/spans.ts'
import { workLink } from '../home/workLink.ts'
import { useUnderWay } from '../planning/cycles/underWay.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Banner } from '../ui/marks/Banner.tsx'
import { PriorityIcon, priorityNames } from '../ui/marks/PriorityIcon.tsx'
import { Skeleton } from '../ui/marks/Skeleton.tsx'
import { StateIcon } from '../ui/marks/StateIcon.tsx'
import { ActivityByDay } from './ActivityByDay.tsx'
import { PersonCard, type Work } from './PersonCard.tsx'
import { PersonHeader } from './PersonHeader.tsx'
import { NobodyHere, PersonTabs, usePerson } from './PersonTabs.tsx'

/** Somebody’s work in figures, each of which leads to its list; of others, the part that the reader sees. */
export const SummaryScreen = () => {
  const { person, title } = usePerson()
  if (!person) return <NobodyHere />
  return (
    <>
      <PersonHeader {...{ person, title }} />
      <PersonTabs personId={person.id} />
      <Summary key={person.id} person={person} />
    </>
  )
}

const Summary = ({ person }: { person: RowTypes['user'] }) => {
  const { id } = person
  const open = useOpenIssues(id)
  const ended = useTotals({ assignees: id, state_group: 'completed,cancelled' }, 'project_id', 'state__group')
  const created = useTotals({ created_by: id }, 'project_id')
  const work: Work = { open, ended, created }
  return (
    <div
      className="flex min-h-0 flex-1 overflow-y-auto bg-bg max-desk:flex-col-reverse max-desk:justify-end"
      data-scroller
    >
      <div className="min-w-0 flex-1 px-6 pb-16 max-md:px-4">
        {open.status === 'error' ? (
          <div className="pt-4">
            <Banner tone="danger" action={<Button onClick={open.retry}>Try again</Button>}>
              The summary could not be read. {open.error}
            </Banner>
          </div>
        ) : (
          <>
            <Figures {...{ person, work }} />
            <Workload {...{ person, work }} />
            <div className="mt-3 grid gap-x-12 gap-y-3 md:grid-cols-2">
              <OpenByPriority {...{ person, work }} />
              <OpenByWeek {...{ person, work }} />
            </div>
            <ActivityByDay person={person} />
          </>
        )}
      </div>
      <PersonCard {...{ person, work }} />
    </div>
  )
}

type PartProps = { person: RowTypes['user']; work: Work }

const Figures = ({ person, work }: PartProps) => {
  const { slug } = useHere()
  const { today } = useClock()
  const end = endOfWeek(today, useFirstWeekday())
  const subscribed = useTotals({ subscriber: person.id })
  const { open, created } = work
  const isKnown = open.status === 'ready'
  const state_group = OPEN.join()
  const due = dueUntil(open.issues, end)
  return (
    <section aria-label="Numbers" className="flex flex-wrap gap-x-10 gap-y-2 pt-4 pb-3">
      <Figure name="created" value={created?.total ?? null} href={workLink(slug, person.id, 'created')} />
      <Figure
        name="assigned"
        value={isKnown ? open.issues.length : null}
        href={workLink(slug, person.id, 'assigned', { state_group })}
      />
      <Figure
        name="subscribed"
        value={subscribed?.total ?? null}
        href={workLink(slug, person.id, 'subscribed')}
      />
      <Figure
        name="due this week"
        value={isKnown ? due.length : null}
        href={workLink(slug, person.id, 'assigned', { state_group, target_date: `${end};before` })}
      />
      <CyclePoints person={person} />
    </section>
  )
}

/** Of the cycles under way that the reader sees, where their projects count in points. */
const CyclePoints = ({ person }: { person: RowTypes['user'] }) => {
  const { slug } = useHere()
  const underWay = useUnderWay()
  const estimates = useRows('estimate')
  const inPoints = new Set(estimates.filter(one => one.type === 'points').map(one => one.id))
  const current = underWay
    .filter(({ project }) => inPoints.has(project.estimate ?? ''))
    .map(({ cycle }) => cycle.id)
    .sort()
  const terms = { state_group: 'completed', cycle: current.join() || '-' }
  const done = useTotals({ assignees: person.id, ...terms })
  if (current.length === 0) return null
  return (
    <Figure
      name={`${done?.points === 1 ? 'point' : 'points'} done in ${current.length === 1 ? 'this cycle' : 'these cycles'}`}
      value={done?.points ?? null}
      href={workLink(slug, person.id, 'assigned', terms)}
    />
  )
}

const issuesIn = (count: number, projects: number) =>
  `${count} ${count === 1 ? 'issue' : 'issues'} in ${projects} ${projects === 1 ? 'project' : 'projects'}`

const Workload = ({ person, work }: PartProps) => {
  const { slug } = useHere()
  const { open, ended } = work
  const over = useTotals({ assignees: person.id, state_group: 'completed,cancelled' }, 'state__group')
  const parts = stateGroups.map(group => ({
    group,
    count: isAmong(OPEN, group)
      ? open.issues.filter(issue => issue.state__group === group).length
      : (over?.of(group) ?? 0),
  }))
  const projects = useMemo(
    () => new Set([...open.issues.map(issue => issue.project_id), ...(ended?.keys ?? [])]),
    [open.issues, ended],
  )
  const total = parts.reduce((sum, { count }) => sum + count, 0)
  return (
    <section aria-label="Workload">
      <PartHead title="Workload">
        <span className="num text-12 text-ink-3">
          {open.status === 'ready' && over ? issuesIn(total, projects.size) : <Skeleton className="w-24" />}
        </span>
      </PartHead>
      <GroupBar parts={parts} className="mt-1.5 mb-2 h-3" />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(136px,1fr))] gap-x-4">
        {parts.map(({ group, count }) => (
          <Link
            key={group}
            to={workLink(slug, person.id, 'assigned', { state_group: group })}
            className="-mx-2 flex h-7 items-center gap-2 rounded-control px-2 hover:bg-hover max-md:h-11"
          >
            <StateIcon group={group} />
            <span className="cut flex-1">{groupWords[group]}</span>
            <span className="num pr-2 font-medium">{count}</span>
          </Link>
        ))}
      </div>
    </section>
  )
}

const Chart = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="min-w-0">
    <PartHead title={title} />
    {children}
  </section>
)

const OpenByPriority = ({ person, work }: PartProps) => {
  const { slug } = useHere()
  const lines = priorities.toReversed().map(priority => ({
    priority,
    count: work.open.issues.filter(issue => issue.priority === priority).length,
  }))
  const most = Math.max(...lines.map(({ count }) => count))
  return (
    <Chart title="Open, by priority">
      {lines.map(({ priority, count }) => (
        <BarLine
          key={priority}
          icon={<PriorityIcon priority={priority} silent />}
          name={priority === 'none' ? 'None' : priorityNames[priority]}
          colour={priority === 'urgent' ? 'var(--pr-urgent)' : 'var(--pr-bar)'}
          href={workLink(slug, person.id, 'assigned', { priority, state_group: OPEN.join() })}
          {...{ count, most }}
        />
      ))}
    </Chart>
  )
}

const weekColours: Record<string, string> = { overdue: 'var(--danger)', none: 'var(--pr-off)' }

const OpenByWeek = ({ person, work }: PartProps) => {
  const { slug } = useHere()
  const { today } = useClock()
  const first = useFirstWeekday()
  const lines = useMemo(() => dueWeeks(work.open.issues, today, first), [work.open.issues, today, first])
  const most = Math.max(...lines.map(({ count }) => count))
  return (
    <Chart title="Open, by due week">
      {lines.map(({ id, name, term, count }) => (
        <BarLine
          key={id}
          name={name}
          colour={weekColours[id] ?? 'var(--st-todo)'}
          href={workLink(slug, person.id, 'assigned', { target_date: term, state_group: OPEN.join() })}
          {...{ count, most }}
        />
      ))}
    </Chart>
  )
}
