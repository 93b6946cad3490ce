import type { Knex } from 'knex'
import { EXCERPT, senders } from '#contract/people/notifications.ts'
import { ADMIN, MEMBER } from '#contract/rules.ts'
import { relationTypes } from '#contract/work/relations.ts'
import type { Events, Mention } from './events.ts'

/** Entries whose values are keys of other issues; a relation has one other end, whichever of its values says so. */
const NAMING_ISSUES = ['parent', ...relationTypes]

/** The receivers of a change and its words: columns of the row to write. */
export type Telling = {
  seq: number
  created_at: string
  workspace: string
  project: string
  receiver: string
  triggered_by: string | null
  entity_name: 'issue' | 'page'
  entity_identifier: string
  entity_created_by: string | null
  sender: string
  title: string
  verb: string
  field: string | null
  old_value: string | null
  new_value: string | null
  old_identifier: string | null
  new_identifier: string | null
  comment_id: string | null
  activity_id: string | null
  epoch: number
}

/** The members of a project and its workspace, in the columns that a viewer is read from. */
const members = (project: string) => `
  join projects p on p.id = ${project} and p.deleted_at is null
  join workspaces w on w.id = p.workspace and w.deleted_at is null
  join project_members m on m.project = p.id and m.is_active
  join workspace_members wm on wm.workspace_id = p.workspace and wm.member_id = m.member and wm.is_active
  join accounts account on account.id = m.member and account.is_active`
const SEES_ALL = `(m.role >= ${MEMBER} or p.guest_view_all_features)`
const SEES_ISSUE = `(${SEES_ALL} or m.member = i.created_by)`
const SEES_PAGE = `(g.owned_by = m.member or (g.access = 0 and ${SEES_ALL}) or (g.owner_gone and m.role = ${ADMIN}))`

/** There is such an issue, and the subscriber does not see it. */
const unseen = (id: string) => `(exists (select 1 from issues x where x.id = ${id}) and not exists (
  select 1 from issues i ${members('i.project_id')} and m.member = s.subscriber where i.id = ${id} and ${SEES_ISSUE}))`

/** Somebody has muted it. A mention in an issue is reported in spite of that; a page reports nothing else. */
const muted = (person: string, thing: 'issue' | 'page', id: string) =>
  `exists (select 1 from mutes u where u.${thing} = ${id} and u."user" = ${person} and u.deleted_at is null)`

const rowsOf = async <Row>(
  trx: Knex,
  sql: string,
  bindings: Record<string, Knex.RawBinding>,
): Promise<Row[]> => (await trx.raw<{ rows: Row[] }>(sql, bindings)).rows

/** How many are notified of each entry of a history, at most. */
export const countReceivers = (trx: Knex, ids: string[]) =>
  rowsOf<{ id: string; n: number }>(
    trx,
    `select a.id, count(*)::int as n from issue_activities a
       join issue_subscriptions s on s.issue = a.issue and s.deleted_at is null
      where a.id = any(:ids::uuid[]) and not a.silent group by a.id`,
    { ids },
  )

// The people mentioned in an act are notified of the mention and nothing else; all changes of one act bear one moment.
// People who followed later are not notified of earlier acts. Keys of issues that they do not see are left out.
export const toldOfHistory = (trx: Knex, activities: Events['activities']) =>
  rowsOf<Telling>(
    trx,
    `select given.seq, a.created_at, a.workspace, a.project, s.subscriber as receiver, a.actor as triggered_by,
            'issue' as entity_name, i.id as entity_identifier, i.created_by as entity_created_by,
            case when i.created_by = s.subscriber then :created when s.subscriber = any(i.assignee_ids) then :assigned
                 else :subscribed end as sender,
            a.comment as title, a.verb, a.field,
            case when hidden.old and a.old_value <> '' then '…' else left(a.old_value, ${EXCERPT}) end as old_value,
            case when a.field = 'comment' then left(c.comment_stripped, ${EXCERPT})
                 when hidden.new and a.new_value <> '' then '…'
                 else left(a.new_value, ${EXCERPT}) end as new_value,
            case when hidden.old then null else a.old_identifier end as old_identifier,
            case when hidden.new then null else a.new_identifier end as new_identifier,
            a.issue_comment as comment_id, a.id as activity_id, a.epoch
       from jsonb_to_recordset(:given::jsonb) as given(id uuid, seq bigint, at timestamptz)
       join issue_activities a on a.id = given.id and not a.silent
       join issues i on i.id = a.issue and i.deleted_at is null
       join issue_subscriptions s on s.issue = i.id and s.deleted_at is null and s.updated_at <= a.created_at
            and s.subscriber is distinct from a.actor
       left join issue_comments c on c.id = a.issue_comment
       cross join lateral (
         select a.field = any(:naming) and ${unseen('a.old_identifier')} as old,
                a.field = any(:naming) and ${unseen(`case when a.field = 'parent' then a.new_identifier else a.old_identifier end`)} as new
       ) hidden
       ${members('a.project')} and m.member = s.subscriber
      where ${SEES_ISSUE} and (a.issue_comment is null or c.deleted_at is null)
        and not ${muted('s.subscriber', 'issue', 'i.id')}
        and not exists (
          select 1 from notifications n where n.receiver = s.subscriber and n.entity_identifier = i.id
             and n.sender = :mentioned and n.triggered_by is not distinct from a.actor
             and n.created_at = given.at)
      order by given.seq, s.subscriber`,
    {
      ...senders,
      given: JSON.stringify([...activities].map(([id, change]) => ({ id, ...change }))),
      naming: NAMING_ISSUES,
    },
  )

