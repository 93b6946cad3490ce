import { z } from 'zod'
import { givenJson, ids, json } from '../bounds.ts'
import { audit, blankable, day, entity, id, pageOf, revision, route, uuid } from '../define.ts'
import { Favorite } from '../planning/favorites.ts'
import { seesPage } from '../text/actions.ts'
import { binaryText, textTaken } from './documents.ts'

/** The one place that knows the coding: of pages 0 is public, of views 1 is. */
export const isPublic = (row: { access: number; entity?: 'view' }) =>
  row.entity === 'view' ? row.access === 1 : row.access === 0

export const Page = entity({
  name: 'page',
  table: 'pages',
  scope: 'workspace',
  place: { workspace: 'workspace', project: 'project_id' },
  kept: 'snapshot',
  read: seesPage(),
  notFound: 'page.notFound',
  shape: {
    id,
    ...audit,
    name: z.string(),
    owned_by: id,
    /** The owner has no active membership in the project: its admins stand in. */
    owner_gone: z.boolean(),
    access: z.number().int(),
    color: z.string(),
    parent: id.nullable(),
    is_locked: z.boolean(),
    archived_at: day.nullable(),
    /** Null where it is not archived, and of what was before this was kept. */
    archived_by: id.nullable(),
    workspace: id,
    view_props: json,
    logo_props: json,
    label_ids: z.array(id),
    project_ids: z.array(id),
    project_id: id,
    ...revision,
  },
})
export type Page = z.infer<typeof Page.schema>

export const PageRow = z.object({ ...Page.schema.shape, is_favorite: z.boolean(), anchor: z.null() })
export const PageDetail = z.object({
  ...PageRow.shape,
  description_html: z.string(),
  /** With `expand=description_markdown`; our own addition. */
  description_markdown: z.string().optional(),
  issue_ids: z.array(id).optional(),
})

/** A piece of a page's text around the first words that were looked for: plain text, never HTML. */
export const Snippet = z.object({
  text: z.string(),
  /** Where the words are in it: from and to of each, in UTF-16 units. */
  marks: z.array(z.tuple([z.number().int(), z.number().int()])),
})
export type Snippet = z.infer<typeof Snippet>

/** A page that was found; without a snippet it was found by its name alone. */
export const FoundPage = z.object({ ...PageRow.shape, snippet: Snippet.nullable() })
export type FoundPage = z.infer<typeof FoundPage>

const access = z.union([z.literal(0), z.literal(1)])
const fields = {
  name: blankable(255).optional(),
  access: access.optional(),
  color: blankable(255).optional(),
  logo_props: givenJson().optional(),
  view_props: givenJson().optional(),
  parent: uuid.nullable().optional(),
  labels: ids.optional(),
  description_html: z.string().optional(),
  /** Our own addition; `description_html` counts where both are given. */
  description_markdown: z.string().optional(),
}

const p = '/api/workspaces/:ws/projects/:p' as const
const one = { in: 'project', target: Page, param: 'pageId' } as const

export const archivedPage = z.object({ archived_at: day })

