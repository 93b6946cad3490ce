import { placeOf } from '#contract/define.ts'
import { can } from '#contract/permissions.ts'
import type { Row } from '#contract/rules.ts'
import { mayHave } from '#contract/scopes.ts'
import { parseDocumentName } from '#contract/text/documentNames.ts'
import type { WriteRefusal } from '#contract/text/documents.ts'
import { Page } from '#contract/text/pages.ts'
import { Issue } from '#contract/work/issues.ts'
import type { Db } from '../api/db/knex.ts'
import type { ServerViewer } from '../api/db/viewer.ts'
import { load } from '../api/db/visible.ts'
import type { Subject } from '../api/text/documents/stored.ts'

/** `refusal`: why they only read; null when they may write. */
export type Rights = { refusal: WriteRefusal | null; subject: Subject }

const closedBy = (row: Row): WriteRefusal | null => {
  if (row.archived_at) return 'archived'
  return row.is_locked ? 'locked' : null
}

/** A person's right to a document: none (null), read, or write. The same rules as those of the REST calls. */
export const rightsOf = async (db: Db, viewer: ServerViewer, name: string): Promise<Rights | null> => {
  const parsed = parseDocumentName(name)
  if (!parsed || viewer.id === '') return null
  const of = parsed.kind === 'issue' ? Issue : Page
  if (!mayHave(viewer.token, of.name)) return null
  const row = await load(db, of, viewer, parsed.id, {})
  if (!row) return null
  const place = placeOf(of, row)
  const project = viewer.projects[place.project!]
  if (!project || project.archived) return null
  const may = can(viewer, parsed.kind === 'issue' ? 'issue.update' : 'page.write', row, place)
  // An agent of narrow reach writes issues by calls alone, where each is judged with the issue as it is then.
  const isOut =
    viewer.bounds !== null &&
    (!viewer.bounds.writes_texts || (parsed.kind === 'issue' && viewer.bounds.reach === 'delegated'))
  const isWriter = may && !isOut && mayHave(viewer.token, of.name, 'write')
  return {
    refusal: closedBy(row) ?? (isWriter ? null : 'readOnly'),
    subject: { ...parsed, workspace_id: place.workspace!, project_id: place.project! },
  }
}
