import type { Knex } from 'knex'
import { audit } from './02_people.ts'

/** Addresses of other systems that learn of changes, what was sent to each, and how each answers at present. */
export const up = async (db: Knex) => {
  await db.raw(`
    create table webhooks (
      id uuid primary key, ${audit},
      workspace uuid not null references workspaces on delete cascade,
      name text not null default '', url text not null, format text not null default 'json',
      is_active boolean not null default true, is_internal boolean not null default false,
      project boolean not null default false, issue boolean not null default false,
      module boolean not null default false, cycle boolean not null default false,
      issue_comment boolean not null default false,
      events jsonb not null default '[]', project_ids jsonb not null default '[]', filters text not null default '',
      owner uuid references users on delete set null,
      secret_ends text not null, secret_at timestamptz(3) not null default now(),
      off_reason text, off_at timestamptz(3), failures int not null default 0,
      last_at timestamptz(3), recent_count int not null default 0, recent_failed int not null default 0,
      -- Beside the wire: sealed, and a digest by which two addresses are compared.
      -- Changes before it are not sent: it was made then, or switched on again.
      since timestamptz(3) not null,
      secret text not null, address text not null, address_hash text not null
    );
    create unique index webhooks_address on webhooks (workspace, address_hash) where deleted_at is null;

    create table webhook_targets (
      webhook uuid primary key references webhooks on delete cascade,
      -- Failed tries in a row, and since when.
      failures int not null default 0, failing_since timestamptz(3),
      paused_until timestamptz(3) not null default '-infinity',
      -- One process at a time sends to it.
      taken_by uuid, taken_until timestamptz(3) not null default '-infinity'
    );

    create table webhook_deliveries (
      id uuid primary key, ${audit},
      webhook uuid not null references webhooks on delete cascade,
      workspace uuid not null references workspaces on delete cascade,
      project uuid references projects on delete cascade,
      event text not null, action text not null, about text not null, row_id uuid not null,
      is_test boolean not null default false, bytes int not null default 0,
      state text not null default 'waiting', attempts int not null default 0,
      next_at timestamptz(3) not null default now(), ended_at timestamptz(3),
      status int, said text, took_ms int,
      -- Beside the wire: its place among the deliveries of its webhook, what is sent, and each try.
      nth bigint generated always as identity, body text not null, tries jsonb not null default '[]'
    );
    create index webhook_deliveries_of on webhook_deliveries (webhook, created_at desc, id desc);
    create index webhook_deliveries_waiting on webhook_deliveries (webhook, nth) where state = 'waiting';
    create index webhook_deliveries_row on webhook_deliveries (webhook, row_id, nth) where state = 'waiting';
    create index webhook_deliveries_age on webhook_deliveries (created_at);

    -- What happened before there were webhooks is disclosed to none: nobody reads through it.
    insert into readers (name, workspace, seq)
      select 'webhooks', w.id, c.seq from workspaces w join change_counters c on c.scope_id = w.id;
  `)
}
