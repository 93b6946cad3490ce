import type { Knex } from 'knex'
import { Issue } from '#contract/work/issues.ts'
import type { ExportFormat } from '#contract/workspace/jobs.ts'
import { countOf, visible } from '../../db/visible.ts'
import { queueMail } from '../../mail/outbox.ts'
import { formats } from './exportFile.ts'
import type { JobAtWork, Kind, Step } from './runner.ts'

export const EXPORT_ISSUES = 'export_issues'

const BATCH = 500
/** A spreadsheet takes no longer cell. */
const LONGEST_CELL = 32_000
export const HEAD = [
  ...['ID', 'Project', 'Name', 'Description', 'State', 'Start Date', 'Target Date', 'Priority', 'Created By'],
  ...['Assignee', 'Labels', 'Cycle Name', 'Cycle Start Date', 'Cycle End Date', 'Module Name'],
  ...['Module Start Date', 'Module Target Date', 'Created At', 'Updated At', 'Completed At', 'Archived At'],
]

type At = { project: string; number: number; done: number; parts: number; total: number }
export type ExportInput = { projects: string[]; format: ExportFormat; isMany: boolean }
type Named = Record<string, string | null | undefined>

const byId = async (trx: Knex, table: string, ids: (string | null)[], columns: string[]) => {
  const rows: Named[] = await trx(table)
    .whereRaw('id = any(?::uuid[])', [[...new Set(ids.filter(id => id !== null))]])
    .select('id', ...columns)
  return new Map(rows.map(row => [row.id, row]))
}

const dayOf = (text: string | null | undefined) =>
  text ? new Date(text).toUTCString().replace(/ \d\d:.*/, '') : ''
const timeOf = (text: string | null | undefined) =>
  text ? new Date(text).toUTCString().replace(/GMT$/, 'UTC+0000') : ''

const linesOf = async (trx: Knex, issues: Issue[]) => {
  const ids = issues.map(({ id }) => id)
  const of = (pick: (issue: Issue) => (string | null) | string[]) => issues.flatMap(pick)
  const dates = ['name', 'start_date']
  const projects = await byId(
    trx,
    'projects',
    of(one => one.project_id),
    ['name', 'identifier'],
  )
  const states = await byId(
    trx,
    'states',
    of(one => one.state_id),
    ['name'],
  )
  const people = await byId(
    trx,
    'users',
    of(one => [...one.assignee_ids, one.created_by ?? '']).filter(Boolean),
    ['display_name'],
  )
  const labels = await byId(
    trx,
    'labels',
    of(one => one.label_ids),
    ['name'],
  )
  const cycles = await byId(
    trx,
    'cycles',
    of(one => one.cycle_id),
    [...dates, 'end_date'],
  )
  const modules = await byId(
    trx,
    'modules',
    of(one => one.module_ids),
    [...dates, 'target_date'],
  )
  const texts = new Map(
    (
      await trx('documents')
        .whereIn('id', ids)
        .select<{ id: string; text: string }[]>(
          'id',
          // One that is cut says so by its end.
          trx.raw(
            `case when length(description_stripped) > :most then left(description_stripped, :most) || '…'
                  else description_stripped end as text`,
            { most: LONGEST_CELL },
          ),
        )
    ).map(({ id, text }) => [id, text]),
  )
  return (issue: Issue): string[] => {
    const project = projects.get(issue.project_id)
    const cycle = cycles.get(issue.cycle_id ?? '')
    const held = issue.module_ids.map(id => modules.get(id))
    const all = (rows: (Named | undefined)[], name: string) =>
      rows.flatMap(row => row?.[name] ?? []).join(', ')
    return [
      `${project?.identifier}-${issue.sequence_id}`,
      project?.name,
      issue.name,
      texts.get(issue.id),
      states.get(issue.state_id)?.name,
      dayOf(issue.start_date),
      dayOf(issue.target_date),
      issue.priority,
      people.get(issue.created_by ?? '')?.display_name,
      all(
        issue.assignee_ids.map(id => people.get(id)),
        'display_name',
      ),
      all(
        issue.label_ids.map(id => labels.get(id)),
        'name',
      ),
      cycle?.name,
      dayOf(cycle?.start_date),
      dayOf(cycle?.end_date),
      all(held, 'name'),
      held.map(one => dayOf(one?.start_date)).join(', '),
      held.map(one => dayOf(one?.target_date)).join(', '),
      timeOf(issue.created_at),
      timeOf(issue.updated_at),
      timeOf(issue.completed_at),
      dayOf(issue.archived_at),
    ].map(text => text ?? '')
  }
}

/** Writes the issues that the owner sees into files, a few hundred a step: the parts go with the checkpoint. */
export const exportIssues: Kind = {
  kind: EXPORT_ISSUES,
  step: async (work, { id, input, checkpoint, workspace, user }: JobAtWork): Promise<Step> => {
    const { trx, viewer } = work
    const { projects, format, isMany } = input as ExportInput
    const rows = () => visible(trx, Issue, viewer).whereIn('issues.project_id', projects)
    const at = (checkpoint as At | null) ?? {
      ...{ project: '', number: 0, done: 0, parts: 0 },
      total: await countOf(rows()),
    }
    const query = rows().orderBy(['issues.project_id', 'issues.sequence_id']).limit(BATCH)
    if (at.project)
      query.whereRaw('(issues.project_id, issues.sequence_id) > (?::uuid, ?::int)', [at.project, at.number])
    const issues = await query
    const { line, between } = formats[format]
    const valuesOf = await linesOf(trx, issues)
    const byFile = Map.groupBy(issues, issue => (isMany ? issue.project_id : ''))
    const parts = [...byFile].map(([file, held], nth) => ({
      ...{ job: id, nth: at.parts + nth, file },
      text: held.map(issue => line(HEAD, valuesOf(issue))).join(between),
    }))
    if (parts.length > 0) await trx('job_parts').insert(parts)
    const done = at.done + issues.length
    const phases = [{ name: 'issues', done, total: Math.max(at.total, done) }]
    if (issues.length < BATCH) {
      const account = await trx('user_contacts')
        .where('id', user)
        .first<{ email: string } | undefined>('email')
      const { slug } = (await trx('workspaces').where('id', workspace).first('slug')) as { slug: string }
      if (account)
        await queueMail(work, { kind: 'export_ready', to: account.email, job: id, slug, issues: done })
      return { phases, result: { issues: done } }
    }
    const last = issues.at(-1)!
    return {
      phases,
      checkpoint: {
        ...{ ...at, project: last.project_id, number: last.sequence_id },
        ...{ done, parts: at.parts + parts.length },
      },
    }
  },
}
