import type { Node } from '@tiptap/pm/model'
import type { Knex } from 'knex'
import * as Y from 'yjs'
import type { DocumentKind } from '#contract/documents.ts'
import { fail, failFields } from '#contract/errors.ts'
import {
  bringsUnknown,
  documentSchema,
  editState,
  hasWideSpan,
  holdsUnknown,
  isBeyondReading,
  nodeOf,
  openState,
  refusalOfHtml,
  refusalOfJson,
  sharesHistory,
  stateOf,
  structsOf,
} from '#document'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'
import type { ServerViewer } from '../db/viewer.ts'
import type { Work } from '../db/work.ts'
import type { Text } from '../files/textFiles.ts'
import { withOwnFiles } from './files.ts'
import { handOut, rememberSent } from './handed.ts'
import { type BaseAsked, type SentText, type TextTaken, writeText } from './sentText.ts'
import { type Begun, lockDocument, mergeUpdate, mustFit, type Subject } from './store.ts'
import { findVersion, nameVersion } from './versions.ts'

export const EMPTY = '<p></p>'
export type Noun = { id: string; project_id: string } & ({ workspace_id: string } | { workspace: string })

const subjectOf = (kind: DocumentKind, row: Noun): Subject => ({
  kind,
  id: row.id,
  project_id: row.project_id,
  workspace_id: 'workspace_id' in row ? row.workspace_id : row.workspace,
})

const TEXT_KIND = { issue: 'ISSUE_DESCRIPTION', page: 'PAGE_DESCRIPTION' } as const

/** The same as one that shows images. */
const textOf = (kind: DocumentKind, row: Noun): Text => {
  const { id, workspace_id, project_id } = subjectOf(kind, row)
  return { kind: TEXT_KIND[kind], id, workspace: workspace_id, project: project_id }
}

/** The text as HTML, and what that is called when it comes back as a base. */
export const readText = async (
  trx: Knex,
  viewer: ServerViewer,
  id: string,
): Promise<{ html: string; version: string | null }> => {
  const [text] = await handOut(trx, viewer, [id])
  return { html: text?.description_html ?? EMPTY, version: text?.version ?? null }
}

/** Is there anything in it, be it a picture alone? */
export const holdsText = async (trx: Knex, id: string): Promise<boolean> =>
  (await trx('documents').where('id', id).whereNot('description_html', EMPTY).first('id')) !== undefined

/** What a caller may give as the first text of a noun; the first that is there counts. */
export type FirstText = {
  description_binary?: string | undefined
  description?: Record<string, unknown> | undefined
  description_html?: string | undefined
}

const notADocument = () => failFields({ description: ['Not a document of this editor.'] })

// By way of HTML, so that what is given as JSON is cleaned as everything else is.
const nodeOfJson = (json: Record<string, unknown>): Node => {
  const refusal = refusalOfJson(json)
  if (refusal) return failFields({ description: [refusal] })
  try {
    const node = documentSchema.nodeFromJSON(json)
    node.check()
    return hasWideSpan(node) ? notADocument() : fromHtml(toHtml(node))
  } catch {
    return notADocument()
  }
}

/** A document of the editor as HTML; undefined for none. */
export const htmlOfJson = (json: Record<string, unknown> | undefined): string | undefined =>
  json && Object.keys(json).length > 0 ? toHtml(nodeOfJson(json)) : undefined

const begun = (node: Node): Begun => ({ node, state: stateOf(node) })
const fitting = (node: Node): Node => {
  mustFit(node)
  return node
}

const readGiven = (html: string, schema = documentSchema): Node => {
  const refusal = refusalOfHtml(html)
  return refusal ? failFields({ description_html: [refusal] }) : fitting(fromHtml(html, schema))
}

const firstOf = ({ description_binary, description, description_html }: FirstText): Begun | null => {
  if (description_binary) {
    const state = readUpdate(description_binary)
    const node = nodeOf(openState(state))
    // What is empty, or goes beyond our vocabulary, is not taken as it is; what else was given is.
    mustFit(node, 'description_binary')
    if (node.childCount > 0 && !bringsUnknown(structsOf(state))) return { node, state }
  }
  // An empty object is what existing clients send for "none".
  if (description && Object.keys(description).length > 0) return begun(fitting(nodeOfJson(description)))
  return description_html ? begun(readGiven(description_html)) : null
}

/** The first text of a noun that is just being made: part of its making, not a change of it. */
export const beginText = async (
  work: Work,
  kind: DocumentKind,
  row: Noun,
  text: FirstText,
): Promise<void> => {
  const first = firstOf(text)
  if (!first) return
  const node = await withOwnFiles(work, textOf(kind, row), first.node)
  const own = node === first.node ? first : { node, state: editState(first.state, node) }
  const stored = await lockDocument(work, subjectOf(kind, row), own)
  // Its sender knows the images by the names that they sent.
  await rememberSent(work, stored, own === first ? null : first.state)
}

