import type { Knex } from 'knex'
import type { EntityName } from '#contract/index.ts'
import type { searchRoutes } from '#contract/lists/search.ts'
import { Cycle } from '#contract/planning/cycles.ts'
import { Module } from '#contract/planning/modules.ts'
import { View } from '#contract/planning/views.ts'
import { mayHave } from '#contract/scopes.ts'
import { Page } from '#contract/text/pages.ts'
import { Issue } from '#contract/work/issues.ts'
import { Project } from '#contract/workspace/projects.ts'
import { isUuid, openProjects, visible } from '../../db/visible.ts'
import type { Ask } from '../../http/mount.ts'

const MOST = 100
const LONGEST = 1_000
type NamesAsk = Ask<(typeof searchRoutes)['names']>

const KEY = /^([\p{L}\p{N}]{1,12})-(\d{1,9})$/u
const MOST_NUMBER = 2 ** 31 - 1
const numbersIn = (text: string) =>
  (text.match(/\d+/g) ?? [])
    .map(Number)
    .filter(number => number <= MOST_NUMBER)
    .slice(0, 20)

/** Rows whose name holds the text, as other programs ask for them: the contract's own form. */
export const findNames = async ({ trx, viewer, workspaceId, query }: NamesAsk) => {
  const text = (query.search ?? '').trim().slice(0, LONGEST).toWellFormed()
  const empty = { workspace: [], project: [], issue: [], cycle: [], module: [], issue_view: [], page: [] }
  if (text === '') return { results: empty }
  const isOfProject = query.workspace_search !== 'true' && isUuid(query.project_id)
  const mine = openProjects(viewer, workspaceId).filter(id => !isOfProject || id === query.project_id)
  const has = (rows: Knex.QueryBuilder, ...columns: string[]) =>
    rows.where(any => {
      for (const column of columns) any.orWhereRaw('strpos(folded(??), folded(?)) > 0', [column, text])
    })
  const inMine = (rows: Knex.QueryBuilder, column: string) =>
    rows.whereRaw('?? = any(?::uuid[])', [column, mine])
  const slug = 'workspaces.slug as workspace__slug'
  const of = (noun: typeof Cycle | typeof Module | typeof View, project: string, workspace: string) => {
    const column = (name: string) => `${noun.table}.${name}`
    const rows = visible(trx, noun, viewer)
      .clearSelect()
      .leftJoin('projects', 'projects.id', column(project))
      .join('workspaces', 'workspaces.id', column(workspace))
      .where(column(workspace), workspaceId)
      .orderBy(column('created_at'), 'desc')
      .limit(MOST)
      .select(
        column('name'),
        column('id'),
        `${column(project)} as project_id`,
        'projects.identifier as project__identifier',
        slug,
      )
    if (noun.table !== 'views') rows.whereNull(column('archived_at'))
    return has(inMine(rows, column(project)), column('name'))
  }
  const key = KEY.exec(text)
  const issues = visible(trx, Issue, viewer)
    .clearSelect()
    .join('projects', 'projects.id', 'issues.project_id')
    .join('workspaces', 'workspaces.id', 'issues.workspace_id')
    .where('issues.active', true)
    .where(any => {
      if (key)
        any.whereRaw('(folded(projects.identifier) = folded(?) and issues.sequence_id = any(?::int[]))', [
          key[1]!,
          numbersIn(key[2]!),
        ])
      else {
        has(any, 'projects.identifier')
        any.orWhereRaw('issues.sequence_id = any(?::int[])', [numbersIn(text)])
      }
      any.orWhereRaw('strpos(issues.name_order, folded(?)) > 0', [text])
    })
    .orderByRaw(
      `(folded(projects.identifier || '-' || issues.sequence_id) = folded(?)) desc, issues.created_at desc, issues.id desc`,
      [text],
    )
    .limit(MOST)
    .select(
      'issues.name',
      'issues.id',
      'issues.sequence_id',
      'projects.identifier as project__identifier',
      'issues.project_id',
      slug,
      'issues.type_id',
    )
  const pages = visible(trx, Page, viewer)
    .clearSelect()
    .join('workspaces', 'workspaces.id', 'pages.workspace')
    .join('projects', 'projects.id', 'pages.project_id')
    .whereNull('pages.archived_at')
    .orderBy('pages.updated_at', 'desc')
    .limit(MOST)
    .select(
      'pages.name',
      'pages.id',
      'pages.project_ids',
      slug,
      trx.raw('array[projects.identifier] as project_identifiers'),
    )
  const projects = visible(trx, Project, viewer)
    .clearSelect()
    .join('workspaces', 'workspaces.id', 'projects.workspace')
    .whereRaw('projects.id = any(?::uuid[])', [openProjects(viewer, workspaceId)])
    .orderBy('projects.created_at', 'desc')
    .limit(MOST)
    .select('projects.name', 'projects.id', 'projects.identifier', slug)
  const workspaces = trx('workspaces')
    .whereNull('deleted_at')
    .whereRaw('id = any(?::uuid[])', [Object.keys(viewer.workspaces)])
    .limit(MOST)
    .select('name', 'id', 'slug')
  const told = async <Rows>(of: { name: EntityName }, rows: PromiseLike<Rows[]>): Promise<Rows[]> =>
    mayHave(viewer.token, of.name) ? await rows : []
  const results = {
    workspace: await has(workspaces, 'workspaces.name'),
    project: await told(Project, has(projects, 'projects.name', 'projects.identifier')),
    issue: await told(Issue, inMine(issues, 'issues.project_id')),
    cycle: await told(Cycle, of(Cycle, 'project_id', 'workspace_id')),
    module: await told(Module, of(Module, 'project_id', 'workspace_id')),
    issue_view: await told(View, of(View, 'project', 'workspace')),
    page: await told(Page, has(inMine(pages, 'pages.project_id'), 'pages.name')),
  }
  return { results: results as never }
}
