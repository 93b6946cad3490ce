/** Keeps the rows that say how far cycles and modules have come, and by how much they moved in each quarter of an hour. */
import { must } from '#contract/errors.ts'
import { isActive } from '#contract/lists/issueQuery.ts'
import { Cycle } from '#contract/planning/cycles.ts'
import { Module } from '#contract/planning/modules.ts'
import {
  CycleProgress,
  IssueTotals,
  ModuleProgress,
  type Progress,
  totalOf,
} from '#contract/planning/progress.ts'
import type { Issue } from '#contract/work/issues.ts'
import type { StateGroup } from '#contract/work/states.ts'
import type { Note } from '../../db/note.ts'
import { lockRows } from '../../db/order.ts'
import { insertAll, removeAll, updateAll } from '../../db/rows.ts'
import type { Derive, Work } from '../../db/work.ts'
import { type Begin, beginsOf, firstDaysOf, redatedIn, rezonedIn } from './begins.ts'
import { awayModules, changedPoints, heldWith, pointValues } from './points.queries.ts'

type Away = Awaited<ReturnType<typeof awayModules>>

const kinds = [
  { whole: Cycle, of: CycleProgress, steps: 'cycle_steps', idsOf: (issue: Issue) => [issue.cycle_id] },
  {
    whole: Module,
    of: ModuleProgress,
    steps: 'module_steps',
    // One that goes to the archive or comes out of it holds the same issues before and after.
    idsOf: (issue: Issue, away: Away) => [...new Set([...issue.module_ids, ...(away.get(issue.id) ?? [])])],
  },
] as const
type Kind = (typeof kinds)[number]

/** The columns of an issue that decide where it counts, and as what. */
const COUNTED: readonly (keyof Issue)[] = [
  'cycle_id',
  'module_ids',
  'state__group',
  'estimate_point',
  'assignee_ids',
  'parent_id',
  'deleted_at',
  'archived_at',
  'intake_status',
  'is_draft',
]
const FIGURES = Object.keys(IssueTotals.shape) as (keyof IssueTotals)[]
const STEPPED = FIGURES.filter(name => name !== 'sub_issues')

type Sums = Partial<Record<keyof IssueTotals, number>>
type Gain = { work: Work; figures: Sums; people: Map<string, number> }
/** Per cycle or module, and per quarter of an hour in it. */
type Gains = Map<string, Map<string, Gain>>

const QUARTER_MS = 15 * 60_000
const quarterOf = (instant: string) =>
  new Date(Math.floor(Date.parse(instant) / QUARTER_MS) * QUARTER_MS).toISOString()

// Sums of decimal fractions keep crumbs; no estimate has so many digits.
const even = (value: number) => Math.round(value * 1e6) / 1e6

const gainOf = (gains: Gains, id: string, work: Work): Gain => {
  const at = quarterOf(work.now)
  const here = gains.get(id) ?? new Map<string, Gain>()
  const gain = here.get(at) ?? { work, figures: {}, people: new Map() }
  gains.set(id, here.set(at, gain))
  return gain
}

const add = (figures: Sums, name: keyof IssueTotals, by: number) => {
  figures[name] = even((figures[name] ?? 0) + by)
}

type IssueNote = { work: Work; row: Issue; before: Issue | null }

const counting = (work: Work): IssueNote[] =>
  work.notes.flatMap(({ entity, row, before }) => {
    if (entity !== 'issue') return []
    if (before && !COUNTED.some(name => name in before)) return []
    return { work, row: row as Issue, before: before && ({ ...row, ...before } as Issue) }
  })

type HeldBy = (kind: Kind, issue: Issue | null) => string[]

const heldIn =
  (away: Away): HeldBy =>
  ({ idsOf }, issue) =>
    issue && isActive(issue) ? idsOf(issue, away).filter(id => id !== null) : []

const count = (
  gains: Gains,
  kind: Kind,
  note: IssueNote,
  heldBy: HeldBy,
  worthOf: (point: string | null) => number,
) => {
  for (const [issue, by] of [[note.before, -1] as const, [note.row, 1] as const])
    for (const id of heldBy(kind, issue)) {
      const { figures, people } = gainOf(gains, id, note.work)
      const { state__group, parent_id, estimate_point, assignee_ids } = issue!
      for (const group of ['total', state__group as StateGroup] as const) {
        add(figures, totalOf(group, 'issues'), by)
        add(figures, totalOf(group, 'estimate_points'), by * worthOf(estimate_point))
      }
      if (parent_id) add(figures, 'sub_issues', by)
      for (const person of assignee_ids) people.set(person, (people.get(person) ?? 0) + by)
    }
}

