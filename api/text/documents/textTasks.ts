/**
 * The steps whose time grows with a text: reading, merging, deriving. Functions of bytes and words alone; the process
 * runs them itself for a text of usual length, or gives them to a thread (`threads.ts`).
 */
import type { Node } from '@tiptap/pm/model'
import * as Y from 'yjs'
import {
  bringsUnknown,
  clientsIntroduced,
  documentSchema,
  embeddedIssuesOf,
  emptyNode,
  FRAGMENT,
  hasWideSpan,
  holdsUnknown,
  isBeyondReading,
  isTooLong,
  keepsTooMuch,
  type Length,
  lengthOf,
  MOST_CLIENTS_BY_CALL,
  markOf,
  mentionedPagesOf,
  mentionsOf,
  nodeOf,
  openState,
  readUpdate,
  refusalOfJson,
  SCHEMA_VERSION,
  sharesHistory,
  stateOf,
  type TextPlace,
  TOO_LONG,
  toText,
} from '#document'
import { fromHtml, toHtml } from '../../../collab-server/document/html.ts'
import { factsOf, readPage, writePage } from '../../../collab-server/document/imported/index.ts'
import { keepText } from '../../../collab-server/document/keptText.ts'
import { mergeInto, turnInto } from '../../../collab-server/document/merge/index.ts'
import { rescueOf } from '../../../collab-server/document/merge/rescue.ts'
import {
  type Outside,
  outsideHtml,
  outsideMarkdown,
  titleMarkdown,
} from '../../../collab-server/document/outside.ts'
import type { StoredMark } from '../../../collab-server/document/saved.ts'
import type { Range } from '../../../collab-server/document/slices.ts'
import { filesOf, withFiles, withPerson } from './fileNames.ts'
import {
  isRefused,
  type Refused,
  readHtml,
  readMarkdown,
  readSent,
  type Sent,
  viewOf,
  type Written,
  writeMarkdown,
} from './sent.ts'
import { wordsOf } from './words.ts'

/** The derived parts of a text, beside its bytes. */
export type Derived = {
  description_html: string
  description_stripped: string
  mentions: string[]
  embedded_issues: string[]
  mentioned_pages: string[]
  words: string[]
  length: Length
  /** Addresses and ids of the images and files that it shows. */
  files: string[]
  /** The number of the schema that it was read with. */
  schema_version: number
}
/** A text with all that is stored of it. */
export type Text = { state: Uint8Array; derived: Derived }
const NOT_A_DOCUMENT = 'Not a document of this editor.'

const deriveNode = (node: Node): Derived => {
  const description_stripped = toText(node)
  return {
    description_html: toHtml(node),
    description_stripped,
    mentions: mentionsOf(node),
    embedded_issues: embeddedIssuesOf(node),
    mentioned_pages: mentionedPagesOf(node),
    words: wordsOf(description_stripped),
    length: lengthOf(node),
    files: filesOf(node),
    schema_version: SCHEMA_VERSION,
  }
}

const textOf = (doc: Y.Doc, node = nodeOf(doc)): Text => ({
  state: Y.encodeStateAsUpdate(doc),
  derived: deriveNode(node),
})
const begun = (node: Node): Text | Refused =>
  isTooLong(lengthOf(node)) ? { refused: TOO_LONG } : { state: stateOf(node), derived: deriveNode(node) }

export type Merged = {
  /** Null when nothing is to be stored. */
  text: Text | null
  /** Are others' edits in the text? */
  isMerged: boolean
  /** The sender's text as a state of the document; null when it is the given text itself. */
  sentState: Uint8Array | null
}

const merge = (given: { state: Uint8Array; base: Uint8Array | null; sent: Sent }): Merged | Refused => {
  const doc = openState(given.state)
  const before = nodeOf(doc)
  const { schema } = before.type
  const incoming = readSent(given.sent, schema)
  if (isRefused(incoming)) return incoming
  if (isTooLong(lengthOf(incoming))) return { refused: TOO_LONG }
  const base = given.base ? openState(given.base) : openState(given.state)
  const [present, handed] = [toHtml(before), toHtml(nodeOf(base))]
  const view = viewOf(given.sent, handed, schema)
  const merged = mergeInto(doc, { base, view, incoming })
  if (isTooLong(lengthOf(merged))) return { refused: TOO_LONG }
  const text = merged.eq(before) ? null : textOf(doc, merged)
  const isAll = toHtml(incoming) === (text?.derived.description_html ?? present)
  return {
    text,
    isMerged: handed !== present,
    sentState: isAll
      ? null
      : Y.encodeStateAsUpdate(turnInto(openState(Y.encodeStateAsUpdate(doc)), incoming)),
  }
}

