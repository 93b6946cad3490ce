import type { Knex } from 'knex'
import { type Notification, type NotificationAnswer, senders } from '#contract/people/notifications.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { peopleOf } from '../../work/activity/details.ts'
import { namedIssues, withoutUnseen } from '../../work/activity/unseen.ts'
import { saidBy } from './digest.queries.ts'
import { issuesOf, pagesOf } from './notification.queries.ts'

type Asked = { trx: Knex; viewer: ServerViewer }

/** Statuses of an intake with which an issue still waits there, or ended there as another's double. */
const IN_INTAKE = [-2, 0, 2]

const messageOf = (row: Notification, actor: string, issue: string | undefined) => {
  if (row.entity_name === 'import') return row.new_value
  if (row.sender !== senders.mentioned) return null
  if (row.comment_id)
    return `${actor} has mentioned you in a comment in ${issue ? `issue ${issue}` : 'a page'}`
  return `You have been mentioned in ${issue ? `the issue ${issue}` : 'a page'}`
}

/** Longer ones are known by their first words alone: a page of notifications has up to a thousand. */
const LONGEST_HTML = 4_000

/** The comments that notifications are about, as sanitised HTML; words that were taken back from a receiver have none. */
const commentsOf = async (trx: Knex, rows: Notification[]): Promise<Map<string, string>> => {
  const about = rows.filter(row => row.comment_id && row.new_value)
  const said = await saidBy(trx, [...new Set(about.map(row => row.comment_id!))])
  const htmlOf = new Map(said.map(({ id, html }) => [id, html]))
  return new Map(
    about.flatMap(({ id, comment_id }) => {
      const html = htmlOf.get(comment_id!) ?? ''
      return html && html.length <= LONGEST_HTML ? [[id, html] as const] : []
    }),
  )
}

/**
 * Notifications as the wire has them, each with the present row of its issue or page; those whose issue or page is gone
 * are left out.
 */
export const composeNotifications = async (
  asked: Asked,
  stored: Notification[],
): Promise<NotificationAnswer[]> => {
  const named = await namedIssues(asked.trx, stored)
  const rows = stored.map(row => withoutUnseen(asked.viewer, named, row))
  const ids = (name: Notification['entity_name']) =>
    rows.flatMap(row => (row.entity_name === name ? [row.entity_identifier] : []))
  const people = await peopleOf(
    asked.trx,
    rows.map(row => row.triggered_by),
  )
  const issues = await issuesOf(asked, ids('issue'))
  const pages = ids('page').length > 0 ? await pagesOf(asked, ids('page')) : new Set()
  const html = await commentsOf(asked.trx, rows)
  return rows.flatMap(row => {
    const found = issues.get(row.entity_identifier)
    if (!found && !pages.has(row.entity_identifier) && row.entity_name !== 'import') return []
    const actor = people.get(row.triggered_by ?? '') ?? null
    const { intake_status = null, ...issue } = found ?? {}
    const isMention = row.sender === senders.mentioned
    const isInIntake = IN_INTAKE.includes(intake_status ?? 1)
    return {
      ...row,
      message: messageOf(row, actor?.display_name ?? 'Somebody', found?.name),
      message_html: '<p></p>',
      message_stripped: null,
      triggered_by_details: actor,
      data: {
        issue: found ? (issue as Omit<typeof found, 'intake_status'>) : null,
        issue_activity: {
          id: row.activity_id ?? row.id,
          verb: row.verb,
          field: row.field,
          actor: row.triggered_by,
          new_value: html.get(row.id) ?? row.new_value,
          old_value: row.old_value,
          issue_comment: row.comment_id ? (row.new_value ?? '') : '',
          old_identifier: row.old_identifier,
          new_identifier: row.new_identifier,
        },
      },
      is_inbox_issue: isInIntake,
      is_intake_issue: isInIntake,
      is_mentioned_notification: isMention,
    }
  })
}
