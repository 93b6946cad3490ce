/**
 * Calls of our own screens of analytics. Every figure is the sum of an ordinary list of the workspace and carries the
 * words of that list, so that it leads to the very issues it counts.
 */
import { z } from 'zod'
import { datetime, day, id, route } from '../define.ts'
import { AnalyticsFilters, axis } from './analytics.ts'

const count = z.number().int()

/** The groups of states that are not over. */
export const OPEN = ['backlog', 'unstarted', 'started'] as const

/** The words of a list of `W/issues/` that holds just these issues; null where no single list does. */
const query = z.record(z.string(), z.string()).nullable()
const figure = { total: count, query }
const Figure = z.object(figure)
export type Figure = z.infer<typeof Figure>

/** With the sum of their estimates, where these are numbers, and how many issues have none. */
const summed = { ...figure, points: z.number(), unestimated: count }
const Summed = z.object(summed)
export type Summed = z.infer<typeof Summed>

/** A span of days of the caller’s time zone, both ends included; without them the current year until today. */
const span = { from: day.optional(), to: day.optional() }
/** A longer one is refused. */
export const MOST_DAYS_ASKED = 3_660

/** 0 is Sunday; Monday without it. */
const week_begins = z.enum(['0', '1', '2', '3', '4', '5', '6']).optional()

/** States of several projects that have one name and group are one. */
const named = { ids: z.array(id), name: z.string(), color: z.string(), group: z.string() }

// ── Custom ──────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A place on the axis: an id, a word, a month as `2026-09`; `None` for issues without a value. */
const key = z.string()
const ChartCell = z.object({ key, ...summed })
/**
 * Labels, states and points of estimates that are called the same in several projects are one: all are in `ids`, the first
 * is `key`; of points `key` is their value. Issues with two labels are in two rows.
 */
const ChartRow = z.object({ key, ids: z.array(id), ...summed, cells: z.array(ChartCell) })
export type ChartRow = z.infer<typeof ChartRow>
export type ChartCell = z.infer<typeof ChartCell>

export const MOST_ROWS = 200
export const MOST_COLUMNS = 50

/** Both measures at once, so that another of them asks nothing. */
export const Chart = z.object({
  /** Of all issues that are meant, each once. */
  ...summed,
  /**
   * In the order in which they are drawn: months one after another, those without issues too; priorities, groups, states and
   * points in their own order; others from the largest. `None` comes last.
   */
  rows: z.array(ChartRow),
  /**
   * The segments that divide the rows, in order; empty without `segment`. A row has a cell for each segment that it
   * holds issues of.
   */
  columns: z.array(ChartRow.omit({ cells: true })),
  /** So many rows and columns, the smallest, are left out. */
  left_out: z.object({ rows: count, columns: count }),
})
export type Chart = z.infer<typeof Chart>

const ChartQuery = AnalyticsFilters.extend({ x_axis: axis, segment: axis })

// ── Scope and demand ────────────────────────────────────────────────────────────────────────────────────────────────

export const periods = ['week', 'month'] as const
const Period = z.object({ start: day, end: day, created: Figure, done: Figure })
const ofPerson = { user_id: id.nullable() }
const ofProject = { project_id: id }

export const MOST_PERIODS = 130
/** So many people are informed at most, those with most of it. */
export const MOST_PEOPLE = 100

export const ScopeAndDemand = z.object({
  from: day,
  to: day,
  step: z.enum(periods),
  /** Weeks or months of the span, the first and the last cut at its ends. */
  periods: z.array(Period),
  /** Open issues as of now, whatever the span. */
  open: z.object({
    ...summed,
    groups: z.array(z.object({ state_group: z.string(), ...summed })),
    states: z.array(z.object({ ...named, ...summed })),
  }),
  /** Open and due before today. */
  late: z.object({
    ...figure,
    /** Days since the oldest was due; null where nothing is late. */
    oldest_days: count.nullable(),
    /** Every project that is meant, those without late issues last. */
    projects: z.array(z.object({ ...ofProject, ...figure, oldest_days: count.nullable() })),
  }),
  /** From the most on; nobody's (`user_id` null) last. */
  open_by_person: z.array(z.object({ ...ofPerson, ...summed })),
  /** Of the span. */
  created_most: z.array(z.object({ user_id: id, ...figure })),
  /** Completed within the span, by assignee. */
  done_most: z.array(z.object({ user_id: id, ...figure })),
  open_by_project: z.array(z.object({ ...ofProject, ...summed })),
  /** Of the span. */
  done_by_project: z.array(z.object({ ...ofProject, ...figure })),
})
export type ScopeAndDemand = z.infer<typeof ScopeAndDemand>

const SpanQuery = AnalyticsFilters.extend({ ...span, week_begins })
const ScopeQuery = SpanQuery.extend({
  /** Weeks for spans of up to a hundred days, else months. */
  step: z.enum(periods).optional(),
})

// ── Flow ────────────────────────────────────────────────────────────────────────────────────────────────────────────

