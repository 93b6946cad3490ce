/** THE store: every row that this browser knows, one cell each. What is seen = server row + pending patches. */
import { useMemo } from 'react'
import { proxy, ref, useSnapshot } from 'valtio'
import type { Row } from '#contract/permissions.ts'
import type { RowTypes } from './entities.ts'

export type { RowTypes }
export type StoredName = keyof RowTypes

type Cell = { row: Row | null }
type Pending = { mutationId: string; patch: Row; removes?: boolean }
type Known = { cell: Cell; server: Row | null; pending: Pending[]; changedBy: string | null }
type Listener = (before: Row | null, after: Row | null) => void

const stores = new Map<string, Map<string, Known>>()
/** Raised with each change of an entity's rows: what lists of small entities wait for. */
const versions = new Map<string, { n: number }>()
const listeners = new Map<string, Set<Listener>>()

const storeOf = (entity: string) => {
  let store = stores.get(entity)
  if (!store) {
    store = new Map()
    stores.set(entity, store)
  }
  return store
}
const versionOf = (entity: string) => {
  let version = versions.get(entity)
  if (!version) {
    version = proxy({ n: 0 })
    versions.set(entity, version)
  }
  return version
}

const knownOf = (entity: string, id: string): Known => {
  const store = storeOf(entity)
  let known = store.get(id)
  if (!known) {
    known = { cell: proxy<Cell>({ row: null }), server: null, pending: [], changedBy: null }
    store.set(id, known)
  }
  return known
}

const recompute = (entity: string, known: Known) => {
  const before = known.cell.row
  let seen: Row | null = known.server
  for (const { patch, removes } of known.pending) seen = removes ? null : { ...(seen ?? {}), ...patch }
  if (seen === before) return
  const after = seen && ref(Object.freeze({ ...seen }) as Row)
  known.cell.row = after
  versionOf(entity).n++
  for (const tell of listeners.get(entity) ?? []) tell(before, after)
}

// A text being typed moves the row's clock with every second: that is no change of what a row or card shows.
const UNSHOWN = new Set(['revision', 'updated_at', 'updated_by'])
const showsChange = (before: Row, after: Row) =>
  Object.keys(after).some(
    name => !UNSHOWN.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )

/** Takes a row from page, socket or reply, in any order: the higher revision wins. */
export const applyRow = (entity: string, row: Row, changedBy: string | null = null) => {
  const known = knownOf(entity, row.id as string)
  if (known.server && (known.server.revision as number) > (row.revision as number)) return
  known.changedBy = !known.server || showsChange(known.server, row) ? changedBy : null
  if (known.server?.revision === row.revision && known.pending.length === 0) return
  known.server = row
  recompute(entity, known)
}

export const removeRow = (entity: string, id: string) => {
  const known = storeOf(entity).get(id)
  if (!known) return
  known.server = null
  recompute(entity, known)
}

export const addPending = (entity: string, id: string, pending: Pending) => {
  const known = knownOf(entity, id)
  known.pending.push(pending)
  recompute(entity, known)
}

export const dropPending = (entity: string, id: string, mutationId: string) => {
  const known = storeOf(entity).get(id)
  if (!known) return
  known.pending = known.pending.filter(pending => pending.mutationId !== mutationId)
  recompute(entity, known)
}

/** Forgets everything: another workspace, another person, or rights that changed. Pending patches stay. */
export const forgetRows = () => {
  for (const [entity, store] of stores)
    for (const known of store.values()) {
      known.server = null
      recompute(entity, known)
    }
}

/** Replaces what is known of some entities by a snapshot; rows that are not in it are gone. */
export const replaceRows = (rows: Record<string, Row[]>) => {
  for (const [entity, list] of Object.entries(rows)) {
    const ids = new Set(list.map(row => row.id as string))
    for (const [id, known] of storeOf(entity))
      if (!ids.has(id) && known.server) {
        known.server = null
        recompute(entity, known)
      }
    for (const row of list) applyRow(entity, row)
  }
}

export const onRows = (entity: StoredName, tell: Listener) => {
  const set = listeners.get(entity) ?? new Set()
  set.add(tell)
  listeners.set(entity, set)
  return () => set.delete(tell)
}

export const getRow = <E extends StoredName>(entity: E, id: string | null | undefined): RowTypes[E] | null =>
  id ? ((storeOf(entity).get(id)?.cell.row as RowTypes[E] | undefined) ?? null) : null

export const getRows = <E extends StoredName>(entity: E): RowTypes[E][] =>
  [...storeOf(entity).values()].flatMap(known =>
    known.cell.row ? [known.cell.row as unknown as RowTypes[E]] : [],
  )

/** Who changed the row last, when that was someone else and just now. */
export const changedBy = (entity: StoredName, id: string) => storeOf(entity).get(id)?.changedBy ?? null

const nothing: Cell = proxy({ row: null })

/** One row, repainting with it alone. */
export const useRow = <E extends StoredName>(entity: E, id: string | null | undefined): RowTypes[E] | null =>
  useSnapshot(id ? knownOf(entity, id).cell : nothing).row as RowTypes[E] | null

/** All rows of a small entity; repaints with any of them. */
export const useRows = <E extends StoredName>(entity: E): RowTypes[E][] => {
  const { n } = useSnapshot(versionOf(entity))
  // biome-ignore lint/correctness/useExhaustiveDependencies: the version stands for the rows
  return useMemo(() => getRows(entity), [entity, n])
}
