import { z } from 'zod'
import { audit, blankable, day, entity, id, json, revision, route } from './define.ts'

/** The one place that knows the coding: of pages 0 is public, of views 1 is. */
export const isPublic = (row: { access: number; entity?: 'view' }) =>
  row.entity === 'view' ? row.access === 1 : row.access === 0

export const Page = entity(
  'page',
  'pages',
  'workspace',
  { workspace: 'workspace', project: 'project_id' },
  {
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
    workspace: id,
    view_props: json,
    logo_props: json,
    label_ids: z.array(id),
    project_ids: z.array(id),
    project_id: id,
    ...revision,
  },
)
export type Page = z.infer<typeof Page.schema>

export const PageRow = z.object({ ...Page.schema.shape, is_favorite: z.boolean(), anchor: z.null() })
export const PageDetail = z.object({
  ...PageRow.shape,
  description_html: z.string(),
  issue_ids: z.array(id).optional(),
})

const fields = {
  name: blankable(255).optional(),
  access: z.union([z.literal(0), z.literal(1)]).optional(),
  color: blankable(255).optional(),
  logo_props: json.optional(),
  view_props: json.optional(),
  description_html: z.string().optional(),
}

const p = '/api/workspaces/:ws/projects/:p' as const
const one = { in: 'project', target: Page, param: 'pageId' } as const

export const pageRoutes = {
  list: route({
    method: 'GET',
    path: `${p}/pages/`,
    action: 'page.list',
    in: 'project',
    query: z.object({ search: z.string().optional() }),
    answer: z.array(PageRow),
    summary: 'Pages that the caller may see, archived ones too.',
  }),
  create: route({
    method: 'POST',
    path: `${p}/pages/`,
    action: 'page.create',
    in: 'project',
    creates: Page,
    body: z.object(fields),
    large: true,
    status: 201,
    answer: PageDetail,
    summary: 'Creates a page.',
  }),
  get: route({
    ...one,
    method: 'GET',
    path: `${p}/pages/:pageId/`,
    action: 'page.read',
    answer: PageDetail,
    summary: 'One page with its text.',
  }),
  update: route({
    ...one,
    method: 'PATCH',
    path: `${p}/pages/:pageId/`,
    action: 'page.update',
    body: z.object(fields),
    large: true,
    answer: PageDetail,
    summary: 'Changes a page; text given as HTML is merged into what people are typing.',
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
    large: true,
    body: z.object({
      description_binary: z.string().optional(),
      description_html: z.string().optional(),
      description: z.unknown().optional(),
    }),
    answer: z.object({ message: z.string() }),
    summary: 'Merges a Yjs update into the text.',
  }),
}
