import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { insertTable } from './blocks/table/insertTable.ts'
import { LinkButton } from './LinkButton.tsx'
import {
  AlignMenu,
  BlockTypeMenu,
  ColourMenu,
  keepSelection,
  lists,
  marks,
  Toggles,
} from './surfaces/TextControls.tsx'
import { ToolbarFrame } from './surfaces/ToolbarFrame.tsx'

const Rule = () => <span aria-hidden="true" className="mx-1.5 h-4 w-px flex-none bg-line" />

type EditorToolbarProps = {
  editor: Editor | null
  onImage?: () => void
  onMention?: () => void
  /** At the right end, in sight however narrow it is. */
  children?: ReactNode
  /** Without the hairline, inside a composer. */
  bare?: boolean
}

export const EditorToolbar = ({ editor, onImage, onMention, children, bare }: EditorToolbarProps) => {
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      now && { quote: now.isActive('blockquote'), table: now.isActive('table'), link: now.isActive('link') },
  })
  if (!editor || !state) return null
  const has = (name: string) => name in editor.schema.marks || name in editor.schema.nodes
  return (
    <ToolbarFrame
      editor={editor}
      label="Format"
      onLeave={() => editor.view.focus()}
      className={classes(
        'flex h-10 flex-none items-center gap-0.5 overflow-x-auto pr-4 pl-2',
        !bare && 'shadow-[inset_0_-1px_0_var(--line)]',
      )}
    >
      <BlockTypeMenu editor={editor} />
      <Rule />
      <Toggles editor={editor} toggles={marks} />
      {has('link') && <LinkButton editor={editor} on={state.link} />}
      <ColourMenu editor={editor} />
      <Rule />
      <AlignMenu editor={editor} />
      <Toggles editor={editor} toggles={lists} />
      <Rule />
      {has('blockquote') && (
        <IconButton
          icon="quote"
          label="Quote"
          keys="mod+shift+b"
          on={state.quote}
          aria-pressed={state.quote}
          onMouseDown={keepSelection}
          onClick={() => editor.chain().focus().toggleWrap('blockquote').run()}
        />
      )}
      {has('table') && (
        <IconButton
          icon="table"
          label="Table"
          on={state.table}
          disabled={state.table}
          onMouseDown={keepSelection}
          onClick={() => insertTable(editor.chain().focus()).run()}
        />
      )}
      {onImage && <IconButton icon="image" label="Image" onMouseDown={keepSelection} onClick={onImage} />}
      {onMention && (
        <IconButton icon="at-sign" label="Mention" keys="@" onMouseDown={keepSelection} onClick={onMention} />
      )}
      {children && <span className="flex-1" />}
      {children && (
        <span className="sticky -right-4 -mr-4 flex h-full flex-none items-center gap-1 bg-sunken pr-2 pl-1">
          {children}
        </span>
      )}
    </ToolbarFrame>
  )
}
