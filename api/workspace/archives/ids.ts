/** The ids of an archive, and the ones that its rows get here. */
import { hash } from 'node:crypto'

/** What is wrong with one line: it is left out, and the others come. */
export class LineFault extends Error {}

export const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g
const WHOLE = new RegExp(`^${UUID.source}$`)
export const isId = (value: unknown): value is string => typeof value === 'string' && WHOLE.test(value)

/** Ids by their last 48 bits, eight bytes each: half a million ids as text would take a hundred megabytes. */
export const createIdSet = () => {
  let slots = new Float64Array(1 << 12)
  let size = 0
  const keyOf = (id: string) => Number.parseInt(id.slice(24), 16) + 1
  const slotOf = (key: number) => {
    let at = (key % 2_147_483_647) % slots.length
    while (slots[at] !== 0 && slots[at] !== key) at = (at + 1) % slots.length
    return at
  }
  const grow = () => {
    const old = slots
    slots = new Float64Array(old.length * 2)
    for (const key of old) if (key !== 0) slots[slotOf(key)] = key
  }
  return {
    add: (id: string) => {
      const at = slotOf(keyOf(id))
      if (slots[at] !== 0) return
      slots[at] = keyOf(id)
      if (++size > slots.length / 2) grow()
    },
    has: (id: string) => slots[slotOf(keyOf(id))] !== 0,
  }
}
export type IdSet = ReturnType<typeof createIdSet>

const KEPT = 26
/**
 * New ids without a table of them. All but the last 40 bits stay, so that rows keep their order; these are made with a salt that
 * nobody else knows, so that no id of an archive leads to a row that is here already, whatever its maker wrote into it.
 */
export const createIds = (salt: string, known: Pick<IdSet, 'has'>, named: ReadonlyMap<string, string>) => {
  const of = (id: string): string =>
    named.get(id) ?? id.slice(0, KEPT) + hash('sha1', salt + id).slice(0, 36 - KEPT)
  const isKnown = (id: string) => named.has(id) || known.has(id)
  return {
    of,
    isKnown,
    /** With the ids of the archive's rows replaced; other ids are words like any. */
    within: (text: string): string => text.replace(UUID, id => (isKnown(id) ? of(id) : id)),
  }
}
export type Ids = ReturnType<typeof createIds>
