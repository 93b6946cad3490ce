import { insightRoutes, type ScopeAndDemand } from '#contract/planning/insights.ts'
import { call } from '../../data/client.ts'
import { useFirstWeekday } from '../../data/clock.ts'
import { useHere } from '../../data/viewer.ts'
import { classes } from '../../ui/classes.ts'
import type { Freshness } from '../freshness.ts'
import { Bars, Part } from '../parts.tsx'
import { personNamed, projectNamed, useNames } from '../people.tsx'
import { listAddress, type Meant } from '../scopes.ts'
import type { Span } from '../spans.ts'
import { BarsSkeleton, ChartSkeleton, Failed, Loading, NoIssues, Waiting } from '../states.tsx'
import { useFigures } from '../useFigures.ts'
import { CreatedAndDone } from './CreatedAndDone.tsx'
import { OpenNow } from './OpenNow.tsx'

export const CHART_HEIGHT = 300
const FIRST_ROW = 'grid gap-x-16 gap-y-4 pt-2 desk:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]'
const FIRST_PEOPLE = 9
const FIRST_PROJECTS = 8

type ScopeSectionProps = { meant: Meant; span: Span; fresh: Freshness; onClear: () => void }

/** Created and done issues, open and late ones, and whose they are. */
export const ScopeSection = ({ meant, span, fresh, onClear }: ScopeSectionProps) => {
  const { slug } = useHere()
  const first = useFirstWeekday()
  const query = { ...meant.words, from: span.from, to: span.to, week_begins: `${first}` as const }
  const figures = useFigures(
    `scope ${JSON.stringify(query)}`,
    async () => (await call(insightRoutes.scope, { params: { ws: slug }, query })).body,
    fresh,
  )
  const { value } = figures
  if (!value) return figures.status === 'loading' ? <Shape /> : <Failed figures={figures} />
  const isEmpty =
    value.open.total === 0 && value.periods.every(({ created, done }) => created.total + done.total === 0)
  if (isEmpty) return <NoIssues onClear={meant.isFiltered ? onClear : null} />
  return (
    <div aria-busy={figures.isOld} className={classes(figures.isOld && 'opacity-60')}>
      <div className={FIRST_ROW}>
        <CreatedAndDone {...{ value, meant, span }} />
        <OpenNow {...{ value, meant }} />
      </div>
      <People {...{ value, meant, span }} />
    </div>
  )
}

type PeopleProps = { value: ScopeAndDemand; meant: Meant; span: Span }

const People = ({ value, meant, span }: PeopleProps) => {
  const { slug } = useHere()
  useNames()
  const link = (words: Record<string, string> | null) => listAddress(slug, meant.scope, words)
  const people = (
    rows: readonly { user_id: string | null; total: number; query: Record<string, string> | null }[],
  ) =>
    rows.map(({ user_id, total, query }) => ({
      id: user_id ?? 'nobody',
      ...personNamed(user_id),
      value: total,
      href: link(query),
    }))
  const projects = (
    rows: readonly { project_id: string; total: number; query: Record<string, string> | null }[],
  ) =>
    rows.map(({ project_id, total, query }) => ({
      id: project_id,
      ...projectNamed(project_id),
      value: total,
      href: link(query),
    }))
  const open = people(value.open_by_person)
  // “Nobody” is always counted, however many people there are.
  const nobody = open.filter(one => one.id === 'nobody')
  const some = open.filter(one => one.id !== 'nobody')
  const shown = some.length > FIRST_PEOPLE ? [...some.slice(0, FIRST_PEOPLE - 1), ...nobody] : open
  const when = span.name.toLowerCase()
  const isAcross = meant.scope.in === 'workspace'
  return (
    <div className="mt-4 grid gap-x-12 gap-y-3 md:grid-cols-2 xl:grid-cols-3">
      <Part
        title="Open, by person"
        note={shown.length < open.length ? `${some.length} people` : undefined}
        table={{
          columns: ['Person', 'Open', 'Points'],
          rows: value.open_by_person.map(({ user_id, total, points, query }) => ({
            id: user_id ?? 'nobody',
            icon: personNamed(user_id).icon,
            cells: [personNamed(user_id).name, { value: total, href: link(query) }, points],
          })),
        }}
        height={CHART_HEIGHT}
      >
        <Bars bars={shown} colour="var(--st-todo)" />
      </Part>
      <div className="min-w-0">
        <Part title="Most created" note={when}>
          <Bars bars={people(value.created_most.slice(0, 5))} colour="var(--st-todo)" />
        </Part>
        {isAcross && (
          <Part title="Open, by project" className="mt-3">
            <Bars bars={projects(value.open_by_project)} colour="var(--st-todo)" most={FIRST_PROJECTS} wide />
          </Part>
        )}
      </div>
      <div className="min-w-0">
        <Part title="Most completed" note={when}>
          <Bars bars={people(value.done_most.slice(0, 5))} colour="var(--st-done)" />
        </Part>
        {isAcross && (
          <Part title="Done, by project" className="mt-3">
            <Bars bars={projects(value.done_by_project)} colour="var(--st-done)" most={FIRST_PROJECTS} wide />
          </Part>
        )}
      </div>
    </div>
  )
}

const Shape = () => (
  <Loading>
    <div className={FIRST_ROW}>
      <Waiting title="Created and done">
        <ChartSkeleton height={CHART_HEIGHT} />
      </Waiting>
      <Waiting title="Open now">
        <div className="skeleton h-7.5 w-18 rounded-control" />
        <div className="skeleton my-3 h-2.5 rounded-full" />
        <BarsSkeleton rows={4} />
      </Waiting>
    </div>
    <div className="mt-4 grid gap-x-12 gap-y-3 md:grid-cols-2 xl:grid-cols-3">
      {['Open, by person', 'Most created', 'Most completed'].map(title => (
        <Waiting key={title} title={title}>
          <BarsSkeleton />
        </Waiting>
      ))}
    </div>
  </Loading>
)
