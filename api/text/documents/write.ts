import type { Knex } from 'knex'
import { fail, failFields } from '#contract/errors.ts'
import type { DocumentKind } from '#contract/text/documentNames.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import type { Work } from '../../db/work.ts'
import { ownFiles, type Text as TextOfFiles } from '../../files/textFiles.ts'
import { baseOf, handOut, rememberSent } from './handed.ts'
import type { Refused, Sent } from './sent.ts'
import type { SessionStep } from './sessionTexts.ts'
import { lockDocument, replaceText } from './store.ts'
import { EMPTY, type Subject } from './stored.ts'
import type { Text, TextTasks } from './textTasks.ts'
import { runTask, type Sender } from './threads.ts'
import { findVersion, nameVersion } from './versions.ts'

export type Noun = { id: string; project_id: string } & ({ workspace_id: string } | { workspace: string })

const subjectOf = (kind: DocumentKind, row: Noun): Subject => ({
  kind,
  id: row.id,
  project_id: row.project_id,
  workspace_id: 'workspace_id' in row ? row.workspace_id : row.workspace,
})

const TEXT_KIND = { issue: 'ISSUE_DESCRIPTION', page: 'PAGE_DESCRIPTION' } as const

/** The same as one that shows images. */
const whoseFiles = (kind: DocumentKind, row: Noun): TextOfFiles => {
  const { id, workspace_id, project_id } = subjectOf(kind, row)
  return { kind: TEXT_KIND[kind], id, workspace: workspace_id, project: project_id }
}

/** The text as HTML, and its name as a base. */
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

/** The ways in which a caller gives a noun's first text; the first one present counts. */
export type FirstText = {
  description_binary?: string | undefined
  description?: Record<string, unknown> | undefined
  description_html?: string | undefined
}

/** The text that a task made; a refusal is reported for the field that it came in. */
const taken = <T extends object>(made: T | Refused, field: string): T =>
  'refused' in made ? failFields({ [field]: [made.refused] }) : made

/** Reads a text as it was sent. */
export const take = async <
  N extends 'beginHtml' | 'beginJson' | 'htmlOfMarkdown' | 'clean' | 'copy' | 'merge',
>(
  name: N,
  input: Parameters<TextTasks[N]>[0],
  sender: Required<Sender>,
) =>
  taken((await runTask(name, input, sender)) as object, sender.field) as Exclude<
    ReturnType<TextTasks[N]>,
    Refused
  >

/** A document of the editor as HTML; undefined for none. */
export const htmlOfJson = async (
  json: Record<string, unknown> | undefined,
  person: string,
): Promise<string | undefined> =>
  json && Object.keys(json).length > 0
    ? (await take('beginJson', { json: JSON.stringify(json) }, { person, field: 'description' })).derived
        .description_html
    : undefined

const firstOf = async (
  { description_binary, description, description_html }: FirstText,
  person: string,
): Promise<Text | null> => {
  if (description_binary) {
    const sender = { person, field: 'description_binary' }
    const begun = await runTask('beginUpdate', { update: readUpdate(description_binary) }, sender)
    if (begun === 'unreadable') return fail('document.noBinary')
    // Empty JSON, or JSON beyond our vocabulary, is not taken as it is; the caller's other form of the text is.
    if (begun !== 'strange') return taken(begun, 'description_binary')
  }
  // Existing clients send an empty object for "none".
  if (description && Object.keys(description).length > 0)
    return take('beginJson', { json: JSON.stringify(description) }, { person, field: 'description' })
  return description_html
    ? take('beginHtml', { html: description_html }, { person, field: 'description_html' })
    : null
}

/** The text with images and files of its own: the same where it has no others. */
const withOwnFiles = async (work: Work, kind: DocumentKind, row: Noun, text: Text): Promise<Text> => {
  const copies = await ownFiles(work, whoseFiles(kind, row), text.derived.files)
  return copies.size > 0
    ? runTask('renameFiles', { state: text.state, copies }, { person: work.viewer.id })
    : text
}

/** The first text of a noun that is just being made: part of its making, not a change of it. */
export const beginText = async (
  work: Work,
  kind: DocumentKind,
  row: Noun,
  text: FirstText,
): Promise<void> => {
  const first = await firstOf(text, work.viewer.id)
  if (!first) return
  const own = await withOwnFiles(work, kind, row, first)
  const stored = await lockDocument(work, subjectOf(kind, row), own)
  // Its sender knows the images by the names that they sent.
  await rememberSent(work, stored, own === first ? null : first.state)
}

/** Begins a noun's text with another's content. */
export const copyText = async (work: Work, kind: DocumentKind, from: Noun, to: Noun): Promise<void> => {
  const { state } = await lockDocument(work, subjectOf(kind, from))
  const text = await take('copy', { state }, { person: work.viewer.id, field: 'description_html' })
  await lockDocument(work, subjectOf(kind, to), await withOwnFiles(work, kind, to, text))
}

