import type { Knex } from 'knex'
import { tsvector, wordsOf } from '../api/text/documents/words.ts'

const CHUNK = 200
type Text = { id: string; project_id: string; description_stripped: string }

/** The words of each page's text, by which it is found. Every writer of the text writes them with it. */
export const up = async (db: Knex) => {
  await db.raw(`
    alter table documents add column words tsvector;
    -- How often which word occurs helps no plan, and counting them reads every text.
    alter table documents alter column words set statistics 0;
  `)
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const some = await db('documents')
      .where('kind', 'page')
      .where('id', '>', after)
      .orderBy('id')
      .limit(CHUNK)
      .select<Text[]>('id', 'project_id', 'description_stripped')
    const last = some.at(-1)
    if (!last) break
    for (const { id, project_id, description_stripped } of some)
      await db('documents')
        .where({ id })
        .update({ words: tsvector(db, [project_id, ...wordsOf(description_stripped)]) })
    after = last.id
  }
  await db.raw(`create index documents_by_words on documents using gin (words) where kind = 'page'`)
}
