import { type Page, pageRoutes } from '#contract/pages.ts'
import { call } from '../data/client.ts'
import { mutate } from '../data/mutate.ts'
import { applyRow } from '../data/rows.ts'
import { here } from '../data/viewer.ts'
import { toast } from '../ui/Toast.tsx'

export const createPage = async (projectId: string, access: 0 | 1): Promise<string | null> => {
  try {
    const { body } = await call(pageRoutes.create, {
      params: { ws: here().slug, p: projectId },
      body: { access },
    })
    const { description_html: _, issue_ids: __, is_favorite: ___, anchor: ____, ...row } = body
    applyRow('page', row)
    return row.id
  } catch (error) {
    toast.failure(`The page was not created. ${(error as Error).message}`)
    return null
  }
}

export const renamePage = (page: Page, name: string) =>
  mutate({
    route: pageRoutes.update,
    params: { ws: here().slug, p: page.project_id, pageId: page.id },
    body: { name },
    entity: 'page',
    id: page.id,
    patch: { name },
    failure: 'The title was not saved.',
  })

/** Sends a title when the tab is closing: the browser delivers it after the page is gone. */
export const renameOnLeave = (page: Page, name: string) => {
  const path = pageRoutes.update.path
    .replace(':ws', here().slug)
    .replace(':p', page.project_id)
    .replace(':pageId', page.id)
  void fetch(path, {
    method: 'PATCH',
    keepalive: true,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ name }),
  })
}
