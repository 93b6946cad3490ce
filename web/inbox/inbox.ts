/** This person's notifications as the browser holds them: the newest, and all unread ones. */
import { useEffect, useMemo } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { issueListRoutes } from '#contract/lists/issueLists.ts'
import { type Notification, notificationRoutes, senders } from '#contract/people/notifications.ts'
import type { Issue } from '#contract/work/issues.ts'
import { CallError, call } from '../data/client.ts'
import { useNow } from '../data/clock.ts'
import { onLeaving } from '../data/entered.ts'
import { useReadOnce } from '../data/readOnce.ts'
import { applyRow, getRow, getRows, onRows, removeRow, useRows } from '../data/rows.ts'
import { readRows } from '../data/rowsBy.ts'
import { here, useHere, viewer } from '../data/viewer.ts'
import { tellUnread } from '../places/title.ts'

/** The news of one issue, page or import, together. */
export type Group = {
  /** The id of the issue, page or import. */
  id: string
  of: Notification['entity_name']
  /** Null of an import. */
  project: string | null
  /** The newest first. */
  rows: readonly Notification[]
  latest: Notification
  unread: number
}

/** Where a notification is: in the list, asleep, or put away. */
export type Drawer = 'open' | 'snoozed' | 'archived'

const PAGE = 100

/** How many pages of each drawer were read, and whether there are more. */
const state = proxy<{ pages: Record<Drawer, number>; more: Record<Drawer, boolean> }>({
  pages: { open: 0, snoozed: 0, archived: 0 },
  more: { open: false, snoozed: false, archived: false },
})
/** Not theirs to see, or gone: asked for once. */
const missing = new Set<string>()

onLeaving(() => {
  state.pages = { open: 0, snoozed: 0, archived: 0 }
  state.more = { open: false, snoozed: false, archived: false }
  missing.clear()
})

// Gone for everyone: its notifications are gone with it.
for (const entity of ['issue', 'page', 'import'] as const)
  onRows(entity, (before, after) => {
    if (!before || after) return
    for (const row of getRows('notification'))
      if (row.entity_identifier === before.id) removeRow('notification', row.id)
  })

const isAsleep = (row: Notification, now: number) =>
  row.snoozed_till !== null && Date.parse(row.snoozed_till) > now

export const drawerOf = (row: Notification, now = Date.now()): Drawer =>
  row.archived_at ? 'archived' : isAsleep(row, now) ? 'snoozed' : 'open'

const ask = async (query: Record<string, string>, page = 0) => {
  const { body } = await call(notificationRoutes.list, {
    params: { ws: here().slug },
    query: { mentioned: 'all', per_page: String(PAGE), cursor: `${PAGE}:${page}:0`, ...query },
  })
  return body as Extract<typeof body, { results: unknown }>
}

const queryOf: Record<Drawer, Record<string, string>> = {
  open: {},
  snoozed: { snoozed: 'true' },
  archived: { archived: 'true' },
}

const isUnknown = ({ entity_name, entity_identifier: id }: Notification) =>
  entity_name === 'issue' && !missing.has(id) && getRow('issue', id) === null

/** Issues that the groups are about and this browser does not know yet: a call a project. */
const readIssues = async (rows: readonly Notification[]) => {
  const unknown = rows.filter(isUnknown)
  const byProject = Map.groupBy(unknown, row => row.project)
  await Promise.all(
    [...byProject].map(async ([p, of]) => {
      if (p === null) return
      const ids = [...new Set(of.map(row => row.entity_identifier))]
      const { body } = await call(issueListRoutes.byIds, {
        params: { ws: here().slug, p },
        query: { issues: ids.join(',') },
      })
      for (const issue of body as Issue[]) applyRow('issue', issue)
      // In the archive, or waiting in the intake: no list names them.
      const rest = ids.filter(id => getRow('issue', id) === null)
      await Promise.all(rest.map(readIssue))
    }),
  )
}

const readIssue = async (named: string) => {
  try {
    const { body } = await call(issueListRoutes.named, { params: { ws: here().slug, named } })
    applyRow('issue', body)
  } catch (error) {
    if (error instanceof CallError) missing.add(named)
  }
}

const own = () => getRows('notification').filter(row => row.workspace === here().workspaceId)

