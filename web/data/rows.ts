/** THE store: every row that this browser knows, one cell each. The screen shows the server's row + pending patches. */
import { useCallback, useSyncExternalStore } from 'react'
import type { Row } from '#contract/rules.ts'
import { entered } from './entered.ts'
import type { RowTypes } from './entities.ts'

export type { RowTypes }
export type StoredName = keyof RowTypes

/** `workspace`: the one in which it was made. It is shown nowhere else. */
type Pending = { mutationId: string; workspace: string; patch: Row; removes?: boolean }
type Known = {
  row: Row | null
  server: Row | null
  pending: Pending[]
  changedBy: string | null
  /** The components that show it. */
  watchers: Set<() => void>
}
type Listener = (before: Row | null, after: Row | null) => void
/** A row as it was and as it is; null where it was not here, or is gone. `isNew`: nobody had it before. */
export type Moved<R = Row> = { before: R | null; after: R | null; isNew: boolean }

type Store = {
  known: Map<string, Known>
  /** Raised with each change of a row: values derived from all rows hold for one version. */
  version: number
  rows: readonly Row[] | null
  watchers: Set<() => void>
  isTelling: boolean
  listeners: Set<Listener>
  /** Those who learn of rows that changed at once all together, and what they have not learned of yet. */
  gatherers: Set<(moved: readonly Moved[]) => void>
  moved: Map<string, Moved>
}
const stores = new Map<string, Store>()

const storeOf = (entity: string): Store => {
  let store = stores.get(entity)
  if (!store) {
    store = {
      known: new Map(),
      version: 0,
      rows: null,
      watchers: new Set(),
      isTelling: false,
      listeners: new Set(),
      gatherers: new Set(),
      moved: new Map(),
    }
    stores.set(entity, store)
  }
  return store
}

const knownOf = (entity: string, id: string): Known => {
  const { known } = storeOf(entity)
  let found = known.get(id)
  if (!found) {
    found = { row: null, server: null, pending: [], changedBy: null, watchers: new Set() }
    known.set(id, found)
  }
  return found
}

// Forgets a deleted row that is not on its way and is shown nowhere.
const forgetIdle = (entity: string, id: string, known: Known) => {
  if (!known.server && known.pending.length === 0 && known.watchers.size === 0)
    storeOf(entity).known.delete(id)
}

// Those who show all rows learn once of however many changed together.
const tellOfAll = (store: Store) => {
  if (store.isTelling || store.watchers.size === 0) return
  store.isTelling = true
  queueMicrotask(() => {
    store.isTelling = false
    for (const tell of [...store.watchers]) tell()
  })
}

/** How many `atOnce` are under way, one within the other. */
let depth = 0

const tellMoved = (store: Store) => {
  if (store.moved.size === 0) return
  const moved = [...store.moved.values()]
  store.moved.clear()
  for (const tell of store.gatherers) tell(moved)
}

const noteChange = (store: Store, id: string, before: Row | null, after: Row | null) => {
  for (const tell of store.listeners) tell(before, after)
  if (store.gatherers.size === 0) return
  const isNew = before === null && !((after?.revision as number) > 1)
  store.moved.set(id, { before, isNew, ...store.moved.get(id), after })
  if (depth === 0) tellMoved(store)
}

/** Whoever gathers changes learns of those within `run` once, at its end, of each row from its first state to its last. */
export const atOnce = (run: () => void) => {
  depth++
  try {
    run()
  } finally {
    depth--
    if (depth === 0) for (const store of stores.values()) tellMoved(store)
  }
}

/** `was`: the row as it was reported to have been, where it was not here. */
const recompute = (entity: string, id: string, known: Known, was: Row | null = null) => {
  const before = known.row
  let seen: Row | null = known.server
  for (const { workspace, patch, removes } of known.pending)
    if (workspace === entered()) seen = removes ? null : { ...(seen ?? {}), ...patch }
  if (seen !== before) {
    const store = storeOf(entity)
    const after = seen && (Object.freeze({ ...seen }) as Row)
    known.row = after
    store.version++
    store.rows = null
    noteChange(store, id, before ?? was, after)
    for (const tell of [...known.watchers]) tell()
    tellOfAll(store)
  }
  forgetIdle(entity, id, known)
}

// Typing in a text moves the row's clock every second: rows and cards show no difference.
const UNSHOWN = new Set(['revision', 'updated_at', 'updated_by'])
const showsChange = (before: Row, after: Row) =>
  Object.keys(after).some(
    name => !UNSHOWN.has(name) && JSON.stringify(before[name]) !== JSON.stringify(after[name]),
  )

/**
 * Takes a row from page, socket or reply, in any order: the higher revision wins. `was`: the columns that differed before,
 * where that is reported.
 */
export const applyRow = (
  entity: string,
  row: Row,
  changedBy: string | null = null,
  was: Row | null = null,
) => {
  const known = knownOf(entity, row.id as string)
  if (known.server && (known.server.revision as number) > (row.revision as number)) return
  known.changedBy = !known.server || showsChange(known.server, row) ? changedBy : null
  if (known.server?.revision === row.revision && known.pending.length === 0) return
  known.server = row
  recompute(entity, row.id as string, known, was && { ...row, ...was })
}

