/** Texts as their senders have them: HTML or Markdown, read within their bounds. */
import type { Node, Schema } from '@tiptap/pm/model'
import { namedIn, refusalOfHtml, type TextPlace } from '#document'
import { fromForeignHtml, fromHtml } from '../../../collab-server/document/html.ts'
import {
  fromMarkdown,
  refusalOfMarkdown,
  toMarkdown,
} from '../../../collab-server/document/markdown/index.ts'

/** Why a text is not taken, in words for the field that it came in. */
export type Refused = { refused: string }
export const isRefused = (found: object): found is Refused => 'refused' in found

export const readHtml = (html: string, schema: Schema): Node | Refused => {
  const refused = refusalOfHtml(html)
  return refused === null ? fromForeignHtml(html, schema) : { refused }
}

export const readMarkdown = (markdown: string, place: TextPlace, schema: Schema): Node | Refused => {
  const refused = refusalOfMarkdown(markdown)
  if (refused !== null) return { refused }
  const json = fromMarkdown(markdown).toJSON()
  return schema.nodeFromJSON({ ...json, content: namedIn(json.content, place) })
}

export const writeMarkdown = (node: Node, place: TextPlace, issues: Record<string, string>) => {
  const names = new Map(Object.entries(issues))
  return toMarkdown(node.toJSON(), { ...place, images: true, issue: id => names.get(id) ?? null })
}

export type Written = { markdown: string; place: TextPlace }
/** A text as its sender has it. */
export type Sent = { html: string } | Written

export const readSent = (sent: Sent, schema: Schema): Node | Refused =>
  'html' in sent ? readHtml(sent.html, schema) : readMarkdown(sent.markdown, sent.place, schema)

/** The base as its reader was handed it; beyond the bounds of Markdown, nobody can have sent it back, and it is replaced. */
export const viewOf = (sent: Sent, handed: string, schema: Schema): Node => {
  if ('html' in sent) return fromForeignHtml(handed, schema)
  const node = fromHtml(handed, schema)
  const view = readMarkdown(writeMarkdown(node, sent.place, {}), sent.place, schema)
  return isRefused(view) ? node : view
}