/** So many days half of them took at most, and 85 of 100. Null of none. */
const spread = { total: count, median: z.number().nullable(), p85: z.number().nullable() }
/** And the same of the equally long span just before. */
const compared = { ...spread, before: z.object(spread) }

/** Of the issues that were done in the span, the newest so many are reported one by one. */
export const MOST_POINTS = 1_000

const TimedIssue = z.object({
  id,
  project_id: id,
  /** `BER-163`. */
  key: z.string(),
  name: z.string(),
  completed_at: datetime,
  done_on: day,
  days: z.number(),
})

export const Times = z.object({
  from: day,
  to: day,
  /** From the first time that it was started, as its history says, until it was done. Days are of 24 hours. */
  cycle_time: z.object({
    ...compared,
    /** Done in the span without ever having been started: these have no cycle time. */
    never_started: count,
    /** The oldest first; more than are reported count in the figures all the same. */
    issues: z.array(TimedIssue),
  }),
  /** From when it was created until it was done. */
  lead_time: z.object(compared),
  throughput: z.object({
    ...figure,
    weeks: z.array(z.object({ start: day, end: day, ...figure })),
    /** The median of the weeks that are whole and over; null without any. */
    usual: z.number().nullable(),
    /** The same of the equally long span just before. */
    before: z.object({ total: count, usual: z.number().nullable() }),
  }),
})
export type Times = z.infer<typeof Times>

export const MOST_UNDER_WAY = 200

export const UnderWay = z.object({
  from: day,
  to: day,
  /** Issues in a state of the group `started`, and the time since each was first started. */
  started: z.object({
    ...figure,
    median: z.number().nullable(),
    p85: z.number().nullable(),
    /** How many were at the beginning of the span. */
    before: count,
    /** The oldest first. */
    issues: z.array(
      z.object({
        id,
        project_id: id,
        key: z.string(),
        name: z.string(),
        state_id: id,
        started_at: datetime,
        days: z.number(),
      }),
    ),
  }),
  /** How long issues were in each state of the group `started`, of the stays that ended in the span. */
  waits: z.array(z.object({ ...named, ...compared })),
})
export type UnderWay = z.infer<typeof UnderWay>

export const cumulativeSteps = ['day', 'week', 'month'] as const
export const MOST_SAMPLES = 130

export const Cumulative = z.object({
  from: day,
  to: day,
  step: z.enum(cumulativeSteps),
  /** At the end of these days they show how much there was; of today they show how much there is. */
  days: z.array(day),
  /** By state, in the order in which issues pass them. `counts` goes with `days`; `total` and `query` are of now. */
  states: z.array(z.object({ ...named, ...figure, counts: z.array(count) })),
})
export type Cumulative = z.infer<typeof Cumulative>

const CumulativeQuery = SpanQuery.extend({
  /** Days for spans of up to a hundred days, else weeks, or months where those were too many. */
  step: z.enum(cumulativeSteps).optional(),
})

const ws = '/api/workspaces/:ws' as const
const read = { in: 'workspace', action: 'analytics.read', method: 'GET' } as const

export const insightRoutes = {
  chart: route({
    ...read,
    path: `${ws}/analytics/chart/`,
    query: ChartQuery,
    answer: Chart,
    summary: 'Issues and points by one field or two, each figure with the list that holds its issues.',
  }),
  chartFile: route({
    ...read,
    path: `${ws}/analytics/chart/export/`,
    query: ChartQuery,
    raw: 'text/csv',
    summary: 'The same as a file for spreadsheets.',
  }),
  scope: route({
    ...read,
    path: `${ws}/analytics/scope/`,
    query: ScopeQuery,
    answer: ScopeAndDemand,
    summary:
      'What was created and done in a span of days, what is open and what is late, and by whom and where.',
  }),
  scopeFile: route({
    ...read,
    path: `${ws}/analytics/scope/export/`,
    query: ScopeQuery,
    raw: 'text/csv',
    summary: 'The same as a file for spreadsheets.',
  }),
  times: route({
    ...read,
    path: `${ws}/analytics/times/`,
    query: SpanQuery,
    answer: Times,
    summary: 'How long what was done in a span of days took, and how much was done in each week.',
  }),
  underWay: route({
    ...read,
    path: `${ws}/analytics/under-way/`,
    query: SpanQuery,
    answer: UnderWay,
    summary: 'How old the started work is, and how long issues stand in each state on the way.',
  }),
  cumulative: route({
    ...read,
    path: `${ws}/analytics/cumulative/`,
    query: CumulativeQuery,
    answer: Cumulative,
    summary: 'How many issues were in each state at the end of each day, week or month.',
  }),
  flowFile: route({
    ...read,
    path: `${ws}/analytics/flow/export/`,
    query: SpanQuery,
    raw: 'text/csv',
    summary:
      'What was done in a span of days, a line each with its times, as a file for spreadsheets: at most 10,000 lines.',
  }),
}
