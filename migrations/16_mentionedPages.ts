import type { Knex } from 'knex'

const CHUNK = 200
type Text = { id: string; description_html: string }

const mention = /<mention-component\b[^>]*>/g
const uuid = /\bentity_identifier="([0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12})"/i

/** Ids of the pages that a text names. It is told from the HTML as the program of this day wrote it. */
const pagesIn = (html: string): string[] => [
  ...new Set(
    [...html.matchAll(mention)].flatMap(([tag]) => {
      const id = /\bentity_name="page_mention"/.test(tag) ? uuid.exec(tag)?.[1] : undefined
      return id ? [id.toLowerCase()] : []
    }),
  ),
]

/** Mentions are found from their target: the issues of a text have always been kept, its pages are from now on. */
export const up = async (db: Knex) => {
  await db.raw(`alter table documents add column mentioned_pages uuid[] not null default '{}'`)
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    const some = await db('documents')
      .whereRaw(`description_html like '%page_mention%'`)
      .where('id', '>', after)
      .orderBy('id')
      .limit(CHUNK)
      .select<Text[]>('id', 'description_html')
    const last = some.at(-1)
    if (!last) break
    for (const { id, description_html } of some)
      await db('documents')
        .where({ id })
        .update({ mentioned_pages: pagesIn(description_html) })
    after = last.id
  }
  // Most texts name nothing: those are in no index, and their stores touch none.
  await db.raw(`
    create index documents_by_issues on documents using gin (embedded_issues) where embedded_issues <> '{}';
    create index documents_by_pages on documents using gin (mentioned_pages) where mentioned_pages <> '{}';
  `)
}
