import { Placeholder, UndoRedo } from '@tiptap/extensions'
import { EditorContent, useEditor } from '@tiptap/react'
import { type ReactNode, useEffect, useRef } from 'react'
import { setStylesAside, withoutStyles } from '#document'
import type { FilePlace } from '../data/texts/textFiles.ts'
import { chooseFiles, moveFiles } from './blocks/files.ts'
import { richBlocks } from './blocks/richBlocks.ts'
import { TableTools } from './blocks/table/TableTools.tsx'
import { EditorToolbar } from './EditorToolbar.tsx'
import { Suggestions } from './suggestions/suggestions.tsx'
import { LinkCard } from './surfaces/LinkCard.tsx'
import { SelectionBubble } from './surfaces/SelectionBubble.tsx'

const SHOWS_WITHOUT_TEXT = [
  'image-component[src]',
  'file-component[src]',
  'mention-component',
  'issue-embed-component',
  'hr',
  'img',
]

/** Nothing that a reader would see. */
export const isBlankHtml = (html: string): boolean => {
  const { body } = new DOMParser().parseFromString(setStylesAside(html), 'text/html')
  return !body.textContent?.trim() && !body.querySelector(SHOWS_WITHOUT_TEXT.join())
}

type CommentEditorProps = {
  label: string
  placeholder?: string
  html: string
  /** The noun that owns images put into it. */
  images: FilePlace
  /** Takes the focus as it appears. */
  focus?: boolean
  onChange: (html: string) => void
  onSend: () => void
  /** Missing where Escape belongs to the surroundings. */
  onEscape?: () => void
  /** At the end of its toolbar. */
  children?: ReactNode
}

/** The editor of a text with a single author: the same vocabulary as a description, sent whole. */
export const CommentEditor = (props: CommentEditorProps) => {
  const { label, placeholder = '', html, images, children } = props
  const latest = useRef(props)
  const own = useRef(html)
  useEffect(() => {
    latest.current = props
  })
  const editor = useEditor({
    extensions: [
      ...richBlocks(() => latest.current.images),
      UndoRedo,
      // Of the whole: an empty line further down asks for nothing.
      Placeholder.configure({ placeholder: ({ editor: now }) => (now.isEmpty ? placeholder : '') }),
      Suggestions,
    ],
    content: withoutStyles(html),
    injectCSS: false,
    // Of what is pasted only addresses are read once more: the rest was Markdown, or was not meant to be.
    enablePasteRules: ['link'],
    onUpdate: ({ editor: now }) => {
      own.current = now.isEmpty ? '' : now.getHTML()
      latest.current.onChange(own.current)
    },
    editorProps: {
      attributes: {
        class: 'document is-comment max-h-[40dvh] min-h-10 overflow-y-auto px-3 py-2 outline-none',
        role: 'textbox',
        'aria-multiline': 'true',
        'aria-label': label,
      },
      handleKeyDown: (_, event) => {
        if (event.isComposing) return false
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) latest.current.onSend()
        else if (
          event.key === 'Escape' &&
          latest.current.onEscape &&
          !document.querySelector('[role="listbox"]')
        )
          latest.current.onEscape()
        else return false
        return true
      },
    },
  })
  useEffect(() => {
    if (!editor || !latest.current.focus) return
    editor.commands.setTextSelection(editor.state.doc.content.size)
    editor.view.focus()
  }, [editor])
  // Set from outside, as empty after sending, or given back after a refusal: the editor follows.
  useEffect(() => {
    if (!editor || html === own.current) return
    own.current = html
    editor.commands.setContent(withoutStyles(html), { emitUpdate: false })
  }, [html, editor])
  // biome-ignore lint/correctness/useExhaustiveDependencies: when the text goes to another project
  useEffect(() => {
    if (editor) moveFiles(editor)
  }, [editor, images.project])
  return (
    <>
      <EditorContent editor={editor} />
      {editor && <SelectionBubble editor={editor} />}
      {editor && <LinkCard editor={editor} />}
      {editor && <TableTools editor={editor} />}
      <EditorToolbar
        bare
        editor={editor}
        onImage={() => editor && chooseFiles(editor, 'image')}
        onMention={() => editor.chain().focus().insertContent('@').run()}
      >
        {children}
      </EditorToolbar>
    </>
  )
}