const readJson = (text: string): Node | Refused => {
  const json = JSON.parse(text) as Record<string, unknown>
  const refused = refusalOfJson(json)
  if (refused !== null) return { refused }
  try {
    const node = documentSchema.nodeFromJSON(json)
    node.check()
    // Goes by way of HTML, so that JSON is cleaned as everything else is.
    return hasWideSpan(node) ? { refused: NOT_A_DOCUMENT } : fromHtml(toHtml(node))
  } catch {
    return { refused: NOT_A_DOCUMENT }
  }
}

/** Nobody could read it; or it would bring nodes of another schema, or another text beside ours. */
type NotTaken = 'unreadable' | 'strange'

const isReadable = (update: Uint8Array, present: Y.Doc) => {
  try {
    nodeOf(openState(update))
    const read = readUpdate(update)
    const isBounded = !keepsTooMuch(present, read) && clientsIntroduced(present, read) <= MOST_CLIENTS_BY_CALL
    return isBounded && !isBeyondReading(read.structs, present)
  } catch {
    return false
  }
}

const beginUpdate = ({ update }: { update: Uint8Array }): Text | Refused | NotTaken => {
  if (!isReadable(update, new Y.Doc())) return 'unreadable'
  const derived = deriveNode(nodeOf(openState(update)))
  if (isTooLong(derived.length)) return { refused: TOO_LONG }
  return derived.length.blocks > 0 && !bringsUnknown(readUpdate(update).structs)
    ? { state: update, derived }
    : 'strange'
}

/** Open long texts as they were stored last, by their names; the latest last. */
const kept = new Map<string, ReturnType<typeof keepText>>()
const MOST_KEPT = 2

const keep = (name: string, text: ReturnType<typeof keepText>): Derived => {
  const derived = deriveNode(text.node())
  kept.set(name, text)
  for (const [first] of kept) if (kept.size > MOST_KEPT) kept.delete(first)
  return derived
}

type StateAndUpdate = Record<'state' | 'update', Uint8Array>
const mergeUpdate = ({ state, update }: StateAndUpdate): Text | Refused | NotTaken | null => {
  const doc = openState(state)
  if (!isReadable(update, doc)) return 'unreadable'
  // An editor that did not know all nodes of the text would have removed them.
  const isStrange = bringsUnknown(readUpdate(update).structs) || holdsUnknown(doc)
  if (isStrange || !sharesHistory(state, update)) return 'strange'
  Y.applyUpdate(doc, update)
  if (Buffer.compare(Y.encodeStateAsUpdate(doc), state) === 0) return null
  const text = textOf(doc)
  return isTooLong(text.derived.length) ? { refused: TOO_LONG } : text
}

const begunOf = (node: Node | Refused) => (isRefused(node) ? node : begun(node))

const SHOWS_WITHOUT_TEXT = new Set([
  'imageComponent',
  'image',
  'fileComponent',
  'horizontalRule',
  'issue-embed-component',
])

type OutsideAsked = { html: string; title: string; format: 'markdown' | 'html'; out: Outside }

