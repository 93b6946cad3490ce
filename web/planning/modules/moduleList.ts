/** The modules that a list shows, and their order: all of it is in the address. */
import { keysOf } from '#contract/keys.ts'
import { dayIn } from '#contract/people/zones.ts'
import type { Module } from '#contract/planning/modules.ts'
import { getRow } from '../../data/rows.ts'
import { oneOf } from '../../shell/list/address.ts'
import type { Narrowing } from '../../shell/list/filters.ts'
import { dayNumber } from '../../ui/dates/day-numbers.ts'
import { dayWords } from '../../ui/dates/shaped-day.ts'
import { byName } from '../byName.ts'
import { spanWords } from '../cycles/cycleRange.ts'
import { type IssueTotals, type Measure, progressOf } from '../progress/totals.ts'
import { isOver } from './moduleRows.ts'

export const sorts = {
  name: 'Name',
  progress: 'Progress',
  issues: 'Issues',
  due: 'Due date',
  created: 'Created',
  manual: 'Manual',
} as const
export type Sort = keyof typeof sorts
export const moduleLayouts = ['list', 'board', 'timeline'] as const
export type ModuleLayout = (typeof moduleLayouts)[number]

export type ModuleQuery = { layout: ModuleLayout; sort: Sort; isTurned: boolean }

export const readQuery = (address: URLSearchParams): ModuleQuery => ({
  layout: oneOf(address.get('layout'), moduleLayouts, 'list'),
  sort: oneOf(address.get('sort'), keysOf(sorts), 'name'),
  isTurned: address.get('turned') === 'true',
})

const FAR = '9999-12-31'

export const shownModules = (
  all: readonly Module[],
  { finds, passes }: Narrowing<Module>,
  { sort, isTurned }: Pick<ModuleQuery, 'sort' | 'isTurned'>,
  totalsOf: (module: Module) => IssueTotals,
): Module[] => {
  const percentOf = (module: Module) => progressOf('module', totalsOf(module), 'issues').percent
  const orders: Record<Sort, (a: Module, b: Module) => number> = {
    name: () => 0,
    progress: (a, b) => percentOf(a) - percentOf(b),
    issues: (a, b) => totalsOf(a).total_issues - totalsOf(b).total_issues,
    due: (a, b) => (a.target_date ?? FAR).localeCompare(b.target_date ?? FAR),
    created: (a, b) => a.created_at.localeCompare(b.created_at),
    manual: (a, b) => a.sort_order - b.sort_order,
  }
  const turn = isTurned && sort !== 'manual' ? -1 : 1
  return all
    .filter(module => finds(module.name) && passes(module))
    .sort((a, b) => turn * (orders[sort](a, b) || byName(a, b)))
}

export const isLate = (module: Module, today: string) =>
  module.target_date !== null && module.target_date < today && !isOver(module)

export type Forecast = { words: string; late: boolean }
/** A module that has just begun says nothing yet about its pace. */
const FEWEST_DAYS = 3
const MOST_LATE = 730

const besidesDue = (days: number): string =>
  days > 0 ? `${days} ${days === 1 ? 'day' : 'days'} late` : days < -1 ? `${-days} days early` : 'on time'

/** When it was completed, measured by the day it was due in the zone of its project. */
const outcomeOf = ({ status, completed_at, target_date, project_id }: Module): Forecast | null => {
  if (status !== 'completed' || !completed_at || !target_date) return null
  const day = dayIn(getRow('project', project_id)?.timezone ?? 'UTC', Date.parse(completed_at))
  return { words: besidesDue(dayNumber(day) - dayNumber(target_date)), late: false }
}

/** When it will be done if it goes on as it went since its first day, or was done; null where nobody can say. */
export const forecastOf = (
  module: Module,
  totals: IssueTotals,
  measure: Measure,
  today: string,
): Forecast | null => {
  const { status, start_date, target_date } = module
  if (isOver(module)) return outcomeOf(module)
  if (!start_date || status === 'paused') return null
  const begins = dayNumber(start_date) - dayNumber(today)
  if (begins > 0)
    return { words: `starts ${dayWords(dayNumber(start_date), begins < 7 ? 'EEE' : 'd MMM')}`, late: false }
  const share = progressOf('module', totals, measure).percent / 100
  const gone = dayNumber(today) - dayNumber(start_date) + 1
  if (!target_date || share === 0 || gone < FEWEST_DAYS) return null
  const late = dayNumber(start_date) + Math.ceil(gone / share) - 1 - dayNumber(target_date)
  if (late > MOST_LATE) return null
  return { words: besidesDue(late), late: late > 0 }
}

/** "2 Nov – 2 Dec", "from 2 Nov", "until 2 Dec"; null without any. */
export const datesOf = ({ start_date, target_date }: Module, today: string): string | null => {
  const one = (day: string) => spanWords(day, day, 'MMM', today)
  if (start_date && target_date) return spanWords(start_date, target_date, 'MMM', today)
  return start_date ? `from ${one(start_date)}` : target_date ? `until ${one(target_date)}` : null
}