/** Ids of the issues that a text shows. */
export const embeddedIssues = async (trx: Knex, id: string): Promise<string[]> =>
  (await trx('documents').where('id', id).first<{ embedded_issues: string[] } | undefined>('embedded_issues'))
    ?.embedded_issues ?? []

/**
 * The text that the sender names as the base of theirs (`base`); `replaces`: theirs becomes the text, whatever others
 * wrote.
 */
export type BaseAsked = { base: string | null; replaces: boolean }
/** The name of the sender's text as a base, and whether others' edits are beside theirs now. */
export type TextTaken = { version: string; isMerged: boolean }

/**
 * Takes a new version of a text that its sender was handed. Its difference to the base is applied to the present
 * document as one edit, so that words typed meanwhile stay.
 */
export const writeText = async (
  work: Work,
  kind: DocumentKind,
  row: Noun,
  sent: Sent,
  { base: named, replaces }: BaseAsked = { base: null, replaces: false },
): Promise<TextTaken> => {
  const stored = await lockDocument(work, subjectOf(kind, row))
  const base = replaces ? stored.state : await baseOf(work, stored, named)
  const merged = await take(
    'merge',
    { state: stored.state, base: base === stored.state ? null : base, sent },
    { person: work.viewer.id, field: 'html' in sent ? 'description_html' : 'description_markdown' },
  )
  let { version } = stored
  let { sentState } = merged
  if (merged.text) {
    const text = await withOwnFiles(work, kind, row, merged.text)
    if (text !== merged.text) sentState ??= merged.text.state
    version = await replaceText(work, subjectOf(kind, row), stored, text, { isOwn: replaces })
  }
  const name = await rememberSent(work, { id: stored.id, version }, sentState)
  return { version: name, isMerged: merged.isMerged }
}

/** The text as one Yjs update, and its name as a base; made on first use, so it is never empty. */
export const readBinary = async (
  work: Work,
  kind: DocumentKind,
  row: Noun,
): Promise<{ state: Uint8Array; version: string }> => {
  const { state, version } = await lockDocument(work, subjectOf(kind, row))
  await handOut(work.trx, work.viewer, [row.id])
  return { state, version: String(version) }
}

const readUpdate = (text: string | undefined): Uint8Array =>
  text && /^[A-Za-z0-9+/_=-]+$/.test(text) ? Buffer.from(text, 'base64') : fail('document.noBinary')

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
  const update = readUpdate(body.description_binary)
  const sender = { person: work.viewer.id, field: 'description_binary' }
  const merged = await runTask('mergeUpdate', { state: stored.state, update }, sender)
  if (merged === 'strange' && body.description_html !== undefined)
    return writeText(work, kind, row, { html: body.description_html }, asked)
  if (typeof merged === 'string') return fail('document.noBinary')
  if (!merged) return { version: String(stored.version), isMerged: false }
  const text = taken(merged, sender.field)
  const version = await replaceText(
    work,
    subjectOf(kind, row),
    stored,
    await withOwnFiles(work, kind, row, text),
  )
  return { version: String(version), isMerged: false }
}

/** Brings a version of a page back as an edit: others' typing at this moment is merged with it, as with any edit. */
export const restoreVersion = async (work: Work, page: Noun, versionId: string): Promise<void> => {
  const subject = subjectOf('page', page)
  const stored = await lockDocument(work, subject)
  const { state } = await findVersion(work.trx, page.id, versionId)
  // The version that is being written is the page as it is.
  if (!state) return
  const text = await runTask('bringBack', { present: stored.state, state }, { person: work.viewer.id })
  if (text.derived.description_html === stored.description_html) return
  await replaceText(work, subject, stored, text, { isOwn: true })
}

/**
 * Takes out of a text what was written between two versions of it: the words `before`, and the state `after`. What others wrote
 * since stays. False where nothing of it is there any more.
 */
export const takeTextBack = async (
  work: Work,
  kind: DocumentKind,
  row: Noun,
  { before, after, version }: SessionStep,
): Promise<boolean> => {
  const subject = subjectOf(kind, row)
  const stored = await lockDocument(work, subject)
  const merged = await take(
    'merge',
    { state: stored.state, base: version === stored.version ? null : after, sent: { html: before } },
    { person: work.viewer.id, field: 'description_html' },
  )
  if (!merged.text) return false
  await replaceText(work, subject, stored, merged.text, { isOwn: true })
  return true
}

/** Names a version of a page, or takes its name. */
export const renameVersion = async (work: Work, page: Noun, versionId: string, name: string | null) => {
  const present = await lockDocument(work, subjectOf('page', page))
  return nameVersion(work, await findVersion(work.trx, page.id, versionId), present, name)
}
