/** The rows of the grid of signs, and where a key leads in it. */
import type { Offer, OfferGroup } from './findOffers.ts'

export const COLUMNS = 8
const PAGE = 5

export type GridRow = { heading: string } | { offers: readonly Offer[] }
export type Cell = { row: number; column: number }

export const rowsOf = (groups: readonly OfferGroup[]): GridRow[] =>
  groups.flatMap(({ name, offers }) => [
    { heading: name },
    ...Array.from({ length: Math.ceil(offers.length / COLUMNS) }, (_, at) => ({
      offers: offers.slice(at * COLUMNS, (at + 1) * COLUMNS),
    })),
  ])

export const offerAt = (rows: readonly GridRow[], { row, column }: Cell): Offer | undefined => {
  const found = rows[row]
  return found && 'offers' in found ? found.offers[column] : undefined
}

/** Null where the key is none of the grid's; `out` where it leads above it. */
export const moved = (
  rows: readonly GridRow[],
  from: Cell,
  key: string,
  far: boolean,
): Cell | 'out' | null => {
  const lengths = rows.flatMap((row, at) =>
    'offers' in row ? [{ row: at, last: row.offers.length - 1 }] : [],
  )
  const at = lengths.findIndex(({ row }) => row === from.row)
  const to = (line: number, column: number): Cell => {
    const { row, last } = lengths[Math.max(0, Math.min(line, lengths.length - 1))] ?? { row: 0, last: 0 }
    return { row, column: Math.max(0, Math.min(column, last)) }
  }
  const { column } = from
  const last = lengths[at]?.last ?? 0
  switch (key) {
    case 'ArrowRight':
      return column < last ? to(at, column + 1) : at < lengths.length - 1 ? to(at + 1, 0) : from
    case 'ArrowLeft':
      return column > 0 ? to(at, column - 1) : at > 0 ? to(at - 1, COLUMNS) : from
    case 'ArrowDown':
      return to(at + 1, column)
    case 'ArrowUp':
      return at > 0 ? to(at - 1, column) : 'out'
    case 'PageDown':
      return to(at + PAGE, column)
    case 'PageUp':
      return to(at - PAGE, column)
    case 'Home':
      return to(far ? 0 : at, 0)
    case 'End':
      return to(far ? lengths.length - 1 : at, COLUMNS)
    default:
      return null
  }
}
