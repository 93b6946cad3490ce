/** Keeps the selection visible while somebody types about it elsewhere: a browser shows only the focused one. */
import { type Editor, Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'

const key = new PluginKey<boolean>('heldSelection')

export const holdSelection = (editor: Editor, held: boolean) => {
  if (!editor.isDestroyed) editor.view.dispatch(editor.state.tr.setMeta(key, held))
}

export const HeldSelection = Extension.create({
  name: 'heldSelection',
  addProseMirrorPlugins: () => [
    new Plugin({
      key,
      state: {
        init: () => false,
        apply: (tr, held) => (tr.getMeta(key) as boolean | undefined) ?? held,
      },
      props: {
        decorations: state => {
          const { from, to, empty } = state.selection
          if (empty || !key.getState(state)) return null
          return DecorationSet.create(state.doc, [Decoration.inline(from, to, { class: 'held-selection' })])
        },
      },
    }),
  ],
})
