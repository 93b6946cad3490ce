import type { Knex } from 'knex'
import { audit } from './02_people.ts'

/** Notifications of each person, and the position of their reader in the log. */
export const up = async (db: Knex) => {
  await db.raw(`
    create table notifications (
      id uuid primary key, ${audit},
      workspace uuid not null references workspaces on delete cascade,
      project uuid not null references projects on delete cascade,
      receiver uuid not null references users, triggered_by uuid,
      entity_name text not null, entity_identifier uuid not null, entity_created_by uuid,
      sender text not null, title text not null, verb text not null, field text,
      old_value text, new_value text, old_identifier uuid, new_identifier uuid,
      comment_id uuid, epoch bigint not null,
      read_at timestamptz(3), archived_at timestamptz(3), snoozed_till timestamptz(3),
      -- The change that it reports.
      seq bigint not null
    );
    create unique index notifications_once on notifications (receiver, workspace, seq);
    create index notifications_newest on notifications (receiver, workspace, created_at desc, id desc) where deleted_at is null;
    create index notifications_unread on notifications (receiver, workspace)
      where read_at is null and archived_at is null and deleted_at is null;
    create index notifications_about on notifications (entity_identifier, receiver);
    create index notifications_of_comment on notifications (comment_id) where comment_id is not null;

    create table notification_positions (
      workspace uuid primary key references workspaces on delete cascade, seq bigint not null
    );
    -- What happened before anybody was notified of anything is no news.
    insert into notification_positions (workspace, seq)
      select w.id, coalesce(c.seq, 0) from workspaces w left join change_counters c on c.scope_id = w.id;

    -- Follows from an act on something else: nobody is informed.
    alter table issue_activities add column silent boolean not null default false;
  `)
}
