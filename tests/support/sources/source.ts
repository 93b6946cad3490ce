import type { ImportSource } from '../../../api/contract/workspace/imports.ts'
import type { Service } from '../importServices.ts'

/** A source with the traps of its kind, and what is to be there once it was imported. */
export type Given = {
  name: string
  source: ImportSource
  file?: { name: string; bytes: string | Uint8Array }
  service?: Service
  /** Beside the address of the service. */
  connection?: Record<string, string>
  made: number
  skipped: number
  comments?: number
  /** Files that come, of those that are fetched. */
  files?: number
  /** What its faults say, each at least once. */
  told: RegExp[]
}

export const range = (count: number) => Array.from({ length: count }, (_, at) => at + 1)
export const day = (nth: number) => new Date(Date.UTC(2024, 0, 1) + nth * 3_600_000).toISOString()

/** Lines of a table as a file; a cell is quoted where it has to be. */
export const csvOf = (lines: readonly (readonly string[])[], { delimiter = ',', end = '\n' } = {}): string =>
  lines
    .map(cells =>
      cells
        .map(cell =>
          cell.includes(delimiter) || /["\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell,
        )
        .join(delimiter),
    )
    .join(end)
