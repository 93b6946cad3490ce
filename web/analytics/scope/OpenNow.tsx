import type { ScopeAndDemand } from '#contract/planning/insights.ts'
import { useHere } from '../../data/viewer.ts'
import { GROUP_NAMES } from '../../issues/fields/choices.tsx'
import { LedLink } from '../../shell/led.tsx'
import { classes } from '../../ui/classes.ts'
import { StateIcon, stateColour } from '../../ui/marks/StateIcon.tsx'
import { Bars, Part } from '../parts.tsx'
import { projectNamed, useNames } from '../people.tsx'
import { listAddress, type Meant } from '../scopes.ts'

/** More states than these are known by their groups. */
const MOST_STATES = 6
const FIRST_PROJECTS = 8

type Shown = {
  id: string
  name: string
  group: string
  color: string | null
  later: boolean
  total: number
  query: Record<string, string> | null
}

const shownOf = ({ open }: ScopeAndDemand): Shown[] => {
  const states = open.states.filter(state => state.total > 0)
  if (states.length > MOST_STATES)
    return open.groups.map(({ state_group, total, query }) => ({
      id: state_group,
      name: GROUP_NAMES[state_group] ?? state_group,
      group: state_group,
      color: null,
      later: false,
      total,
      query,
    }))
  const firstStarted = open.states.find(state => state.group === 'started')
  return states.map(({ ids: [id = ''], name, group, color, total, query }) => ({
    id,
    name,
    group,
    color,
    later: group === 'started' && firstStarted?.ids[0] !== id,
    total,
    query,
  }))
}

type OpenNowProps = { value: ScopeAndDemand; meant: Meant }

export const OpenNow = ({ value, meant }: OpenNowProps) => {
  const { slug } = useHere()
  useNames()
  const { open, late } = value
  const link = (words: Record<string, string> | null) => listAddress(slug, meant.scope, words)
  const parts = shownOf(value)
  const whole = link(open.query)
  const figure = <span className="num font-semibold text-20">{open.total}</span>
  return (
    <div className="min-w-0">
      <Part
        title="Open now"
        note={
          open.points > 0 &&
          `${open.points} pt${open.unestimated > 0 ? `, ${open.unestimated} without estimate` : ''}`
        }
      >
        {whole && open.total > 0 ? (
          <LedLink to={whole} className="inline-block rounded-control" aria-label={`${open.total} open`}>
            {figure}
          </LedLink>
        ) : (
          figure
        )}
        <span aria-hidden="true" className="mt-2 mb-2.5 flex h-2.5 gap-0.5">
          {parts.map(part => (
            <span
              key={part.id}
              className="rounded-[2px] first:rounded-l-full last:rounded-r-full"
              style={{ flexGrow: part.total, flexBasis: 0, minWidth: 2, background: stateColour(part) }}
            />
          ))}
          {parts.length === 0 && <span className="flex-1 rounded-full bg-off" />}
        </span>
        {parts.map(part => (
          <StateLine key={part.id} part={part} of={open.total} href={link(part.query)} />
        ))}
      </Part>
      <Part
        title={meant.scope.in === 'workspace' ? 'Late, by project' : 'Late'}
        note={
          late.oldest_days !== null &&
          `the oldest by ${late.oldest_days} ${late.oldest_days === 1 ? 'day' : 'days'}`
        }
        className="mt-4"
      >
        <Bars
          bars={late.projects.map(({ project_id, total, query }) => ({
            id: project_id,
            ...projectNamed(project_id),
            value: total,
            href: link(query),
          }))}
          colour="var(--danger)"
          most={FIRST_PROJECTS}
          wide
        />
      </Part>
    </div>
  )
}

const StateLine = ({ part, of, href }: { part: Shown; of: number; href: string | null }) => {
  const inside = (
    <>
      <StateIcon group={part.group} color={part.color} later={part.later} />
      <span className="cut flex-1">{part.name}</span>
      <span className="num text-12 text-ink-3">{of > 0 ? Math.round((100 * part.total) / of) : 0}%</span>
      <span className="num w-12 flex-none text-right">{part.total}</span>
    </>
  )
  const look = '-mx-2 flex h-7 items-center gap-2 rounded-control px-2 max-md:h-11'
  return href && part.total > 0 ? (
    <LedLink to={href} className={classes(look, 'hover:bg-hover focus-visible:-outline-offset-2')}>
      {inside}
    </LedLink>
  ) : (
    <span className={look}>{inside}</span>
  )
}
