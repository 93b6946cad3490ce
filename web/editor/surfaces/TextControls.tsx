/** The controls of text that toolbar and bubble share: kind of block, marks, colour, alignment. */
import type { Editor } from '@tiptap/core'
import { useEditorState } from '@tiptap/react'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { Menu, type MenuEntry } from '../../ui/popups/Menu.tsx'
import { blockKinds, kindName, turnEntries } from './blockTypes.ts'
import { type Coloured, Swatch, setColour, textColours } from './textColours.tsx'

type Toggle = { id: string; icon: IconName; label: string; keys: string; run: (editor: Editor) => void }

const mark = (id: string, icon: IconName, label: string, keys: string): Toggle => ({
  id,
  icon,
  label,
  keys,
  run: editor => editor.chain().focus().toggleMark(id).run(),
})
export const marks: readonly Toggle[] = [
  mark('bold', 'bold', 'Bold', 'mod+b'),
  mark('italic', 'italic', 'Italic', 'mod+i'),
  mark('underline', 'underline', 'Underline', 'mod+u'),
  mark('strike', 'strikethrough', 'Strikethrough', 'mod+shift+s'),
  mark('code', 'code', 'Code', 'mod+e'),
]

const list = (id: string, item: string, icon: IconName, label: string, keys: string): Toggle => ({
  id,
  icon,
  label,
  keys,
  run: editor => editor.chain().focus().toggleList(id, item).run(),
})
export const lists: readonly Toggle[] = [
  list('bulletList', 'listItem', 'list', 'Bulleted list', 'mod+shift+8'),
  list('orderedList', 'listItem', 'list-ordered', 'Numbered list', 'mod+shift+7'),
  list('taskList', 'taskItem', 'list-checks', 'To-do list', 'mod+shift+9'),
]

/** A press leaves the selection in the text where it is. */
export const keepSelection = (event: { preventDefault: () => void }) => event.preventDefault()

type TogglesProps = { editor: Editor; toggles: readonly Toggle[] }

export const Toggles = ({ editor, toggles }: TogglesProps) => {
  const on = useEditorState({
    editor,
    selector: ({ editor: now }) =>
      toggles
        .filter(one => now.isActive(one.id))
        .map(one => one.id)
        .join(' '),
  }).split(' ')
  return toggles
    .filter(({ id }) => id in editor.schema.marks || id in editor.schema.nodes)
    .map(one => (
      <IconButton
        key={one.id}
        icon={one.icon}
        label={one.label}
        keys={one.keys}
        on={on.includes(one.id)}
        aria-pressed={on.includes(one.id)}
        onMouseDown={keepSelection}
        onClick={() => one.run(editor)}
      />
    ))
}

/** The kind of the block with the caret; another is chosen from the list. */
export const BlockTypeMenu = ({ editor }: { editor: Editor }) => {
  const kinds = useEditorState({ editor, selector: ({ editor: now }) => blockKinds(now).join() }).split(',')
  return (
    <Menu entries={turnEntries(editor, kinds)} finalFocus={() => editor.view.dom}>
      <button
        type="button"
        aria-label={`Block type: ${kindName(kinds)}`}
        onMouseDown={keepSelection}
        className="flex h-7 flex-none items-center gap-1.5 rounded-control px-2 text-ink-2 hover:bg-hover data-[popup-open]:bg-press"
      >
        {kindName(kinds)}
        <Icon name="chevron-down" size={12} className="text-ink-3" />
      </button>
    </Menu>
  )
}

export const colourEntries = (now: Coloured, set: (change: Coloured) => void): readonly MenuEntry[] => [
  { id: 'text', heading: 'Text' },
  {
    id: 'text-default',
    label: 'Default',
    icon: <Swatch />,
    checked: !now.color,
    run: () => set({ color: null }),
  },
  ...textColours.map(({ key, label }) => ({
    id: `text-${key}`,
    label,
    icon: <Swatch text={key} />,
    checked: now.color === key,
    run: () => set({ color: key }),
  })),
  { id: 'ground', heading: 'Background' },
  {
    id: 'ground-default',
    label: 'None',
    icon: <Swatch />,
    checked: !now.backgroundColor,
    run: () => set({ backgroundColor: null }),
  },
  ...textColours.map(({ key, label }) => ({
    id: `ground-${key}`,
    label: `${label} background`,
    icon: <Swatch ground={key} />,
    checked: now.backgroundColor === key,
    run: () => set({ backgroundColor: key }),
  })),
]

export const ColourMenu = ({ editor }: { editor: Editor }) => {
  const now = useEditorState({
    editor,
    selector: ({ editor: one }) => one.getAttributes('customColor') as Coloured,
  })
  if (!('customColor' in editor.schema.marks)) return null
  return (
    <Menu
      entries={colourEntries(now, change => setColour(editor, change))}
      finalFocus={() => editor.view.dom}
    >
      <IconButton
        icon="palette"
        label="Colour"
        on={Boolean(now.color || now.backgroundColor)}
        onMouseDown={keepSelection}
      />
    </Menu>
  )
}

const alignments = [
  { id: 'left', label: 'Align left', icon: 'align-left', keys: 'mod+shift+l' },
  { id: 'center', label: 'Align centre', icon: 'align-center', keys: 'mod+shift+e' },
  { id: 'right', label: 'Align right', icon: 'align-right', keys: 'mod+shift+r' },
] as const

export const AlignMenu = ({ editor }: { editor: Editor }) => {
  const now = useEditorState({
    editor,
    selector: ({ editor: one }) => alignments.find(({ id }) => one.isActive({ textAlign: id }))?.id ?? 'left',
  })
  const entries = alignments.map(one => ({
    ...one,
    checked: one.id === now,
    run: () => editor.chain().focus().setTextAlign(one.id).run(),
  }))
  return (
    <Menu entries={entries} finalFocus={() => editor.view.dom}>
      <IconButton
        icon={alignments.find(({ id }) => id === now)?.icon ?? 'align-left'}
        label="Alignment"
        on={now !== 'left'}
        onMouseDown={keepSelection}
      />
    </Menu>
  )
}
