/** Rows in an order of numbers: where one comes that is put before or after another. */

type Placed = { id: string; at: number }

/** The order value that puts a row beside `target`, or at the end where there is none. */
export const placeBeside = (
  rows: readonly Placed[],
  moved: string,
  target: string | null,
  edge: 'before' | 'after',
  step: number,
): number => {
  const others = rows.filter(row => row.id !== moved)
  const found = others.findIndex(row => row.id === target)
  const to = found < 0 ? others.length : edge === 'before' ? found : found + 1
  const [above, below] = [others[to - 1], others[to]]
  if (above && below) return (above.at + below.at) / 2
  if (above) return above.at + step
  return below ? below.at - step : step
}

/** Its neighbour one step up or down; null at the end. */
export const neighbour = <Row extends { id: string }>(
  rows: readonly Row[],
  id: string,
  by: -1 | 1,
): Row | null => rows[rows.findIndex(row => row.id === id) + by] ?? null
