import type { Knex } from 'knex'

/** A part of a job's file may be one page of an archive, with files of the store that go beside it. */
export const up = async (db: Knex) => {
  await db.raw(`
    alter table job_parts add page uuid, add files jsonb not null default '[]';
    create unique index job_parts_of_page on job_parts (job, page) where page is not null;
  `)
}
