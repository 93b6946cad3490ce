/** Takes imported pages out again; those that people have worked on since stay. */
import { Page } from '#contract/text/pages.ts'
import { locked } from '../../../db/locked.ts'
import { removeAll, updateAll } from '../../../db/rows.ts'
import type { Work } from '../../../db/work.ts'
import { dropFavorites } from '../../../planning/favorites/favorite.service.ts'

/** Ids of imported pages that are another since, or that somebody has talked about or put a page of their own below. */
export const editedPages = async (
  { trx }: Pick<Work, 'trx'>,
  importId: string,
  ids?: readonly string[],
): Promise<string[]> => {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `select p.id from import_made m join pages p on p.id = m.row_id
      where m.import = :importId and m.entity = 'page' and m.is_new and p.deleted_at is null
        and (:ids::uuid[] is null or p.id = any(:ids))
        and (p.revision <> m.revision
          or exists (select from page_comments c where c.page = p.id and c.deleted_at is null)
          or exists (select from pages s where s.parent = p.id and s.deleted_at is null
               and not exists (select from import_made o where o.import = m.import and o.row_id = s.id)))`,
    { importId, ids: ids ? [...ids] : null },
  )
  return rows.map(({ id }) => id)
}

/** Takes out those of these pages that nobody has changed; pages that stay below them move to the top. Answers how many. */
export const takePages = async (work: Work, importId: string, ids: readonly string[]): Promise<number> => {
  const edited = new Set(await editedPages(work, importId, ids))
  const pages = await locked(work, Page, found =>
    found.whereRaw('pages.id = any(?)', [ids.filter(id => !edited.has(id))]),
  )
  const gone = pages.map(({ id }) => id)
  // Of those below, the ones that an undo takes as well are none of these.
  const below = await locked(work, Page, found =>
    found.whereRaw('pages.parent = any(?) and not pages.id = any(?)', [gone, gone]),
  )
  const stay = new Set(
    await editedPages(
      work,
      importId,
      below.map(({ id }) => id),
    ),
  )
  await updateAll(
    work,
    Page,
    below.filter(({ id }) => stay.has(id)).map(before => ({ before, patch: { parent: null } })),
  )
  await dropFavorites(work, 'page', gone)
  await removeAll(work, Page, pages)
  return gone.length
}
