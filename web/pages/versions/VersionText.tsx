import { Extension, type JSONContent } from '@tiptap/core'
import type { Node } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import { Decoration, DecorationSet } from '@tiptap/pm/view'
import { EditorContent, useEditor } from '@tiptap/react'
import { useMemo, useRef } from 'react'
import type { FilePlace } from '../../data/texts/textFiles.ts'
import { richBlocks } from '../../editor/blocks/richBlocks.ts'
import { differencesOf } from './wordDiff.ts'

const removedWords = (text: string) => () => {
  const element = document.createElement('del')
  element.textContent = text
  return element
}

const marked = (doc: Node, before: JSONContent): DecorationSet => {
  const { added, removed } = differencesOf(doc.type.schema.nodeFromJSON(before), doc)
  return DecorationSet.create(doc, [
    ...added.map(({ from, to }) => Decoration.inline(from, to, { nodeName: 'ins' })),
    ...removed.map(({ at, text }) => {
      // Between two blocks it would be in no line: it goes to the beginning of the next.
      const $at = doc.resolve(Math.min(at, doc.content.size))
      const place = $at.parent.isTextblock ? at : Math.min(at + 1, doc.content.size)
      return Decoration.widget(place, removedWords(text), { side: -1 })
    }),
  ])
}

type VersionTextProps = {
  text: JSONContent
  /** The noun that owns its images. */
  images: FilePlace
  /** The version to compare with; null: nothing is marked. */
  before: JSONContent | null
}

/** A version to be read, with its changes marked. */
export const VersionText = ({ text, before, images }: VersionTextProps) => {
  const place = useRef(images)
  const extensions = useMemo(
    () => [
      ...richBlocks(() => place.current),
      Extension.create({
        name: 'differences',
        addProseMirrorPlugins: () => [
          new Plugin({
            key: new PluginKey('differences'),
            state: {
              init: (_, state) => (before === null ? DecorationSet.empty : marked(state.doc, before)),
              apply: (_, kept) => kept,
            },
            props: {
              decorations(state) {
                return this.getState(state)
              },
            },
          }),
        ],
      }),
    ],
    [before],
  )
  const editor = useEditor(
    {
      extensions,
      content: text,
      editable: false,
      injectCSS: false,
      editorProps: {
        attributes: { class: 'document', role: 'document', 'aria-label': 'Version text' },
      },
    },
    [extensions, text],
  )
  return <EditorContent editor={editor} />
}
