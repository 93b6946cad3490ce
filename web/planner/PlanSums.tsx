import type { ReactNode } from 'react'
import type { RowTypes } from '../data/entities.ts'
import { useRow } from '../data/rows.ts'
import { classes } from '../ui/classes.ts'
import { datesText } from '../ui/dates/day-words.ts'
import { Icon } from '../ui/icons.tsx'
import { Avatar } from '../ui/marks/Avatar.tsx'
import { Skeleton } from '../ui/marks/Skeleton.tsx'
import { LOOKED_BACK, type Load, type Measure, type Plan } from './usePlan.ts'

const tick = 'absolute w-0.5 -translate-x-1/2 bg-ink-2 shadow-[0_0_0_1.5px_var(--bg)]'
const added = 'plan-added rounded-[2px]'
const percent = (part: number, whole: number) => `${Math.min(100, (100 * part) / whole)}%`
/** The word for so many. */
export const unitOf = (value: number, { unit }: Measure): string => {
  const one = unit === 'pt' ? 'point' : 'issue'
  return value === 1 ? one : `${one}s`
}
/** Beside a sum: "101 pt", "3 issues". */
export const withUnit = (value: number, measure: Measure): string =>
  `${value} ${measure.unit === 'pt' ? 'pt' : unitOf(value, measure)}`
const inWords = (value: number, measure: Measure) => `${value} ${unitOf(value, measure)}`

/** As far as the bar goes: the next ten above all that is in it. */
const scaleOf = ({ planned, added: more, average }: Plan['sums']) =>
  Math.max(10, Math.ceil((Math.max(planned + more, average ?? 0) * 1.15) / 10) * 10)

/** The planned sum with the selection, against the usual one. */
export const SumBar = ({ sums, measure, scale }: Pick<Plan, 'sums' | 'measure'> & { scale?: boolean }) => {
  const { planned, added: more, average } = sums
  const whole = scaleOf(sums)
  const said = [
    `${inWords(planned, measure)} planned`,
    ...(more > 0 ? [`${planned + more} with the selection`] : []),
    ...(average === null ? [] : [`average of the last cycles ${average}`]),
  ].join(', ')
  const marks = [
    ...(planned > 0 ? [planned] : []),
    ...(average !== null && Math.abs(average - planned) > whole / 12 ? [average] : []),
  ]
  return (
    <div className={scale ? 'pb-5' : ''}>
      <div role="img" aria-label={said} className="relative flex h-3 gap-0.5 rounded-tag bg-(--pr-off)">
        <span
          className="rounded-l-tag rounded-r-[2px] bg-(--st-todo)"
          style={{ width: percent(planned, whole) }}
        />
        {more > 0 && <span className={added} style={{ width: percent(more, whole) }} />}
        {average !== null && (
          <span
            className={classes(tick, '-top-[3px] -bottom-[3px]')}
            style={{ left: percent(average, whole) }}
          />
        )}
        {scale && (
          <span aria-hidden="true" className="num text-[11px] text-ink-3 leading-4">
            <span className="absolute top-4 left-0">0</span>
            {marks.map(mark => (
              <span
                key={mark}
                className="absolute top-4 -translate-x-1/2"
                style={{ left: percent(mark, whole) }}
              >
                {mark}
              </span>
            ))}
            <span className="absolute top-4 right-0">
              {whole} {measure.unit}
            </span>
          </span>
        )}
      </div>
    </div>
  )
}

const Stat = ({ value, words, accent }: { value: number | string; words: string; accent?: boolean }) => (
  <span className="block text-right">
    <span className={classes('num block font-semibold text-20 leading-7', accent && 'text-accent')}>
      {value}
    </span>
    <span className="block text-12 text-ink-3">{words}</span>
  </span>
)

const Person = ({ load, most }: { load: Load; most: number }) => {
  const person = useRow('user', load.person)
  const { planned, added: more, usual } = load
  const over = usual !== null && usual > 0 ? planned + more - usual : 0
  return (
    <li className="flex h-7 items-center gap-2">
      <Avatar person={person} silent />
      <span className="cut w-25 flex-none">{person?.display_name}</span>
      <span className="relative flex h-2 min-w-0 flex-1 gap-0.5">
        <span className="rounded-[2px] bg-(--st-todo)" style={{ width: percent(planned, most) }} />
        {more > 0 && <span className={added} style={{ width: percent(more, most) }} />}
        {usual !== null && usual > 0 && (
          <span
            className={classes(tick, '-top-[3px] -bottom-[3px]')}
            style={{ left: percent(usual, most) }}
          />
        )}
      </span>
      <span className="num w-26 flex-none whitespace-nowrap text-right">
        {over > 0 && <span className="font-medium text-warn">{over} over </span>}
        <span className={over > 0 ? 'font-medium' : ''}>{over > 0 ? planned + more : planned}</span>
        {more > 0 && over <= 0 && <span className="font-medium text-accent"> +{more}</span>}
        {usual !== null && <span className="text-ink-3"> / {usual}</span>}
      </span>
    </li>
  )
}

