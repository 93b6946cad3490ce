/** Calls that answer many issues: the lists in their contexts, sync, and the pickers' search. */
import { z } from 'zod'
import { id, pageOf, route } from '../define.ts'
import { Cycle } from '../planning/cycles.ts'
import { Module } from '../planning/modules.ts'
import { Issue, IssueDetail } from '../work/issues.ts'
import { type FilterName, fieldOfFilter, filterFields, filterNames } from './issueFilters.ts'
import { orderFields } from './issueOrder.ts'
import { groupFields, issueTypes } from './issueQuery.ts'

const text = z.string().optional()
/** A text parameter with its description in the API reference. */
const told = (description: string, values?: readonly string[]) =>
  z
    .string()
    .optional()
    .meta({ description, ...(values ? { override: { enum: [...values] } } : {}) })

const DATES =
  'Days, and spans of days, with commas between: `2026-11-01` a day, `2026-11-01;after` from it on, `2026-11-30;before` until ' +
  'it; bounds together make one span. `2_weeks;after;fromnow` is relative to today in the caller’s time zone, in days, weeks ' +
  'or months (of 30 days), forwards with `fromnow` and else back. `None` takes issues without the date.'

const tellFilter = (name: FilterName) => {
  const { field, not } = fieldOfFilter(name)
  const of = filterFields[field]
  const turned = not ? ` Takes the issues that \`${field}\` would leave out.` : ''
  if (of.holds === 'text') return told(`Part of the name, whatever its case and accents.${turned}`)
  if (of.holds === 'day' || of.holds === 'instant') return told(DATES + turned)
  const choices = of.holds === 'choice' ? of.choices.join(', ') : 'ids'
  const none = of.none ? ' `None` takes issues without any.' : ''
  return told(`One or several of these, with commas between: ${choices}.${none}${turned}`)
}
const filterParams = Object.fromEntries(filterNames.map(name => [name, tellFilter(name)])) as Record<
  (typeof filterNames)[number],
  typeof text
>

const orders = orderFields.flatMap(field => [field, `-${field}`])
const groups = Object.keys(groupFields)

/** The query of an issue list, as text; `issueQuery.ts` reads it. */
export const IssueListQuery = z.object({
  ...filterParams,
  inbox_status: text,
  type: told('Only states that are under way, or only the backlog.', issueTypes),
  sub_issue: told(
    '`false` leaves out issues that have a parent; in a cycle or module only those whose parent is in it too, whatever the filters.',
    ['true', 'false'],
  ),
  show_sub_issues: told('Another name of `sub_issue`.', ['true', 'false']),
  start_target_date: told('`true` takes only issues with both dates.', ['true', 'false']),
  updated_at__gt: told('Only issues changed after this instant.'),
  order_by: told(
    'What the list is ordered by; `-` turns it round. Issues without the value come last.',
    orders,
  ),
  then_by: told('A second order, for those that the first leaves equal.', orders),
  group_by: told(
    'Answers groups by this: an object of their keys. Issues without the value stand in `None`.',
    groups,
  ),
  sub_group_by: told('Divides each group again.', groups),
  group: told('The key of one group, to page it alone; the answer is flat.'),
  sub_group: told('The key of one cell of `group`, to page it alone.'),
  points: told(
    '`true`: the list and each group also say the sum of their estimates, as `total_points`, and how many issues have none, as `total_unestimated`.',
    ['true', 'false'],
  ),
  per_page: told('Issues in a page, of each group where there are groups: 1 to 1000.'),
  cursor: told('`{per_page}:{page}:0`, as `next_cursor` and `prev_cursor` give it.'),
})

const points = { total_points: z.number().optional(), total_unestimated: z.number().int().optional() }
const Issues = z.array(Issue.schema)
const Cell = z.object({ results: Issues, total_results: z.number().int() }).meta({ id: 'issue_cell' })
/** `results` by how the list was asked for: issues, groups of issues, or groups of cells. */
export const IssueList = pageOf(
  z.union([
    Issues,
    z.record(z.string(), z.object({ ...Cell.shape, ...points }).meta({ id: 'issue_group' })),
    z.record(
      z.string(),
      z
        .object({ results: z.record(z.string(), Cell), total_results: z.number().int(), ...points })
        .meta({ id: 'issue_group_of_cells' }),
    ),
  ]),
).extend(points)

const ws = '/api/workspaces/:ws' as const
const p = `${ws}/projects/:p` as const

const list = <Path extends string>(path: Path, summary: string) => ({
  method: 'GET' as const,
  path,
  query: IssueListQuery,
  answer: IssueList,
  tellsSeq: true,
  summary,
})

