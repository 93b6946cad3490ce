import { fail, failFields, missingPk } from '#contract/errors.ts'
import { can } from '#contract/permissions.ts'
import { isPublic, Page } from '#contract/text/pages.ts'
import { insert, update } from '../../db/rows.ts'
import { load } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'
import { holdable } from '../../work/issues/issue.rules.ts'
import { lockProject } from '../../workspace/projects/lock.ts'
import { beginText, copyText, type FirstText } from '../documents/write.ts'

type PlaceOfPage = { workspaceId: string; projectId: string }
type PageFields = Partial<Pick<Page, 'name' | 'access' | 'color' | 'logo_props' | 'view_props' | 'parent'>>
type PageInput = PageFields & FirstText & { labels?: string[] | undefined }

const NAME_LENGTH = 255

/** A locked or archived page stays as it is. */
export const mustBeOpen = (page: Page): void => {
  if (page.is_locked) fail('page.locked')
  if (page.archived_at) fail('page.archived')
}

/** The same for its text, in the words of the calls that take it. */
export const mustTakeText = (page: Page): void => {
  if (page.is_locked) fail('page.contentLocked')
  if (page.archived_at) fail('page.contentArchived')
}

export const mayOn = (
  work: Work,
  action: 'page.update' | 'page.access' | 'page.archive' | 'page.delete',
  page: Page,
) => can(work.viewer, action, page, { workspace: page.workspace, project: page.project_id })

// Under the project's lock: two moves, each right by itself, may together close a circle.
const judgeParent = async (work: Work, place: PlaceOfPage, page: Page | null, parentId: string) => {
  await lockProject(work, place.projectId)
  const refuse = (why: string) => failFields({ parent: [why] })
  const where = { workspace: place.workspaceId, project: place.projectId }
  const parent = (await load(work.trx, Page, work.viewer, parentId, where)) ?? refuse(missingPk(parentId))
  if (!mayOn(work, 'page.update', parent)) refuse('This page is not yours to change.')
  if (parent.archived_at) refuse('This page is archived.')
  // Nobody puts another's page where its owner would not find it.
  if (!isPublic(parent) && page && page.owned_by !== parent.owned_by) refuse('This page is private.')
  const { rows } = await work.trx.raw<{ rows: { id: string }[] }>(
    `with recursive above (id) as (
       select ?::uuid union select p.parent from pages p join above on p.id = above.id where p.parent is not null
     ) select id from above`,
    [parentId],
  )
  if (rows.some(row => row.id === page?.id)) refuse('A page cannot be below itself.')
}

const judgeLabels = async (work: Work, projectId: string, ids: string[]) => {
  const known = new Set(await holdable(work, projectId).label_ids(ids))
  const missing = ids.find(id => !known.has(id))
  if (missing) failFields({ labels: [missingPk(missing)] })
}

const columnsFor = async (
  work: Work,
  place: PlaceOfPage,
  page: Page | null,
  { labels, ...fields }: PageFields & Pick<PageInput, 'labels'>,
) => {
  if (fields.parent && fields.parent !== page?.parent) await judgeParent(work, place, page, fields.parent)
  if (labels) await judgeLabels(work, place.projectId, labels)
  return { ...fields, ...(labels ? { label_ids: [...new Set(labels)] } : {}) }
}

const newRow = (work: Work, place: PlaceOfPage) => ({
  owned_by: work.viewer.id,
  workspace: place.workspaceId,
  project_id: place.projectId,
})

export const createPage = async (work: Work, place: PlaceOfPage, input: PageInput): Promise<Page> => {
  const { description_html, description, description_binary, ...fields } = input
  const columns = await columnsFor(work, place, null, fields)
  const page = await insert(work, Page, { ...columns, ...newRow(work, place) })
  await beginText(work, 'page', page, { description_html, description, description_binary })
  return page
}

export const updatePage = async (
  work: Work,
  page: Page,
  fields: PageFields & Pick<PageInput, 'labels'>,
  /** Takes the text that came along. */
  writeText: ((page: Page) => Promise<unknown>) | null,
): Promise<Page> => {
  mustBeOpen(page)
  if (fields.access !== undefined && fields.access !== page.access && !mayOn(work, 'page.access', page))
    fail('page.foreignAccess')
  const place = { workspaceId: page.workspace, projectId: page.project_id }
  const after = await update(work, Page, page, await columnsFor(work, place, page, fields))
  if (!writeText) return after
  await writeText(after)
  // The text has moved the page once more.
  return await work.trx(Page.table).where('id', page.id).first<Page>(Page.columns)
}

export const setLocked = async (work: Work, page: Page, is_locked: boolean): Promise<void> => {
  if (page.archived_at) fail('page.archived')
  await update(work, Page, page, { is_locked })
}

export const setAccess = async (work: Work, page: Page, access: number): Promise<void> => {
  if (page.archived_at) fail('page.archived')
  await update(work, Page, page, { access })
}

/** A page of the caller's own with this one's content, beside it where they may put it. */
export const duplicatePage = async (work: Work, page: Page): Promise<Page> => {
  const place = { workspaceId: page.workspace, projectId: page.project_id }
  const { access, color, logo_props, view_props, label_ids } = page
  const above = page.parent && (await load(work.trx, Page, work.viewer, page.parent, {}))
  const copy = await insert(work, Page, {
    ...newRow(work, place),
    name: `Copy of ${page.name}`.slice(0, NAME_LENGTH),
    access,
    color,
    logo_props,
    view_props,
    label_ids,
    parent: above && !above.archived_at && mayOn(work, 'page.update', above) ? above.id : null,
  })
  await copyText(work, 'page', page, copy)
  return copy
}
