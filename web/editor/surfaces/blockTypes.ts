/** The types that a block may be turned into: one list for toolbar, menus and keys. */
import type { ChainedCommands, Editor } from '@tiptap/core'
import { TextSelection } from '@tiptap/pm/state'
import type { IconName } from '../../ui/icons.tsx'
import type { MenuEntry } from '../../ui/popups/Menu.tsx'
import { lastCallout } from '../blocks/callout.ts'
import { clearInside, isInToggle, liftToggle, makeToggle, toggledLines } from '../blocks/toggleMoves.ts'
import { SUMMARY, TOGGLE } from '../blocks/toggleView.ts'
import { isDocument } from '../sync/isDocument.ts'
import { BlockSelection, selectedBlocks } from './blockSelection.ts'

type BlockType = {
  id: string
  label: string
  icon: IconName
  keys?: string
  /** The node that it takes. */
  needs: string
  /** Comments have none. */
  ofDocuments?: boolean
  /** From a plain paragraph. */
  make: (chain: ChainedCommands) => ChainedCommands
}

const levels = [1, 2, 3, 4, 5, 6] as const

const blockTypes: readonly BlockType[] = [
  {
    id: 'paragraph',
    label: 'Text',
    icon: 'a-large-small',
    keys: 'mod+alt+0',
    needs: 'paragraph',
    make: chain => chain,
  },
  ...levels.map(
    (level): BlockType => ({
      id: `heading${level}`,
      label: `Heading ${level}`,
      icon: `heading-${level}`,
      keys: `mod+alt+${level}`,
      needs: 'heading',
      make: chain => chain.setNode('heading', { level }),
    }),
  ),
  {
    id: 'bulletList',
    label: 'Bulleted list',
    icon: 'list',
    keys: 'mod+shift+8',
    needs: 'bulletList',
    make: chain => chain.toggleList('bulletList', 'listItem'),
  },
  {
    id: 'orderedList',
    label: 'Numbered list',
    icon: 'list-ordered',
    keys: 'mod+shift+7',
    needs: 'orderedList',
    make: chain => chain.toggleList('orderedList', 'listItem'),
  },
  {
    id: 'taskList',
    label: 'To-do list',
    icon: 'list-checks',
    keys: 'mod+shift+9',
    needs: 'taskList',
    make: chain => chain.toggleList('taskList', 'taskItem'),
  },
  {
    id: 'blockquote',
    label: 'Quote',
    icon: 'quote',
    keys: 'mod+shift+b',
    needs: 'blockquote',
    make: chain => chain.wrapIn('blockquote'),
  },
  {
    id: 'codeBlock',
    label: 'Code',
    icon: 'code',
    keys: 'mod+alt+c',
    needs: 'codeBlock',
    make: chain => chain.setNode('codeBlock'),
  },
  {
    id: 'calloutComponent',
    label: 'Callout',
    icon: 'triangle-alert',
    needs: 'calloutComponent',
    make: chain => chain.wrapIn('calloutComponent', lastCallout()),
  },
  {
    id: 'details',
    label: 'Toggle',
    icon: 'list-collapse',
    needs: 'details',
    ofDocuments: true,
    make: chain => chain.command(({ tr }) => makeToggle(tr)),
  },
]

/** Turns what is selected into one kind of block; blocks that were selected as such stay selected. */
const turn = (editor: Editor, type: BlockType) => {
  const { state } = editor
  if (type.id === TOGGLE && state.selection.$from.parent.type.name === SUMMARY) return
  const whole = state.selection instanceof BlockSelection
  const range = selectedBlocks(state)
  const chain = editor.chain().focus()
  if (whole && range)
    chain.command(({ tr }) => {
      tr.setSelection(TextSelection.between(tr.doc.resolve(range.from), tr.doc.resolve(range.to)))
      return true
    })
  chain.command(({ tr }) => {
    for (const at of toggledLines(tr)) liftToggle(tr, at)
    return true
  })
  // The library would take a block out of its toggle as well.
  if (isInToggle(state.selection)) chain.command(({ tr }) => clearInside(tr))
  else chain.clearNodes()
  type.make(chain)
  if (whole)
    chain.command(({ tr }) => {
      const { from, to } = tr.selection
      tr.setSelection(BlockSelection.between(tr.doc, from, to))
      return true
    })
  chain.run()
}

export const turnInto = (editor: Editor, id: string): boolean => {
  const type = blockTypes.find(one => one.id === id)
  if (!type) return false
  turn(editor, type)
  return true
}

const kindOf = (name: string, attrs: Record<string, unknown>) =>
  name === 'heading' ? `heading${attrs.level}` : name

/** The kinds of the selected blocks: the innermost with a name in the list. */
export const blockKinds = (editor: Editor): string[] => {
  const kinds = new Set<string>()
  const { doc, selection } = editor.state
  doc.nodesBetween(selection.from, selection.to, (node, at) => {
    if (!node.isTextblock) return true
    const $at = doc.resolve(at)
    const around = [...Array($at.depth).keys()]
      .map(depth => kindOf($at.node(depth + 1).type.name, $at.node(depth + 1).attrs))
      // A block inside a toggle has its own kind; the toggle's line has the toggle's.
      .findLast(kind => kind !== TOGGLE && blockTypes.some(type => type.id === kind))
    if (node.type.name === SUMMARY) kinds.add(TOGGLE)
    else
      kinds.add(node.type.name === 'paragraph' ? (around ?? 'paragraph') : kindOf(node.type.name, node.attrs))
    return false
  })
  return [...kinds]
}

export const kindName = (kinds: readonly string[]) =>
  kinds.length > 1 ? 'Multiple' : (blockTypes.find(type => type.id === kinds[0])?.label ?? 'Text')

/** The list as entries of a menu, with a tick at the present type. */
export const turnEntries = (editor: Editor, kinds: readonly string[]): MenuEntry[] =>
  blockTypes
    .filter(type => type.needs in editor.schema.nodes && (!type.ofDocuments || isDocument(editor)))
    .map(type => ({
      id: type.id,
      label: type.label,
      icon: type.icon,
      ...(type.keys ? { keys: type.keys } : {}),
      checked: kinds.length === 1 && kinds[0] === type.id,
      run: () => turn(editor, type),
    }))
