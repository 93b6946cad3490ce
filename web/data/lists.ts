/** Lists as values: the rows that match a query, kept true by every change of a row. */

import { useEffect } from 'react'
import { ref, useSnapshot } from 'valtio'
import { isDecidable } from '#contract/lists/issueFilters.ts'
import { type IssueQuery, queryKey } from '#contract/lists/issueQuery.ts'
import { messageOf } from '#contract/messageOf.ts'
import type { Issue } from '#contract/work/issues.ts'
import { whenDrawn } from '../ui/quiet.ts'
import { isAsking, LeftError, OfflineError } from './client.ts'
import { beside } from './lists/besideIssues.ts'
import { fetchFirst, fetchPage, MOST_PAGE } from './lists/calls.ts'
import {
  ALL,
  afterChanges,
  type Cell,
  emptyGroup,
  type Group,
  groupsIn,
  holdsAll,
  isUnderUnknown,
  largest,
  movesSubIssues,
  withPage,
} from './lists/groups.ts'
import { begun, isUntold, type Kind, keyFor, type List, type Open, sizeOf } from './lists/open.ts'
import { isSeen } from './mutate.ts'
import { awaitReachable, reachable, whenReachable } from './reachable.ts'
import { applyRow, atOnce, type Moved, onRows, onRowsAtOnce } from './rows.ts'

export type { List }
export { ALL, type Cell, emptyGroup, type Group }

const open = new Map<string, Open>()

const isShownOnItsWay = () =>
  [...open.values()].some(({ list, isBehind }) => !isBehind && list.status === 'loading')

const openOf = (query: IssueQuery, { isSum = false, isBehind = false }: Kind = {}): Open => {
  const key = keyFor(query, isSum)
  const found = open.get(key)
  if (found) return found
  const made = begun(query, isSum, isBehind)
  open.set(key, made)
  if (isBehind)
    void whenDrawn(() => isAsking() || isShownOnItsWay()).then(() => {
      if (open.get(key) === made && made.asked === 0) load(made)
    })
  else load(made)
  return made
}

// Rows that a list has just fetched are placed by the answer, not by the rules of a change.
let quiet: Open | null = null

const takeFor = (entry: Open) => (rows: Issue[]) => {
  quiet = entry
  atOnce(() => {
    for (const row of rows) applyRow('issue', row)
  })
  quiet = null
  return rows.map(row => row.id)
}

const load = (entry: Open) => {
  entry.reading = read(entry)
}

const read = async (entry: Open) => {
  const { query, list } = entry
  // Loaded rows stay loaded: a quiet refetch never shortens a list under somebody's eyes.
  const held = entry.isSum ? 1 : Math.max(sizeOf(query), largest(list.groups))
  const asked = ++entry.asked
  entry.isAsking = true
  try {
    const answer = await fetchFirst(query, held, {
      take: takeFor(entry),
      isWanted: () => asked === entry.asked,
    })
    if (!answer) return
    const { groups, total, position, ...sums } = answer
    entry.isAsking = false
    entry.position = position
    entry.isUntold = isUntold(query)
    list.groups = ref([...groups])
    list.total = total
    Object.assign(list, sums)
    list.status = 'ready'
    afterAnswer(entry)
  } catch (error) {
    if (asked !== entry.asked) return
    entry.isAsking = false
    if (list.status === 'ready') return refetch(entry, 2_000)
    list.status = 'error'
    list.error = messageOf(error)
    if (error instanceof OfflineError) awaitReachable()
  }
}

// What could not be read while the server was away is read once that is back, whoever shows it.
whenReachable(() => {
  for (const entry of open.values()) if (entry.list.status === 'error' && !entry.isAsking) load(entry)
})

const SOON_MS = 150
/** Of a row that nobody here has seen before it cannot be known which sums it was in: they are asked again, now and then. */
const SUMS_MS = 1_000
/** Asks again after a while, with all that changes until then: changes without end put it off no further. */
const refetch = (entry: Open, wait = entry.isSum ? SUMS_MS : SOON_MS) => {
  if (entry.isAsking) entry.missed = true
  else
    entry.timer ||= window.setTimeout(() => {
      entry.timer = 0
      load(entry)
    }, wait)
}

/** What moved while an answer was under way may be in it where it was, or be missing: then it is read once more. */
const afterAnswer = (entry: Open) => {
  const { missed } = entry
  entry.missed = false
  if (missed) refetch(entry)
}

const stopAsking = (entry: Open) => {
  clearTimeout(entry.timer)
  entry.timer = 0
  // A request from before a change of rights, a new snapshot or another workspace must not land after it.
  entry.asked++
  entry.isAsking = false
}

/** Another workspace: the open lists are dropped. */
export const closeLists = () => {
  for (const entry of open.values()) stopAsking(entry)
  open.clear()
}

export const refreshLists = () => {
  for (const entry of open.values()) {
    stopAsking(entry)
    refetch(entry, 0)
  }
}

