import type { Knex } from 'knex'

/**
 * The texts that were handed out, each as a state of its document: the base of somebody's next text is then known by
 * the identity of its blocks and words, not guessed.
 */
export const up = async (db: Knex) => {
  await db.raw(`
    drop table document_bases;
    create table handed_texts (
      document_id uuid not null,
      -- The document's version; of a text that differs from every version, since its sender knows less, an id.
      name text not null,
      -- Null while it is the present text: a store that replaces that gives it its bytes.
      state bytea,
      at timestamptz(3) not null default now(), primary key (document_id, name)
    );
    create index handed_texts_by_age on handed_texts (at);
    -- The text that a session or token was last handed: what its next text is a change of, if it says nothing else.
    create table document_bases (
      document_id uuid not null, actor text not null, name text not null,
      at timestamptz(3) not null default now(), primary key (document_id, actor)
    );
    create index document_bases_by_age on document_bases (at);
    -- The version of the document that a version of a page has the text of.
    alter table page_versions add column document_version int;
    create index page_versions_by_text on page_versions (page, document_version) where document_version is not null;
  `)
}
