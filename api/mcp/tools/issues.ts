import { z } from 'zod'
import { type FilterName, filterFields, filterNames } from '#contract/lists/issueFilters.ts'
import { issueListRoutes } from '#contract/lists/issueLists.ts'
import { orderFields } from '#contract/lists/issueOrder.ts'
import { commentRoutes } from '#contract/work/comments.ts'
import { type Issue, issueRoutes, priorities } from '#contract/work/issues.ts'
import { Mistake } from '../directory.ts'
import { issueColumns, issueRow, issueTable, USUAL } from '../rows.ts'
import { type Asked, dayOrNull, dryRun, isRehearsed, issueNames, MOST_ISSUES, name, tool } from '../tool.ts'

/** Issues of one inner page; what tools page by is anywhere within. */
const INNER_PAGE = 100

const fieldOfName = (filter: string) =>
  filterFields[filter.replace(/__not$/, '') as keyof typeof filterFields]

/** A filter's value with names in it, as the list language has it: ids. */
const idsIn = async (filter: FilterName, text: string, project: string | null, { directory }: Asked) => {
  const field = filter.replace(/__not$/, '')
  const find: Record<string, (given: string) => Promise<{ id: string }>> = {
    state: given => directory.state(given, project),
    labels: given => directory.label(given, project),
    cycle: given => directory.cycle(given, project),
    module: given => directory.module(given, project),
    assignees: directory.person,
    delegate: directory.person,
    created_by: directory.person,
    subscriber: directory.person,
    mentions: directory.person,
    project: directory.project,
    parent: directory.issue,
  }
  const resolve = find[field]
  if (!resolve) {
    const of = fieldOfName(filter)
    const bad =
      of?.holds === 'choice'
        ? text.split(',').find(one => !of.choices.includes(one.trim() as never))
        : undefined
    if (bad !== undefined)
      throw new Mistake(
        `${filter} takes ${(of as { choices: readonly string[] }).choices.join(', ')}; not "${bad}".`,
      )
    return text
  }
  const values = text.split(',').map(one => one.trim())
  const ids = await Promise.all(
    values.map(async value => (value.toLowerCase() === 'none' ? 'None' : (await resolve(value)).id)),
  )
  return ids.join(',')
}

const readCursor = (cursor: string | undefined) => {
  if (cursor === undefined) return 0
  const from = /^from:(\d{1,7})$/.exec(cursor)?.[1]
  if (from === undefined) throw new Mistake('This cursor is none that a list has answered.')
  return Number(from)
}

const projectOf = async (given: string | undefined, { directory }: Asked) =>
  given === undefined ? null : await directory.project(given)

export const listIssues = tool({
  name: 'list_issues',
  title: 'List issues',
  description:
    'Issues that pass all filters, as rows under `fields`, with the true `total`; `next_cursor` where there are more. ' +
    'Filter values are names, keys or ids, several with commas; `None` takes issues without. Days: `2026-11-01;after`, ' +
    '`2026-11-30;before`, `2_weeks;before;fromnow`. Add `__not` to a filter to leave out what it takes. `me` is you.',
  does: 'reads',
  input: z.object({
    project: name.optional().describe('Identifier or name; all of yours without it.'),
    filters: z
      .record(z.string(), z.string().max(2000))
      .optional()
      .describe(`By name: ${filterNames.filter(one => !one.endsWith('__not')).join(', ')}`),
    order_by: z
      .string()
      .max(40)
      .optional()
      .describe('Such as priority, -updated_at, target_date; `-` turns it round.'),
    fields: z
      .array(z.enum(issueColumns))
      .min(1)
      .optional()
      .describe(`${USUAL.join(', ')} unless given.`),
    limit: z.int().min(1).max(100).optional().describe('25 unless given.'),
    cursor: z.string().max(20).optional(),
  }),
  run: async (input, asked) => {
    const { call, directory } = asked
    const project = await projectOf(input.project, asked)
    const query: Record<string, string> = { per_page: String(INNER_PAGE) }
    for (const [filter, text] of Object.entries(input.filters ?? {})) {
      if (!filterNames.includes(filter as FilterName))
        throw new Mistake(`There is no filter "${filter}". There are: ${filterNames.join(', ')}.`)
      query[filter] = await idsIn(filter as FilterName, text, project?.id ?? null, asked)
    }
    if (input.order_by !== undefined) {
      if (!orderFields.includes(input.order_by.replace(/^-/, '') as never))
        throw new Mistake(`No list is ordered by "${input.order_by}". There are: ${orderFields.join(', ')}.`)
      query.order_by = input.order_by
    }
    const from = readCursor(input.cursor)
    const limit = input.limit ?? 25
    const pageOf = async (page: number) => {
      const given = { query: { ...query, cursor: `${INNER_PAGE}:${page}:0` } }
      const { answer } = project
        ? await call(issueListRoutes.project, { ...given, params: { p: project.id } })
        : await call(issueListRoutes.workspace, given)
      return { issues: answer.results as Issue[], total: answer.total_results }
    }
    const first = Math.floor(from / INNER_PAGE)
    const { issues, total } = await pageOf(first)
    const end = from + limit
    const more =
      end > (first + 1) * INNER_PAGE && total > (first + 1) * INNER_PAGE ? await pageOf(first + 1) : null
    const wanted = [...issues, ...(more?.issues ?? [])].slice(from % INNER_PAGE, (from % INNER_PAGE) + limit)
    const table = await issueTable(directory, wanted, input.fields)
    const next = from + table.rows.length
    return { total, ...table, ...(next < total ? { next_cursor: `from:${next}` } : {}) }
  },
})

