import type { Knex } from 'knex'

/** The texts that agents wrote in their sessions, for the way back; and how far each agent may go. */
export const up = async (db: Knex) => {
  await db.raw(`
    create table session_texts (
      session uuid not null references agent_sessions on delete cascade,
      document_id uuid not null, nth bigint generated always as identity, kind text not null,
      -- The words before it wrote, and the state that it left; no state where so much was written that no more is kept.
      before text not null, after bytea, version int not null,
      at timestamptz(3) not null default now(), primary key (session, document_id, nth)
    );
    create index session_texts_of_document on session_texts (document_id);
    create index session_texts_by_age on session_texts (at);

    -- Issues that an agent may change: all of its projects, or those alone that are delegated to it or that it made.
    alter table agents add column reach text not null default 'all',
      add column writes_texts boolean not null default true, add column closes_issues boolean not null default true;
  `)
}
