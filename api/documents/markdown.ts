/** Texts as Markdown, for programs: what Markdown has no words for stays in the text as it is. */
import type { Node } from '@tiptap/pm/model'
import type { Knex } from 'knex'
import type { Context } from 'koa'
import type { DocumentKind } from '#contract/documents.ts'
import { failFields } from '#contract/errors.ts'
import { Issue } from '#contract/issues.ts'
import { documentSchema, embeddedIssuesOf, namedIn, type TextPlace } from '#document'
import { fromHtml, toHtml } from '../../collab-server/document/html.ts'
import { fromMarkdown, toMarkdown } from '../../collab-server/document/markdown.ts'
import type { ServerViewer } from '../db/viewer.ts'
import { visible } from '../db/visible.ts'
import type { Work } from '../db/work.ts'
import { ownAddress } from '../http/origin.ts'
import type { Server } from '../http/server.ts'
import type { BaseAsked, TextTaken } from './sentText.ts'
import { htmlOfJson, type Noun, writeHtml, writeSent } from './write.ts'

const UNREADABLE =
  'Not readable: longer than 500,000 characters, a line of more than 10,000, or too many signs.'

export type AskOfProject = { ctx: Context; params: { ws: string }; projectId: string }

/** Where the texts of a call's project stand, as its caller sees the site; looked up for who needs it. */
export const placeOfTexts =
  (server: Server, { ctx, params, projectId }: AskOfProject) =>
  async (): Promise<TextPlace> => ({
    origin: await ownAddress(ctx, server),
    slug: params.ws,
    project: projectId,
  })
type FindPlace = ReturnType<typeof placeOfTexts>

const read = (markdown: string, place: TextPlace, schema = documentSchema): Node => {
  const json = fromMarkdown(markdown)?.toJSON() ?? failFields({ description_markdown: [UNREADABLE] })
  return schema.nodeFromJSON({ ...json, content: namedIn(json.content, place) })
}

const write = (node: Node, place: TextPlace, issues = new Map<string, string>()) =>
  toMarkdown(node.toJSON(), { ...place, images: true, issue: id => issues.get(id) ?? null })

type Words = { description_html?: string | undefined; description_markdown?: string | undefined }

/** A first text for what is being made; HTML counts where both are given. */
export const firstHtml = async (
  { description_html, description_markdown }: Words,
  findPlace: FindPlace,
): Promise<string | undefined> =>
  description_html ??
  (description_markdown === undefined ? undefined : toHtml(read(description_markdown, await findPlace())))

/** The fields of a new issue or draft, with its text as HTML, however that was sent; as a document of the editor last. */
export const withHtml = async <B extends Words & { description?: Record<string, unknown> | undefined }>(
  { description_markdown, description, ...body }: B,
  findPlace: FindPlace,
) => {
  const { description_html } = body
  const html =
    (await firstHtml({ description_html, description_markdown }, findPlace)) ?? htmlOfJson(description)
  return { ...body, ...(html === undefined ? {} : { description_html: html }) }
}

/** Whether `expand` asks for it. */
export const asksMarkdown = (expand = '') => expand.split(',').includes('description_markdown')

/** Key and name of the issues that the viewer may see. */
const calledIssues = async (trx: Knex, viewer: ServerViewer, ids: string[]) => {
  const rows = (await visible(trx, Issue, viewer)
    .whereIn('issues.id', ids)
    .join('projects as p', 'p.id', 'issues.project_id')
    .select(['issues.id', 'issues.name', 'issues.sequence_id', 'p.identifier'])) as {
    id: string
    name: string
    sequence_id: number
    identifier: string
  }[]
  return new Map(rows.map(row => [row.id, `${row.identifier}-${row.sequence_id} ${row.name}`]))
}

/** The text as Markdown; an issue that the viewer may not see is only called one. */
export const readMarkdown = async (
  trx: Knex,
  viewer: ServerViewer,
  html: string,
  findPlace: FindPlace,
): Promise<string> => {
  const place = await findPlace()
  const node = fromHtml(html)
  const ids = embeddedIssuesOf(node)
  return write(node, place, ids.length > 0 ? await calledIssues(trx, viewer, ids) : undefined)
}

/**
 * Takes a text sent as Markdown: a new version of the Markdown of what its sender was last handed. What they changed is
 * applied to the present text; what they left, with all that Markdown could not tell them of it, stays.
 */
const writeMarkdown = (
  work: Work,
  kind: DocumentKind,
  row: Noun,
  markdown: string,
  place: TextPlace,
  asked: BaseAsked,
): Promise<TextTaken> =>
  writeSent(
    work,
    kind,
    row,
    {
      incoming: schema => read(markdown, place, schema),
      base: handed => read(write(handed, place), place, handed.type.schema),
    },
    asked,
  )

/** What is to be done with the text that a change brings along; null when it brings none. HTML counts before Markdown. */
export const textWriter = (
  work: Work,
  kind: DocumentKind,
  { description_html: html, description_markdown: markdown }: Words,
  findPlace: FindPlace,
  asked: BaseAsked,
): ((row: Noun) => Promise<TextTaken>) | null => {
  if (html !== undefined) return row => writeHtml(work, kind, row, html, asked)
  if (markdown === undefined) return null
  return async row => writeMarkdown(work, kind, row, markdown, await findPlace(), asked)
}
