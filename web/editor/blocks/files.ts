/** Images and files in a text: chosen, pasted or dropped; each has its place at once and its file when that has arrived. */
import { type Editor, Extension } from '@tiptap/core'
import { Fragment, type Node } from '@tiptap/pm/model'
import { NodeSelection, Plugin, PluginKey } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { XmlElement } from 'yjs'
import { documentName } from '#contract/text/documentNames.ts'
import { FILE, FRAGMENT } from '#document'
import { readSession } from '../../data/session.ts'
import {
  type FilePlace,
  imageTypes,
  isImage,
  type SentFile,
  sentElsewhere,
  startFile,
  takeFiles,
} from '../../data/texts/textFiles.ts'
import { writeInto } from '../sync/sendTexts.ts'

export type PlaceOfFiles = () => FilePlace | null
type Options = { place: PlaceOfFiles; takesAll: boolean }

declare module '@tiptap/core' {
  interface Storage {
    files?: Options
  }
}

const NAME = 'files'
const IMAGE = 'imageComponent'
export const holders = [IMAGE, FILE]

export const filePlaceOf = (editor: Editor): FilePlace | null => editor.storage[NAME]?.place() ?? null

export const placesOfFiles = (doc: Node, picks: (node: Node) => boolean) => {
  const places: number[] = []
  doc.descendants((node, at) => {
    if (holders.includes(node.type.name) && picks(node)) places.push(at)
  })
  return places
}

const shownBy = ({ src, width, height }: SentFile): Record<string, string> => ({
  src,
  ...(width && height
    ? { width: `${width}px`, height: `${height}px`, aspectRatio: String(+(width / height).toFixed(4)) }
    : {}),
})

/** The file has arrived. That is no step of its own to undo: undoing takes the image away, redoing brings it whole. */
const settle = (view: EditorView, id: string, image: SentFile) => {
  const tr = view.state.tr.setMeta('addToHistory', false)
  for (const at of placesOfFiles(view.state.doc, node => node.attrs.id === id))
    tr.setNodeMarkup(at, null, { ...tr.doc.nodeAt(at)?.attrs, ...shownBy(image) })
  view.dispatch(tr)
}

/** The same where its writer has gone on to another screen: the text is written without an editor. */
const settleElsewhere = ({ kind, subject }: FilePlace, id: string, image: SentFile) => {
  const { me } = readSession()
  // A text that is sent as a whole, a comment or a new issue, went with its editor.
  if (!me || !subject || kind.endsWith('COMMENT_DESCRIPTION')) return
  const name = documentName(kind === 'PAGE_DESCRIPTION' ? 'page' : 'issue', subject)
  void writeInto(name, { id: me.id, display_name: me.display_name }, doc => {
    const isIt = (one: unknown) =>
      one instanceof XmlElement && holders.includes(one.nodeName) && one.getAttribute('id') === id
    const places = [...doc.getXmlFragment(FRAGMENT).createTreeWalker(isIt)] as XmlElement[]
    for (const place of places)
      for (const [key, value] of Object.entries(shownBy(image))) place.setAttribute(key, value)
    return places.length > 0
  })
}

/** Its line is closed as soon as it is off the screen, a moment before the view ends. */
const isGone = (view: EditorView) => view.isDestroyed || !view.dom.isConnected

const begin = (view: EditorView, place: FilePlace, file: File, named = false): string => {
  const id = startFile(
    place,
    file,
    sent => (isGone(view) ? settleElsewhere(place, id, sent) : settle(view, id, sent)),
    { named },
  )
  return id
}

const factsOf = ({ name, type, size }: File) => ({ name, type, size })

/** Where blocks may be beside a place in the text; an empty line there gives way. */
const slotAt = (doc: Node, at: number) => {
  const $at = doc.resolve(Math.min(at, doc.content.size))
  if (!$at.parent.isTextblock) return { from: $at.pos, to: $at.pos }
  const isEmpty = $at.parent.content.size === 0 && $at.parent.type.name === 'paragraph'
  // The first paragraph of an item must stay.
  if (isEmpty && $at.depth === 1) return { from: $at.before(), to: $at.after() }
  return { from: $at.after(), to: $at.after() }
}

type As = {
  at?: number | undefined
  /** `image` takes images only; `file` takes an image as a file too. Otherwise each by its type. */
  as?: 'image' | 'file'
}

export const insertFiles = (
  view: EditorView,
  place: FilePlace,
  files: Iterable<File>,
  { at, as }: As = {},
) => {
  const { imageComponent, fileComponent, paragraph } = view.state.schema.nodes
  const given = takeFiles(files, { named: as !== 'image' })
  if (!imageComponent || !fileComponent || !paragraph || given.length === 0) return
  const { from, to } = slotAt(view.state.doc, at ?? view.state.selection.head)
  const nodes = given.map(file =>
    as !== 'file' && isImage(file)
      ? imageComponent.create({ id: begin(view, place, file) })
      : fileComponent.create({ ...factsOf(file), id: begin(view, place, file, true) }),
  )
  const isLast = to === view.state.doc.content.size
  const content = Fragment.from([...nodes, ...(isLast ? [paragraph.create()] : [])])
  const tr = view.state.tr.replaceWith(from, to, content)
  tr.setSelection(NodeSelection.create(tr.doc, from + Fragment.from(nodes.slice(1)).size))
  view.dispatch(tr.scrollIntoView())
  view.focus()
}

