import type { Knex } from 'knex'
import { audit } from './02_people.ts'

/** What each person is sent by mail. */
export const up = async (db: Knex) => {
  await db.raw(`
    create table notification_preferences (
      id uuid primary key, ${audit},
      "user" uuid not null unique references users, workspace uuid, project uuid,
      property_change boolean not null default true, state_change boolean not null default true,
      comment boolean not null default true, mention boolean not null default true,
      issue_completed boolean not null default true
    );
    insert into notification_preferences (id, "user", created_by, updated_by)
      select gen_random_uuid(), id, id, id from users;
  `)
}
