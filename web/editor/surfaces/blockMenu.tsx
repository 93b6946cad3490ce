/** The entries of a block's menu. */
import type { Editor } from '@tiptap/core'
import { copyText } from '../../ui/copy.ts'
import type { MenuEntry } from '../../ui/popups/Menu.tsx'
import { addressOf } from './blockAddress.ts'
import { deleteBlocks, duplicateBlocks, insertBelow, moveBy } from './blockCommands.ts'
import type { BlockRange } from './blockSelection.ts'
import { blockKinds, turnEntries } from './blockTypes.ts'
import { colourEntries } from './TextControls.tsx'
import type { Coloured } from './textColours.tsx'

const colourBlocks = (editor: Editor, { from, to }: BlockRange, change: Coloured) => {
  const type = editor.schema.marks.customColor
  if (!type) return
  const { tr, doc } = editor.state
  doc.nodesBetween(from, to, (node, at) => {
    if (!node.isText) return
    const now: Coloured = { ...node.marks.find(mark => mark.type === type)?.attrs, ...change }
    const end = at + node.nodeSize
    if (now.color || now.backgroundColor) tr.addMark(at, end, type.create(now))
    else tr.removeMark(at, end, type)
  })
  editor.view.dispatch(tr)
}

const copyLink = (editor: Editor, at: number, what: string) => {
  const address = addressOf(editor.state, at)
  if (address) void copyText(`${location.origin}${location.pathname}#${address}`, what)
}

export const blockEntries = (
  editor: Editor,
  range: BlockRange,
  { links }: { links: boolean },
): MenuEntry[] => {
  const first = editor.state.doc.nodeAt(range.from)
  let hasImage = false
  let hasText = false
  editor.state.doc.nodesBetween(range.from, range.to, node => {
    if (node.type.name === 'imageComponent') hasImage = true
    if (node.isText) hasText = true
  })
  const isTable = first?.type.name === 'table'
  const what = first?.type.name === 'heading' ? 'Link to heading' : 'Link to block'
  return [
    ...(hasText && !isTable
      ? [
          {
            id: 'turn',
            label: 'Turn into',
            icon: 'replace' as const,
            children: turnEntries(editor, blockKinds(editor)),
          },
        ]
      : []),
    ...(hasText && 'customColor' in editor.schema.marks
      ? [
          {
            id: 'colour',
            label: 'Colour',
            icon: 'palette' as const,
            children: colourEntries({}, change => colourBlocks(editor, range, change)).map(entry =>
              'checked' in entry ? { ...entry, checked: undefined } : entry,
            ) as MenuEntry[],
          },
        ]
      : []),
    ...(links
      ? [
          {
            id: 'link',
            label: `Copy ${what.toLowerCase()}`,
            icon: 'link' as const,
            run: () => copyLink(editor, range.from, what),
          },
        ]
      : []),
    { id: 'insert', label: 'Insert below', icon: 'plus', run: () => insertBelow(editor, range) },
    ...(hasImage
      ? []
      : [
          {
            id: 'duplicate',
            label: 'Duplicate',
            icon: 'copy' as const,
            keys: 'mod+d',
            run: () => duplicateBlocks(editor, range),
          },
        ]),
    { id: 'up', label: 'Move up', icon: 'arrow-up', keys: 'alt+up', run: () => moveBy(editor, -1, range) },
    {
      id: 'down',
      label: 'Move down',
      icon: 'arrow-down',
      keys: 'alt+down',
      run: () => moveBy(editor, 1, range),
    },
    { id: 'rule', rule: true },
    {
      id: 'delete',
      label: 'Delete',
      icon: 'trash-2',
      keys: 'backspace',
      danger: true,
      run: () => deleteBlocks(editor, range),
    },
  ]
}
