/** Pastes from other programs: their HTML as text of ours, within bounds that keep the tab responsive. */
import { Extension } from '@tiptap/core'
import { Plugin, PluginKey } from '@tiptap/pm/state'
import type { EditorView } from '@tiptap/pm/view'
import { readForeign, setStylesAside, shallow, withoutStyles } from '#document'
import { toast } from '../../ui/popups/Toast.tsx'
import { cellsOf, tableOf } from './tabbedText.ts'

/** In characters. An editor lays all of it out at once, and all of it goes to everyone who has the text open. */
const MOST_HTML = 1_500_000
const MOST_TEXT = 400_000

/** Images within it are taken out and sent as files: they do not count. */
const lengthOf = (html: string) => html.replace(/data:image\/[^"'\s)]+/g, '').length

/** Before the library reads it. True when the paste is settled here. */
const take = (view: EditorView, { clipboardData }: ClipboardEvent): boolean => {
  if (!clipboardData || !view.editable) return false
  const html = clipboardData.getData('text/html')
  const text = clipboardData.getData('text/plain')
  const isLongHtml = lengthOf(html) > MOST_HTML
  if (text.length > MOST_TEXT || (isLongHtml && text === '')) {
    toast.failure('This is too long to paste. Attach it as a file, or paste part of it.')
    return true
  }
  if (isLongHtml) {
    view.pasteText(text)
    return true
  }
  const isCode = view.state.selection.$from.parent.type.spec.code
  const rows = html === '' && !isCode ? cellsOf(text) : null
  return rows !== null && view.pasteHTML(tableOf(rows))
}

const readable = (html: string): string => {
  const flat = shallow(html)
  // Copied from a text of ours: there is nothing foreign in it, and how it is cut is known by its own tags.
  if (flat.includes('data-pm-slice')) return withoutStyles(flat)
  const { body } = new DOMParser().parseFromString(setStylesAside(flat), 'text/html')
  readForeign(body)
  return body.innerHTML
}

export const PastedText = Extension.create({
  name: 'pastedText',
  addProseMirrorPlugins: () => [
    new Plugin({
      key: new PluginKey('pastedText'),
      props: {
        handleDOMEvents: {
          paste: (view, event) => {
            const isTaken = take(view, event)
            if (isTaken) event.preventDefault()
            return isTaken
          },
        },
        transformPastedHTML: readable,
      },
    }),
  ],
})