/** An issue's row in lists of candidates: its key, name, project and state. */
export const SearchRow = z.object({
  id,
  name: z.string(),
  start_date: z.string().nullable(),
  sequence_id: z.number().int(),
  project_id: id,
  project__name: z.string(),
  project__identifier: z.string(),
  workspace__slug: z.string(),
  state__name: z.string(),
  state__group: z.string(),
  state__color: z.string(),
  type_id: id.nullable(),
})

export const issueListRoutes = {
  project: route({
    ...list(`${p}/issues/`, 'A list of issues, flat, grouped or sub-grouped.'),
    action: 'issue.list',
    in: 'project',
    exposes: { v1: 'issues/' },
  }),
  detail: route({
    method: 'GET',
    path: `${p}/issues-detail/`,
    action: 'issue.list',
    in: 'project',
    query: z.object({ ...IssueListQuery.shape, expand: text }),
    answer: pageOf(z.array(IssueDetail.omit({ description_html: true, is_subscribed: true }))),
    tellsSeq: true,
    summary: 'A flat list of issues with what `expand` asks for.',
  }),
  byIds: route({
    method: 'GET',
    path: `${p}/issues/list/`,
    action: 'issue.list',
    in: 'project',
    query: z.object({ ...IssueListQuery.shape, issues: text }),
    answer: z.array(Issue.schema),
    summary: 'Issues by a comma-separated list of ids.',
  }),
  sync: route({
    method: 'GET',
    path: `${p}/v2/issues/`,
    action: 'issue.list',
    in: 'project',
    query: z.object({ cursor: text, updated_at__gt: text, description: text }),
    answer: z.object({
      cursor: z.string(),
      prev_cursor: z.string(),
      next_cursor: z.string().nullable(),
      prev_page_results: z.boolean(),
      next_page_results: z.boolean(),
      page_count: z.number().int(),
      total_results: z.number().int(),
      total_pages: z.number().int(),
      results: z.array(z.object({ ...Issue.schema.shape, description_html: z.string().optional() })),
    }),
    summary: 'All issues of a project for a copy kept elsewhere, page by page.',
  }),
  deleted: route({
    method: 'GET',
    path: `${p}/deleted-issues/`,
    action: 'issue.list',
    in: 'project',
    query: z.object({ updated_at__gt: text }),
    answer: z.array(id),
    summary: 'Ids that left the lists: deleted, archived, or hidden by the intake.',
  }),
  archived: route({
    ...list(`${p}/archived-issues/`, 'The archive of a project.'),
    action: 'issue.archived',
    in: 'project',
  }),
  cycle: route({
    ...list(`${p}/cycles/:cycleId/cycle-issues/`, 'Issues of a cycle.'),
    action: 'issue.list',
    in: 'project',
    target: Cycle,
    param: 'cycleId',
    exposes: { v1: 'cycles/:cycleId/cycle-issues/' },
  }),
  module: route({
    ...list(`${p}/modules/:moduleId/issues/`, 'Issues of a module.'),
    action: 'issue.list',
    in: 'project',
    target: Module,
    param: 'moduleId',
    exposes: { v1: 'modules/:moduleId/module-issues/' },
  }),
  workspace: route({
    ...list(`${ws}/issues/`, 'Issues of all projects that the caller has joined.'),
    action: 'issue.listAcross',
    in: 'workspace',
  }),
  person: route({
    ...list(
      `${ws}/user-issues/:userId/`,
      'What somebody is assigned, made or follows, as far as the caller sees it.',
    ),
    action: 'issue.listAcross',
    in: 'workspace',
  }),
  mine: route({
    ...list(`${ws}/my-issues/`, 'What the caller is assigned, made or follows.'),
    action: 'issue.listAcross',
    in: 'workspace',
  }),
  /** Ours: addresses name an issue alone, without its project. */
  named: route({
    method: 'GET',
    path: `${ws}/issues/:named/`,
    action: 'issue.listAcross',
    in: 'workspace',
    answer: Issue.schema,
    summary: 'One issue by its id or its key (`HRB-12`, in whatever case), in whichever project it is.',
    exposes: { v1: 'issues/:named/' },
  }),
  search: route({
    method: 'GET',
    path: `${p}/search-issues/`,
    action: 'issue.list',
    in: 'project',
    query: z.object({
      search: text,
      workspace_search: text,
      parent: text,
      sub_issue: text,
      issue_relation: text,
      issue_id: text,
      cycle: text,
      module: text,
      target_date: text,
    }),
    answer: z.array(SearchRow),
    summary: 'Candidates of the pickers: at most 100, the exact key first, then the newest.',
  }),
}
