import type { Knex } from 'knex'
import type { z } from 'zod'
import { placeOf } from '#contract/define.ts'
import { failFields, must } from '#contract/errors.ts'
import { can } from '#contract/permissions.ts'
import { type IntakeDetail, IntakeIssue, type IntakeRow } from '#contract/work/intake.ts'
import { intakeStatuses, PENDING } from '#contract/work/intakeStatus.ts'
import { Issue } from '#contract/work/issues.ts'
import { selected } from '../../db/selected.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'
import { envelope, readPage } from '../../http/page.ts'
import { type ListAsk, readList } from '../../lists/list.ts'
import { inOrder } from '../../lists/order.ts'
import { fromIntake, issueColumns } from '../../lists/scope.ts'
import { isSubscribed } from '../activity/subscribers.ts'
import { STATUS_NOW } from './intake.service.ts'

type Sender = { source_email: string | null; extra: { name?: string } }

const ORDERS = ['created_at', 'updated_at', 'sequence_id'].flatMap(name => [
  `issue__${name}`,
  `-issue__${name}`,
])
const NEWEST = '-issue__created_at'

const readStatuses = (asked: string | undefined): number[] => {
  const words = (asked ?? '').split(',').filter(Boolean)
  const wrong = words.find(word => !intakeStatuses.some(status => String(status) === word))
  if (wrong !== undefined) failFields({ status: [`"${wrong}" is not a valid choice.`] })
  return words.length > 0 ? words.map(Number) : [PENDING]
}

// The words of the list language, but for the orders, which name the issue in front.
const readQuery = ({ viewer, query }: Pick<ListAsk, 'viewer' | 'query'>, project: string) => {
  const order = query.order_by || NEWEST
  if (!ORDERS.includes(order)) failFields({ order_by: [`"${order}" is not a valid choice.`] })
  const { group_by: _, sub_group_by: __, then_by: ___, ...filters } = query
  const scope = { in: 'project' as const, project }
  const params = { ...filters, order_by: order.replace('issue__', '') }
  return { ...readList({ viewer, query: params }, scope), scope }
}

/** A page of a project's requests that have one of these statuses by now. */
export const listIntake = async (ask: ListAsk, project: string) => {
  const { trx, viewer, query: params } = ask
  const page = readPage(params)
  const query = readQuery(ask, project)
  const statuses = readStatuses(params.status)
  const rows = () =>
    fromIntake(trx, query, viewer)
      .join('intake_issues', 'intake_issues.id', 'issues.id')
      .whereNull('intake_issues.deleted_at')
      .whereRaw(`${STATUS_NOW} = any(?)`, [statuses])
  const [issues, [counted]] = await Promise.all([
    selected<Issue>(
      inOrder(rows().select(issueColumns), query)
        .limit(page.size)
        .offset(page.page * page.size),
    ),
    selected<{ total: number }>(rows().select(trx.raw('count(*)::int as total'))),
  ])
  const ids = issues.map(({ id }) => id)
  const [found, senders] = await Promise.all([
    visible(trx, IntakeIssue, viewer).whereIn('intake_issues.id', ids),
    can(viewer, 'intake.settings', {}, { project })
      ? (trx('intake_issues').whereIn('id', ids).select('id', 'extra') as Promise<
          (Pick<Sender, 'extra'> & { id: string })[]
        >)
      : [],
  ])
  const byId = new Map(found.map(row => [row.id, row]))
  const names = new Map(senders.map(({ id, extra }) => [id, extra.name]))
  const shown = issues.flatMap((issue): z.infer<typeof IntakeRow>[] => {
    const row = byId.get(issue.id)
    return row ? [{ ...row, issue, source_name: names.get(issue.id) ?? null }] : []
  })
  const { total } = counted!
  return envelope(page, total, total, shown.length, shown)
}

/** One request with its issue and text, and those facts about its sender that the caller may know. */
export const composeDetail = async (
  trx: Knex,
  viewer: ServerViewer,
  row: IntakeIssue,
  description_html: string,
): Promise<z.infer<typeof IntakeDetail>> => {
  const ids = [row.issue, ...(row.duplicate_to ? [row.duplicate_to] : [])]
  const issues = await visible(trx, Issue, viewer).whereIn('issues.id', ids)
  const issue = must(
    issues.find(one => one.id === row.issue),
    'the issue',
  )
  const original = issues.find(one => one.id === row.duplicate_to)
  const sender = can(viewer, 'intake.settings', row, placeOf(IntakeIssue, row))
    ? await trx('intake_issues').where('id', row.id).first<Sender>('source_email', 'extra')
    : null
  return {
    ...row,
    issue: { ...issue, description_html, is_subscribed: await isSubscribed(trx, viewer, issue.id) },
    duplicate_issue_detail: original
      ? {
          id: original.id,
          name: original.name,
          priority: original.priority,
          sequence_id: original.sequence_id,
          project_id: original.project_id,
          created_at: original.created_at,
          label_ids: original.label_ids,
          created_by: original.created_by,
        }
      : null,
    source_email: sender?.source_email ?? null,
    source_name: sender?.extra.name ?? null,
  }
}