const changes = {
  title: name.optional(),
  state: name.optional(),
  priority: z.enum(priorities).optional(),
  assignees: z.array(name).max(50).optional().describe('These and no others.'),
  delegate: name.nullable().optional().describe('The agent that does the work; null takes it back.'),
  labels: z.array(name).max(50).optional().describe('These and no others.'),
  start: dayOrNull.optional(),
  due: dayOrNull.optional(),
  estimate: z.string().max(20).nullable().optional(),
  parent: z.string().max(64).nullable().optional().describe('Key; null takes it out.'),
}
const Changes = z.object(changes)
type Changed = z.infer<typeof Changes>

const everyId = async (names: string[] | undefined, find: (name: string) => Promise<{ id: string }>) =>
  names && (await Promise.all(names.map(async one => (await find(one)).id)))

/** Changes by name as the fields of calls, for issues of one project. */
const fieldsOf = async (given: Changed, project: string, { directory }: Asked) => {
  const assignee_ids = await everyId(given.assignees, directory.person)
  const label_ids = await everyId(given.labels, one => directory.label(one, project))
  return {
    ...(given.title === undefined ? {} : { name: given.title }),
    ...(given.state === undefined ? {} : { state_id: (await directory.state(given.state, project)).id }),
    ...(given.priority === undefined ? {} : { priority: given.priority }),
    ...(assignee_ids ? { assignee_ids } : {}),
    ...(given.delegate === undefined
      ? {}
      : { delegate_id: given.delegate === null ? null : (await directory.person(given.delegate)).id }),
    ...(label_ids ? { label_ids } : {}),
    ...(given.start === undefined ? {} : { start_date: given.start }),
    ...(given.due === undefined ? {} : { target_date: given.due }),
    ...(given.estimate === undefined
      ? {}
      : {
          estimate_point:
            given.estimate === null ? null : (await directory.estimatePoint(given.estimate, project)).id,
        }),
    ...(given.parent === undefined
      ? {}
      : { parent_id: given.parent === null ? null : (await directory.issue(given.parent)).id }),
  }
}

const rowOf = async (id: string, { call, directory, address }: Asked) => {
  const { answer } = await call(issueListRoutes.named, { params: { named: id } })
  return issueRow(directory, answer, key => address(`browse/${key}`))
}

export const createIssue = tool({
  name: 'create_issue',
  title: 'Create an issue',
  description: 'Creates one issue and answers its row with key and url.',
  does: 'adds',
  input: z.object({
    project: name,
    ...changes,
    title: name,
    text: z.string().max(200_000).optional().describe('Markdown.'),
    cycle: name.optional(),
    modules: z.array(name).max(20).optional(),
  }),
  run: async ({ project: given, text, cycle, modules, ...rest }, asked) => {
    const { call, directory } = asked
    const project = await directory.project(given)
    const fields = await fieldsOf(rest, project.id, asked)
    // Looked for before anything is made: a name that does not fit leaves no half of it behind.
    const cycle_id = cycle === undefined ? undefined : (await directory.cycle(cycle, project.id)).id
    const module_ids = await everyId(modules, one => directory.module(one, project.id))
    const params = { p: project.id }
    const { answer } = await call(issueRoutes.create, {
      params,
      body: {
        ...fields,
        name: rest.title,
        ...(text === undefined ? {} : { description_markdown: text }),
      },
    })
    if (cycle_id || module_ids?.length)
      await call(issueRoutes.bulkUpdate, {
        params,
        body: {
          issue_ids: [],
          updates: [
            { id: answer.id, ...(cycle_id ? { cycle_id } : {}), ...(module_ids ? { module_ids } : {}) },
          ],
        },
      })
    return rowOf(answer.id, asked)
  },
})

/** The issues of these keys or ids, those of one project together. */
const issuesByProject = async (keys: string[], { directory }: Asked) => {
  const issues: Issue[] = []
  for (const key of new Set(keys)) issues.push(await directory.issue(key))
  return { issues, byProject: Map.groupBy(issues, issue => issue.project_id) }
}

const rehearsed = async (issues: Issue[], changed: object, { directory }: Asked) => ({
  dry_run: true,
  written: 0,
  would_change: issues.length,
  to: changed,
  ...(await issueTable(directory, issues)),
})

