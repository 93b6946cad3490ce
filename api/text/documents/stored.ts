import type { RowOf } from '#contract/define.ts'
import type { DocumentKind } from '#contract/text/documentNames.ts'
import type { DocumentRow } from '#contract/text/documents.ts'
import type { Page } from '#contract/text/pages.ts'
import type { Issue } from '#contract/work/issues.ts'

/** A text without words, as HTML. */
export const EMPTY = '<p></p>'
/** The noun that a text belongs to. */
export type Subject = { kind: DocumentKind; id: string; workspace_id: string; project_id: string }
/** A text's row under lock, with its noun, but without the bytes. */
export type Locked = RowOf<typeof DocumentRow> & {
  noun: Issue | Page | null
  description_html: string
  created_by: string | null
  updated_at: string
  /** When others were informed last of what had been written, and who has written since; null where nobody has. */
  told_at: string | null
  untold: string[] | null
}
export type Stored = Locked & { state: Buffer }
