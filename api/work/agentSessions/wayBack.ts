/** What a session did to rows, read from the log, and the values that undo it. */
import type { Row } from '#contract/rules.ts'

export type Logged = {
  entity: string
  row_id: string
  op: 'create' | 'update' | 'delete'
  row: Row
  before: Row | null
}
/** The first and last of a row within a session: as it was before it, and as it was left. */
export type Span = { made: boolean; before: Row; after: Row }
/** By the id of the row. */
export type Spans = Map<string, Span>
/** So many things were given back, and so many left as they are: changed by others since, or not the caller's to change. */
export type Tally = { restored: number; left: number }

/** What a session did to each row of a kind. */
export const spansOf = (changes: Logged[], entity: string): Spans => {
  const spans: Spans = new Map()
  for (const change of changes) {
    if (change.entity !== entity) continue
    const known = spans.get(change.row_id)
    if (!known)
      spans.set(change.row_id, {
        made: change.op === 'create',
        before: { ...change.before },
        after: change.row,
      })
    else {
      // The value before the first change of each column is that before the session.
      known.before = { ...change.before, ...known.before }
      known.after = change.row
    }
  }
  return spans
}

/** The ids of the rows that a session made, or changed. */
export const idsOf = (spans: Spans, which: 'made' | 'changed'): string[] =>
  [...spans].flatMap(([id, { made }]) => (made === (which === 'made') ? [id] : []))

export const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)

/** Values of these columns to give a row so that nothing of the session is left in it; others' later changes stay. */
export const wayBack = <R extends object, C extends keyof R & string>(
  row: R,
  { before, after }: Span,
  columns: readonly C[],
): Partial<Pick<R, C>> => {
  const back: Row = {}
  for (const column of columns) {
    if (!(column in before) || same(before[column], after[column])) continue
    const [was, left, now] = [before[column], after[column], row[column]]
    if (Array.isArray(was) && Array.isArray(left) && Array.isArray(now)) {
      const kept = now.filter(id => was.includes(id) || !left.includes(id))
      back[column] = [...kept, ...was.filter(id => !left.includes(id) && !kept.includes(id))]
    } else if (same(now, left)) back[column] = was
  }
  return back as Partial<Pick<R, C>>
}
