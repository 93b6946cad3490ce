import type { Knex } from 'knex'
import { failFields } from '#contract/errors.ts'
import { Notification, senders } from '#contract/people/notifications.ts'
import { Page } from '#contract/text/pages.ts'
import { Issue } from '#contract/work/issues.ts'
import { Import } from '#contract/workspace/imports.ts'
import { selected } from '../../db/selected.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'

/** The filters of a list of notifications, in the words of its query or body. */
export type Filters = {
  type?: string | undefined
  snoozed?: string | boolean | undefined
  archived?: string | boolean | undefined
  read?: string | boolean | undefined
  mentioned?: string | boolean | undefined
}

const readFlag = (name: keyof Filters, given: string | boolean | undefined): boolean | null => {
  if (given === undefined || given === '') return null
  const text = String(given).toLowerCase()
  if (text === 'true') return true
  if (text === 'false') return false
  return failFields({ [name]: [`"${given}" is not a valid choice.`] })
}

const isOf = (of: typeof Issue | typeof Page | typeof Import, { trx, viewer }: Asked) =>
  visible(trx, of, viewer)
    .clearSelect()
    .select(trx.raw('1'))
    .whereRaw('??.id = notifications.entity_identifier', [of.table])

type Asked = { trx: Knex; viewer: ServerViewer; workspaceId: string }

/** The viewer's own in a workspace, of issues that they see; of pages and imports too where all are asked for. */
const own = (asked: Asked, { all }: { all: boolean }) =>
  visible(asked.trx, Notification, asked.viewer)
    .where('notifications.workspace', asked.workspaceId)
    .where(any => {
      any.where(of => of.where('entity_name', 'issue').whereExists(isOf(Issue, asked)))
      if (!all) return
      any.orWhere(of => of.where('entity_name', 'page').whereExists(isOf(Page, asked)))
      any.orWhere(of => of.where('entity_name', 'import').whereExists(isOf(Import, asked)))
    })

const RELATIONS: Record<string, string> = {
  assigned: 'i.assignee_ids @> array[:viewer::uuid]',
  created: 'i.created_by = :viewer',
  subscribed: `i.created_by is distinct from :viewer and not i.assignee_ids @> array[:viewer::uuid] and exists (
    select 1 from issue_subscriptions s where s.issue = i.id and s.subscriber = :viewer and s.deleted_at is null)`,
}
// The word of existing clients when they mark all.
RELATIONS.watching = RELATIONS.subscribed!

const ofTypes = (rows: Knex.QueryBuilder, { trx, viewer }: Asked, type: string | undefined) => {
  const words = (type ?? '').split(',').filter(Boolean)
  if (words.length === 0 || words.includes('all')) return
  const rules = words.flatMap(word => (Object.hasOwn(RELATIONS, word) ? [RELATIONS[word]!] : []))
  const any = rules.map(rule => `(${rule})`).join(' or ') || 'false'
  rows.whereRaw(
    trx.raw(
      `exists (select 1 from issues i where i.id = notifications.entity_identifier and (${any}))`,
      // Without a word that means something nothing is named.
      rules.length > 0 ? { viewer: viewer.id } : {},
    ),
  )
}

const AWAKE = '(notifications.snoozed_till is null or notifications.snoozed_till <= now())'

/** The rows that the filters let through; without a word neither what sleeps nor what is archived. */
export const listed = (asked: Asked, filters: Filters) => {
  const { mentioned } = filters
  const isAll = mentioned === 'all'
  const rows = own(asked, { all: isAll })
  const isMentions = mentioned !== undefined && !['', 'false'].includes(String(mentioned).toLowerCase())
  if (isMentions && !isAll) rows.where('sender', senders.mentioned)
  else if (!isAll) rows.whereNot('sender', senders.mentioned)
  if (readFlag('archived', filters.archived) === true) rows.whereNotNull('notifications.archived_at')
  else rows.whereNull('notifications.archived_at')
  rows.whereRaw(readFlag('snoozed', filters.snoozed) === true ? `not ${AWAKE}` : AWAKE)
  const read = readFlag('read', filters.read)
  if (read === true) rows.whereNotNull('notifications.read_at')
  if (read === false) rows.whereNull('notifications.read_at')
  ofTypes(rows, asked, filters.type)
  return rows
}

/** How many wait to be read: mentions, and everything else. */
export const unread = async (asked: Asked) => {
  const [found] = await selected<{ others: number; mentions: number }>(
    own(asked, { all: false })
      .clearSelect()
      .whereNull('notifications.read_at')
      .whereNull('notifications.archived_at')
      .whereRaw(AWAKE)
      .select(
        asked.trx.raw('count(*) filter (where sender <> ?) as others', [senders.mentioned]),
        asked.trx.raw('count(*) filter (where sender = ?) as mentions', [senders.mentioned]),
      ),
  )
  return {
    total_unread_notifications_count: found?.others ?? 0,
    mention_unread_notifications_count: found?.mentions ?? 0,
  }
}

type About = {
  id: string
  name: string
  sequence_id: number
  intake_status: number | null
  identifier: string
  state_name: string | null
  state_group: string | null
}

/** The present names of these issues, as far as the viewer sees them. */
export const issuesOf = async ({ trx, viewer }: Omit<Asked, 'workspaceId'>, ids: string[]) => {
  const rows = await selected<About>(
    visible(trx, Issue, viewer)
      .clearSelect()
      .join('projects', 'projects.id', 'issues.project_id')
      .leftJoin('states', 'states.id', 'issues.state_id')
      .whereRaw('issues.id = any(?::uuid[])', [ids])
      .select(
        'issues.id',
        'issues.name',
        'issues.sequence_id',
        'issues.intake_status',
        'projects.identifier',
        'states.name as state_name',
        'states.group as state_group',
      ),
  )
  return new Map(rows.map(row => [row.id, row]))
}

/** Ids of the pages among these that the viewer sees. */
export const pagesOf = async ({ trx, viewer }: Omit<Asked, 'workspaceId'>, ids: string[]) =>
  new Set<string>(
    await visible(trx, Page, viewer)
      .clearSelect()
      .whereRaw('pages.id = any(?::uuid[])', [ids])
      .pluck('pages.id'),
  )
