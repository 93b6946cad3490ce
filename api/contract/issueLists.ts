/** Calls that answer many issues: the lists in their contexts, sync, and the pickers' search. */
import { z } from 'zod'
import { Cycle } from './cycles.ts'
import { id, pageOf, route } from './define.ts'
import { filterNames } from './issueFilters.ts'
import { Issue, IssueDetail } from './issues.ts'
import { Module } from './modules.ts'

const text = z.string().optional()
const filterParams = Object.fromEntries(filterNames.map(name => [name, text])) as Record<
  (typeof filterNames)[number],
  typeof text
>

/** The query of an issue list, as text; `issueQuery.ts` reads it. */
export const IssueListQuery = z.object({
  ...filterParams,
  inbox_status: text,
  type: text,
  sub_issue: text,
  show_sub_issues: text,
  start_target_date: text,
  updated_at__gt: text,
  order_by: text,
  /** A second order, for those that the first leaves equal. */
  then_by: text,
  group_by: text,
  sub_group_by: text,
  group: text,
  sub_group: text,
  /** `true`: the list and each of its groups also say the sum of their estimates, as `total_points`. */
  points: text,
  per_page: text,
  cursor: text,
})

const ws = '/api/workspaces/:ws' as const
const p = `${ws}/projects/:p` as const

const list = <Path extends string>(path: Path, summary: string) => ({
  method: 'GET' as const,
  path,
  query: IssueListQuery,
  answer: pageOf(z.unknown()).extend({ total_points: z.number().optional() }),
  summary,
})

/** What an issue names as its place in lists of candidates. */
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
  }),
  detail: route({
    method: 'GET',
    path: `${p}/issues-detail/`,
    action: 'issue.list',
    in: 'project',
    query: z.object({ ...IssueListQuery.shape, expand: text }),
    answer: pageOf(z.array(IssueDetail.omit({ description_html: true, is_subscribed: true }))),
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
  }),
  module: route({
    ...list(`${p}/modules/:moduleId/issues/`, 'Issues of a module.'),
    action: 'issue.list',
    in: 'project',
    target: Module,
    param: 'moduleId',
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
