import type { ImportFormat } from '#contract/workspace/imports.ts'
import type { Staged } from '../draft.ts'

export type Source = {
  /** Of a table the header first. */
  rows: AsyncGenerator<Staged, void>
  format: ImportFormat | null
  /** How far the reading has come after so many records: of the bytes of a file, or of the records of a service. */
  progress(at: number): { done: number; total: number }
  /** So many milliseconds a service has asked us to wait; 0 where nothing is waited for. */
  waits?(): number
  /** Ends what is being asked at this moment. */
  end?(): void
}

/** What stops the reading of a source as a whole. */
export class Unreadable extends Error {}