/** Loads the next page of a group, or of one cell of two groupings. */
export const loadMore = async (query: IssueQuery, key: string, sub: string | null = null): Promise<void> => {
  const entry = open.get(queryKey(query))
  const group = entry?.list.groups.find(one => one.key === key)
  const cell = sub === null ? group : group?.cells.find(one => one.key === sub)
  const name = JSON.stringify([key, sub])
  if (!entry || !cell || entry.loading.has(name) || cell.ids.length >= cell.total) return
  if (entry.isAsking) {
    // A page is asked for by how many rows are here, and the new reading may bring more or fewer.
    await entry.reading
    return await loadMore(query, key, sub)
  }
  entry.loading.add(name)
  const { asked } = entry
  try {
    const alone = query.groupBy ? { ...query, only: { group: key, subGroup: sub } } : query
    // As many rows again: the end of ten thousand takes ten requests, not two hundred.
    const size = Math.min(MOST_PAGE, Math.max(sizeOf(query), cell.ids.length))
    const page = await fetchPage(alone, size, Math.floor(cell.ids.length / size))
    if (asked !== entry.asked) {
      // The list was read anew meanwhile; somebody still waits for this page.
      entry.loading.delete(name)
      return await loadMore(query, key, sub)
    }
    const ids = takeFor(entry)(page.results as Issue[])
    entry.position = page.position
    entry.list.groups = ref(withPage(entry.list.groups, key, sub, ids, page.total_count))
    afterAnswer(entry)
  } catch (error) {
    if (error instanceof LeftError) return
    if (!(error instanceof OfflineError)) throw error
    entry.loading.delete(name)
    // Whoever asked has gone on: nobody would ask again.
    await reachable()
    return await loadMore(query, key, sub)
  } finally {
    entry.loading.delete(name)
  }
}

/** The ids of everything in a list, in its order, with their rows taken into the store; null when it could not be read. */
export const loadAll = async (query: IssueQuery): Promise<string[] | null> => {
  const whole = { ...query, groupBy: null, subGroupBy: null }
  const take = takeFor(openOf(query))
  const ids: string[] = []
  try {
    for (let page = 0; ; page++) {
      const answer = await fetchPage(whole, MOST_PAGE, page)
      ids.push(...take(answer.results as Issue[]))
      if (ids.length >= answer.total_count || (answer.results as Issue[]).length === 0) return ids
    }
  } catch {
    return null
  }
}

// Of a row that was not here, and is not reported as it was, nobody can say where it was counted, unless it is new or all others
// are here; and some filters only the database can judge.
const mustAsk = ({ query, list }: Open, { before, after, isNew }: Moved<Issue>) =>
  after !== null &&
  groupsIn(query, after, beside.row).length > 0 &&
  ((before === null && !isNew && !holdsAll(list)) ||
    !isDecidable(query.filters) ||
    isUnderUnknown(query, after, beside.row) ||
    query.scope.in === 'person')

/** Does a change say all that it moves in this list? Otherwise the list is asked, unless it shows the row. */
const isTold = (entry: Open, move: Moved<Issue>) => {
  const { query, list, isSum } = entry
  const { before, after, isNew } = move
  if (movesSubIssues(query, move)) refetch(entry)
  const asksSums =
    (before === null ? after !== null && !isNew : !isDecidable(query.filters)) ||
    isUnderUnknown(query, after, beside.row)
  if (!(isSum ? asksSums : mustAsk(entry, move))) return true
  if (!isSum && list.groups.some(group => group.ids.includes(after!.id))) return before !== null
  refetch(entry)
  return false
}

/** A thousand rows that somebody changes at once are one change of a list. */
onRowsAtOnce('issue', moved => {
  for (const entry of open.values()) {
    const { query, list } = entry
    // A page may know of a row that moved before the log reports it.
    if (entry === quiet && entry.isAsking) continue
    // A row that a list has just fetched was counted long ago.
    const heard = quiet ? moved.filter(({ before }) => before !== null) : moved
    if (heard.length === 0) continue
    if (list.status !== 'ready') {
      entry.missed = true
      continue
    }
    entry.isUntold ||= isUntold(query)
    if (entry.isUntold) {
      const project = 'project' in query.scope ? query.scope.project : null
      if (heard.some(({ before, after }) => (after ?? before)?.project_id === project)) refetch(entry)
      continue
    }
    const next = afterChanges(
      query,
      list,
      heard.filter(move => isTold(entry, move)),
      beside,
    )
    if (next.groups === list.groups) continue
    if (entry.isAsking || entry.loading.size > 0) entry.missed = true
    else if (!isSeen(entry.position)) refetch(entry)
    list.groups = ref([...next.groups])
    list.total = next.total
    list.points = next.points
    list.unestimated = next.unestimated
  }
})

onRows('estimate', () => refreshLists())

const useOpen = (query: IssueQuery, kind: Kind): List => {
  const entry = openOf(query, kind)
  useEffect(() => {
    entry.users++
    return () => {
      entry.users--
      window.setTimeout(() => {
        const key = keyFor(entry.query, entry.isSum)
        if (entry.users === 0 && open.get(key) === entry) open.delete(key)
      }, 60_000)
    }
  }, [entry])
  return useSnapshot(entry.list) as List
}

/**
 * A list on the screen; it stays true while anyone looks, and for a while after, so that going back is instant. One that
 * comes behind others is read once those are, and never before the client is running.
 */
export const useList = (query: IssueQuery, isBehind = false): List => useOpen(query, { isBehind })

/** How much a list and its groups hold, without their rows. */
export const useSums = (query: IssueQuery, isBehind = false): List =>
  useOpen(query, { isSum: true, isBehind })

export const retryList = (query: IssueQuery) => {
  const entry = openOf(query)
  entry.list.status = 'loading'
  load(entry)
}
