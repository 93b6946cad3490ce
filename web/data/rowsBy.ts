/** Rows of an entity by their parent: a component that reads one issue's rows repaints with these alone. */
import { useCallback, useRef, useSyncExternalStore } from 'react'
import type { Row } from '#contract/rules.ts'
import {
  applyRow,
  getRow,
  getRows,
  onRows,
  type RowTypes,
  removeRow,
  type StoredName,
  watchRow,
} from './rows.ts'

type Shelf<T> = { ids: Set<string>; rows: readonly T[] | null; watchers: Set<() => void> }
const EMPTY: readonly never[] = []

/** `keysOf`: the ids that a row belongs to; it is on the shelf of each. */
export const rowsBy = <E extends StoredName>(entity: E, keysOf: (row: RowTypes[E]) => (string | null)[]) => {
  const shelves = new Map<string, Shelf<RowTypes[E]>>()
  const shelfOf = (key: string) => {
    const shelf = shelves.get(key) ?? { ids: new Set(), rows: null, watchers: new Set() }
    shelves.set(key, shelf)
    return shelf
  }
  // A shelf without rows that nobody looks at is no shelf.
  const clear = (key: string, { ids, watchers }: Shelf<RowTypes[E]>) => {
    if (ids.size === 0 && watchers.size === 0) shelves.delete(key)
  }
  // Changes that arrive together are laid out once.
  const changed = new Set<string>()
  const tell = () => {
    const keys = [...changed]
    changed.clear()
    for (const key of keys) for (const watcher of [...(shelves.get(key)?.watchers ?? [])]) watcher()
  }
  const keys = (row: Row | null) => (row ? keysOf(row as RowTypes[E]).filter(key => key !== null) : [])
  const move = (before: Row | null, after: Row | null) => {
    const id = (after ?? before)?.id as string
    const [from, to] = [keys(before), keys(after)]
    for (const key of new Set([...from, ...to])) {
      const shelf = shelfOf(key)
      if (to.includes(key)) shelf.ids.add(id)
      else shelf.ids.delete(id)
      shelf.rows = null
      if (changed.size === 0) queueMicrotask(tell)
      changed.add(key)
      clear(key, shelf)
    }
  }
  for (const row of getRows(entity)) move(null, row as Row)
  onRows(entity, move)
  return {
    /** The same array until one of its rows changes. */
    of: (key: string): readonly RowTypes[E][] => {
      const shelf = shelves.get(key)
      if (!shelf) return EMPTY
      shelf.rows ??= [...shelf.ids].flatMap(id => getRow(entity, id) ?? [])
      return shelf.rows
    },
    watch: (key: string, watcher: () => void) => {
      const shelf = shelfOf(key)
      shelf.watchers.add(watcher)
      return () => {
        shelf.watchers.delete(watcher)
        clear(key, shelf)
      }
    },
  }
}

type RowsBy<T> = {
  of: (key: string) => readonly T[]
  watch: (key: string, watcher: () => void) => () => void
}

/** A value read from the rows of one shelf; the component repaints when it changes. `read` answers a comparable value. */
export const useOfShelf = <T, Read>(by: RowsBy<T>, key: string, read: (rows: readonly T[]) => Read): Read => {
  const watch = useCallback((tell: () => void) => by.watch(key, tell), [by, key])
  return useSyncExternalStore(watch, () => read(by.of(key)))
}

const whole = <T>(rows: T) => rows

/** The rows on one shelf. */
export const useShelf = <T>(by: RowsBy<T>, key: string): readonly T[] => useOfShelf(by, key, whole)

/** A few rows by their ids, repainting with these alone. */
export const useRowsOf = <E extends StoredName>(
  entity: E,
  ids: readonly string[],
): readonly RowTypes[E][] => {
  const last = useRef<readonly RowTypes[E][]>(EMPTY)
  const all = ids.join()
  const watch = useCallback(
    (tell: () => void) => {
      const stops = all.split(',').map(id => watchRow(entity, id, tell))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [entity, all],
  )
  return useSyncExternalStore(watch, () => {
    const rows = ids.flatMap(id => getRow(entity, id) ?? [])
    const isSame = rows.length === last.current.length && rows.every((row, at) => row === last.current[at])
    if (!isSame) last.current = rows
    return last.current
  })
}

type Rows = Partial<Record<StoredName, readonly object[]>>

/**
 * Reads all rows of some place anew. `known` are those of it that the browser has: the ones missing from the answer are
 * gone. The log goes on meanwhile and has the last word: a row that it removes while the answer is under way does not
 * come back by it.
 */
export const readRows = async (known: Rows, ask: () => Promise<Rows>): Promise<void> => {
  const gone = new Set<unknown>()
  const stops = Object.keys(known).map(entity =>
    onRows(entity as StoredName, (before, after) => {
      if (before && !after) gone.add(before.id)
    }),
  )
  try {
    const answer = await ask()
    for (const [entity, rows] of Object.entries(answer) as [StoredName, Row[]][]) {
      const there = new Set(rows.map(row => row.id))
      for (const row of rows) if (!gone.has(row.id)) applyRow(entity, row)
      for (const { id } of (known[entity] ?? []) as Row[]) if (!there.has(id)) removeRow(entity, id as string)
    }
  } finally {
    for (const stop of stops) stop()
  }
}