export const textTasks = {
  /** A text that nobody has written yet. */
  blank: (_: object): Text => ({ state: stateOf(emptyNode()), derived: deriveNode(emptyNode()) }),
  derive: ({ state }: { state: Uint8Array }): Derived => deriveNode(nodeOf(openState(state))),
  /** Where words are that one run of text holds, as a browser writes it for a thread on them; null without them. */
  anchor: ({ state, quote }: { state: Uint8Array; quote: string }) => {
    const wordsIn = (one: unknown) => (one instanceof Y.XmlText ? String(one.toDelta()[0]?.insert) : '')
    const walker = openState(state)
      .getXmlFragment(FRAGMENT)
      .createTreeWalker(one => wordsIn(one).includes(quote))
    const [text] = walker as Iterable<unknown>
    if (!(text instanceof Y.XmlText)) return null
    const at = wordsIn(text).indexOf(quote)
    const written = (index: number, stick: number) =>
      Buffer.from(
        Y.encodeRelativePosition(Y.createRelativePositionFromTypeIndex(text, index, stick)),
      ).toString('base64')
    return { quote, anchor_start: written(at, 0), anchor_end: written(at + quote.length, -1) }
  },
  /** Reads an open text as it is stored, to derive it the sooner once it has changed. Answers its state vector. */
  readAhead: ({ name, state }: { name: string; state: Uint8Array }): Uint8Array => {
    const text = keepText(state)
    keep(name, text)
    return text.vector()
  },
  /** Derives an open text, which is kept for the next time. */
  deriveAndKeep: ({ name, state }: { name: string; state: Uint8Array }): Derived =>
    keep(name, keepText(state)),
  /** Of a text kept before, by the changes since; null where it is not kept, or these do not lead to the text of this mark. */
  deriveKept: ({ name, changes, mark }: { name: string; changes: Uint8Array; mark: StoredMark }) => {
    const text = kept.get(name)
    // Whatever goes wrong with these changes, half taken in the text is of no use.
    kept.delete(name)
    text?.take(changes)
    return text?.is(mark) ? keep(name, text) : null
  },
  beginHtml: ({ html }: { html: string }) => begunOf(readHtml(html, documentSchema)),
  beginJson: ({ json }: { json: string }) => begunOf(readJson(json)),
  /** A new document with another's content: an edit of one is none of the other. */
  copy: ({ state }: { state: Uint8Array }) => begun(nodeOf(openState(state))),
  merge,
  /** A text that begins with a client's update; empty it is `strange`. */
  beginUpdate,
  /** A whole state as another server stored it, judged as what a client brings is; it may be blank, and know more nodes than we do. */
  readBrought: ({ state }: { state: Uint8Array }): Text | Refused | NotTaken => {
    if (!isReadable(state, new Y.Doc())) return 'unreadable'
    const derived = deriveNode(nodeOf(openState(state)))
    return isTooLong(derived.length) ? { refused: TOO_LONG } : { state, derived }
  },
  /** A client's update of a text; null when it brings nothing. */
  mergeUpdate,
  /** A stored state in the forms that are answered. */
  formsOf: ({ state }: { state: Uint8Array }) => {
    const node = nodeOf(openState(state))
    return { html: toHtml(node), json: node.toJSON() as Record<string, unknown> }
  },
  /** The part of a stored state that an open text of this state vector lacks, and the facts known of that state. */
  lacking: ({ state, vector }: { state: Uint8Array; vector: Uint8Array }) => ({
    lacking: Y.diffUpdate(state, vector),
    vector: Y.encodeStateVectorFromUpdate(state),
    mark: markOf(openState(state)),
  }),
  rescue: ({ before, state, typed }: { before: Uint8Array[]; state: Uint8Array; typed?: Range[] }) =>
    rescueOf(before, state, typed),
  /** The text of `state` as an edit of `present`. */
  bringBack: ({ present, state }: { present: Uint8Array; state: Uint8Array }): Text =>
    textOf(turnInto(openState(present), nodeOf(openState(state)))),
  /** With other images and files in place of some. */
  renameFiles: ({ state, copies }: { state: Uint8Array; copies: Map<string, string> }): Text => {
    const doc = openState(state)
    return textOf(turnInto(doc, withFiles(nodeOf(doc), copies)))
  },
  /** With another person in place of one, as an edit. */
  renamePerson: ({ state, from, to }: { state: Uint8Array; from: string; to: string }): Text => {
    const doc = openState(state)
    return textOf(turnInto(doc, withPerson(nodeOf(doc), from, to)))
  },
  markdownOf: ({ html, place, issues }: { html: string; place: TextPlace; issues: Record<string, string> }) =>
    writeMarkdown(fromHtml(html), place, issues),
  /** For readers without this program; as Markdown below its title. */
  outside: ({ html, title, format, out }: OutsideAsked): string => {
    const json = fromHtml(html).toJSON()
    return format === 'markdown'
      ? `${titleMarkdown(title)}\n${outsideMarkdown(json, out)}`
      : outsideHtml(json, out)
  },
  htmlOfMarkdown: ({ markdown, place }: Written): { html: string } | Refused => {
    const node = readMarkdown(markdown, place, documentSchema)
    return isRefused(node) ? node : { html: toHtml(node) }
  },
  /** What a page of an archive says of itself. */
  pageFacts: factsOf,
  /** A page of an archive, with the addresses that are to be found before it is written. */
  readPage,
  /** A page of an archive as a text of ours. */
  writePage: (given: Parameters<typeof writePage>[0]) => begun(writePage(given)),
  /** HTML outside of documents: content unknown to the schema is gone. */
  clean: ({ html, copies }: { html: string; copies: Map<string, string> }) => {
    const read = readHtml(html, documentSchema)
    if (isRefused(read)) return read
    const node = withFiles(read, copies)
    let shows = false
    node.descendants(({ type }) => {
      shows ||= SHOWS_WITHOUT_TEXT.has(type.name)
    })
    const text = toText(node)
    const mentions = mentionsOf(node)
    const isBlank = text.trim() === '' && mentions.length === 0 && !shows
    return { html: toHtml(node), text, mentions, isBlank, files: filesOf(node) }
  },
}
export type TextTasks = typeof textTasks
