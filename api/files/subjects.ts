import type { Knex } from 'knex'
import type { Entity } from '#contract/define.ts'
import { type Asset, type TextAsset, textAssets } from '#contract/files/files.ts'
import type { EntityName } from '#contract/index.ts'
import { type Action, can } from '#contract/permissions.ts'
import { mayHave } from '#contract/scopes.ts'
import { PageComment } from '#contract/text/pageComments.ts'
import { Page } from '#contract/text/pages.ts'
import { Comment } from '#contract/work/comments.ts'
import { Draft } from '#contract/work/drafts.ts'
import { Issue } from '#contract/work/issues.ts'
import type { ServerViewer } from '../db/viewer.ts'
import { isUuid, load, visible } from '../db/visible.ts'
import { columnsOfPlace, type Place } from './file.service.ts'

type Column = 'issue' | 'comment' | 'page' | 'page_comment' | 'draft_issue'
type Subject = { of: Entity & { name: EntityName }; column: Column; write: Action }

/** The noun whose text shows the image: readers of the noun see the image, its writers may add images. */
const subjects: Record<TextAsset, Subject> = {
  ISSUE_DESCRIPTION: { of: Issue, column: 'issue', write: 'issue.update' },
  COMMENT_DESCRIPTION: { of: Comment, column: 'comment', write: 'comment.change' },
  PAGE_DESCRIPTION: { of: Page, column: 'page', write: 'page.write' },
  PAGE_COMMENT_DESCRIPTION: { of: PageComment, column: 'page_comment', write: 'pageComment.update' },
  DRAFT_ISSUE_DESCRIPTION: { of: Draft, column: 'draft_issue', write: 'draft.own' },
}

export const isTextAsset = (type: string | undefined): type is TextAsset =>
  (textAssets as readonly (string | undefined)[]).includes(type)

const subjectOf = (row: Asset): Subject => subjects[row.entity_type as TextAsset]

/** The noun that an image belongs to, if any. */
export const ownerOf = (row: Asset): string | null => row[subjectOf(row).column]

/** An image of a comment names its issue or page as well: it must be gone before that can be. */
type OfText = { id: string; issue?: string | undefined; page?: string | undefined }

export const boundTo = (kind: TextAsset, text: OfText) => ({
  issue: text.issue ?? null,
  comment: null,
  page: text.page ?? null,
  page_comment: null,
  draft_issue: null,
  [subjects[kind].column]: text.id,
  entity_type: kind,
  entity_identifier: text.id,
})

type Found = OfText & { kind: TextAsset; isWritable: boolean }

// The author of an issue need not know yet whether it is kept as a draft.
const alternatives = (kind: TextAsset): TextAsset[] =>
  kind === 'ISSUE_DESCRIPTION' || kind === 'DRAFT_ISSUE_DESCRIPTION'
    ? ['ISSUE_DESCRIPTION', 'DRAFT_ISSUE_DESCRIPTION']
    : [kind]

/** The noun of that id, for whose text an image of that kind may be; null when there is none for the viewer. */
export const findSubject = async (
  trx: Knex,
  viewer: ServerViewer,
  kind: TextAsset,
  id: string,
  place: Place,
): Promise<Found | null> => {
  if (!isUuid(id)) return null
  const where = columnsOfPlace(place)
  for (const one of alternatives(kind)) {
    const { of, write } = subjects[one]
    if (!mayHave(viewer.token, of.name)) continue
    // A draft may be of no project yet, or be moved to another.
    const row = await load(trx, of, viewer, id, of === Draft ? { workspace: where.workspace } : where)
    if (!row) continue
    const whole = of.within && { [of.within.name]: row[of.within.name] as string }
    return {
      ...whole,
      kind: one,
      id,
      isWritable: can(viewer, write, row, where) && mayHave(viewer.token, of.name, 'write'),
    }
  }
  return null
}

/**
 * Those of the images that the viewer may see: through the noun that they belong to, or as their sender while they have
 * none.
 */
export const seenAmong = async (trx: Knex, viewer: ServerViewer, rows: Asset[]): Promise<Asset[]> => {
  const owners = new Set<string>()
  for (const [kind, { of }] of Object.entries(subjects)) {
    const ids = rows.flatMap(row => (row.entity_type === kind ? (ownerOf(row) ?? []) : []))
    if (ids.length === 0 || !mayHave(viewer.token, of.name)) continue
    const column = `${of.table}.id`
    for (const id of await visible(trx, of, viewer).whereIn(column, ids).clearSelect().pluck(column))
      owners.add(id)
  }
  return rows.filter(row => {
    const owner = ownerOf(row)
    return row.project in viewer.projects && (owner ? owners.has(owner) : row.created_by === viewer.id)
  })
}
