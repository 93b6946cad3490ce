/** Turns pasted addresses of this workspace into what they lead to: a chip, an issue's line, an image. */
import { type Editor, Extension, type JSONContent } from '@tiptap/core'
import { Fragment, Slice } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import type { Issue } from '#contract/work/issues.ts'
import { mentionAt, NAMELESS, namedIn, type TextPlace } from '#document'
import { getRow } from '../../data/rows.ts'
import { keyOf } from '../../issues/acts/issueAddress.ts'
import { filePlaceOf } from '../blocks/files.ts'
import { placeIn } from '../textPlace.ts'

/** A label for a thing known by its address only; its chip shows the present name anyway. */
const labelOf = (id: string): string => {
  const issue = getRow('issue', id) as Issue | null
  return (issue && keyOf(issue)) ?? getRow('page', id)?.name ?? getRow('user', id)?.display_name ?? NAMELESS
}

/** A lone address: over selected words it becomes their link, as any other does. */
const loneThing = (view: EditorView, place: TextPlace, slice: Slice): JSONContent | null => {
  const { content, size } = slice
  const address = content.childCount === 1 && size < 400 ? content.textBetween(0, content.size).trim() : ''
  if (!address.startsWith(`${place.origin}/`) || !view.state.selection.empty) return null
  return mentionAt(place, address, labelOf(address.replace(/\/$/, '').split('/').at(-1) ?? ''))
}

const namesOurs = (slice: Slice, { slug }: TextPlace) => {
  let found = false
  slice.content.descendants(({ attrs, marks }) => {
    const address = attrs.src ?? marks.find(mark => mark.type.name === 'link')?.attrs.href
    found ||= typeof address === 'string' && address.includes(`/${slug}/`)
    return !found
  })
  return found
}

const named = (editor: Editor, view: EditorView, slice: Slice): Slice => {
  const project = filePlaceOf(editor)?.project
  const { $from } = view.state.selection
  if (!project || $from.parent.type.spec.code) return slice
  const { schema } = view.state
  const place = placeIn(project)
  const lone = loneThing(view, place, slice)
  if (lone) return new Slice(Fragment.from(schema.nodeFromJSON(lone)), 0, 0)
  if (!namesOurs(slice, place)) return slice
  const content = Fragment.fromJSON(schema, namedIn(slice.content.toJSON() ?? [], place))
  const most = Slice.maxOpen(content)
  return new Slice(content, Math.min(slice.openStart, most.openStart), Math.min(slice.openEnd, most.openEnd))
}

export const NamedThings = Extension.create({
  name: 'namedThings',
  addProseMirrorPlugins() {
    const { editor } = this
    return [
      new Plugin({
        key: new PluginKey('namedThings'),
        props: { transformPasted: (slice, view) => named(editor, view, slice) },
      }),
    ]
  },
})