const readDrawer = async (drawer: Drawer) => {
  const known = own().filter(row => drawerOf(row) === drawer)
  await readRows({ notification: known }, async () => {
    const { results, next_page_results } = await ask(queryOf[drawer])
    await readIssues(results)
    state.pages[drawer] = 1
    state.more[drawer] = next_page_results
    // The answer says nothing about rows behind its page.
    const last = next_page_results ? (results.at(-1)?.created_at ?? '') : ''
    return { notification: [...results, ...known.filter(row => row.created_at < last)] }
  })
}

/** Sees to it that the newest of a drawer are known. */
export const useDrawer = (drawer: Drawer) => {
  const { more } = useSnapshot(state)
  const { workspaceId } = useHere()
  const reading = useReadOnce(`inbox/${workspaceId}/${drawer}`, workspaceId !== '', () => readDrawer(drawer))
  return { ...reading, more: more[drawer] }
}

const underWay = new Set<Drawer>()
export const readMore = async (drawer: Drawer): Promise<void> => {
  if (underWay.has(drawer) || !state.more[drawer]) return
  underWay.add(drawer)
  try {
    const { results, next_page_results } = await ask(queryOf[drawer], state.pages[drawer])
    await readIssues(results)
    for (const row of results) applyRow('notification', row)
    state.pages[drawer]++
    state.more[drawer] = next_page_results
  } finally {
    underWay.delete(drawer)
  }
}

/** Asks for the issues behind new notifications that this browser does not know yet. */
export const useKnownIssues = (rows: readonly Notification[]) => {
  const unknown = rows.filter(isUnknown)
  const key = [...new Set(unknown.map(row => row.entity_identifier))].join()
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked once for each set of them
  useEffect(() => {
    if (key) void readIssues(unknown).catch(() => {})
  }, [key])
}

const NEWEST = (a: Notification, b: Notification) =>
  b.created_at.localeCompare(a.created_at) || b.id.localeCompare(a.id)

/** This person's notifications here, of projects that they are still in. */
export const useNotifications = () => {
  const all = useRows('notification')
  const { workspaceId } = useHere()
  const now = useNow(all.map(row => row.snoozed_till))
  const rows = useMemo(
    () =>
      all.filter(
        row =>
          row.workspace === workspaceId &&
          (row.project === null || viewer()?.projects[row.project] !== undefined),
      ),
    [all, workspaceId],
  )
  return { rows, now }
}

export const groupsOf = (rows: readonly Notification[]): Group[] =>
  [...Map.groupBy([...rows].sort(NEWEST), row => row.entity_identifier)].map(([id, of]) => ({
    id,
    of: of[0]!.entity_name,
    project: of[0]!.project,
    rows: of,
    latest: of[0]!,
    unread: of.filter(row => row.read_at === null).length,
  }))

export const isMention = (row: Notification) => row.sender === senders.mentioned

const readUnread = async () => {
  const waiting = own().filter(row => row.read_at === null && drawerOf(row) === 'open')
  const { results, next_page_results } = await ask({ read: 'false' })
  for (const row of results) applyRow('notification', row)
  // Rows were read elsewhere while this browser did not learn of it.
  const last = next_page_results ? (results.at(-1)?.created_at ?? '') : ''
  const there = new Set(results.map(row => row.id))
  for (const { id, created_at } of waiting)
    if (!there.has(id) && created_at >= last && getRow('notification', id)?.read_at === null)
      removeRow('notification', id)
}

/** How many issues and pages have news that was not read, and in how many of them somebody named this person. */
export const useUnread = (): { count: number; mentions: number } => {
  const { workspaceId } = useHere()
  useReadOnce(`inbox/${workspaceId}/unread`, workspaceId !== '', readUnread)
  const { rows, now } = useNotifications()
  const { count, mentions } = useMemo(() => {
    const unread = rows.filter(row => row.read_at === null && drawerOf(row, now) === 'open')
    const subjects = (of: readonly Notification[]) => new Set(of.map(row => row.entity_identifier)).size
    return { count: subjects(unread), mentions: subjects(unread.filter(isMention)) }
  }, [rows, now])
  useEffect(() => tellUnread(count), [count])
  useEffect(() => () => tellUnread(0), [])
  return { count, mentions }
}