const written = async (before: Issue[], asked: Asked) => {
  if (before.length === 1) return rowOf(before[0]!.id, asked)
  const now = new Map<string, Issue>()
  for (const [p, mine] of Map.groupBy(before, issue => issue.project_id)) {
    const query = { issues: mine.map(({ id }) => id).join(','), per_page: String(MOST_ISSUES) }
    for (const row of (await asked.call(issueListRoutes.byIds, { params: { p }, query })).answer)
      now.set(row.id, row)
  }
  const rows = before.flatMap(({ id }) => now.get(id) ?? [])
  return { written: before.length, ...(await issueTable(asked.directory, rows)) }
}

export const updateIssues = tool({
  name: 'update_issues',
  title: 'Change issues',
  description:
    'Sets the same values on one or many issues and answers their rows. What is not given stays; null clears. ' +
    'For cycles and modules use move_issues, for the text edit_text.',
  does: 'sets',
  destroys: true,
  input: z.object({
    issues: issueNames.describe(`Keys or ids, at most ${MOST_ISSUES}.`),
    set: Changes,
    dry_run: dryRun,
  }),
  run: async ({ issues: keys, set, dry_run }, asked) => {
    if (Object.values(set).every(value => value === undefined)) throw new Mistake('`set` holds no value.')
    const { issues, byProject } = await issuesByProject(keys, asked)
    const perProject = new Map<string, Awaited<ReturnType<typeof fieldsOf>>>()
    for (const project of byProject.keys()) perProject.set(project, await fieldsOf(set, project, asked))
    if (isRehearsed(issues.length, dry_run)) return rehearsed(issues, set, asked)
    for (const [p, mine] of byProject) {
      const fields = perProject.get(p)!
      if (mine.length === 1)
        await asked.call(issueRoutes.update, { params: { p, issueId: mine[0]!.id }, body: fields })
      else
        await asked.call(issueRoutes.bulkUpdate, {
          params: { p },
          body: { issue_ids: [], updates: mine.map(({ id }) => ({ id, ...fields })) },
        })
    }
    return written(issues, asked)
  },
})

export const moveIssues = tool({
  name: 'move_issues',
  title: 'Move issues',
  description:
    'Moves issues to a state, into or out of a cycle (null), and into or out of modules; answers their rows.',
  does: 'sets',
  input: z.object({
    issues: issueNames,
    state: name.optional(),
    cycle: name.nullable().optional().describe('Name or `current`; null takes them out.'),
    add_modules: z.array(name).max(20).optional(),
    remove_modules: z.array(name).max(20).optional(),
    dry_run: dryRun,
  }),
  run: async ({ issues: keys, dry_run, ...to }, asked) => {
    const { directory } = asked
    if (Object.values(to).every(value => value === undefined))
      throw new Mistake('Nothing says where they go.')
    const { issues, byProject } = await issuesByProject(keys, asked)
    const moves = new Map<string, object[]>()
    for (const [project, mine] of byProject) {
      const state = to.state === undefined ? undefined : await directory.state(to.state, project)
      const cycle_id = to.cycle ? (await directory.cycle(to.cycle, project)).id : to.cycle
      const find = (one: string) => directory.module(one, project)
      const [more, fewer] = [await everyId(to.add_modules, find), await everyId(to.remove_modules, find)]
      moves.set(
        project,
        mine.map(({ id, module_ids }) => ({
          id,
          ...(state ? { state_id: state.id } : {}),
          ...(cycle_id === undefined ? {} : { cycle_id }),
          ...(more || fewer
            ? {
                module_ids: [...new Set([...module_ids, ...(more ?? [])])].filter(
                  one => !fewer?.includes(one),
                ),
              }
            : {}),
        })),
      )
    }
    if (isRehearsed(issues.length, dry_run)) return rehearsed(issues, to, asked)
    for (const [p, updates] of moves)
      await asked.call(issueRoutes.bulkUpdate, {
        params: { p },
        body: { issue_ids: [], updates: updates as never },
      })
    return written(issues, asked)
  },
})

export const comment = tool({
  name: 'comment',
  title: 'Comment on an issue',
  description: 'Adds a comment and answers it.',
  does: 'adds',
  input: z.object({
    issue: z.string().max(64),
    text: z.string().trim().min(1).max(50_000).describe('Markdown.'),
  }),
  run: async ({ issue: key, text }, { call, directory, html, address }) => {
    const issue = await directory.issue(key)
    const { answer } = await call(commentRoutes.create, {
      params: { p: issue.project_id, issueId: issue.id },
      body: { comment_html: await html(text, issue.project_id) },
    })
    return {
      id: answer.id,
      issue: key,
      text: answer.comment_stripped.slice(0, 500),
      created: answer.created_at,
      url: address(`browse/${issue.id}`),
    }
  },
})
