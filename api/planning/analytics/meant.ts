/** The issues behind figures, and the words of the list in which a figure's own issues are found again. */
import type { Knex } from 'knex'
import { failFields } from '#contract/errors.ts'
import { entriesOf } from '#contract/keys.ts'
import type { Bound, DateFilter } from '#contract/lists/dateTerms.ts'
import { type FilterField, filterFields, NONE, type ValueFilter } from '#contract/lists/issueFilters.ts'
import { type IssueQuery, writeIssueQuery } from '#contract/lists/issueQuery.ts'
import { addDays, dayIn, startOfDay } from '#contract/people/zones.ts'
import type { Figure } from '#contract/planning/insights.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { readList } from '../../lists/list.ts'
import { projectsOf } from '../../lists/scope.ts'

export type Words = Figure['query']
export type Params = Record<string, string | undefined>
export type Days = { from: string; to: string }

/** The caller, the workspace and the query of a call. */
export type AnalyticsAsk = { trx: Knex; viewer: ServerViewer; workspaceId: string; query: Params }
/** The issues that are meant, for the one who asks. */
export type Meant = Omit<AnalyticsAsk, 'query'> & { list: IssueQuery }

export const meantBy = ({ trx, viewer, workspaceId, query }: AnalyticsAsk): Meant => ({
  trx,
  viewer,
  workspaceId,
  list: readList({ viewer, query }, { in: 'workspace', workspace: workspaceId }, '-created_at'),
})

/** The meant issues, narrowed by further filters. */
export const narrowed = (meant: Meant, query: Params): IssueQuery => {
  const { filters } = meantBy({ ...meant, query }).list
  return { ...meant.list, within: filters }
}

/** As far as days are reported. */
export const [FIRST_DAY, LAST_DAY] = ['0002-01-01', '9998-12-31']

export const spanWords = ({ from, to }: Days): string => {
  if (from === to) return from
  const ends = [
    ...(from === FIRST_DAY ? [] : [`${from};after`]),
    ...(to === LAST_DAY ? [] : [`${to};before`]),
  ]
  return ends.join(',')
}

/** Projects that the filters leave. */
export const projectsMeant = ({ viewer, list }: Meant): string[] => {
  const { project, project__not } = list.filters as Record<string, ValueFilter | undefined>
  return projectsOf(list.scope, viewer).filter(
    id => (!project || project.values.includes(id)) && !project__not?.values.includes(id),
  )
}

/** A figure's part of one field: some of its values, days, or the issues without a value. */
export type Part = string[] | Days | typeof NONE

/** So many days are named one by one, where they are no single span. */
const MOST_SINGLE_DAYS = 400

const daysOf = ({ from, before }: Bound, zone: string, isInstant: boolean) => {
  const dayAt = (edge: string | null) => edge && (isInstant ? dayIn(zone, Date.parse(edge)) : edge)
  const end = dayAt(before)
  return { from: dayAt(from) ?? FIRST_DAY, to: end ? addDays(end, -1) : LAST_DAY }
}

export const [earliest, latest] = [
  (...days: string[]) => days.sort()[0]!,
  (...days: string[]) => days.sort().at(-1)!,
]

const meeting = (spans: readonly Days[], within: Days): Days[] => {
  const cut = spans
    .map(({ from, to }) => ({
      from: latest(from, within.from),
      to: earliest(to, within.to),
    }))
    .filter(({ from, to }) => from <= to)
    .sort((a, b) => (a.from < b.from ? -1 : 1))
  const met: Days[] = []
  for (const span of cut) {
    const last = met.at(-1)
    if (last && span.from <= addDays(last.to, 1)) last.to = latest(last.to, span.to)
    else met.push({ ...span })
  }
  return met
}

