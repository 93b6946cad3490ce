import type { Knex } from 'knex'

/** How people came in last, by which other services they may, and which of their sessions is which. */
export const up = async (db: Knex) => {
  await db.raw(`
    alter table accounts
      add column last_login_at timestamptz(3), add column last_login_ip text, add column last_login_agent text,
      add column last_logout_at timestamptz(3), add column last_logout_ip text,
      add column password_changed_at timestamptz(3);
    alter table sessions
      add column id uuid not null unique default gen_random_uuid(),
      add column last_used_at timestamptz(3) not null default now();
    create table connected_accounts (
      id uuid primary key, "user" uuid not null references users,
      provider text not null, provider_account_id text not null,
      created_at timestamptz(3) not null default now(), updated_at timestamptz(3) not null default now(),
      last_connected_at timestamptz(3) not null default now(),
      unique (provider, provider_account_id)
    );
    create index connected_accounts_of_user on connected_accounts ("user");
  `)
}
