import type { ImportFormat } from '#contract/workspace/imports.ts'
import type { Staged } from '../draft.ts'

export type Source = {
  /** Of a table the header first. */
  rows: AsyncGenerator<Staged, void>
  format: ImportFormat | null
  /** How far the reading has come after so many records: of the bytes of a file, or of the records of a service. */
  progress(at: number): { done: number; total: number }
  /** Where a service goes on when this process has ended; null for a file, which is read again from its beginning. */
  cursor(): string | null
}

/** What stops the reading of a source as a whole. */
export class Unreadable extends Error {}
