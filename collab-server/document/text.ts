/** The parts derived from a document: its words, and its mentions. */
import type { Node } from '@tiptap/pm/model'
import { FILE } from './fileBlock.ts'

const wordsOf = ({ type, attrs }: Node): string => {
  if (type.name === 'mention') return `@${attrs.label ?? ''}`
  if (type.name === 'hardBreak') return '\n'
  if (type.name === FILE) return String(attrs.name ?? '')
  return typeof attrs.caption === 'string' ? attrs.caption : ''
}

export const toText = (node: Node): string => node.textBetween(0, node.content.size, '\n', wordsOf)

const uuidForm = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i

const identifiers = (node: Node, picks: (child: Node) => boolean): string[] => {
  const found = new Set<string>()
  node.descendants(child => {
    const id = child.attrs.entity_identifier as unknown
    if (picks(child) && typeof id === 'string' && uuidForm.test(id)) found.add(id.toLowerCase())
  })
  return [...found]
}

const isMention = (node: Node) => node.type.name === 'mention'
/** The targets of a mention other than people. */
const THINGS = ['issue', 'page_mention']

/** Ids of the people mentioned. */
export const mentionsOf = (node: Node): string[] =>
  identifiers(node, child => isMention(child) && !THINGS.includes(child.attrs.entity_name))

/** Ids of the issues that are in it, as a line of their own or within one. */
export const embeddedIssuesOf = (node: Node): string[] =>
  identifiers(
    node,
    child =>
      child.type.name === 'issue-embed-component' ||
      (isMention(child) && child.attrs.entity_name === 'issue'),
  )

/** Ids of the pages that are in it. */
export const mentionedPagesOf = (node: Node): string[] =>
  identifiers(node, child => isMention(child) && child.attrs.entity_name === 'page_mention')
