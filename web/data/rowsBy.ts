/** Rows of an entity by what they belong to: whoever asks for those of one issue repaints with these alone. */
import { useEffect, useMemo, useReducer } from 'react'
import { proxy, useSnapshot } from 'valtio'
import type { Row } from '#contract/permissions.ts'
import { applyRow, getRow, getRows, onRows, type RowTypes, removeRow, type StoredName } from './rows.ts'

type Shelf = { ids: Set<string>; version: { n: number } }

/** `keysOf`: the ids that a row belongs to; it stands on the shelf of each. */
export const rowsBy = <E extends StoredName>(entity: E, keysOf: (row: RowTypes[E]) => (string | null)[]) => {
  const shelves = new Map<string, Shelf>()
  const shelfOf = (key: string) => {
    const shelf = shelves.get(key) ?? { ids: new Set(), version: proxy({ n: 0 }) }
    shelves.set(key, shelf)
    return shelf
  }
  const keys = (row: Row | null) => (row ? keysOf(row as RowTypes[E]).filter(key => key !== null) : [])
  const move = (before: Row | null, after: Row | null) => {
    const id = (after ?? before)?.id as string
    const [from, to] = [keys(before), keys(after)]
    for (const key of new Set([...from, ...to])) {
      const shelf = shelfOf(key)
      if (to.includes(key)) shelf.ids.add(id)
      else shelf.ids.delete(id)
      shelf.version.n++
    }
  }
  for (const row of getRows(entity)) move(null, row as Row)
  onRows(entity, move)
  const of = (key: string): RowTypes[E][] =>
    [...(shelves.get(key)?.ids ?? [])].flatMap(id => getRow(entity, id) ?? [])
  return { of, versionOf: (key: string) => shelfOf(key).version }
}

/** The rows on one shelf. */
export const useShelf = <T>(
  by: { of: (key: string) => T[]; versionOf: (key: string) => { n: number } },
  key: string,
) => {
  const { n } = useSnapshot(by.versionOf(key))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the rows
  return useMemo(() => by.of(key), [by, key, n])
}

/** A few rows by their ids. */
export const useRowsOf = <E extends StoredName>(entity: E, ids: readonly string[]): RowTypes[E][] => {
  const [, repaint] = useReducer((n: number) => n + 1, 0)
  const key = ids.join()
  useEffect(() => {
    const stop = onRows(entity, (before, after) => {
      if (key.includes((after ?? before)?.id as string)) repaint()
    })
    return () => void stop()
  }, [entity, key])
  return ids.flatMap(id => getRow(entity, id) ?? [])
}

type Rows = Partial<Record<StoredName, readonly object[]>>

/**
 * Reads all rows of some place anew. `known` are those of it that the browser has: what the answer lacks is gone. The log
 * goes on meanwhile and has the last word: what it removes while the answer is under way does not come back by it.
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
