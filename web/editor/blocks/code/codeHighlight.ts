/** Colours the code of a text that is open, and of one that is only read. */
import { Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet, type EditorView } from '@tiptap/pm/view'
import { loadColours, type Piece, piecesOf } from './codeColours.ts'
import { languageOf } from './codeLanguages.ts'

/** A block that did not change is not read again. */
const known = new WeakMap<Node, Piece[]>()

const piecesIn = (node: Node): Piece[] => {
  const pieces = known.get(node) ?? piecesOf(node.textContent, node.attrs.language)
  if (!pieces) return []
  known.set(node, pieces)
  return pieces
}

const eachCode = (doc: Node, run: (node: Node, at: number) => void) =>
  doc.descendants((node, at) => {
    if (node.type.spec.code) run(node, at)
    return !node.isTextblock
  })

const coloursOf = (doc: Node): DecorationSet => {
  const all: Decoration[] = []
  eachCode(doc, (node, at) => {
    for (const { from, to, look } of piecesIn(node))
      all.push(Decoration.inline(at + 1 + from, at + 1 + to, { class: look }))
  })
  return all.length > 0 ? DecorationSet.create(doc, all) : DecorationSet.empty
}

const key = new PluginKey<DecorationSet>('codeColours')

/** Asks for the languages that are in the text; colours it when one has come. */
const follow = (view: EditorView) => {
  const asked = new Set<string>()
  const look = () =>
    eachCode(view.state.doc, node => {
      const id = languageOf(node.attrs.language)?.id
      if (!id || asked.has(id)) return
      asked.add(id)
      void loadColours(id).then(isHere => {
        if (isHere && !view.isDestroyed) view.dispatch(view.state.tr.setMeta(key, true))
      })
    })
  look()
  return { update: (_: EditorView, before: { doc: Node }) => before.doc.eq(view.state.doc) || look() }
}

export const CodeHighlight = Extension.create({
  name: 'codeHighlight',
  addProseMirrorPlugins: () => [
    new Plugin<DecorationSet>({
      key,
      state: {
        init: (_, { doc }) => coloursOf(doc),
        apply: (tr, before) => (tr.docChanged || tr.getMeta(key) ? coloursOf(tr.doc) : before),
      },
      props: { decorations: state => key.getState(state) },
      view: view => {
        const follows = follow(view)
        return { update: (now, before) => void follows.update(now, before) }
      },
    }),
  ],
})

/** In a text that is only read: the same colours, as elements. */
export const showColours = (text: ParentNode) => {
  for (const code of text.querySelectorAll<HTMLElement>('pre > code[class*="language-"]')) {
    const word = /language-(\S+)/.exec(code.className)?.[1] ?? ''
    if (!languageOf(word)) continue
    void loadColours(word).then(() => {
      const words = code.textContent ?? ''
      const pieces = piecesOf(words, word) ?? []
      const parts: (string | HTMLElement)[] = []
      let at = 0
      for (const { from, to, look } of pieces) {
        parts.push(words.slice(at, from))
        const span = document.createElement('span')
        span.className = look
        span.textContent = words.slice(from, to)
        parts.push(span)
        at = to
      }
      code.replaceChildren(...parts, words.slice(at))
    })
  }
}
