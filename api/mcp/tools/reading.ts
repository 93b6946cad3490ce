import { z } from 'zod'
import { foundKinds, LONGEST_SEARCH, searchRoutes } from '#contract/lists/search.ts'
import { pageRoutes } from '#contract/text/pages.ts'
import { commentRoutes } from '#contract/work/comments.ts'
import { issueRoutes } from '#contract/work/issues.ts'
import { Mistake } from '../directory.ts'
import { issueRow, issueTable, LIST_BYTES } from '../rows.ts'
import { type Asked, name, tool } from '../tool.ts'

/** Characters of a text in one answer; `offset` reads on. */
const TEXT_CUT = 12_000
/** The newest comments of an issue, and characters of each. */
const [COMMENTS, COMMENT_CUT] = [20, 600]

/** A part of a text, and how to read on. */
const partOf = (text: string, offset = 0) => ({
  text: text.slice(offset, offset + TEXT_CUT),
  text_length: text.length,
  ...(text.length > offset + TEXT_CUT ? { next_offset: offset + TEXT_CUT } : {}),
})

export const find = tool({
  name: 'find',
  title: 'Search everything',
  description:
    'Searches names and texts of the workspace, best first: ' +
    `${foundKinds.join(', ')}. The query takes "a phrase", -without, kind:page, in:HRB, by:me, is:open, before:2026-10.`,
  does: 'reads',
  input: z.object({
    query: z.string().trim().min(1).max(LONGEST_SEARCH),
    limit: z.int().min(1).max(50).optional().describe('20 unless given.'),
    cursor: z.string().max(60).optional(),
  }),
  run: async ({ query, limit = 20, cursor }, { call, directory }) => {
    const { answer } = await call(searchRoutes.find, {
      query: { q: query, per_page: String(limit), ...(cursor ? { cursor } : {}) },
    })
    const projects = new Map((await directory.shown(directory.projects)).map(row => [row.id, row.identifier]))
    const hits = answer.results.map(hit => ({
      kind: hit.kind,
      ...(hit.key ? { key: hit.key } : { id: hit.id }),
      ...(hit.key || hit.kind === 'project' || !hit.project_id
        ? {}
        : { project: projects.get(hit.project_id) }),
      name: hit.name.text.slice(0, 120),
      ...(hit.passage ? { passage: hit.passage.text.slice(0, 240) } : {}),
    }))
    return {
      total: answer.total_results,
      hits,
      ...(answer.is_near ? { note: 'Nothing has these very words; these names are near.' } : {}),
      ...(answer.next_page_results ? { next_cursor: answer.next_cursor } : {}),
    }
  },
})

export const readIssue = tool({
  name: 'read_issue',
  title: 'Read an issue',
  description:
    'One issue: its row, its text as Markdown with `base_version` for edit_text, its newest comments and sub-issues.',
  does: 'reads',
  input: z.object({
    issue: z.string().max(64).describe('Key such as HRB-12, or id.'),
    comments: z.boolean().optional().describe('false leaves them out.'),
    offset: z.int().min(0).optional().describe('Where the text goes on.'),
  }),
  run: async ({ issue: given, comments = true, offset }, { call, directory, address }) => {
    const { id, project_id } = await directory.issue(given)
    const params = { p: project_id, issueId: id }
    const { answer, header } = await call(issueRoutes.get, {
      params,
      query: { expand: 'description_markdown' },
    })
    const row = await issueRow(directory, answer, key => address(`browse/${key}`))
    const said = comments ? (await call(commentRoutes.list, { params })).answer : []
    const people = new Map((await directory.shown(directory.people)).map(one => [one.id, one.display_name]))
    const below = answer.sub_issues_count
      ? (await call(issueRoutes.subIssues, { params })).answer.sub_issues
      : []
    return {
      ...row,
      ...partOf(answer.description_markdown ?? '', offset),
      base_version: header('x-text-version'),
      ...(below.length > 0 ? { sub_issues: await issueTable(directory, below) } : {}),
      ...(comments
        ? {
            comments_total: said.length,
            comments: said.slice(-COMMENTS).map(one => ({
              by: people.get(one.actor) ?? one.actor,
              at: one.created_at,
              text: one.comment_stripped.slice(0, COMMENT_CUT),
            })),
          }
        : {}),
    }
  },
})

/** The page of this id or name, in this project or in any of the caller's. */
export const pageOf = async (given: string, project: string | undefined, { call, directory }: Asked) => {
  const among = project ? [await directory.project(project)] : await directory.projects()
  const found: { id: string; name: string; project: (typeof among)[number] }[] = []
  for (const one of among.filter(row => row.page_view)) {
    const rows = /^[0-9a-f-]{36}$/i.test(given)
      ? (await call(pageRoutes.list, { params: { p: one.id } })).answer
      : (await call(pageRoutes.search, { params: { p: one.id }, query: { search: given } })).answer.results
    for (const row of rows)
      if (row.id === given.toLowerCase() || row.name.trim().toLowerCase() === given.trim().toLowerCase())
        found.push({ id: row.id, name: row.name, project: one })
    if (found.length > 0 && /^[0-9a-f-]{36}$/i.test(given)) break
  }
  if (found.length === 1) return found[0]!
  if (found.length === 0)
    throw new Mistake(`There is no page "${given}" that you can see. find with kind:page names them.`)
  throw new Mistake(
    `"${given}" is the name of ${found.length} pages. Send one of these ids: ${found
      .slice(0, 20)
      .map(one => `${one.id} (${one.project.identifier})`)
      .join(', ')}.`,
  )
}

