/** The pages below a page: they go with its archiving and deletion, and come back with it. */

import { placeOf } from '#contract/define.ts'
import { fail } from '#contract/errors.ts'
import { holds } from '#contract/rules.ts'
import { Page } from '#contract/text/pages.ts'
import { locked, lockedGone } from '../../db/locked.ts'
import { remove, update, updateAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { dropFavorites, returnFavorites } from '../../planning/favorites/favorite.service.ts'
import { holdable } from '../../work/issues/issue.rules.ts'
import { lockProject } from '../../workspace/projects/lock.ts'
import { holdsText } from '../documents/write.ts'
import { mayOn } from './page.service.ts'

/** A page and those below it, as far as `follows` holds of each; all of them under lock. */
const withBelow = async (work: Work, page: Page, follows: string): Promise<Page[]> => {
  // Nobody moves a page below one of these meanwhile.
  await lockProject(work, page.project_id)
  const { rows } = await work.trx.raw<{ rows: { id: string }[] }>(
    `with recursive below (id, archived_with) as (
       select id, archived_with from pages where id = :id
       union select p.id, p.archived_with from pages p join below on p.parent = below.id
        where p.deleted_at is null and ${follows}
     ) select id from below`,
    { id: page.id },
  )
  return locked(
    work,
    Page,
    pages =>
      pages.whereIn(
        'id',
        rows.map(({ id }) => id),
      ),
    'any',
  )
}

const mayTake = (work: Work, page: Page) =>
  holds(Page.read, work.viewer, page, placeOf(Page, page)) && mayOn(work, 'page.archive', page)

/**
 * Splits a page and those below it into the pages that go along by the caller's right, and those that stay, cut off
 * from it.
 */
const parted = (work: Work, page: Page, rows: Page[]): { taken: Page[]; left: Page[] } => {
  const below = Map.groupBy(rows, row => row.parent)
  const taken = rows.filter(row => row.id === page.id)
  const left: Page[] = []
  // It grows while it is walked.
  for (const { id } of taken)
    for (const child of below.get(id) ?? []) (mayTake(work, child) ? taken : left).push(child)
  return { taken, left }
}

/**
 * Archives a page with everything below it that is the caller's to archive; answers the day that the rows then carry. Pages
 * of others move to the top.
 */
export const archivePage = async (work: Work, page: Page): Promise<{ archived_at: string }> => {
  if (page.archived_at) fail('page.alreadyArchived')
  const archived_at = work.now.slice(0, 10)
  const { taken, left } = parted(work, page, await withBelow(work, page, 'p.archived_at is null'))
  await updateAll(
    work,
    Page,
    left.map(before => ({ before, patch: { parent: null } })),
  )
  await updateAll(
    work,
    Page,
    taken.map(before => ({
      before,
      patch: { archived_at, archived_by: work.viewer.id, archived_with: page.id },
    })),
  )
  await dropFavorites(
    work,
    'page',
    taken.map(one => one.id),
  )
  return { archived_at }
}

const isOpenPage = async (work: Work, id: string) =>
  Boolean(
    await work.trx('pages').where('id', id).whereNull('archived_at').whereNull('deleted_at').first('id'),
  )

/** Takes a page out of the archive, with those below that went there with it. */
export const unarchivePage = async (work: Work, page: Page): Promise<void> => {
  if (!page.archived_at) fail('page.notArchived')
  const pages = await withBelow(work, page, 'p.archived_with = below.archived_with')
  const isDetached = page.parent !== null && !(await isOpenPage(work, page.parent))
  await updateAll(
    work,
    Page,
    pages.map(before => ({
      before,
      patch: {
        archived_at: null,
        archived_by: null,
        archived_with: null,
        ...(isDetached && before.id === page.id ? { parent: null } : {}),
      },
    })),
  )
  // Nobody changes an archived page: its last change was the archiving, of which the page itself keeps only the day.
  await returnFavorites(
    work,
    'page',
    pages.map(one => one.id),
    page.updated_at,
  )
}

export const deletePage = async (work: Work, page: Page): Promise<void> => {
  if (!page.archived_at) fail('page.deleteLive')
  const children = await locked(work, Page, { parent: page.id })
  await updateAll(
    work,
    Page,
    children.map(before => ({ before, patch: { parent: null } })),
  )
  await deleteOne(work, page)
}

const deleteOne = async (work: Work, page: Page) => {
  await dropFavorites(work, 'page', [page.id])
  await remove(work, Page, page)
}

/** Deletes a page as it was made: each change of a page or its text has raised its revision. */
export const discardPage = async (work: Work, page: Page): Promise<void> => {
  const isHolding = async () =>
    (await work.trx('pages').where('parent', page.id).whereNull('deleted_at').first('id')) !== undefined
  if (page.name !== '' || page.revision > 1 || (await holdsText(work.trx, page.id)) || (await isHolding()))
    fail('page.touched')
  await deleteOne(work, page)
}

// Catches up with changes made while the page was gone: its owner left or came back, labels and the page above were
// deleted.
const asOfNow = async (work: Work, page: Page) => {
  const owner = await work
    .trx('project_members')
    .where({ project: page.project_id, member: page.owned_by, is_active: true })
    .first('id')
  const labels = new Set(await holdable(work, page.project_id).label_ids(page.label_ids))
  const above =
    page.parent && (await work.trx('pages').where('id', page.parent).whereNull('deleted_at').first('id'))
  return {
    owner_gone: !owner,
    label_ids: page.label_ids.filter(id => labels.has(id)),
    parent: above ? page.parent : null,
  }
}

/** Brings a deleted page back into the archive. Deleted rows are no one's to see but theirs who might delete them. */
export const restorePage = async (work: Work, projectId: string, id: string): Promise<void> => {
  const [page] = await lockedGone(work, Page, { id, project_id: projectId })
  if (!page) return fail('page.notFound')
  if (!mayOn(work, 'page.delete', page)) fail('permission.denied')
  await update(work, Page, page, { ...(await asOfNow(work, page)), deleted_at: null })
}
