/** Finding words in a text, and putting others in their place. */
import { type Editor, Extension } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey, TextSelection, type Transaction } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { reveal } from '../blocks/toggleView.ts'

export type FindQuery = { words: string; matchCase: boolean }
type Place = { from: number; to: number }
type Found = { query: FindQuery; places: readonly Place[]; at: number }

const key = new PluginKey<Found>('find')
const NOTHING: Found = { query: { words: '', matchCase: false }, places: [], at: 0 }

// One character stands for all that is no text, so that places in the words are places in the block.
const wordsOf = (block: Node) =>
  block.textBetween(0, block.content.size, undefined, leaf => '\ufffc'.repeat(leaf.nodeSize))

// Only letters that stay as many when their case goes: otherwise places would shift.
const folded = (text: string) =>
  [...text].map(one => (one.toLowerCase().length === one.length ? one.toLowerCase() : one)).join('')

export const placesOf = (doc: Node, { words, matchCase }: FindQuery): Place[] => {
  const places: Place[] = []
  const wanted = matchCase ? words : folded(words)
  if (wanted === '') return places
  doc.descendants((node, at) => {
    if (!node.isTextblock) return true
    const text = matchCase ? wordsOf(node) : folded(wordsOf(node))
    for (let found = text.indexOf(wanted); found >= 0; found = text.indexOf(wanted, found + wanted.length))
      places.push({ from: at + 1 + found, to: at + 1 + found + wanted.length })
    return false
  })
  return places
}

const apply = (tr: Transaction, before: Found): Found => {
  const given = tr.getMeta(key) as Partial<Found> | undefined
  if (!given && !tr.docChanged) return before
  const query = given?.query ?? before.query
  if (query.words === '') return NOTHING
  const places = placesOf(tr.doc, query)
  const at = given?.at ?? before.at
  return { query, places, at: places.length ? Math.min(at, places.length - 1) : 0 }
}

export const Find = Extension.create({
  name: 'find',
  addProseMirrorPlugins() {
    return [
      new Plugin<Found>({
        key,
        state: { init: () => NOTHING, apply },
        props: {
          decorations: state => {
            const { places, at } = key.getState(state) ?? NOTHING
            return DecorationSet.create(
              state.doc,
              places.map(({ from, to }, index) =>
                Decoration.inline(from, to, { class: index === at ? 'found found-here' : 'found' }),
              ),
            )
          },
        },
      }),
    ]
  },
})

export const foundIn = (editor: Editor): Found => key.getState(editor.state) ?? NOTHING

const show = (editor: Editor) => {
  const { places, at } = foundIn(editor)
  if (places[at]) reveal(editor.view, places[at].from)
  requestAnimationFrame(() => {
    if (!editor.isDestroyed)
      editor.view.dom.querySelector('.found-here')?.scrollIntoView({ block: 'center', inline: 'nearest' })
  })
}

/** Looks for words; begins with the first behind the caret. */
export const findWords = (editor: Editor, query: FindQuery) => {
  const { doc, selection, tr } = editor.state
  const first = placesOf(doc, query).findIndex(place => place.from >= selection.from)
  editor.view.dispatch(tr.setMeta(key, { query, at: Math.max(0, first) }))
  if (query.words) show(editor)
}

export const findNext = (editor: Editor, by: -1 | 1) => {
  const { places, at } = foundIn(editor)
  if (places.length === 0) return
  const next = (at + by + places.length) % places.length
  editor.view.dispatch(editor.state.tr.setMeta(key, { at: next }))
  show(editor)
}

const put = (tr: Transaction, { from, to }: Place, text: string) =>
  text ? tr.insertText(text, from, to) : tr.delete(from, to)

/** Replaces the shown match, and goes to the next. */
export const replaceOne = (editor: Editor, text: string) => {
  const { places, at } = foundIn(editor)
  const place = places[at]
  if (!place) return
  const tr = put(editor.state.tr, place, text)
  const { query } = foundIn(editor)
  // Not into what was just written, which may hold the words again.
  const next = placesOf(tr.doc, query).findIndex(one => one.from >= place.from + text.length)
  editor.view.dispatch(tr.setMeta(key, { at: Math.max(0, next) }))
  show(editor)
}

/** All of them as one step; answers how many. */
export const replaceAll = (editor: Editor, text: string): number => {
  const { places } = foundIn(editor)
  const { tr } = editor.state
  for (const place of places.toReversed()) put(tr, place, text)
  if (places.length > 0) editor.view.dispatch(tr)
  return places.length
}

/** Ends the search with the caret at the match. */
export const leaveFind = (editor: Editor) => {
  const { places, at } = foundIn(editor)
  const { tr } = editor.state
  const place = places[at]
  if (place) tr.setSelection(TextSelection.create(tr.doc, place.from, place.to))
  editor.view.dispatch(tr.setMeta(key, { query: NOTHING.query }))
  editor.view.focus()
}