export const readPage = tool({
  name: 'read_page',
  title: 'Read a page',
  description: 'One page as Markdown, with `base_version` for edit_text.',
  does: 'reads',
  input: z.object({
    page: name.describe('Name or id.'),
    project: name.optional(),
    offset: z.int().min(0).optional(),
  }),
  run: async ({ page: given, project, offset }, asked) => {
    const page = await pageOf(given, project, asked)
    const { answer, header } = await asked.call(pageRoutes.get, {
      params: { p: page.project.id, pageId: page.id },
      query: { expand: 'description_markdown' },
    })
    return {
      id: page.id,
      name: answer.name,
      project: page.project.identifier,
      is_locked: answer.is_locked,
      is_private: answer.access === 1,
      ...(answer.archived_at ? { archived: answer.archived_at } : {}),
      updated: answer.updated_at,
      ...partOf(answer.description_markdown ?? '', offset),
      base_version: header('x-text-version'),
      url: asked.address(`projects/${page.project.id}/pages/${page.id}`),
    }
  },
})

export const listProjects = tool({
  name: 'list_projects',
  title: 'List projects',
  description: 'Who you are here, and the projects that you have joined.',
  does: 'reads',
  input: z.object({}),
  run: async (_, { directory, viewer, slug }) => {
    const projects = await directory.projects()
    return {
      you: viewer.displayName,
      workspace: slug,
      total: projects.length,
      projects: projects.slice(0, 200).map(one => ({
        identifier: one.identifier,
        name: one.name,
        role: one.member_role === 20 ? 'admin' : one.member_role === 15 ? 'member' : 'guest',
        ...(one.description ? { description: one.description.slice(0, 120) } : {}),
      })),
    }
  },
})

/** As many of the rows as a list may hold, and how many there are. */
const bounded = <Row>(rows: Row[]) => {
  let bytes = 0
  const fitting = rows.filter(row => {
    bytes += Buffer.byteLength(JSON.stringify(row)) + 1
    return bytes <= LIST_BYTES
  })
  return { total: rows.length, rows: fitting }
}

export const readProject = tool({
  name: 'read_project',
  title: 'Read a project',
  description:
    'The states, labels, cycles, modules and estimates of a project: the names that other tools take.',
  does: 'reads',
  input: z.object({ project: name }),
  run: async ({ project: given }, { directory, address }) => {
    const project = await directory.project(given)
    const mine = <R extends { project_id: string | null }>(rows: readonly R[]) =>
      rows.filter(row => row.project_id === project.id)
    const { shown } = directory
    const states = mine(await shown(directory.states)).sort((a, b) => a.sequence - b.sequence)
    const scale = (await shown(directory.estimates)).find(one => one.project === project.id && one.last_used)
    return {
      identifier: project.identifier,
      name: project.name,
      ...(project.description ? { description: project.description.slice(0, 500) } : {}),
      states: states.map(one => ({
        name: one.name,
        group: one.group,
        ...(one.default ? { default: true } : {}),
      })),
      labels: bounded(mine(await shown(directory.labels)).map(one => one.name)),
      cycles: bounded(
        mine(await shown(directory.cycles)).map(one => ({
          name: one.name,
          status: one.status,
          start: one.start_date?.slice(0, 10),
          end: one.end_date?.slice(0, 10),
          issues: one.total_issues,
          completed: one.completed_issues,
        })),
      ),
      modules: bounded(
        mine(await shown(directory.modules)).map(one => ({
          name: one.name,
          status: one.status,
          due: one.target_date,
        })),
      ),
      ...(scale ? { estimates: scale.points.map(one => one.value) } : {}),
      url: address(`projects/${project.id}/issues`),
    }
  },
})

export const listPeople = tool({
  name: 'list_people',
  title: 'List people',
  description: 'The members of the workspace by the names that other tools take.',
  does: 'reads',
  input: z.object({ search: z.string().max(100).optional().describe('Part of a name or e-mail address.') }),
  run: async ({ search = '' }, { directory }) => {
    const wanted = search.trim().toLowerCase()
    const people = (await directory.people()).filter(one =>
      `${one.display_name} ${one.first_name} ${one.last_name} ${one.email ?? ''}`
        .toLowerCase()
        .includes(wanted),
    )
    return bounded(
      people.map(one => ({
        name: one.display_name,
        full_name: `${one.first_name} ${one.last_name}`.trim(),
        ...(one.email ? { email: one.email } : {}),
        ...(one.is_bot ? { agent: true } : {}),
      })),
    )
  },
})
