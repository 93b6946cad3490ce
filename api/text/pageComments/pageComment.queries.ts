import type { Knex } from 'knex'
import { PageComment } from '#contract/text/pageComments.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { countOf, visible } from '../../db/visible.ts'
import { envelope, readPage } from '../../http/page.ts'

/** Comments of a page, the oldest first, in pages. */
export const listComments = async (
  trx: Knex,
  viewer: ServerViewer,
  page: string,
  query: Parameters<typeof readPage>[0],
) => {
  const ask = readPage(query)
  const all = () => visible(trx, PageComment, viewer).where('page_comments.page', page)
  const rows = (await all()
    .orderBy(['created_at', 'id'])
    .limit(ask.size)
    .offset(ask.page * ask.size)) as PageComment[]
  const total = await countOf(all())
  return envelope(ask, total, total, rows.length, rows)
}
