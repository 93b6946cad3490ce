/** Edits such as an editor makes, chosen by a few numbers: the same numbers make the same edit of the same text. */
import { Fragment, type Node } from '@tiptap/pm/model'
import { Transform } from '@tiptap/pm/transform'
import { updateYFragment } from '@tiptap/y-tiptap'
import type * as Y from 'yjs'
import { fromHtml } from '../../collab-server/document/html.ts'
import { documentSchema, FRAGMENT, nodeOf } from '../../collab-server/document/index.ts'

export type Pick = { kind: number; at: number; length: number; word: string }

const BLOCKS = [
  '<p></p>',
  '<p>plain <strong>bold</strong> <a href="https://tides.example">link</a></p>',
  '<h2>Heading</h2>',
  '<ul><li><p>one</p></li><li><p>two</p><ol><li><p>nested</p></li></ol></li></ul>',
  '<ul data-type="taskList"><li data-type="taskItem" data-checked="true"><p>done</p></li></ul>',
  '<blockquote><p>said</p></blockquote>',
  '<pre><code class="language-js">let tide = 1</code></pre>',
  '<hr>',
  '<table><tbody><tr><th><p>a</p></th><th><p>b</p></th></tr><tr><td><p>1</p></td><td><p>2</p></td></tr></tbody></table>',
  '<p>by <mention-component entity_name="user_mention" entity_identifier="0190a0a0-0000-7000-8000-000000000001" label="Ada"></mention-component></p>',
  '<div data-block-type="callout-component"><p>mind</p></div>',
  '<figure><image-component src="0190a0a0-0000-7000-8000-000000000002"></image-component><figcaption>a pier</figcaption></figure>',
  '<file-component src="0190a0a0-0000-7000-8000-000000000003" name="tides.pdf" type="application/pdf" size="12"></file-component>',
  '<div data-block-type="table-of-contents"></div>',
  '<details><summary>more</summary><p>below</p><details><summary>within</summary></details></details>',
].map(html => fromHtml(html).content)

const MARKS = ['bold', 'italic', 'strike', 'code'] as const

/** Places of the text between its blocks, and its stretches of words. */
const placesOf = (node: Node) => {
  const between: number[] = [0]
  node.forEach((child, offset) => {
    between.push(offset + child.nodeSize)
  })
  const words: { from: number; to: number; isCode: boolean }[] = []
  node.descendants((child, position) => {
    if (child.isTextblock)
      words.push({
        from: position + 1,
        to: position + 1 + child.content.size,
        isCode: child.type.spec.code === true,
      })
  })
  return { between, words }
}

type Edit = (tr: Transform, pick: Pick) => void

// Half of a character is no place that a caret can be at.
const whole = (doc: Node, at: number, from: number) =>
  at > from && /[\uD800-\uDBFF]$/.test(doc.textBetween(from, at, '', ' ')) ? at + 1 : at

const stretch = (tr: Transform, { at, length }: Pick) => {
  const { words } = placesOf(tr.doc)
  const block = words[at % Math.max(1, words.length)]
  if (!block) return null
  const from = whole(tr.doc, block.from + (at % (block.to - block.from + 1)), block.from)
  return { ...block, at: from, until: whole(tr.doc, Math.min(block.to, from + length), block.from) }
}

const edits: Edit[] = [
  // Typing is the most frequent edit.
  ...Array.from<Edit>({ length: 5 }).fill((tr, pick) => {
    const place = stretch(tr, pick)
    if (place) tr.insert(place.at, documentSchema.text(pick.word))
  }),
  (tr, pick) => {
    const place = stretch(tr, pick)
    if (place) tr.delete(place.at, place.until)
  },
  (tr, pick) => {
    const place = stretch(tr, pick)
    const mark = documentSchema.marks[MARKS[pick.length % MARKS.length]!]!
    if (!place || place.isCode || place.at === place.until) return
    if (pick.at % 2) tr.addMark(place.at, place.until, mark.create())
    else tr.removeMark(place.at, place.until, mark)
  },
  (tr, pick) => {
    const { between } = placesOf(tr.doc)
    tr.insert(between[pick.at % between.length]!, BLOCKS[pick.length % BLOCKS.length] ?? Fragment.empty)
  },
  (tr, pick) => {
    const { between } = placesOf(tr.doc)
    const n = pick.at % (between.length - 1)
    if (between.length > 3) tr.delete(between[n]!, between[n + 1]!)
  },
  (tr, pick) => {
    const place = stretch(tr, pick)
    if (place) tr.split(place.at)
  },
  (tr, pick) => {
    const { between } = placesOf(tr.doc)
    const n = pick.at % (between.length - 1)
    const block = tr.doc.child(n)
    const place = between[(pick.at + pick.length) % between.length]!
    // A block dragged elsewhere: gone here, and put in there.
    tr.insert(place, block)
    tr.delete(tr.mapping.map(between[n]!), tr.mapping.map(between[n + 1]!))
  },
]

/** The text after the edit; as it was where that is none of this text. */
export const editNode = (node: Node, pick: Pick): Node => {
  const tr = new Transform(node)
  try {
    edits[pick.kind % edits.length]!(tr, pick)
    tr.doc.check()
    return tr.doc
  } catch {
    return node
  }
}

/** Edits an open document as an editor's binding does. */
export const editDoc = (doc: Y.Doc, pick: Pick): void => {
  const before = nodeOf(doc)
  const after = editNode(before, pick)
  if (after.eq(before)) return
  doc.transact(() => {
    updateYFragment(doc, doc.getXmlFragment(FRAGMENT), after, { mapping: new Map(), isOMark: new Map() })
  })
}
