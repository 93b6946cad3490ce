/** A chart's measure, axis, segment and drawing: words of the address, or those kept under a name. */

import { isAmong } from '#contract/keys.ts'
import type { FieldName } from '#contract/lists/issueFields.ts'
import { filterNames } from '#contract/lists/issueFilters.ts'
import { type Axis, axisNames, type ChartMeasure, readAxis } from '#contract/planning/analytics.ts'
import type { AnalyticView } from '#contract/planning/analyticViews.ts'
import { lookOf, nameOf } from '../../issues/fields/fields.ts'
import type { IconName } from '../../ui/icons.tsx'
import { filterWordsOf, sectionWords, type Terms } from '../terms.ts'

export const kinds = ['bar', 'line', 'area', 'table'] as const
export type Kind = (typeof kinds)[number]

export type Choice = { x: Axis; split: Axis | null; measure: ChartMeasure; kind: Kind }

const fieldsOf: Record<Axis, FieldName> = {
  state_id: 'state',
  state__group: 'state_group',
  labels__id: 'labels',
  assignees__id: 'assignees',
  estimate_point__value: 'estimate',
  issue_cycle__cycle_id: 'cycle',
  issue_module__module_id: 'modules',
  priority: 'priority',
  start_date: 'start_date',
  target_date: 'target_date',
  created_at: 'created_at',
  completed_at: 'completed_at',
  project_id: 'project',
  created_by: 'created_by',
}
const DATES: readonly Axis[] = ['start_date', 'target_date', 'created_at', 'completed_at']

export const isDateAxis = (axis: Axis) => DATES.includes(axis)
export const axisName = (axis: Axis): string => nameOf(fieldsOf[axis])
export const axisIcon = (axis: Axis): IconName => lookOf(fieldsOf[axis])?.icon ?? 'circle-dot'
/** The name for issues without a value. */
export const axisNone = (axis: Axis): string =>
  axis === 'assignees__id' ? 'Unassigned' : (lookOf(fieldsOf[axis])?.none ?? 'None')

type Words = Readonly<Record<string, string>>

export const choiceOf = (words: Words): Choice => {
  const x = readAxis(words.x_axis) ?? 'priority'
  const split = readAxis(words.segment)
  const kind = kinds.find(one => one === words.chart) ?? 'bar'
  return {
    x,
    split: split === x ? null : split,
    measure: words.y_axis === 'estimate' ? 'estimate' : 'issue_count',
    // Only what is counted by dates goes on from one to the next.
    kind: (kind === 'line' || kind === 'area') && !isDateAxis(x) ? 'bar' : kind,
  }
}

/** Of a scope that is one cycle or module nothing is counted by that. */
export const axesFor = (within: string): Axis[] =>
  axisNames.filter(
    axis =>
      !(within === 'cycle' && axis === 'issue_cycle__cycle_id') &&
      !(within === 'module' && axis === 'issue_module__module_id') &&
      !(within !== 'workspace' && axis === 'project_id'),
  )

const OWN = ['x_axis', 'y_axis', 'segment', 'chart'] as const
/** Under which word the address names a kept chart. */
const KEPT = 'saved'

/** The stored words of a chart: all that define it, defaults included. */
export const chartWords = (words: Words): Record<string, string> => {
  const { x, split, measure, kind } = choiceOf(words)
  return {
    x_axis: x,
    y_axis: measure,
    ...(split ? { segment: split } : {}),
    ...(kind === 'bar' ? {} : { chart: kind }),
    ...filterWordsOf(words),
  }
}

const written = (value: unknown): string | null =>
  Array.isArray(value) ? value.map(String).join() || null : typeof value === 'string' ? value : null

/** The words of a kept chart, of other clients’ too. */
export const keptWords = ({ query_dict }: Pick<AnalyticView, 'query_dict'>): Record<string, string> => {
  const stored = query_dict as Readonly<Record<string, unknown>>
  const words = [...OWN, ...filterNames].flatMap(name => {
    const text = written(stored[name])
    return text ? [[name, text]] : []
  })
  return chartWords(Object.fromEntries(words) as Words)
}

export const isSameChart = (one: Words, other: Words): boolean => {
  const names = new Set([...Object.keys(one), ...Object.keys(other)])
  return [...names].every(name => one[name] === other[name])
}

/** The address of a kept chart, in words. */
export const wordsOfKept = (id: string): Record<string, string> => ({ ...sectionWords('custom'), [KEPT]: id })
export const keptId = (words: Words): string | undefined => words[KEPT]
const isOfChart = (name: string) => isAmong(OWN, name) || isAmong(filterNames, name)

/** A kept chart is followed while the address holds its id alone; a change puts all of its words there. */
export const followed = (terms: Terms, kept: AnalyticView | null): Terms => {
  if (!kept) return terms
  const { words, change } = terms
  const stored = keptWords(kept)
  const isChanged = Object.keys(words).some(isOfChart)
  const rest = Object.fromEntries(Object.entries(words).filter(([name]) => !isOfChart(name)))
  const now = isChanged ? words : { ...rest, ...stored }
  return {
    words: now,
    change: (patch, step) => {
      const wanted = Object.fromEntries(
        Object.entries({ ...now, ...patch }).filter((one): one is [string, string] => Boolean(one[1])),
      )
      const asked = chartWords(wanted)
      const gone = Object.fromEntries([...Object.keys(now), ...Object.keys(patch)].map(name => [name, null]))
      const others = Object.fromEntries(Object.entries(wanted).filter(([name]) => !isOfChart(name)))
      change({ ...gone, ...others, ...(isSameChart(asked, stored) ? {} : asked) }, step)
    },
  }
}

/** Leads to a kept chart, or to none. */
export const openChart = ({ words, change }: Terms, id: string | null) =>
  change(
    {
      ...Object.fromEntries(
        Object.keys(words)
          .filter(isOfChart)
          .map(name => [name, null]),
      ),
      [KEPT]: id,
    },
    true,
  )
