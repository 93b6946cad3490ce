/** The actions on a page; each shows at once, and most can be undone. */
import { v7 } from 'uuid'
import { messageOf } from '#contract/messageOf.ts'
import { isPublic, type Page, pageRoutes } from '#contract/text/pages.ts'
import { type Answer, call } from '../data/client.ts'
import { lifeOf } from '../data/life.ts'
import { isDone, mutate } from '../data/mutate.ts'
import { applyRow, getRows } from '../data/rows.ts'
import type { FilePlace } from '../data/texts/textFiles.ts'
import { remember } from '../data/undo.ts'
import { here, may, viewer } from '../data/viewer.ts'
import { pageName } from '../editor/pageNames.ts'
import { type Logo, writeLogo } from '../ui/logo/logo.ts'
import { toast } from '../ui/popups/Toast.tsx'

const placeOf = (page: Page) => ({ workspace: page.workspace, project: page.project_id })
export const mayPage = (action: Parameters<typeof may>[0], page: Page) => may(action, page, placeOf(page))

/** The noun that owns the images of its text. */
export const imagesOf = (page: Page): FilePlace => ({
  project: page.project_id,
  kind: 'PAGE_DESCRIPTION',
  subject: page.id,
})

export const paramsOf = (page: Page) => ({ ws: here().slug, p: page.project_id, pageId: page.id })

type NewPage = { access: 0 | 1 }

const failed = {
  create: { title: 'Page not created', message: 'Please try again in a moment.' },
  remove: { title: 'Page not deleted', message: 'Please try again in a moment.' },
}

/** The id of the page to open; null for people who have gone on to another workspace meanwhile. */
const takeMade = ({ body, isHere }: Answer<typeof pageRoutes.create | typeof pageRoutes.duplicate>) => {
  if (!isHere()) return null
  const { description_html: _, issue_ids: __, is_favorite: ___, anchor: ____, ...row } = body
  applyRow('page', row)
  return row.id
}

export const createPage = async (projectId: string, page: NewPage): Promise<string | null> => {
  try {
    const answer = await call(pageRoutes.create, {
      params: { ws: here().slug, p: projectId },
      body: page,
      mutationId: v7(),
    })
    return takeMade(answer)
  } catch {
    toast.failure(failed.create.message, failed.create)
    return null
  }
}

export const duplicatePage = async (page: Page): Promise<string | null> => {
  try {
    return takeMade(await call(pageRoutes.duplicate, { params: paramsOf(page), mutationId: v7() }))
  } catch (error) {
    toast.failure(`The page was not duplicated. ${messageOf(error)}`)
    return null
  }
}

const changePage = (page: Page, patch: Partial<Page>, body: Record<string, unknown>, failure: string) =>
  isDone({
    route: pageRoutes.update,
    params: paramsOf(page),
    body,
    entity: 'page',
    id: page.id,
    patch,
    failure,
  })

export const renamePage = (page: Page, name: string, retry?: () => void) =>
  isDone({
    route: pageRoutes.update,
    params: paramsOf(page),
    body: { name },
    entity: 'page',
    id: page.id,
    patch: { name },
    failure: 'The title was not saved.',
    ...(retry ? { retry } : {}),
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

/** One of the acts that have an opposite. */
const act = (
  page: Page,
  route: (typeof pageRoutes)['lock' | 'unlock'],
  patch: Partial<Page>,
  failure: string,
) => isDone({ route, params: paramsOf(page), entity: 'page', id: page.id, patch, failure })

const lock = (page: Page) => act(page, pageRoutes.lock, { is_locked: true }, 'The page was not locked.')
const unlock = (page: Page) =>
  act(page, pageRoutes.unlock, { is_locked: false }, 'The page was not unlocked.')
export const toggleLock = (page: Page) => (page.is_locked ? unlock(page) : lock(page))

const life = lifeOf({
  entity: 'page',
  noun: 'page',
  nameOf: page => `“${pageName(page)}”`,
  params: paramsOf,
  routes: () => pageRoutes,
  archivedAt: () => new Date().toISOString().slice(0, 10),
})
export const archivePage = (page: Page) => life.archiveAll([page])
export const restorePages = life.restoreAll
export const unarchivePage = (page: Page) => life.restoreAll([page])
export const deletePages = (pages: readonly Page[]) => life.removeAll(pages)
export const deletePage = (page: Page) => deletePages([page])

const setAccess = (page: Page, access: 0 | 1) =>
  isDone({
    route: pageRoutes.setAccess,
    params: paramsOf(page),
    body: { access },
    entity: 'page',
    id: page.id,
    patch: { access },
    failure: 'The visibility of the page was not changed.',
  })

/** It moves to another section of the list, which cannot be seen from this one. */
export const toggleAccess = (page: Page) => {
  const [before, after] = isPublic(page) ? ([0, 1] as const) : ([1, 0] as const)
  remember(
    {
      message: after === 1 ? 'The page is now private' : 'The page is now public',
      sent: setAccess(page, after),
      back: () => setAccess(page, before),
      again: () => setAccess(page, after),
    },
    { tell: true },
  )
}

/** Nests a page below another, or puts it at the top; never below itself. */
export const nestPage = (page: Page, parent: string | null) => {
  const before = page.parent
  if (before === parent) return
  const nest = (to: string | null) =>
    changePage(page, { parent: to }, { parent: to }, 'The page was not moved.')
  remember({
    message: `${pageName(page)} moved`,
    sent: nest(parent),
    back: () => nest(before),
    again: () => nest(parent),
  })
}

/** Gives a page a sign, another one, or none. */
export const setPageLogo = (page: Page, logo: Logo | null) => {
  const set = (logo_props: Page['logo_props']) =>
    changePage(page, { logo_props }, { logo_props }, 'The icon was not saved.')
  const after = writeLogo(logo)
  remember({
    message: logo ? `Icon of ${pageName(page)} changed` : `Icon of ${pageName(page)} removed`,
    sent: set(after),
    back: () => set(page.logo_props),
    again: () => set(after),
  })
}

export const favoriteOf = (pageId: string) =>
  getRows('favorite').find(one => one.entity_type === 'page' && one.entity_identifier === pageId) ?? null

export const toggleFavorite = (page: Page) => {
  const kept = favoriteOf(page.id)
  const call = { params: paramsOf(page), entity: 'favorite' as const }
  return kept
    ? mutate({
        ...call,
        route: pageRoutes.disfavor,
        id: kept.id,
        patch: {},
        removes: true,
        failure: 'It was not removed from favourites.',
      })
    : mutate({
        ...call,
        route: pageRoutes.favor,
        patch: {
          entity_type: 'page',
          entity_identifier: page.id,
          project_id: page.project_id,
          user: viewer()?.id,
        },
        failure: 'It was not added to favourites.',
      })
}