type Kept = Progress & Partial<Begin> & { people: Record<string, number>; deleted_at: string | null }

const rowsOfKind = async (
  work: Work,
  { of }: Kind,
  ids: string[],
  projects: string[],
): Promise<Map<string, Kept>> => {
  if (ids.length === 0 && projects.length === 0) return new Map()
  const rows = await lockRows<Kept>(work, of.table, trx =>
    trx(of.table)
      .where(any => any.whereIn('id', ids).orWhereIn('project_id', projects))
      .select([...of.columns, 'people', 'deleted_at']),
  )
  return new Map(rows.map(row => [row.id, row]))
}

const moved = (row: Kept, gains: Iterable<Gain>) => {
  const figures: Sums = {}
  const people = new Map(Object.entries(row.people))
  for (const gain of gains) {
    for (const name of FIGURES) figures[name] = even((figures[name] ?? row[name]) + (gain.figures[name] ?? 0))
    for (const [id, by] of gain.people) people.set(id, (people.get(id) ?? 0) + by)
  }
  const left = [...people].filter(([, total]) => total > 0).sort(([a], [b]) => (a < b ? -1 : 1))
  return { ...figures, people: Object.fromEntries(left), assignee_ids: left.map(([id]) => id) }
}

// Steps may be added in any order, and so may what a cycle began with.
const begun = (row: Partial<Begin>, here: Map<string, Gain>, firstDay: string | null): Begin => {
  const early = [...here].flatMap(([at, { figures }]) =>
    firstDay === null || at < firstDay ? [figures] : [],
  )
  const sum = (now: number | undefined, name: 'total_issues' | 'total_estimate_points') =>
    even(early.reduce((total, figures) => total + (figures[name] ?? 0), now ?? 0))
  return {
    begin_issues: sum(row.begin_issues, 'total_issues'),
    begin_estimate_points: sum(row.begin_estimate_points, 'total_estimate_points'),
  }
}

const writeSteps = async ({ trx }: Work, { steps }: Kind, gains: Gains) => {
  const rows = [...gains].flatMap(([id, here]) =>
    [...here].flatMap(([at, { figures }]) =>
      STEPPED.some(name => figures[name])
        ? { id, at, ...Object.fromEntries(STEPPED.map(name => [name, figures[name] ?? 0])) }
        : [],
    ),
  )
  if (rows.length === 0) return
  const columns = ['id', 'at', ...STEPPED].join(', ')
  await trx.raw(
    `insert into ${steps} as kept (${columns})
       select ${columns} from jsonb_populate_recordset(null::${steps}, ?::jsonb) order by id, at
     on conflict (id, at) do update set ${STEPPED.map(name => `${name} = kept.${name} + excluded.${name}`).join(', ')}`,
    [JSON.stringify(rows)],
  )
}

/** Changes of the cycles or modules themselves: created, archived and restored, deleted and brought back. */
const wholesIn = (works: readonly Work[], { whole }: Kind) =>
  works.flatMap(work => work.notes.flatMap(note => (note.entity === whole.name ? [{ work, ...note }] : [])))

const begin = (kind: Kind, wholes: (Note & { work: Work })[]) =>
  insertAll(
    kind.of,
    wholes
      .filter(({ op }) => op === 'create')
      .map(({ work, row }) => ({
        work,
        values: {
          id: row.id as string,
          project_id: row.project_id as string,
          workspace_id: row.workspace_id as string,
        },
      })),
  )

/** A row goes where its cycle or module goes: into the archive, away, and back. */
const follow = async (kind: Kind, wholes: (Note & { work: Work })[], rows: Map<string, Kept>) => {
  for (const [work, mine] of Map.groupBy(wholes, one => one.work)) {
    const gone = mine.flatMap(({ id, op }) => (op === 'delete' ? (rows.get(id) ?? []) : []))
    const turned = mine.flatMap(({ id, op, row, before }) => {
      const kept = rows.get(id)
      if (!kept || op !== 'update' || !before || !('archived_at' in before || 'deleted_at' in before))
        return []
      const { archived_at, deleted_at } = row as Pick<Kept, 'archived_at' | 'deleted_at'>
      return { before: kept, patch: { archived_at, deleted_at } as Partial<Progress> }
    })
    await updateAll(work, kind.of, turned)
    await removeAll(work, kind.of, gone)
  }
}

