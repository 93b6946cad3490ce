import type { Row } from '#contract/rules.ts'

export type Op = 'create' | 'update' | 'delete'
/** One change of a row in a transaction, on its way into the log. */
export type Note = {
  scope: string
  /** A person's own log; workspaces come before people in the order of locks. */
  personal: boolean
  entity: string
  id: string
  op: Op
  row: Row
  before: Row | null
}
