import type { Knex } from 'knex'
import type { Notification } from '#contract/people/notifications.ts'
import { Issue } from '#contract/work/issues.ts'
import { selected } from '../../db/selected.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'

// Of what has no row somebody has not said that they want no mail.
const WANTED = `not u.is_bot and coalesce(case
    when n.sender = 'in_app:issue_activities:mentioned' then p.mention
    when n.field = 'comment' then p.comment
    when n.field = 'state' and s."group" = 'completed' then p.issue_completed
    when n.field = 'state' then p.state_change
    else p.property_change end, true)`
const BESIDE = `join users u on u.id = n.receiver
       left join notification_preferences p on p."user" = n.receiver
       left join states s on n.field = 'state' and s.id = n.new_identifier`

/** Keeps for a mail what of these its receiver wants mailed: one statement, in the transaction that tells of it. */
export const keepForMail = (trx: Knex, ids: string[]) =>
  trx.raw(
    `insert into notifications_to_mail (notification, receiver, issue)
     select n.id, n.receiver, n.entity_identifier from notifications n ${BESIDE}
      where n.id = any(?::uuid[]) and n.entity_name = 'issue' and ${WANTED}`,
    [ids],
  )

/** What waits for a mail, of one person and issue. */
export type Due = { receiver: string; issue: string; email: string; notifications: string[] }

/**
 * Takes out what has waited for so long, at most `limit` mails of it. Of several processes one takes at a time: another
 * would take what came meanwhile apart from what it belongs to.
 */
export const takeDue = async (trx: Knex, waitMs: number, limit: number): Promise<Due[]> => {
  const asked = await trx.raw<{ rows: { mine: boolean }[] }>(
    `select pg_try_advisory_xact_lock(hashtext('notifications_to_mail')) as mine`,
  )
  if (!asked.rows[0]?.mine) return []
  const { rows } = await trx.raw<{ rows: Due[] }>(
    `with due as (
       select receiver, issue from notifications_to_mail group by receiver, issue
       having min(created_at) <= now() - make_interval(secs => :seconds::float8)
        order by min(created_at) limit :limit),
     taken as (
       delete from notifications_to_mail m using due
        where m.receiver = due.receiver and m.issue = due.issue returning m.notification, m.receiver, m.issue)
     select t.receiver, t.issue, u.email, array_agg(t.notification) as notifications
       from taken t join user_contacts u on u.id = t.receiver group by t.receiver, t.issue, u.email`,
    { seconds: waitMs / 1000, limit } as never,
  )
  return rows
}

/** The issue as its receiver sees it at present; undefined when they do not. */
export const issueOf = async (trx: Knex, viewer: ServerViewer, id: string) => {
  const [row] = await selected<{
    name: string
    project_id: string
    project: string
    slug: string
    key: string
  }>(
    visible(trx, Issue, viewer)
      .clearSelect()
      .join('projects', 'projects.id', 'issues.project_id')
      .join('workspaces', 'workspaces.id', 'issues.workspace_id')
      .where('issues.id', id)
      .select(
        'issues.name',
        'issues.project_id',
        'projects.name as project',
        'workspaces.slug',
        trx.raw(`projects.identifier || '-' || issues.sequence_id as key`),
      ),
  )
  return row
}

/** A notification with who acted and, of a comment, what it says by now. */
export type News = Pick<
  Notification,
  | 'id'
  | 'sender'
  | 'verb'
  | 'field'
  | 'old_value'
  | 'new_value'
  | 'old_identifier'
  | 'new_identifier'
  | 'comment_id'
  | 'triggered_by'
  | 'created_at'
> & { actor: string | null; words: string | null; html: string | null }

/**
 * Of these what is still news: not read or put away since, wanted by mail, of an issue that they still follow unless it
 * is said to them; of comments those that are there.
 */
export const newsOf = async (trx: Knex, receiver: string, ids: string[]): Promise<News[]> => {
  const { rows } = await trx.raw<{ rows: News[] }>(
    `select n.id, n.sender, n.verb, n.field, n.old_value, n.new_value, n.old_identifier, n.new_identifier,
            n.comment_id, n.triggered_by, n.created_at, c.comment_stripped as words, c.comment_html as html,
            coalesce(nullif(trim(concat_ws(' ', actor.first_name, actor.last_name)), ''), actor.display_name) as actor
       from notifications n ${BESIDE}
       left join users actor on actor.id = n.triggered_by
       left join issue_comments c on c.id = n.comment_id and c.deleted_at is null
      where n.id = any(:ids::uuid[]) and n.receiver = :receiver and n.deleted_at is null and n.read_at is null
        and n.archived_at is null and (n.snoozed_till is null or n.snoozed_till <= now()) and ${WANTED}
        and (n.field is distinct from 'comment' or c.id is not null)
        and (n.sender = 'in_app:issue_activities:mentioned' or n.field = 'intake' or exists (
          select 1 from issue_subscriptions f where f.issue = n.entity_identifier and f.subscriber = n.receiver
             and f.deleted_at is null))
      order by n.seq, n.id`,
    { ids, receiver },
  )
  return rows
}

/** Where a person is written to at present. */
export const emailOf = async (trx: Knex, id: string): Promise<string | null> =>
  ((await trx('user_contacts').where({ id }).first('email')) as { email: string } | undefined)?.email ?? null

/** What people are called, by their ids. */
export const namesOf = async (trx: Knex, ids: string[]): Promise<Map<string, string>> => {
  const rows = (await trx('users').whereIn('id', ids).select('id', 'display_name')) as {
    id: string
    display_name: string
  }[]
  return new Map(rows.map(row => [row.id, row.display_name]))
}
