/** Changes of fields as values: joining two, and the part of them that can still be undone. */
import type { Row } from '#contract/rules.ts'

/** The old and new values of some fields of a row. */
export type FieldChange = { id: string; before: Row; after: Row }

// Sets come back from the server in its own order.
const inOrder = (value: unknown) => (Array.isArray(value) ? [...value].sort() : (value ?? null))
export const isSame = (one: unknown, other: unknown) =>
  JSON.stringify(inOrder(one)) === JSON.stringify(inOrder(other))

/** Fields that the server sets with another field: nobody else's change of them prevents an undo. */
const FOLLOWS: Record<string, string> = { cycle_added_at: 'cycle_id' }

/** Joins two successive changes: the values before the first, and after the last. */
export const joined = (first: readonly FieldChange[], then: readonly FieldChange[]): FieldChange[] => {
  const all = new Map(first.map(change => [change.id, change]))
  for (const { id, before, after } of then) {
    const earlier = all.get(id)
    all.set(id, {
      id,
      before: { ...before, ...earlier?.before },
      after: { ...earlier?.after, ...after },
    })
  }
  return [...all.values()]
}

export const turned = (changes: readonly FieldChange[]): FieldChange[] =>
  changes.map(({ id, before, after }) => ({ id, before: after, after: before }))

/** The part of a change whose rows still hold `before`, and the ids of rows that do not. */
export const stillOurs = (
  changes: readonly FieldChange[],
  rowOf: (id: string) => Row | null,
): { ours: FieldChange[]; left: string[] } => {
  const left: string[] = []
  const ours = changes.flatMap(({ id, before, after }) => {
    const row = rowOf(id)
    const names = Object.keys(after).filter(name => {
      const leader = FOLLOWS[name] ?? name
      return row && isSame(row[leader], before[leader])
    })
    // A place in the order is nobody's intention: the server spreads places as it needs to.
    const missing = Object.keys(after).filter(name => name !== 'sort_order' && !names.includes(name))
    if (missing.length > 0) left.push(id)
    const only = (values: Row) => Object.fromEntries(names.map(name => [name, values[name]]))
    return names.length > 0 ? [{ id, before: only(before), after: only(after) }] : []
  })
  return { ours, left }
}
