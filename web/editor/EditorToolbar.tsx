import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import { IconButton } from '../ui/IconButton.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'
import { Menu, type MenuEntry } from '../ui/Menu.tsx'
import { LinkButton } from './LinkButton.tsx'

type Mark = {
  id: string
  icon: IconName
  label: string
  keys?: string
  needs: string
  run: (editor: Editor) => void
}

const marks: readonly Mark[] = [
  {
    id: 'bold',
    icon: 'bold',
    label: 'Bold',
    keys: 'mod+b',
    needs: 'bold',
    run: e => e.chain().focus().toggleMark('bold').run(),
  },
  {
    id: 'italic',
    icon: 'italic',
    label: 'Italic',
    keys: 'mod+i',
    needs: 'italic',
    run: e => e.chain().focus().toggleMark('italic').run(),
  },
  {
    id: 'underline',
    icon: 'underline',
    label: 'Underline',
    keys: 'mod+u',
    needs: 'underline',
    run: e => e.chain().focus().toggleMark('underline').run(),
  },
  {
    id: 'strike',
    icon: 'strikethrough',
    label: 'Strike through',
    keys: 'mod+shift+s',
    needs: 'strike',
    run: e => e.chain().focus().toggleMark('strike').run(),
  },
  {
    id: 'code',
    icon: 'code',
    label: 'Code',
    keys: 'mod+e',
    needs: 'code',
    run: e => e.chain().focus().toggleMark('code').run(),
  },
]

const lists: readonly Mark[] = [
  {
    id: 'bulletList',
    icon: 'list',
    label: 'Bulleted list',
    keys: 'mod+shift+8',
    needs: 'bulletList',
    run: e => e.chain().focus().toggleList('bulletList', 'listItem').run(),
  },
  {
    id: 'orderedList',
    icon: 'list-ordered',
    label: 'Numbered list',
    keys: 'mod+shift+7',
    needs: 'orderedList',
    run: e => e.chain().focus().toggleList('orderedList', 'listItem').run(),
  },
  {
    id: 'taskList',
    icon: 'list-checks',
    label: 'To-do list',
    keys: 'mod+shift+9',
    needs: 'taskList',
    run: e => e.chain().focus().toggleList('taskList', 'taskItem').run(),
  },
]

const levels = [1, 2, 3, 4, 5, 6] as const

const Rule = () => <span aria-hidden="true" className="mx-1.5 h-4 w-px flex-none bg-line" />

type EditorToolbarProps = {
  editor: Editor | null
  onImage?: () => void
  onMention?: () => void
  /** Room at the right end. */
  children?: ReactNode
  /** Without the hairline, inside a composer. */
  bare?: boolean
}

export const EditorToolbar = ({ editor, onImage, onMention, children, bare }: EditorToolbarProps) => {
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => {
      if (!now) return null
      const on = [...marks, ...lists].filter(mark => now.isActive(mark.id)).map(mark => mark.id)
      const level = levels.find(one => now.isActive('heading', { level: one }))
      return {
        on: on.join(' '),
        block: level ? `Heading ${level}` : now.isActive('codeBlock') ? 'Code' : 'Text',
        quote: now.isActive('blockquote'),
        table: now.isActive('table'),
        link: now.isActive('link'),
      }
    },
  })
  if (!editor || !state) return null
  const has = (name: string) => name in editor.schema.marks || name in editor.schema.nodes
  const on = state.on.split(' ')
  const blocks: MenuEntry[] = [
    {
      id: 'text',
      label: 'Text',
      keys: 'mod+alt+0',
      checked: state.block === 'Text',
      run: () => editor.chain().focus().setNode('paragraph').run(),
    },
    ...(has('heading')
      ? levels.map(level => ({
          id: `h${level}`,
          label: `Heading ${level}`,
          keys: `mod+alt+${level}`,
          checked: state.block === `Heading ${level}`,
          run: () => editor.chain().focus().setNode('heading', { level }).run(),
        }))
      : []),
    ...(has('codeBlock')
      ? [
          {
            id: 'code',
            label: 'Code',
            checked: state.block === 'Code',
            run: () => editor.chain().focus().toggleNode('codeBlock', 'paragraph').run(),
          },
        ]
      : []),
  ]
  const button = (mark: Mark) =>
    has(mark.needs) && (
      <IconButton
        key={mark.id}
        icon={mark.icon}
        label={mark.label}
        keys={mark.keys}
        on={on.includes(mark.id)}
        aria-pressed={on.includes(mark.id)}
        onMouseDown={event => event.preventDefault()}
        onClick={() => mark.run(editor)}
      />
    )
  return (
    <div
      role="toolbar"
      aria-label="Format"
      className={classes(
        'flex h-10 flex-none items-center gap-0.5 overflow-x-auto pr-4 pl-2',
        !bare && 'shadow-[inset_0_-1px_0_var(--line)]',
      )}
    >
      <Menu entries={blocks}>
        <button
          type="button"
          className="flex h-7 flex-none items-center gap-1.5 rounded-control px-2 text-ink-2 hover:bg-hover data-[popup-open]:bg-press"
        >
          {state.block}
          <Icon name="chevron-down" size={12} className="text-ink-3" />
        </button>
      </Menu>
      <Rule />
      {marks.map(button)}
      {has('link') && <LinkButton editor={editor} on={state.link} />}
      <Rule />
      {lists.map(button)}
      <Rule />
      {has('blockquote') && (
        <IconButton
          icon="quote"
          label="Quote"
          keys="mod+shift+b"
          on={state.quote}
          aria-pressed={state.quote}
          onClick={() => editor.chain().focus().toggleWrap('blockquote').run()}
        />
      )}
      {has('table') && (
        <IconButton
          icon="table"
          label="Table"
          on={state.table}
          disabled={state.table}
          onClick={() => insertTable(editor)}
        />
      )}
      {onImage && <IconButton icon="image" label="Image" onClick={onImage} />}
      {onMention && <IconButton icon="at-sign" label="Mention" keys="@" onClick={onMention} />}
      {children && <span className="flex-1" />}
      {children}
    </div>
  )
}

const row = (cell: 'tableHeader' | 'tableCell') => ({
  type: 'tableRow',
  content: Array.from({ length: 3 }, () => ({ type: cell, content: [{ type: 'paragraph' }] })),
})

/** By content and not by command, so that it works with any table extension of this schema. */
export const insertTable = (editor: Editor) =>
  editor
    .chain()
    .focus()
    .insertContent({ type: 'table', content: [row('tableHeader'), row('tableCell'), row('tableCell')] })
    .run()
