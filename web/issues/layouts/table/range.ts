/** Cells marked together: a rectangle of the lines and columns as they are. */
import type { Line } from '../lines.ts'
import type { Place } from './paste.ts'

export type CellPlace = { line: string; column: string }
export type Range = { lines: ReadonlySet<string>; ids: readonly string[]; columns: readonly string[] }

const between = <T>(all: readonly T[], one: number, other: number): T[] =>
  one < 0 || other < 0 ? [] : all.slice(Math.min(one, other), Math.max(one, other) + 1)

const issuesOf = (lines: readonly Line[]) =>
  lines.flatMap(line => (line.kind === 'issue' ? [{ key: line.key, id: line.id }] : []))

export const rangeOf = (
  lines: readonly Line[],
  columns: readonly string[],
  one: CellPlace,
  other: CellPlace,
): Range => {
  const at = ({ line }: CellPlace) => lines.findIndex(each => each.key === line)
  const found = issuesOf(between(lines, at(one), at(other)))
  return {
    lines: new Set(found.map(line => line.key)),
    ids: found.map(line => line.id),
    columns: between(columns, columns.indexOf(one.column), columns.indexOf(other.column)),
  }
}

/** All from the first cell of a range to the end of the table. */
export const fromFirst = (lines: readonly Line[], columns: readonly string[], range: Range): Place | null => {
  const [line] = range.lines
  const [column] = range.columns
  if (line === undefined || column === undefined) return null
  const from = lines.findIndex(each => each.key === line)
  return {
    ids: issuesOf(lines.slice(from)).map(each => each.id),
    columns: columns.slice(columns.indexOf(column)),
    isRange: false,
  }
}
