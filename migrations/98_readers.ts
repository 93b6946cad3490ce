import type { Knex } from 'knex'

/** Positions of all readers of the log, and the changes that one of them could not take. */
export const up = async (db: Knex) => {
  await db.raw(`
    create table readers (
      name text not null,
      workspace uuid not null references workspaces on delete cascade,
      seq bigint not null,
      -- Failures at the change behind \`seq\`, the moment of the next try, and how far changes are taken one by one.
      tries int not null default 0,
      next_at timestamptz(3) not null default '-infinity',
      alone_to bigint not null default 0,
      primary key (name, workspace)
    );
    insert into readers (name, workspace, seq) select 'notifications', workspace, seq from notification_positions;
    drop table notification_positions;

    create table passed_changes (
      name text not null,
      workspace uuid not null references workspaces on delete cascade,
      first bigint not null, last bigint not null,
      at timestamptz(3) not null default now(),
      said text not null,
      -- As the log held it; null where the log was shortened before the reader came to it.
      change jsonb,
      primary key (name, workspace, first)
    );
  `)
}