export const pageRoutes = {
  list: route({
    method: 'GET',
    path: `${p}/pages/`,
    action: 'page.list',
    in: 'project',
    query: z.object({ search: z.string().optional(), parent: z.string().optional() }),
    answer: z.array(PageRow),
    summary: 'Pages that the caller may see, archived ones too: those at the top, or those below a `parent`.',
  }),
  /**
   * Ours beside the list's own `search`, which matches names alone and answers whole lists. A page is found when its name
   * holds what is asked for, or when name and text together hold every word of it, of the last one its beginning. Archived
   * pages and sub-pages are among them. Those found by their names come first, then the last modified.
   */
  search: route({
    method: 'GET',
    path: `${p}/search-pages/`,
    action: 'page.list',
    in: 'project',
    query: z.object({
      search: z.string().optional(),
      /** `text`: those whose text alone holds every word. */
      within: z.string().optional(),
      per_page: z.string().optional(),
      cursor: z.string().optional(),
    }),
    answer: pageOf(z.array(FoundPage)),
    summary: 'Pages that the caller may see with these words in their names or texts, at most 100 at a time.',
  }),
  listArchived: route({
    method: 'GET',
    path: `${p}/archived-pages/`,
    action: 'page.list',
    in: 'project',
    answer: z.array(PageRow),
    summary: 'Archived pages that the caller may see, sub-pages too.',
  }),
  listFavorite: route({
    method: 'GET',
    path: `${p}/favorite-pages/`,
    action: 'page.list',
    in: 'project',
    answer: z.array(PageRow),
    summary: 'The caller’s favorite pages.',
  }),
  create: route({
    method: 'POST',
    path: `${p}/pages/`,
    action: 'page.create',
    in: 'project',
    creates: Page,
    body: z.object({
      ...fields,
      description_binary: z.string().optional(),
      description: json.optional(),
    }),
    status: 201,
    answer: PageDetail,
    summary:
      'Creates a page. Its first text is taken as a Yjs update, as JSON, HTML or Markdown, the first that is given.',
  }),
  get: route({
    ...one,
    method: 'GET',
    path: `${p}/pages/:pageId/`,
    action: 'page.read',
    query: z.object({ expand: z.string().optional() }),
    answer: PageDetail,
    summary: 'One page with its text.',
  }),
  update: route({
    ...one,
    method: 'PATCH',
    path: `${p}/pages/:pageId/`,
    action: 'page.update',
    settles: 'page',
    body: z.object(fields),
    answer: PageDetail,
    summary: 'Changes a page; text given as HTML or Markdown is merged into what people are typing.',
  }),
  remove: route({
    ...one,
    method: 'DELETE',
    path: `${p}/pages/:pageId/`,
    action: 'page.delete',
    summary: 'Deletes an archived page; its sub-pages move to the top.',
  }),
  /** Ours: a page that its maker left without a word is gone. */
  discard: route({
    ...one,
    method: 'POST',
    path: `${p}/pages/:pageId/discard/`,
    action: 'page.discard',
    settles: 'page',
    summary:
      'Deletes a page of the caller’s own without a name or text that nobody has changed since it was made.',
  }),
  restore: route({
    method: 'POST',
    path: `${p}/pages/:pageId/restore/`,
    action: 'page.restore',
    in: 'project',
    summary: 'Brings a deleted page back, archived as it was.',
  }),
  lock: route({
    ...one,
    method: 'POST',
    path: `${p}/pages/:pageId/lock/`,
    action: 'page.lock',
    summary: 'Locks the page: nobody changes it until its owner unlocks it.',
  }),
  unlock: route({
    ...one,
    method: 'DELETE',
    path: `${p}/pages/:pageId/lock/`,
    action: 'page.lock',
    summary: 'Unlocks the page.',
  }),
  setAccess: route({
    ...one,
    method: 'POST',
    path: `${p}/pages/:pageId/access/`,
    action: 'page.access',
    body: z.object({ access: access.default(0) }),
    summary: 'Makes the page public (0) or private (1).',
  }),
  archive: route({
    ...one,
    method: 'POST',
    path: `${p}/pages/:pageId/archive/`,
    action: 'page.archive',
    answer: archivedPage,
    summary: 'Archives the page and all pages below it.',
  }),
  unarchive: route({
    ...one,
    method: 'DELETE',
    path: `${p}/pages/:pageId/archive/`,
    action: 'page.archive',
    summary: 'Takes the page out of the archive, with those below it that went there with it.',
  }),
  duplicate: route({
    ...one,
    method: 'POST',
    path: `${p}/pages/:pageId/duplicate/`,
    action: 'page.duplicate',
    settles: 'page',
    creates: Page,
    status: 201,
    answer: PageDetail,
    summary: 'Makes a copy that belongs to the caller.',
  }),
  favor: route({
    ...one,
    method: 'POST',
    path: `${p}/favorite-pages/:pageId/`,
    action: 'page.favor',
    creates: Favorite,
    summary: 'Adds the page to the caller’s favorites.',
  }),
  disfavor: route({
    ...one,
    method: 'DELETE',
    path: `${p}/favorite-pages/:pageId/`,
    action: 'page.favor',
    summary: 'Removes the page from the caller’s favorites.',
  }),
  getBinary: route({
    ...one,
    method: 'GET',
    path: `${p}/pages/:pageId/description/`,
    action: 'page.read',
    raw: 'application/octet-stream',
    summary: 'The text as one Yjs update; never empty.',
  }),
  updateBinary: route({
    ...one,
    method: 'PATCH',
    path: `${p}/pages/:pageId/description/`,
    action: 'page.write',
    settles: 'page',
    body: binaryText,
    ...textTaken,
    summary: 'Merges a Yjs update into the text.',
  }),
}