/** Begins a noun's text with what another's holds, as a text of its own: an edit of one is none of the other. */
export const copyText = async (work: Work, kind: DocumentKind, from: Noun, to: Noun): Promise<void> => {
  const source = nodeOf(openState((await lockDocument(work, subjectOf(kind, from))).state))
  const text = await withOwnFiles(work, textOf(kind, to), source)
  await lockDocument(work, subjectOf(kind, to), begun(text))
}

/** Ids of the issues that a text shows. */
export const embeddedIssues = async (trx: Knex, id: string): Promise<string[]> =>
  (
    (await trx('documents').where('id', id).first('embedded_issues')) as
      | { embedded_issues: string[] }
      | undefined
  )?.embedded_issues ?? []

/** Takes a text sent as HTML. */
export const writeHtml = (
  work: Work,
  kind: DocumentKind,
  row: Noun,
  html: string,
  asked?: BaseAsked,
): Promise<TextTaken> =>
  writeSent(
    work,
    kind,
    row,
    {
      incoming: schema => readGiven(html, schema),
      // HTML cannot carry what our schema does not know: in the base it is not there, in the present text it is, and stays.
      base: handed => handed,
    },
    asked,
  )

/** Takes a text in the form in which its sender was handed the one that it is made of. */
export const writeSent = (
  work: Work,
  kind: DocumentKind,
  row: Noun,
  sent: SentText,
  asked?: BaseAsked,
): Promise<TextTaken> =>
  writeText(work, subjectOf(kind, row), sent, {
    asked,
    withFiles: node => withOwnFiles(work, textOf(kind, row), node),
  })

/** The text as one Yjs update, and what it is called as a base; made on first use, so it is never empty. */
export const readBinary = async (
  work: Work,
  kind: DocumentKind,
  row: Noun,
): Promise<{ state: Uint8Array; version: string }> => {
  const { state, version } = await lockDocument(work, subjectOf(kind, row))
  await handOut(work.trx, work.viewer, [row.id])
  return { state, version: String(version) }
}

const isReadable = (update: Uint8Array, present: Y.Doc) => {
  try {
    nodeOf(openState(update))
    return !isBeyondReading(structsOf(update), present)
  } catch {
    return false
  }
}

const readUpdate = (text: string | undefined, present = new Y.Doc()): Uint8Array => {
  if (!text || !/^[A-Za-z0-9+/_=-]+$/.test(text)) return fail('document.noBinary')
  const update = Buffer.from(text, 'base64')
  return isReadable(update, present) ? update : fail('document.noBinary')
}

/**
 * Merges a Yjs update. One of a foreign history would put its whole text beside ours; its HTML is taken as a new version
 * instead.
 */
export const mergeBinary = async (
  work: Work,
  kind: DocumentKind,
  row: Noun,
  body: Pick<FirstText, 'description_binary' | 'description_html'>,
  asked?: BaseAsked,
): Promise<TextTaken> => {
  const stored = await lockDocument(work, subjectOf(kind, row))
  const present = openState(stored.state)
  const update = readUpdate(body.description_binary, present)
  // Nor is one taken as it is that would bring in what our schema does not know, or comes from an editor that did not
  // know all that is there: such an editor takes it out.
  const isStrange = bringsUnknown(structsOf(update)) || holdsUnknown(present)
  if (isStrange || !sharesHistory(stored.state, update)) {
    if (body.description_html === undefined) return fail('document.noBinary')
    return writeHtml(work, kind, row, body.description_html, asked)
  }
  Y.applyUpdate(present, update)
  const node = nodeOf(present)
  mustFit(node, 'description_binary')
  const own = await withOwnFiles(work, textOf(kind, row), node)
  const whole = own === node ? update : editState(Y.encodeStateAsUpdate(present), own)
  const version = await mergeUpdate(work, subjectOf(kind, row), stored, whole)
  return { version: String(version ?? stored.version), isMerged: false }
}

/** Brings a version of a page back as an edit: what others type at this moment is merged with it, as with any edit. */
export const restoreVersion = async (work: Work, page: Noun, versionId: string): Promise<void> => {
  const subject = subjectOf('page', page)
  const stored = await lockDocument(work, subject)
  const { state } = await findVersion(work.trx, page.id, versionId)
  // The version that is being written is the page as it stands.
  if (!state) return
  const wanted = nodeOf(openState(state))
  await mergeUpdate(work, subject, stored, editState(stored.state, wanted), { isOwn: true })
}

/** Names a version of a page, or takes its name. */
export const renameVersion = async (work: Work, page: Noun, versionId: string, name: string | null) => {
  const present = await lockDocument(work, subjectOf('page', page))
  return nameVersion(work, await findVersion(work.trx, page.id, versionId), present, name)
}
