import type { Knex } from 'knex'
import type { Notification } from '#contract/people/notifications.ts'
import { Issue } from '#contract/work/issues.ts'
import { bindings } from '../../db/knex.ts'
import { selected } from '../../db/selected.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'
import { apart, holdQuiet, isAwake } from './quiet.queries.ts'

/** The channel, as the prefix of its preference columns: mail or push. */
export type Way = '' | 'push_'

/** Of what has no row somebody has not said that they do not want it. */
export const wanted = (way: Way) => `not u.is_bot and coalesce(case
    when n.sender = 'in_app:issue_activities:mentioned' then p.${way}mention
    when n.field = 'comment' then p.${way}comment
    when n.field = 'state' and s."group" = 'completed' then p.${way}issue_completed or p.${way}state_change
    when n.field = 'state' then p.${way}state_change
    else p.${way}property_change end, true)`
export const BESIDE = `join users u on u.id = n.receiver
       left join notification_preferences p on p."user" = n.receiver
       left join states s on n.field = 'state' and s.id = n.new_identifier`

/** Keeps for a mail what of these its receiver wants mailed: one statement, in the transaction that reports it. */
export const keepForMail = (trx: Knex, ids: string[]) =>
  trx.raw(
    `insert into notifications_to_mail (notification, receiver, entity)
     select n.id, n.receiver, n.entity_identifier from notifications n ${BESIDE}
      where n.id = any(?::uuid[]) and ${wanted('')}`,
    [ids],
  )

/** Puts a mail's news back, until the end of its receiver's quiet hours. */
export const holdAgain = (trx: Knex, notifications: string[]) =>
  trx.raw(
    `insert into notifications_to_mail (notification, receiver, entity, held)
     select id, receiver, entity_identifier, true from notifications where id = any(?::uuid[])`,
    [notifications],
  )

/**
 * News that waits for one mail: of a person and an issue or page, or all that was held until the end of their quiet
 * hours. `issue` is null where it is not about one issue.
 */
export type Due = { receiver: string; issue: string | null; email: string; notifications: string[] }

/**
 * Takes out news that has waited for so long, at most `limit` mails of it, and none of receivers in quiet hours at
 * `now`. One process at a time: a second would tear apart news that belongs together.
 */
export const takeDue = async (trx: Knex, waitMs: number, limit: number, now: Date): Promise<Due[]> => {
  const asked = await trx.raw<{ rows: { mine: boolean }[] }>(
    `select pg_try_advisory_xact_lock(hashtext('notifications_to_mail')) as mine`,
  )
  if (!asked.rows[0]?.mine) return []
  const awake = await holdQuiet(trx, 'notifications_to_mail', now)
  const { rows } = await trx.raw<{ rows: Due[] }>(
    `with due as (
       select m.receiver, ${apart('m', 'entity')} as apart from notifications_to_mail m where ${isAwake('m.receiver')}
        group by 1, 2 having min(m.created_at) <= now() - make_interval(secs => :seconds::float8)
        order by min(m.created_at) limit :limit),
     taken as (
       delete from notifications_to_mail m using due
        where m.receiver = due.receiver and ${apart('m', 'entity')} is not distinct from due.apart
       returning m.notification, m.receiver, m.entity, due.apart)
     select t.receiver, u.email, array_agg(t.notification) as notifications,
            case when count(distinct t.entity) = 1 and bool_and(n.entity_name = 'issue') then min(t.entity::text) end as issue
       from taken t join user_contacts u on u.id = t.receiver join notifications n on n.id = t.notification
      group by t.receiver, t.apart, u.email`,
    bindings({ seconds: waitMs / 1000, limit, awake }),
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

/** A notification with its actor and, for a comment, its present words. */
export type News = Pick<
  Notification,
  | 'id'
  | 'entity_name'
  | 'entity_identifier'
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
 * Those of them that are still news: not read, archived or muted since, wanted by this channel, of an issue that the
 * receiver still follows unless it mentions them; comments only while they exist.
 */
export const newsOf = async (trx: Knex, receiver: string, ids: string[], way: Way = ''): Promise<News[]> => {
  const { rows } = await trx.raw<{ rows: News[] }>(
    `select n.id, n.entity_name, n.entity_identifier, n.sender, n.verb, n.field, n.old_value, n.new_value, n.old_identifier, n.new_identifier,
            n.comment_id, n.triggered_by, n.created_at,
            coalesce(c.comment_stripped, pc.comment_stripped) as words, coalesce(c.comment_html, pc.comment_html) as html,
            coalesce(nullif(trim(concat_ws(' ', actor.first_name, actor.last_name)), ''), actor.display_name) as actor
       from notifications n ${BESIDE}
       left join users actor on actor.id = n.triggered_by
       left join issue_comments c on c.id = n.comment_id and c.deleted_at is null
       left join page_comments pc on pc.id = n.comment_id and pc.deleted_at is null
      where n.id = any(:ids::uuid[]) and n.receiver = :receiver and n.deleted_at is null and n.read_at is null
        and n.archived_at is null and (n.snoozed_till is null or n.snoozed_till <= now()) and ${wanted(way)}
        and (n.field is distinct from 'comment' or c.id is not null or pc.id is not null)
        and (n.sender = 'in_app:issue_activities:mentioned' or n.field = 'intake' or exists (
          select 1 from issue_subscriptions f where f.issue = n.entity_identifier and f.subscriber = n.receiver
             and f.deleted_at is null))
        and not exists (
          select 1 from mutes u where u."user" = n.receiver and u.deleted_at is null and (u.page = n.entity_identifier
             or u.issue = n.entity_identifier and n.sender <> 'in_app:issue_activities:mentioned'))
      order by n.seq, n.id`,
    { ids, receiver },
  )
  return rows
}

/** Where a person is written to at present. */
export const emailOf = async (trx: Knex, id: string): Promise<string | null> =>
  (await trx('user_contacts').where({ id }).first<{ email: string } | undefined>('email'))?.email ?? null

/** The present words of these comments, of issues and of pages. */
export const saidBy = async (trx: Knex, ids: string[]) => {
  const { rows } = await trx.raw<{ rows: { id: string; words: string; html: string }[] }>(
    `select id, comment_stripped as words, comment_html as html from issue_comments
      where id = any(:ids::uuid[]) and deleted_at is null
     union all select id, comment_stripped, comment_html from page_comments
      where id = any(:ids::uuid[]) and deleted_at is null`,
    { ids },
  )
  return rows
}

/** People's display names, by id. */
export const namesOf = async (trx: Knex, ids: string[]): Promise<Map<string, string>> => {
  const rows = await trx('users').whereIn('id', ids).select<
    {
      id: string
      display_name: string
    }[]
  >('id', 'display_name')
  return new Map(rows.map(row => [row.id, row.display_name]))
}
