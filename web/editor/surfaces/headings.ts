/** The headings of an open text. */
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { headingsOf } from '#document'
import { reveal } from '../blocks/toggleView.ts'
import { scrollTo } from './scroller.ts'

export type PlacedHeading = ReturnType<typeof headingsOf>[number]

export const useHeadings = (editor: Editor | null): PlacedHeading[] =>
  useEditorState({ editor, selector: ({ editor: now }) => (now ? headingsOf(now.state.doc) : []) }) ?? []

export const elementAt = (editor: Editor, at: number) => {
  const element = editor.isDestroyed ? null : editor.view.nodeDOM(at)
  return element instanceof HTMLElement ? element : null
}

/** Goes to a heading, and opens anything that hides it. */
export const showHeading = (editor: Editor, at: number) => {
  reveal(editor.view, at)
  const element = elementAt(editor, at)
  if (element) scrollTo(element)
}
