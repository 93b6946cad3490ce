/** Pages as files that other programs read. */
import { z } from 'zod'
import { route } from '../define.ts'
import { Job } from '../workspace/jobs.ts'
import { Page } from './pages.ts'

export const pageFormats = ['markdown', 'html'] as const
export type PageFormat = (typeof pageFormats)[number]
export const pageEndings = { markdown: 'md', html: 'html' } as const satisfies Record<PageFormat, string>

/** An archive holds so many pages at most, and so many bytes and pictures and files beside them: what a plain ZIP can hold. */
export const MOST_PAGES = 20_000
export const MOST_BYTES = 3_900_000_000
export const MOST_FILES = 40_000

const p = '/api/workspaces/:ws/projects/:p' as const
const format = z.enum(pageFormats).optional()

export const pageFileRoutes = {
  ofPage: route({
    method: 'GET',
    path: `${p}/pages/:pageId/file/`,
    action: 'page.read',
    in: 'project',
    target: Page,
    param: 'pageId',
    raw: 'application/octet-stream',
    query: z.object({ format, images: z.enum(['true', 'false']).optional() }),
    summary:
      'The page as a file: Markdown, or HTML by `format`; with pictures or files a ZIP archive that holds them. `images=false` leaves pictures out.',
  }),
  exportPages: route({
    method: 'POST',
    path: `${p}/export-pages/`,
    action: 'page.list',
    in: 'project',
    creates: Job,
    body: z.object({ format }),
    status: 201,
    answer: Job.schema,
    summary:
      'Begins a job that writes all pages that the caller sees into one ZIP archive: `A.md` and, for the pages below it, the folder `A`.',
  }),
}
