import { Asset, type TextAsset, textAssets } from '#contract/files/files.ts'
import { locked } from '../db/locked.ts'
import { insert, update } from '../db/rows.ts'
import { isUuid } from '../db/visible.ts'
import type { Work } from '../db/work.ts'
import { assetPath, newFile } from './file.service.ts'
import { boundTo, ownerOf, seenAmong } from './subjects.ts'

/** A text that may show images, and where it is; a draft may have no project yet. */
export type Text = {
  kind: TextAsset
  id: string
  workspace: string
  project: string | null
  issue?: string | undefined
  page?: string | undefined
}

const isIn = (row: Asset, text: Text) =>
  row.workspace === text.workspace && (text.project === null || row.project === text.project)

const pathIn = (work: Work, text: Text, row: Asset) =>
  assetPath(work.trx, { workspaceId: text.workspace, projectId: text.project ?? row.project })

const give = async (work: Work, text: Text, row: Asset) => {
  const place = { workspace: text.workspace, project: text.project ?? row.project }
  const asset_url = `${await pathIn(work, text, row)}/${row.id}/`
  await update(work, Asset, row, { ...boundTo(text.kind, text), ...place, asset_url })
}

// A row of its own on the same bytes, which go with the last row that names them.
const copy = async (work: Work, text: Text, row: Asset): Promise<string> => {
  const file = newFile(work, text.workspace, row.attributes)
  await insert(work, Asset, {
    ...file,
    ...boundTo(text.kind, text),
    asset: row.asset,
    workspace: text.workspace,
    project: text.project ?? row.project,
    asset_url: `${await pathIn(work, text, row)}/${file.id}/`,
    is_uploaded: true,
    storage_metadata: row.storage_metadata,
  })
  return file.id
}

/**
 * Gives a text the images that it names, so that its readers see them whatever becomes of their source. An image that
 * the writer sent for no text yet becomes the text's own; of another text's image, if the writer may see that, the text
 * gets a copy. Answers the copies' ids; an image that the writer cannot see stays an unresolved name.
 */
export const ownFiles = async (work: Work, text: Text, named: string[]): Promise<Map<string, string>> => {
  const copies = new Map<string, string>()
  const ids = [...new Set(named.filter(isUuid))]
  if (ids.length === 0) return copies
  const rows = await work
    .trx('file_assets')
    .whereIn('id', ids)
    .whereIn('entity_type', textAssets)
    .where('is_uploaded', true)
    .whereNull('deleted_at')
    .orderBy('id')
    .select<Asset[]>(Asset.columns)
  const others = rows.filter(
    row => !(row.entity_type === text.kind && ownerOf(row) === text.id && isIn(row, text)),
  )
  if (others.length === 0) return copies
  const held = await locked(work, Asset, rows =>
    rows.whereIn(
      'id',
      others.map(row => row.id),
    ),
  )
  for (const row of await seenAmong(work.trx, work.viewer, held)) {
    const owner = ownerOf(row)
    // A draft becomes an issue under its own id.
    if (owner === text.id || (owner === null && isIn(row, text))) await give(work, text, row)
    else if (text.project ?? row.workspace === text.workspace) copies.set(row.id, await copy(work, text, row))
  }
  return copies
}

/** Gives the images of a draft to the issue that it has become, those too that its text does not show at present. */
export const moveFiles = async (work: Work, draftId: string, text: Text): Promise<void> => {
  const rows = await locked(work, Asset, { draft_issue: draftId })
  for (const row of rows) await give(work, text, row)
}
