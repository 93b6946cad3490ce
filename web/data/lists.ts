/** Lists as values: what a query contains, kept true by every change of a row. */

import { useEffect } from 'react'
import { proxy, ref, useSnapshot } from 'valtio'
import {
  compare,
  groupFields,
  groupsOf,
  type IssueQuery,
  matches,
  NONE,
  queryKey,
  writeIssueQuery,
} from '#contract/issueQuery.ts'
import { type Issue, issueRoutes } from '#contract/issues.ts'
import { call } from './client.ts'
import { applyRow, getRow, onRows } from './rows.ts'
import { here } from './viewer.ts'

export type Group = { key: string; ids: readonly string[]; total: number }
export type List = {
  status: 'loading' | 'ready' | 'error'
  error: string
  total: number
  groups: readonly Group[]
}
type Open = {
  query: IssueQuery
  list: List
  users: number
  timer: number
  loading: Set<string>
  asked: number
}

const PAGE = 50
/** Key of the one group of a list that is not grouped. */
export const ALL = ''
const open = new Map<string, Open>()

const openOf = (query: IssueQuery): Open => {
  const key = queryKey(query)
  let found = open.get(key)
  if (!found) {
    found = {
      query,
      list: proxy<List>({ status: 'loading', error: '', total: 0, groups: ref([]) }),
      users: 0,
      timer: 0,
      loading: new Set(),
      asked: 0,
    }
    open.set(key, found)
    void load(found)
  }
  return found
}

type Envelope = {
  total_count: number
  results: Issue[] | Record<string, { results: Issue[]; total_results: number }>
}

const fetchPage = async (query: IssueQuery, size: number, page: number): Promise<Envelope> => {
  const { body } = await call(issueRoutes.list, {
    params: { ws: here().slug, p: query.project },
    query: { ...writeIssueQuery(query), per_page: String(size), cursor: `${size}:${page}:0` },
  })
  return body as Envelope
}

const take = (rows: Issue[]) => {
  for (const row of rows) applyRow('issue', row)
  return rows.map(row => row.id)
}

const load = async (entry: Open) => {
  const { query, list } = entry
  // What is loaded already stays loaded: a quiet refetch never shortens what someone is looking at.
  const size = Math.min(1000, Math.max(PAGE, ...list.groups.map(group => group.ids.length)))
  const asked = ++entry.asked
  try {
    const page = await fetchPage(query, size, 0)
    if (asked !== entry.asked) return
    quiet = entry
    const groups = Array.isArray(page.results)
      ? [{ key: ALL, ids: take(page.results), total: page.total_count }]
      : Object.entries(page.results).map(([key, group]) => ({
          key,
          ids: take(group.results),
          total: group.total_results,
        }))
    list.groups = ref(groups)
    list.total = page.total_count
    list.status = 'ready'
  } catch (error) {
    if (asked !== entry.asked) return
    if (list.status === 'loading') {
      list.status = 'error'
      list.error = (error as Error).message
    } else refetch(entry, 2_000)
  } finally {
    quiet = null
  }
}

// Rows that a list has just fetched are placed by the answer, not by the rules below.
let quiet: Open | null = null

const refetch = (entry: Open, wait = 150) => {
  clearTimeout(entry.timer)
  entry.timer = window.setTimeout(() => void load(entry), wait)
}

/** Another workspace: what was open there is not kept. */
export const closeLists = () => {
  for (const entry of open.values()) {
    clearTimeout(entry.timer)
    entry.asked++
  }
  open.clear()
}

export const refreshLists = () => {
  for (const entry of open.values()) {
    // What is under way was asked before the rights or the snapshot changed: it must not land after them.
    entry.asked++
    refetch(entry, 0)
  }
}

