/** A file belongs to one text, is seen by those who see that, and goes with it: pasted into another it is sent anew. */
import { type Editor, Extension } from '@tiptap/core'
import type { Fragment } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { type FilePlace, keptFile } from '../../data/texts/textFiles.ts'
import { filePlaceOf, fillFile, holders, placesOfFiles } from '../blocks/files.ts'

/** Where files were copied or cut in this tab: cut out, one is no longer in the text that it belongs to. */
const homes = new Map<string, FilePlace>()

const filesIn = (content: Fragment): string[] => {
  const found = new Set<string>()
  content.descendants(({ type, attrs }) => {
    if (holders.includes(type.name) && typeof attrs.src === 'string') found.add(attrs.src)
  })
  return [...found]
}

const isSame = (one: FilePlace | undefined, other: FilePlace) =>
  one?.kind === other.kind && one.subject === other.subject

const bringHome = async (editor: Editor, src: string, project: string) => {
  const places = () => placesOfFiles(editor.state.doc, node => node.attrs.src === src)
  const [first = -1] = places()
  const name: unknown = first < 0 ? null : editor.state.doc.nodeAt(first)?.attrs.name
  const file = await keptFile(project, src, String(name ?? ''))
  if (!file || editor.isDestroyed) return
  for (const at of places()) fillFile(editor, at, file)
}

export const PastedFiles = Extension.create({
  name: 'pastedFiles',
  addProseMirrorPlugins() {
    const { editor } = this
    const note = ({ state }: EditorView) => {
      const place = filePlaceOf(editor)
      if (place) for (const src of filesIn(state.selection.content().content)) homes.set(src, { ...place })
      return false
    }
    return [
      new Plugin({
        key: new PluginKey('pastedFiles'),
        props: {
          handleDOMEvents: { copy: note, cut: note },
          transformPasted: (slice, view) => {
            const here = filePlaceOf(editor)
            if (!here || !view.editable) return slice
            const own = new Set(filesIn(view.state.doc.content))
            for (const src of filesIn(slice.content)) {
              const home = homes.get(src)
              if (own.has(src) || isSame(home, here)) continue
              // When it is in the text; until then it is seen as it was.
              setTimeout(() => void bringHome(editor, src, home?.project ?? here.project))
            }
            return slice
          },
        },
      }),
    ]
  },
})