/** As high as a person's line: the issues below stay where they are once the loads are known. */
const PersonSkeleton = () => (
  <li className="flex h-7 items-center gap-2">
    <Skeleton className="!size-5 flex-none" />
    <Skeleton className="w-20 flex-none" />
  </li>
)

const Part = ({ title, note, children }: { title: string; note?: string; children: ReactNode }) => (
  <section aria-label={title}>
    <h3 className="flex h-8 items-center font-medium">
      <span className="flex-1">{title}</span>
      {note && <span className="font-normal text-12 text-ink-3">{note}</span>}
    </h3>
    {children}
  </section>
)

const MOST_PEOPLE = 8

type PlanSumsProps = {
  plan: Plan
  cycle: RowTypes['cycle']
  current: RowTypes['cycle'] | null
  /** Chooses another cycle. */
  switcher: ReactNode
}

/** How full a cycle gets: in all, for each person, and against what was done before. */
export const PlanSums = ({ plan, cycle, current, switcher }: PlanSumsProps) => {
  const { sums, measure, loads, isLoadKnown, before } = plan
  const shown = loads.slice(0, MOST_PEOPLE)
  const most = Math.max(1, ...shown.map(load => Math.max(load.planned + load.added, load.usual ?? 0)))
  const best = Math.max(1, ...before.map(one => one.done))
  return (
    <div className="@container flex-none px-6 pb-2 max-desk:px-4">
      <div className="flex flex-wrap items-start gap-x-7 gap-y-2 pt-3">
        <div className="min-w-0 flex-1 max-desk:basis-full">
          <h2 className="flex items-center gap-1 font-semibold text-20">
            <span className="cut">{cycle.name}</span>
            {switcher}
          </h2>
          <p className="num text-ink-2">
            {cycle.start_date
              ? datesText({ start_date: cycle.start_date, target_date: cycle.end_date })
              : 'Without dates'}
          </p>
        </div>
        <Stat value={sums.planned} words="planned" />
        {sums.added > 0 && <Stat value={sums.planned + sums.added} words="with selection" accent />}
        {sums.average !== null && (
          <Stat
            value={sums.average}
            words={before.length === 1 ? 'in the last one' : `average of ${before.length}`}
          />
        )}
      </div>
      <div className="pt-3">
        <SumBar sums={sums} measure={measure} scale />
      </div>
      <div className="grid @lg:grid-cols-[minmax(0,1fr)_176px] gap-x-8">
        <Part title="Load" note={`${measure.unit === 'pt' ? 'points' : 'issues'} / own average`}>
          <ul>
            {shown.map(load =>
              isLoadKnown ? (
                <Person key={load.person} load={load} most={most} />
              ) : (
                <PersonSkeleton key={load.person} />
              ),
            )}
          </ul>
          {loads.length > MOST_PEOPLE && (
            <p className="text-12 text-ink-3">and {loads.length - MOST_PEOPLE} more</p>
          )}
        </Part>
        <Part title="Done before">
          {before.length === 0 && <p className="text-ink-3">No cycle has ended yet.</p>}
          <ul>
            {before.slice(0, LOOKED_BACK).map(one => (
              <li key={one.cycle.id} className="flex h-7 items-center gap-2">
                <span className="cut w-18 flex-none text-ink-2">{one.cycle.name}</span>
                <span className="flex h-2 min-w-0 flex-1">
                  <span className="rounded-[2px] bg-(--st-done)" style={{ width: percent(one.done, best) }} />
                </span>
                <span className="num w-8 flex-none text-right">{one.done}</span>
              </li>
            ))}
          </ul>
          {current && sums.left > 0 && (
            <p className="mt-2.5 flex gap-1.5 text-12 text-warn">
              <Icon name="triangle-alert" size={14} className="mt-px flex-none" />
              <span>
                {withUnit(sums.left, measure)} of {current.name} still open today. If nothing more of that is
                completed, it comes to {withUnit(sums.planned + sums.added + sums.left, measure)} with these
                {sums.added > 0 && ' and the selection'}.
              </span>
            </p>
          )}
        </Part>
      </div>
    </div>
  )
}