const given = (mentions: Mention[]) =>
  JSON.stringify(mentions.flatMap(({ people, ...mention }) => people.map(person => ({ ...mention, person }))))
const MENTION = `jsonb_to_recordset(:given::jsonb) as g0(seq bigint, entity uuid, field text, comment uuid, person uuid,
                   actor uuid, at timestamptz)`
// Once is enough as long as it was not read, however often a name is taken out and put in.
const NOT_TOLD_YET = `not exists (
          select 1 from notifications n where n.receiver = m.member and n.entity_identifier = g0.entity
             and n.sender = :sender and n.field = g0.field and n.comment_id is not distinct from g0.comment
             and n.triggered_by is not distinct from g0.actor and n.read_at is null and n.archived_at is null
             and n.deleted_at is null)`
const OF_MENTION = `distinct on (m.member, g0.entity, g0.field, g0.comment) g0.seq, g0.at as created_at, p.workspace,
            p.id as project, m.member as receiver, g0.actor as triggered_by, g0.entity as entity_identifier,
            :sender as sender, '' as title, 'created' as verb, g0.field, null as old_value, null as old_identifier,
            null as new_identifier, g0.comment as comment_id, null as activity_id, extract(epoch from g0.at)::bigint as epoch`
const FIRST = 'order by m.member, g0.entity, g0.field, g0.comment, g0.seq'

export const toldOfMentions = (trx: Knex, mentions: Mention[]) =>
  rowsOf<Telling>(
    trx,
    `select ${OF_MENTION}, 'issue' as entity_name, i.created_by as entity_created_by,
            left(c.comment_stripped, ${EXCERPT}) as new_value
       from ${MENTION}
       join issues i on i.id = g0.entity and i.deleted_at is null
       left join issue_comments c on c.id = g0.comment
       ${members('i.project_id')} and m.member = g0.person
      where ${SEES_ISSUE} and m.member is distinct from g0.actor
        and (g0.comment is null or c.deleted_at is null) and ${NOT_TOLD_YET} ${FIRST}`,
    { sender: senders.mentioned, given: given(mentions) },
  )

export const toldOfPages = (trx: Knex, mentions: Mention[]) =>
  rowsOf<Telling>(
    trx,
    `select ${OF_MENTION}, 'page' as entity_name, g.owned_by as entity_created_by,
            left(c.comment_stripped, ${EXCERPT}) as new_value
       from ${MENTION}
       join pages g on g.id = g0.entity and g.deleted_at is null
       left join page_comments c on c.id = g0.comment
       ${members('g.project_id')} and m.member = g0.person
      where ${SEES_PAGE} and m.member is distinct from g0.actor and not ${muted('m.member', 'page', 'g.id')}
        and (g0.comment is null or c.deleted_at is null) and ${NOT_TOLD_YET} ${FIRST}`,
    { sender: senders.mentioned, given: given(mentions) },
  )

/** The people who decide about a request in the intake. */
export const toldOfArrivals = (trx: Knex, arrivals: Events['arrivals']) =>
  rowsOf<Telling>(
    trx,
    `select g0.seq, g0.at as created_at, p.workspace, p.id as project, m.member as receiver, g0.actor as triggered_by,
            'issue' as entity_name, i.id as entity_identifier, i.created_by as entity_created_by, :sender as sender,
            'sent the issue to the intake' as title, 'created' as verb, 'intake' as field, null as old_value,
            null as new_value, null as old_identifier, null as new_identifier, null as comment_id,
            null as activity_id, extract(epoch from g0.at)::bigint as epoch
       from jsonb_to_recordset(:given::jsonb) as g0(seq bigint, entity uuid, actor uuid, at timestamptz)
       join issues i on i.id = g0.entity and i.deleted_at is null
       ${members('i.project_id')} and m.role = ${ADMIN}
      where m.member is distinct from g0.actor and not ${muted('m.member', 'issue', 'i.id')}
      order by g0.seq, m.member`,
    { sender: senders.subscribed, given: JSON.stringify(arrivals) },
  )

/** Those of the page's notifications whose receivers still see the page: ids of the rows. */
export const stillSeeing = (trx: Knex, ids: string[]) =>
  rowsOf<{ id: string }>(
    trx,
    `select n.id from notifications n join pages g on g.id = n.entity_identifier and g.deleted_at is null
       ${members('g.project_id')} and m.member = n.receiver
      where n.id = any(:ids::uuid[]) and ${SEES_PAGE}`,
    { ids },
  )