/** Cycles that begin on another day, or in another zone, began with something else. */
const beginAnew = async (works: readonly Work[], kind: Kind, ids: string[], rows: Map<string, Kept>) => {
  if (kind.of !== CycleProgress || ids.length === 0) return
  const begins = await beginsOf(works[0]!.trx, ids)
  for (const row of await updateAll(
    works[0]!,
    CycleProgress,
    ids.flatMap(id => {
      const [before, patch] = [rows.get(id), begins.get(id)]
      return before && patch ? [{ before: before as Kept & Begin, patch }] : []
    }),
  ))
    Object.assign(rows.get(row.id)!, row)
}

/**
 * Counts under the locks of the rows that change, taken in one order. A call that gives an issue a point reads its
 * value below the lock, and a change of a value holds the rows of the whole project: so each counts the other's work.
 */
export const keepProgress: Derive = async works => {
  const notes = works.flatMap(counting)
  const revalued = await changedPoints(works)
  const rezoned = rezonedIn(works)
  const gainsOf = new Map<Kind, Gains>()
  const rowsOf = new Map<Kind, Map<string, Kept>>()
  const { trx } = works[0]!
  const heldBy = heldIn(
    await awayModules(
      works,
      notes.flatMap(({ row, before }) => (before ? row.id : [])),
    ),
  )
  for (const kind of kinds) {
    const wholes = wholesIn(works, kind)
    await begin(kind, wholes)
    const ids = new Set([
      ...notes.flatMap(({ row, before }) => [...heldBy(kind, row), ...heldBy(kind, before)]),
      ...wholes.map(({ id }) => id),
    ])
    rowsOf.set(kind, await rowsOfKind(works[0]!, kind, [...ids], [...revalued.projects, ...rezoned]))
    gainsOf.set(kind, new Map())
  }
  if (kinds.every(kind => rowsOf.get(kind)!.size === 0)) return
  const held = notes.filter(({ row, before }) =>
    kinds.some(kind => heldBy(kind, row).length > 0 || heldBy(kind, before).length > 0),
  )
  const values = await pointValues(
    trx,
    held.flatMap(({ row, before }) => [row.estimate_point, before?.estimate_point ?? null]),
  )
  // The old values: the effect of a new value is counted afterwards, over the issues as they are by then.
  const worthOf = (point: string | null) =>
    (point && (revalued.points.get(point)?.old ?? values.get(point))) || 0
  for (const kind of kinds) {
    const gains = gainsOf.get(kind)!
    const rows = rowsOf.get(kind)!
    for (const note of held) count(gains, kind, note, heldBy, worthOf)
    if (revalued.points.size > 0)
      for (const { id, state__group, point, total } of await heldWith(trx, kind.whole.name, [
        ...revalued.points.keys(),
      ])) {
        const { old, now, work } = revalued.points.get(point)!
        const { figures } = gainOf(gains, id, work)
        for (const group of ['total', state__group] as const)
          add(figures, totalOf(group, 'estimate_points'), total * (now - old))
      }
    await writeSteps(works[0]!, kind, gains)
    const firstDays = kind.of === CycleProgress ? await firstDaysOf(trx, [...gains.keys()]) : null
    for (const [work, mine] of Map.groupBy(gains, ([, here]) => must([...here.values()][0], 'a gain').work))
      for (const row of await updateAll(
        work,
        kind.of,
        mine.map(([id, here]) => {
          const before = must(rows.get(id), 'the figures of a cycle or module')
          const began = firstDays && begun(before, here, firstDays.get(id) ?? null)
          return { before, patch: { ...moved(before, here.values()), ...began } as Partial<Progress> }
        }),
      ))
        Object.assign(rows.get(row.id)!, row)
    const redated = redatedIn(works)
    const anew = [...rows.values()].filter(
      row => redated.includes(row.id) || rezoned.includes(row.project_id),
    )
    await beginAnew(
      works,
      kind,
      anew.map(({ id }) => id),
      rows,
    )
    await follow(kind, wholesIn(works, kind), rows)
  }
}
