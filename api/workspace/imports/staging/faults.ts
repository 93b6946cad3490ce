import type { Work } from '../../../db/work.ts'

export type NewFault = { line: number; key: string; said: string; words: string; effect: string }

const LONGEST = 200
/** A file of nothing but faults says enough with so many. */
export const MOST_FAULTS = 20_000

/** Keeps what could not be taken, in the order of the lines. */
export const keepFaults = async (
  { trx }: Work,
  importId: string,
  faults: readonly NewFault[],
): Promise<void> => {
  if (faults.length === 0) return
  const rows = faults.map(one => ({
    import: importId,
    ...one,
    key: one.key.slice(0, LONGEST),
    words: one.words.slice(0, LONGEST),
  }))
  for (let at = 0; at < rows.length; at += 1000) await trx('import_faults').insert(rows.slice(at, at + 1000))
}