/** Asks for files and puts them where the caret is. */
export const chooseFiles = (editor: Editor, as: 'image' | 'file') => {
  const place = filePlaceOf(editor)
  if (!place) return
  const input = Object.assign(document.createElement('input'), {
    type: 'file',
    multiple: true,
    ...(as === 'image' ? { accept: imageTypes } : {}),
  })
  input.addEventListener('change', () => insertFiles(editor.view, place, input.files ?? [], { as }))
  input.click()
}

/** A file for a place in the text that has none. */
export const fillFile = (editor: Editor, at: number, file: File) => {
  const place = filePlaceOf(editor)
  const node = editor.state.doc.nodeAt(at)
  const named = node?.type.name === FILE
  const [given] = takeFiles([file], { named })
  if (!place || !given || !node) return
  const attrs = {
    ...node.attrs,
    ...(named ? factsOf(given) : {}),
    src: null,
    id: begin(editor.view, place, given, named),
  }
  editor.view.dispatch(editor.state.tr.setNodeMarkup(at, null, attrs))
}

/** The text belongs to another project now: its files are sent to that one again. */
export const moveFiles = (editor: Editor) => {
  const place = filePlaceOf(editor)
  if (!place) return
  for (const at of placesOfFiles(editor.state.doc, node => node.attrs.src !== null)) {
    const file = sentElsewhere(String(editor.state.doc.nodeAt(at)?.attrs.src), place.project)
    if (file) fillFile(editor, at, file)
  }
}

/** A picture that a copied text carries within itself. */
const carried = (address: string, nth: number): File | null => {
  const [, type, bytes] = /^data:(image\/\w+);base64,([\w+/=\s]+)$/.exec(address) ?? []
  if (!type || !bytes) return null
  const data = Uint8Array.from(atob(bytes), letter => letter.charCodeAt(0))
  return new File([data], `image-${nth + 1}.${type.slice(6)}`, { type })
}

/** HTML in which each such picture is a place of our own, and its file is on the way. */
const withoutCarried = (view: EditorView, place: FilePlace, html: string): string => {
  if (!html.includes('data:image/')) return html
  const { body } = new DOMParser().parseFromString(html, 'text/html')
  for (const [nth, image] of [...body.querySelectorAll('img[src^="data:image/"]')].entries()) {
    const file = carried(image.getAttribute('src') ?? '', nth)
    const [given] = file ? takeFiles([file]) : []
    if (!given) {
      image.remove()
      continue
    }
    const component = document.createElement('image-component')
    component.id = begin(view, place, given)
    image.replaceWith(component)
  }
  return body.innerHTML
}

/** A text copied from another program brings a picture of itself along: the text is meant. */
const pasted = (given: DataTransfer): File[] => (given.types.includes('text/plain') ? [] : [...given.files])

/** `takesAll`: nothing around the text takes files that are no images. */
export const Files = Extension.create<Options, Options>({
  name: NAME,
  addOptions: () => ({ place: () => null, takesAll: false }),
  addStorage() {
    return this.options
  },
  addKeyboardShortcuts() {
    const { editor } = this
    return {
      // Goes from the selected file to its actions.
      Enter: () => {
        const { selection } = editor.state
        if (!(selection instanceof NodeSelection) || !holders.includes(selection.node.type.name)) return false
        const shown = editor.view.nodeDOM(selection.from)
        const control = shown instanceof HTMLElement ? shown.querySelector<HTMLElement>('button, a') : null
        control?.focus()
        return control !== null
      },
    }
  },
  addProseMirrorPlugins() {
    const { place, takesAll } = this.options
    const take = (view: EditorView, files: File[], at?: number) => {
      const to = place()
      if (!to || !view.editable || files.length === 0) return false
      if (!takesAll && !files.some(isImage)) return false
      insertFiles(view, to, files, { at })
      return true
    }
    return [
      new Plugin({
        key: new PluginKey(NAME),
        props: {
          handlePaste: (view, { clipboardData }) =>
            clipboardData !== null && take(view, pasted(clipboardData)),
          transformPastedHTML: (html, view) => {
            const to = place()
            return to && view.editable ? withoutCarried(view, to, html) : html
          },
          handleDrop: (view, event) => {
            const files = [...(event.dataTransfer?.files ?? [])]
            const at = view.posAtCoords({ left: event.clientX, top: event.clientY })?.pos
            if (!take(view, files, at)) return false
            event.preventDefault()
            return true
          },
        },
      }),
    ]
  },
})
