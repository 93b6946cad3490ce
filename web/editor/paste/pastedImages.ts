/** An image belongs to one text, is seen by those who see that, and goes with it: pasted into another it is sent anew. */
import { type Editor, Extension } from '@tiptap/core'
import type { Fragment } from '@tiptap/pm/model'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { type ImagePlace, keptImage } from '../../data/imageUploads.ts'
import { fillImage, imagePlaceOf, placesOfImages } from '../blocks/images.ts'

/** Where images were copied or cut in this tab: cut out, an image is no longer in the text that it belongs to. */
const homes = new Map<string, ImagePlace>()

const imagesIn = (content: Fragment): string[] => {
  const found = new Set<string>()
  content.descendants(({ type, attrs }) => {
    if (type.name === 'imageComponent' && typeof attrs.src === 'string') found.add(attrs.src)
  })
  return [...found]
}

const isSame = (one: ImagePlace | undefined, other: ImagePlace) =>
  one?.kind === other.kind && one.subject === other.subject

const bringHome = async (editor: Editor, src: string, project: string) => {
  const file = await keptImage(project, src)
  if (!file || editor.isDestroyed) return
  for (const at of placesOfImages(editor.state.doc, node => node.attrs.src === src))
    fillImage(editor, at, file)
}

export const PastedImages = Extension.create({
  name: 'pastedImages',
  addProseMirrorPlugins() {
    const { editor } = this
    const note = ({ state }: EditorView) => {
      const place = imagePlaceOf(editor)
      if (place) for (const src of imagesIn(state.selection.content().content)) homes.set(src, { ...place })
      return false
    }
    return [
      new Plugin({
        key: new PluginKey('pastedImages'),
        props: {
          handleDOMEvents: { copy: note, cut: note },
          transformPasted: (slice, view) => {
            const here = imagePlaceOf(editor)
            if (!here || !view.editable) return slice
            const own = new Set(imagesIn(view.state.doc.content))
            for (const src of imagesIn(slice.content)) {
              const home = homes.get(src)
              if (own.has(src) || isSame(home, here)) continue
              // When it stands in the text; until then it is seen as it was.
              setTimeout(() => void bringHome(editor, src, home?.project ?? here.project))
            }
            return slice
          },
        },
      }),
    ]
  },
})