// A filter's bounds make one span; several spans are only shown day by day.
const dateWords = (
  given: DateFilter | undefined,
  part: Days | typeof NONE,
  zone: string,
  isInstant: boolean,
): string | null => {
  if (part === NONE) return !given || given.none ? NONE : 'null'
  if (!given) return spanWords(part)
  const spans = meeting(
    given.bounds.map(bound => daysOf(bound, zone, isInstant)),
    part,
  )
  if (spans.length <= 1) return spans[0] ? spanWords(spans[0]) : 'null'
  const days: string[] = []
  for (const { from, to } of spans)
    for (let day = from; day <= to; day = addDays(day, 1)) {
      if (days.length === MOST_SINGLE_DAYS) return null
      days.push(day)
    }
  return days.join(',')
}

// An issue may have several labels: one of these and one of those is more than a list can be asked for.
const valueWords = (
  given: ValueFilter | undefined,
  part: string[] | typeof NONE,
  isMany: boolean,
): string | null => {
  const wanted = part === NONE ? [] : part
  if (!given) return part === NONE ? NONE : wanted.join(',')
  if (part === NONE) return given.none ? NONE : '-'
  const both = wanted.filter(value => given.values.includes(value))
  if (isMany && both.length < wanted.length) return null
  return both.join(',') || '-'
}

/** The words of the list that holds what is meant and passes the parts: null where no list's words say that. */
export const wordsOf = (
  { list, viewer }: Pick<Meant, 'list' | 'viewer'>,
  parts: Partial<Record<FilterField, Part>> = {},
): Words => {
  const { order_by: _, ...words } = writeIssueQuery(list)
  for (const [name, part] of entriesOf(parts)) {
    const { holds } = filterFields[name]
    const given = list.filters[name]
    const said =
      holds === 'day' || holds === 'instant'
        ? dateWords(
            given as DateFilter | undefined,
            part as Days | typeof NONE,
            viewer.timezone,
            holds === 'instant',
          )
        : valueWords(given as ValueFilter | undefined, part as string[] | typeof NONE, holds === 'rows')
    if (said === null) return null
    words[name] = said
  }
  return words
}

/** The filters of a span of days of one field. */
export const inSpan = (meant: Meant, field: 'created_at' | 'completed_at', days: Days): IssueQuery =>
  narrowed(meant, { [field]: spanWords(days) })

export const daysIn = ({ from, to }: Days): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000) + 1

/** The equally long span just before. */
export const before = (days: Days): Days => ({
  from: addDays(days.from, -daysIn(days)),
  to: addDays(days.from, -1),
})

/** The span that is asked for: without words of it the current year until today. */
export const spanOf = (
  { from, to }: { from?: string | undefined; to?: string | undefined },
  zone: string,
  most: number,
): Days => {
  const today = dayIn(zone)
  const last = to ?? latest(from ?? today, today)
  const days = { from: from ?? `${last.slice(0, 4)}-01-01`, to: last }
  if (days.from > days.to) failFields({ to: ['The span has to end on the day it begins, or later.'] })
  if (daysIn(days) > most) failFields({ to: [`Ask for at most ${most} days.`] })
  return days
}

/** The weeks or months of a span, the first and the last cut at its ends. */
export const periodsOf = (days: Days, step: 'day' | 'week' | 'month', weekBegins: number): Days[] => {
  const nextStart = (day: string): string => {
    if (step === 'day') return addDays(day, 1)
    if (step === 'month') {
      const [year, month] = [Number(day.slice(0, 4)), Number(day.slice(5, 7))]
      return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
    }
    const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
    return addDays(day, 7 - ((weekday - weekBegins + 7) % 7))
  }
  const periods: Days[] = []
  for (let from = days.from; from <= days.to; ) {
    const next = nextStart(from)
    periods.push({ from, to: earliest(addDays(next, -1), days.to) })
    from = next
  }
  return periods
}

/** The instants at which days begin for the caller. */
export const startsOf = (days: readonly string[], { viewer }: Pick<Meant, 'viewer'>): string[] =>
  days.map(day => startOfDay(day, viewer.timezone))