/** Loads the next page of a group, as its own list with the group as a filter. */
export const loadMore = async (query: IssueQuery, key: string): Promise<void> => {
  const entry = open.get(queryKey(query))
  const group = entry?.list.groups.find(group => group.key === key)
  if (!entry || !group || entry.loading.has(key) || group.ids.length >= group.total) return
  entry.loading.add(key)
  const { asked } = entry
  try {
    const field = query.groupBy && groupFields[query.groupBy]
    const filters = field
      ? {
          ...query.filters,
          [field.key]: {
            values: key === NONE && field.key !== 'priority' ? [] : [key],
            none: key === NONE && field.key !== 'priority',
          },
        }
      : query.filters
    const page = await fetchPage(
      { ...query, filters, groupBy: null, subGroupBy: null },
      PAGE,
      Math.floor(group.ids.length / PAGE),
    )
    if (asked !== entry.asked) {
      // The list was read anew meanwhile; whoever waits for this page still does.
      entry.loading.delete(key)
      return await loadMore(query, key)
    }
    quiet = entry
    const ids = take(page.results as Issue[])
    quiet = null
    change(entry, key, now => ({ ...now, ids: [...new Set([...now.ids, ...ids])], total: page.total_count }))
  } finally {
    quiet = null
    entry.loading.delete(key)
  }
}

const change = (entry: Open, key: string, make: (group: Group) => Group) => {
  const known = entry.list.groups.some(group => group.key === key)
  const groups = known ? entry.list.groups : [...entry.list.groups, { key, ids: [], total: 0 }]
  entry.list.groups = ref(groups.map(group => (group.key === key ? make(group) : group)))
}

const placesOf = (query: IssueQuery, row: Issue | null): string[] =>
  row && matches(query, row) ? (query.groupBy ? groupsOf(query.groupBy, row) : [ALL]) : []

/** Where a row belongs among the loaded ones; past the last of an unfinished group it is counted, not shown. */
const insert = (query: IssueQuery, group: Group, row: Issue): Group => {
  const ids = group.ids.filter(id => id !== row.id)
  const at = ids.findIndex(id => {
    const other = getRow('issue', id)
    return other && compare(query.order, row, other) < 0
  })
  const total = group.total + (group.ids.includes(row.id) ? 0 : 1)
  if (at < 0 && ids.length < group.total - (group.ids.includes(row.id) ? 1 : 0))
    return { ...group, ids, total }
  return { ...group, ids: at < 0 ? [...ids, row.id] : [...ids.slice(0, at), row.id, ...ids.slice(at)], total }
}

onRows('issue', (before, after) => {
  const [old, now] = [before as Issue | null, after as Issue | null]
  for (const entry of open.values()) {
    if (entry === quiet || entry.list.status !== 'ready') continue
    const to = placesOf(entry.query, now)
    // Of a row that was not known here before, unless it is new, nobody can say where it was counted.
    if (!old && now && now.revision > 1 && to.length > 0) {
      const shown = entry.list.groups.some(group => group.ids.includes(now.id))
      if (!shown) refetch(entry)
      continue
    }
    const from = placesOf(entry.query, old)
    const inBefore = from.length > 0
    for (const key of from.filter(key => !to.includes(key)))
      change(entry, key, group => ({
        ...group,
        ids: group.ids.filter(id => id !== old!.id),
        total: Math.max(0, group.total - 1),
      }))
    for (const key of to) {
      const was = from.includes(key)
      change(entry, key, group => {
        const next = insert(entry.query, group, now!)
        return was ? { ...next, total: group.total } : next
      })
    }
    if (inBefore !== to.length > 0) entry.list.total += inBefore ? -1 : 1
  }
})

/** A list on the screen; it stays true while anyone looks, and for a while after, so that going back is instant. */
export const useList = (query: IssueQuery): List => {
  const entry = openOf(query)
  useEffect(() => {
    entry.users++
    return () => {
      entry.users--
      window.setTimeout(() => {
        if (entry.users === 0 && open.get(queryKey(entry.query)) === entry) open.delete(queryKey(entry.query))
      }, 60_000)
    }
  }, [entry])
  return useSnapshot(entry.list) as List
}

export const retryList = (query: IssueQuery) => {
  const entry = openOf(query)
  entry.list.status = 'loading'
  void load(entry)
}
