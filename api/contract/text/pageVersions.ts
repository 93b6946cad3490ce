import { z } from 'zod'
import { json } from '../bounds.ts'
import { audit, blankable, datetime, id, route } from '../define.ts'
import { Page } from './pages.ts'

/** The text of a page at the end of one editing spell. The newest version is still being written: its text is the page's. */
export const PageVersion = z.object({
  id,
  ...audit,
  workspace: id,
  page: id,
  last_saved_at: datetime,
  /** The last editor. */
  owned_by: id.nullable(),
  /** Everyone who took part. */
  editors: z.array(id),
  /** A version with a name is kept for ever. */
  name: z.string().nullable(),
})
export type PageVersion = z.infer<typeof PageVersion>

export const PageVersionDetail = z.object({
  ...PageVersion.shape,
  description_binary: z.string(),
  description_html: z.string(),
  description_json: json,
})

const versions = '/api/workspaces/:ws/projects/:p/pages/:pageId/versions' as const
const ofPage = { in: 'project', target: Page, param: 'pageId' } as const

export const pageVersionRoutes = {
  list: route({
    ...ofPage,
    method: 'GET',
    path: `${versions}/`,
    action: 'page.read',
    answer: z.array(PageVersion),
    summary: 'What the page held before, newest first.',
  }),
  get: route({
    ...ofPage,
    method: 'GET',
    path: `${versions}/:versionId/`,
    action: 'page.read',
    answer: PageVersionDetail,
    summary: 'One version with its text.',
  }),
  rename: route({
    ...ofPage,
    method: 'PATCH',
    path: `${versions}/:versionId/`,
    action: 'page.write',
    settles: 'page',
    body: z.object({ name: blankable(255).nullable() }),
    answer: PageVersion,
    summary: 'Names a version, which keeps it for ever; a blank name takes that back.',
  }),
  restore: route({
    ...ofPage,
    method: 'POST',
    path: `${versions}/:versionId/restore/`,
    action: 'page.write',
    settles: 'page',
    summary: 'Brings a version’s text back as an edit; what was there before is a version too.',
  }),
}
