import type { z } from 'zod'
import { CommentV1 } from '#contract/v1/comments.ts'
import { ArchivedCycleV1, CycleIssueV1, CycleV1 } from '#contract/v1/cycles.ts'
import { placed } from '#contract/v1/face.ts'
import { IntakeIssueV1 } from '#contract/v1/intake.ts'
import { IssueV1 } from '#contract/v1/issues.ts'
import { LabelV1 } from '#contract/v1/labels.ts'
import { MemberV1, UserV1 } from '#contract/v1/members.ts'
import { ModuleIssueV1, ModuleV1 } from '#contract/v1/modules.ts'
import { ProjectV1 } from '#contract/v1/projects.ts'
import { StateV1 } from '#contract/v1/states.ts'
import { Issue } from '#contract/work/issues.ts'
import { visible } from '../db/visible.ts'
import type { Ask } from '../http/mount.ts'
import { idOfDefault } from '../work/intake/begin.ts'
import { expandRows, peopleV1, type Row } from './expand.ts'

/** Rows as our call answers them, in the shape of `/api/v1`; each has its id at least. */
type Show = (ask: Ask, rows: Row[]) => Promise<Row[]>

// The wire of ours leaves out columns of a row that these shapes say. The rows are the caller's already.
const whole = async ({ trx }: Ask, table: string, rows: Row[]): Promise<Row[]> => {
  const found: Row[] = await trx(table).whereIn(
    'id',
    rows.map(({ id }) => id as string),
  )
  const byId = new Map(found.map(row => [row.id as string, row]))
  return rows.map(({ id }) => byId.get(id as string)).filter(row => row !== undefined)
}

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

const states: Show = async (ask, rows) =>
  (await whole(ask, 'states', rows)).map(row => ({
    ...placed(row),
    slug: slugOf(String(row.name)),
    is_triage: false,
  }))

const labels: Show = async (ask, rows) => (await whole(ask, 'labels', rows)).map(row => placed(row))

const projects: Show = async (_, rows) => rows.map(row => ({ ...row, is_deployed: false }))

// A change of ours answers nothing: its issue is read anew. The texts of a list come in one read.
const issues: Show = async (ask, given) => {
  const { trx, viewer } = ask
  const ids = given.map(({ id }) => id as string)
  const isWhole = given.every(row => 'sort_order' in row)
  const rows: Row[] = isWhole ? given : await visible(trx, Issue, viewer).whereIn('issues.id', ids)
  const texts = await trx('documents').whereIn('id', ids).select<Text[]>('id', 'description_html')
  const htmlOf = new Map(texts.map(text => [text.id, text.description_html]))
  return rows.map(row => ({
    ...placed(row),
    state: row.state_id,
    parent: row.parent_id,
    type: row.type_id,
    assignees: row.assignee_ids,
    labels: row.label_ids,
    description_html: row.description_html ?? htmlOf.get(row.id as string) ?? '<p></p>',
    description_binary: null,
    point: null,
  }))
}
type Text = { id: string; description_html: string }
type Words = { id: string; description_stripped: string | null }

const comments: Show = async ({ ctx }, rows) =>
  rows.map(row => ({ ...row, is_member: ctx.method === 'GET' ? true : undefined }))

const cycles: Show = async (_, rows) =>
  rows.map(row => ({ ...placed(row), owned_by: row.owned_by_id, timezone: 'UTC' }))

const archivedCycles: Show = async (ask, rows) =>
  (await cycles(ask, rows)).map(row => ({
    ...row,
    total_estimates: row.total_estimate_points,
    completed_estimates: row.completed_estimate_points,
    started_estimates: row.started_estimate_points,
  }))

const modules: Show = async (_, rows) =>
  rows.map(row => ({ ...placed(row), lead: row.lead_id, members: row.member_ids }))

/** The issues of the cycle or module that the path names, each as its membership. */
const memberships =
  (noun: 'cycle' | 'module'): Show =>
  async ({ trx, viewer, row, ctx }) => {
    const { id } = row as { id: string }
    const rows = visible(trx, Issue, viewer).where('issues.active', true).orderBy('issues.created_at')
    if (ctx.method === 'GET') rows.where('issues.id', ctx.params.issueId)
    if (noun === 'cycle') rows.where('issues.cycle_id', id)
    else rows.whereRaw('issues.module_ids @> array[?::uuid]', [id])
    return ((await rows) as Row[]).map(issue => ({ ...placed(issue), issue: issue.id, [noun]: id }))
  }

const people: Show = async (ask, rows) => {
  const told = (row: Row) => (typeof row.member === 'object' ? (row.member as Row) : row)
  const ids = rows.map(row => (typeof row.member === 'string' ? row.member : told(row).id) as string)
  const found = new Map((await peopleV1(ask, ids)).map(person => [person.id, person]))
  return rows.map((row, at) => ({ ...(found.get(ids[at]) ?? { email: null, ...told(row) }), role: row.role }))
}

const requests: Show = async (ask, rows) => {
  const intake = idOfDefault(ask.projectId)
  const inside = rows.map(row => row.issue as Row)
  const kept = new Map((await whole(ask, 'intake_issues', rows)).map(row => [row.id, row]))
  const shown = await expandRows(ask, await issues(ask, inside), ['state', 'assignees', 'labels'])
  const ids = inside.map(({ id }) => id as string)
  const words = await ask.trx('documents').whereIn('id', ids).select<Words[]>('id', 'description_stripped')
  const wordsOf = new Map(words.map(text => [text.id, text.description_stripped]))
  const issueOf = new Map(shown.map(issue => [issue.id, issue]))
  return rows.map(row => {
    const { id } = row.issue as { id: string }
    const stored = kept.get(row.id)
    const { external_id, external_source } = stored?.external_id ? stored : (row.issue as Row)
    return {
      source_email: null,
      ...row,
      // What the form was filled in with is known by its own fields, to those who may know it.
      extra: row.source === 'FORM' ? {} : stored?.extra,
      external_id,
      external_source,
      intake,
      inbox: intake,
      issue: id,
      issue_detail: { ...issueOf.get(id), description_stripped: wordsOf.get(id) ?? '' },
    }
  })
}

const shows = new Map<z.ZodObject, Show>([
  [ProjectV1, projects],
  [StateV1, states],
  [LabelV1, labels],
  [IssueV1, issues],
  [CommentV1, comments],
  [CycleV1, cycles],
  [ArchivedCycleV1, archivedCycles],
  [ModuleV1, modules],
  [CycleIssueV1, memberships('cycle')],
  [ModuleIssueV1, memberships('module')],
  [UserV1, people],
  [MemberV1, people],
  [IntakeIssueV1, requests],
])

/** Rows in the shape asked for, with its keys and no others. */
export const shaped = async (shape: z.ZodObject, ask: Ask, rows: Row[]): Promise<Row[]> => {
  if (rows.length === 0) return []
  const made = (await shows.get(shape)?.(ask, rows)) ?? rows
  const keys = Object.keys(shape.shape)
  return made.map(row => Object.fromEntries(keys.map(key => [key, row[key]])))
}