/** `was`: the row that is gone, where it is reported; lists may have counted it though it was not here. */
export const removeRow = (entity: string, id: string, was: Row | null = null) => {
  const store = storeOf(entity)
  const known = store.known.get(id)
  if (!known?.server && was) noteChange(store, id, was, null)
  if (!known) return
  known.server = null
  recompute(entity, id, known)
}

export const addPending = (entity: string, id: string, pending: Omit<Pending, 'workspace'>) => {
  const known = knownOf(entity, id)
  known.pending.push({ ...pending, workspace: entered() })
  recompute(entity, id, known)
}

export const dropPending = (entity: string, id: string, mutationId: string) => {
  const known = storeOf(entity).known.get(id)
  if (!known) return
  known.pending = known.pending.filter(pending => pending.mutationId !== mutationId)
  recompute(entity, id, known)
}

/** Forgets everything on entering another workspace. Pending patches stay, for the workspace in which they were made. */
export const forgetRows = () => {
  for (const [entity, store] of stores)
    for (const [id, known] of store.known) {
      known.server = null
      recompute(entity, id, known)
    }
}

/** Replaces what is known of some entities by a snapshot; rows that are not in it are gone. */
export const replaceRows = (rows: Record<string, Row[]>) => {
  for (const [entity, list] of Object.entries(rows)) {
    const ids = new Set(list.map(row => row.id as string))
    for (const [id, known] of storeOf(entity).known)
      if (!ids.has(id) && known.server) {
        known.server = null
        recompute(entity, id, known)
      }
    for (const row of list) applyRow(entity, row)
  }
}

export const onRows = <E extends StoredName>(
  entity: E,
  tell: (before: RowTypes[E] | null, after: RowTypes[E] | null) => void,
) => {
  const { listeners } = storeOf(entity)
  listeners.add(tell as Listener)
  return () => listeners.delete(tell as Listener)
}

/** The same of all rows that change at once, together. */
export const onRowsAtOnce = <E extends StoredName>(
  entity: E,
  tell: (moved: readonly Moved<RowTypes[E]>[]) => void,
) => void storeOf(entity).gatherers.add(tell as (moved: readonly Moved[]) => void)

export const getRow = <E extends StoredName>(entity: E, id: string | null | undefined): RowTypes[E] | null =>
  id ? ((storeOf(entity).known.get(id)?.row as RowTypes[E] | undefined) ?? null) : null

/** All rows of an entity: the same array until one of them changes. */
export const getRows = <E extends StoredName>(entity: E): readonly RowTypes[E][] => {
  const store = storeOf(entity)
  store.rows ??= [...store.known.values()].flatMap(({ row }) => (row ? [row] : []))
  return store.rows as readonly Row[] as readonly RowTypes[E][]
}

/** The last person to change the row, if that was somebody else just now. */
export const changedBy = (entity: StoredName, id: string) => {
  const known = storeOf(entity).known.get(id)
  // A pending change is one's own, whoever changed the row before.
  return known && known.pending.length === 0 ? known.changedBy : null
}

/** Reports each change of one row, of one that is not here yet as well. */
export const watchRow = (entity: StoredName, id: string | null | undefined, tell: () => void) => {
  if (!id) return () => {}
  const known = knownOf(entity, id)
  known.watchers.add(tell)
  return () => {
    known.watchers.delete(tell)
    forgetIdle(entity, id, known)
  }
}
/** Says when rows of the entity have changed, once of many together. */
const watchRows = (entity: StoredName, tell: () => void) => {
  const { watchers } = storeOf(entity)
  watchers.add(tell)
  return () => void watchers.delete(tell)
}

const whole = <T>(row: T) => row

/**
 * A value read from one row: the component repaints when it changes and at nothing else. `read` answers a comparable
 * value.
 */
export const useOfRow = <E extends StoredName, T>(
  entity: E,
  id: string | null | undefined,
  read: (row: RowTypes[E] | null) => T,
): T => {
  const watch = useCallback((tell: () => void) => watchRow(entity, id, tell), [entity, id])
  return useSyncExternalStore(watch, () => read(getRow(entity, id)))
}

/** One row, repainting with it alone. */
export const useRow = <E extends StoredName>(entity: E, id: string | null | undefined): RowTypes[E] | null =>
  useOfRow<E, RowTypes[E] | null>(entity, id, whole)

/** All rows of a small entity; repaints with any of them. */
export const useRows = <E extends StoredName>(entity: E): readonly RowTypes[E][] => {
  const watch = useCallback((tell: () => void) => watchRows(entity, tell), [entity])
  return useSyncExternalStore(watch, () => getRows(entity))
}

/** A value derived from all rows of some entities: computed once for each key and version, for all callers. */
export const madeOf = <Key, Made>(entities: readonly StoredName[], make: (key: Key) => Made) => {
  const made = new Map<Key, Made>()
  let madeAt = ''
  return {
    of: (key: Key): Made => {
      const now = entities.map(entity => storeOf(entity).version).join()
      if (now !== madeAt) made.clear()
      madeAt = now
      const found = made.get(key) ?? make(key)
      made.set(key, found)
      return found
    },
    watch: (tell: () => void) => {
      const stops = entities.map(entity => watchRows(entity, tell))
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

/** The derived value; the component repaints when it is another. */
export const useMade = <Key, Made>(
  by: { of: (key: Key) => Made; watch: (tell: () => void) => () => void },
  key: Key,
): Made => useSyncExternalStore(by.watch, () => by.of(key))
