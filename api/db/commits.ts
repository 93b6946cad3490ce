/** The readers within this process of what a database has committed; each server has its own. */
import { type Db, rootOf } from './knex.ts'
import type { Note } from './note.ts'

type Heed = (notes: readonly Note[]) => Promise<void>
type Tell = (scopes: string[]) => void
type Readers = { heeding: Set<Heed>; telling: Set<Tell> }

const readers = new WeakMap<Db, Readers>()
const readersOf = (db: Db): Readers => {
  const root = rootOf(db)
  const known = readers.get(root) ?? { heeding: new Set(), telling: new Set() }
  readers.set(root, known)
  return known
}

/**
 * Called after commit, before anyone is informed and before the call is answered: for effects that must hold by then, such
 * as a lock.
 */
export const afterCommit = (db: Db, heed: Heed): (() => void) => {
  const { heeding } = readersOf(db)
  heeding.add(heed)
  return () => heeding.delete(heed)
}

/** Then which scopes have news; a hint only, since every reader also polls. */
export const onCommit = (db: Db, tell: Tell): (() => void) => {
  const { telling } = readersOf(db)
  telling.add(tell)
  return () => telling.delete(tell)
}

export const publish = async (db: Db, notes: readonly Note[], scopes: string[]): Promise<void> => {
  const { heeding, telling } = readersOf(db)
  // Committed changes stay committed: no reader can take them back by failing.
  await Promise.allSettled([...heeding].map(heed => heed(notes)))
  await Promise.allSettled([...telling].map(async tell => tell(scopes)))
}
