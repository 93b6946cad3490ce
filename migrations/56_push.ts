import type { Knex } from 'knex'

/** Browsers that show their person's news, and the pushes that wait for them. */
export const up = async (db: Knex) => {
  await db.raw(`
    create table push_subscriptions (
      id uuid primary key, "user" uuid not null references users on delete cascade,
      -- Who is signed out at a browser gets nothing there.
      session uuid not null unique references sessions (id) on delete cascade,
      endpoint text not null unique, p256dh text not null, auth text not null,
      user_agent text not null, created_at timestamptz(3) not null default now(),
      last_sent_at timestamptz(3), refusals int not null default 0
    );
    create index push_subscriptions_of on push_subscriptions ("user", created_at);

    create table notifications_to_push (
      notification uuid primary key references notifications on delete cascade,
      receiver uuid not null, entity uuid not null,
      created_at timestamptz(3) not null default now()
    );
    create index notifications_to_push_of on notifications_to_push (receiver, entity);

    create table pushes (
      id uuid primary key, subscription uuid not null references push_subscriptions on delete cascade,
      receiver uuid not null, notifications uuid[] not null,
      attempts int not null default 0, created_at timestamptz(3) not null default now(),
      next_at timestamptz(3) not null default now(),
      -- Its words have left, or may have: it is not sent again.
      handed_at timestamptz(3)
    );
    create index pushes_next on pushes (next_at);

    alter table notification_preferences
      add push_property_change boolean not null default true, add push_state_change boolean not null default true,
      add push_issue_completed boolean not null default true, add push_comment boolean not null default true,
      add push_mention boolean not null default true;
  `)
}
