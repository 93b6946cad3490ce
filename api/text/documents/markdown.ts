/** Texts as Markdown, for programs: content without a Markdown form stays in the text unchanged. */
import type { Knex } from 'knex'
import type { Context } from 'koa'
import type { DocumentKind } from '#contract/text/documentNames.ts'
import { Issue } from '#contract/work/issues.ts'
import type { TextPlace } from '#document'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'
import { ownAddress } from '../../http/origin.ts'
import type { Server } from '../../http/server.ts'
import { runTask } from './threads.ts'
import {
  type BaseAsked,
  embeddedIssues,
  htmlOfJson,
  type Noun,
  type TextTaken,
  take,
  writeText,
} from './write.ts'

export type AskOfProject = { ctx: Context; params: { ws: string }; projectId: string }

/**
 * The place of a call's texts (project and workspace) as its caller sees it, looked up on first use. A caller within a
 * transaction passes that on: a second connection beside it would let a full pool wait for itself.
 */
export const placeOfTexts =
  (server: Server, { ctx, params, projectId }: AskOfProject) =>
  async (db: Knex = server.db): Promise<TextPlace> => ({
    origin: await ownAddress(ctx, { ...server, db }),
    slug: params.ws,
    project: projectId,
  })
type FindPlace = ReturnType<typeof placeOfTexts>

type Words = { description_html?: string | undefined; description_markdown?: string | undefined }

/** The first text of a new noun; HTML wins where both are given. */
export const firstHtml = async (
  { description_html, description_markdown }: Words,
  findPlace: FindPlace,
  { id: person }: ServerViewer,
): Promise<string | undefined> => {
  if (description_html !== undefined || description_markdown === undefined) return description_html
  const written = { markdown: description_markdown, place: await findPlace() }
  return (await take('htmlOfMarkdown', written, { person, field: 'description_markdown' })).html
}

/** The fields of a new issue or draft, with its text as HTML, however that was sent; as a document of the editor last. */
export const withHtml = async <B extends Words & { description?: Record<string, unknown> | undefined }>(
  { description_markdown, description, ...body }: B,
  findPlace: FindPlace,
  viewer: ServerViewer,
) => {
  const { description_html } = body
  const html =
    (await firstHtml({ description_html, description_markdown }, findPlace, viewer)) ??
    (await htmlOfJson(description, viewer.id))
  return { ...body, ...(html === undefined ? {} : { description_html: html }) }
}

/** Whether `expand` asks for it. */
export const asksMarkdown = (expand = '') => expand.split(',').includes('description_markdown')

/** Key and name of the issues that the viewer may see. */
export const calledIssues = async (trx: Knex, viewer: ServerViewer, ids: string[]) => {
  const rows = await visible(trx, Issue, viewer)
    .whereIn('issues.id', ids)
    .join('projects as p', 'p.id', 'issues.project_id')
    .select<
      {
        id: string
        name: string
        sequence_id: number
        identifier: string
      }[]
    >(['issues.id', 'issues.name', 'issues.sequence_id', 'p.identifier'])
  return Object.fromEntries(rows.map(row => [row.id, `${row.identifier}-${row.sequence_id} ${row.name}`]))
}

/** The text as Markdown; an issue that the viewer may not see is only called one. */
export const readMarkdown = async (
  trx: Knex,
  viewer: ServerViewer,
  id: string,
  html: string,
  findPlace: FindPlace,
): Promise<string> => {
  const shown = await embeddedIssues(trx, id)
  const issues = shown.length > 0 ? await calledIssues(trx, viewer, shown) : {}
  return runTask('markdownOf', { html, place: await findPlace(trx), issues })
}

/**
 * The writer of the text that a change brings; null when it brings none. HTML wins over Markdown, which is compared
 * with the Markdown that its sender was handed: content that they left alone, and all that Markdown could not say,
 * stays.
 */
export const textWriter = (
  work: Work,
  kind: DocumentKind,
  { description_html: html, description_markdown: markdown }: Words,
  findPlace: FindPlace,
  asked: BaseAsked,
): ((row: Noun) => Promise<TextTaken>) | null => {
  if (html !== undefined) return row => writeText(work, kind, row, { html }, asked)
  if (markdown === undefined) return null
  return async row => writeText(work, kind, row, { markdown, place: await findPlace(work.trx) }, asked)
}
