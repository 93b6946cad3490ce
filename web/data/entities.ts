import type { KeptRows } from '#contract/index.ts'

/** The rows that the browser keeps, by the contract's names. */
export type RowTypes = KeptRows
