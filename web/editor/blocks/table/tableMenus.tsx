/** The actions of a table, and the menus that offer them. */
import type { Editor } from '@tiptap/core'
import { CellSelection, cellAround, isInTable, selectedRect, TableMap } from '@tiptap/pm/tables'
import {
  ChevronsLeftRight,
  ChevronsRightLeft,
  Columns3,
  type LucideIcon,
  PanelLeft,
  PanelTop,
  Rows3,
  TableCellsMerge,
  TableCellsSplit,
} from 'lucide-react'
import type { MenuEntry } from '../../../ui/popups/Menu.tsx'
import { cellColours, Swatch } from './cellColours.tsx'

export const MIN_COLUMN = 100
const STEP = 40

type Side = 'row' | 'column'

const sign = (Sign: LucideIcon) => <Sign size={16} strokeWidth={1.75} aria-hidden />

const act = (id: string, label: string, run: () => void, more: Partial<MenuEntry> = {}): MenuEntry =>
  ({ id, label, run, ...more }) as MenuEntry

/** Selects the whole row or column of a cell, so that the next action takes all of it. */
export const selectSide = (editor: Editor, side: Side, cell: number) => {
  const $cell = editor.state.doc.resolve(cell)
  const selection = side === 'row' ? CellSelection.rowSelection($cell) : CellSelection.colSelection($cell)
  editor.view.dispatch(editor.state.tr.setSelection(selection as CellSelection))
}

/** The cell of the caret, or the far one of a cell selection. */
export const cellOf = ({ state }: Editor): number | null => {
  const { selection } = state
  if (selection instanceof CellSelection) return selection.$headCell.pos
  return cellAround(selection.$head)?.pos ?? null
}

/** Is it one of several that are selected? */
export const isSelectedCell = ({ state }: Editor, cell: number): boolean => {
  const { selection } = state
  return selection instanceof CellSelection && selection.ranges.some(({ $from }) => $from.pos - 1 === cell)
}

/** Widens the first selected column by so much. Columns without a stored width start from the one on screen. */
const widen = ({ state, view }: Editor, by: number) => {
  const { map, tableStart, table, left } = selectedRect(state)
  const shown = view.nodeDOM(tableStart + (map.map[left] ?? 0))
  const now = shown instanceof HTMLElement ? shown.getBoundingClientRect().width : MIN_COLUMN
  const width = Math.max(MIN_COLUMN, Math.round(now) + by)
  const tr = state.tr
  const cells = new Set(Array.from({ length: map.height }, (_, row) => map.map[row * map.width + left] ?? 0))
  for (const at of cells) {
    const cell = table.nodeAt(at)
    if (!cell) continue
    const widths = [...((cell.attrs.colwidth as number[] | null) ?? Array(cell.attrs.colspan).fill(0))]
    widths[left - map.colCount(at)] = width
    tr.setNodeMarkup(tableStart + at, null, { ...cell.attrs, colwidth: widths })
  }
  view.dispatch(tr)
}

const isHeader = ({ state }: Editor, side: Side): boolean => {
  const { map, table } = selectedRect(state)
  const cells = map.cellsInRect({
    left: 0,
    top: 0,
    right: side === 'row' ? map.width : 1,
    bottom: side === 'row' ? 1 : map.height,
  })
  return cells.every(at => table.nodeAt(at)?.type.name === 'tableHeader')
}

const colourEntry = (editor: Editor): MenuEntry => {
  const at = cellOf(editor)
  const now: unknown = at === null ? null : editor.state.doc.nodeAt(at)?.attrs.background
  const set = (value: string | null) => editor.chain().focus().setCellAttribute('background', value).run()
  return {
    id: 'colour',
    label: 'Colour',
    icon: 'palette',
    children: [
      { id: 'none', label: 'None', icon: <Swatch />, checked: !now, run: () => set(null) },
      ...cellColours.map(({ key, label }) => ({
        id: key,
        label,
        icon: <Swatch colour={key} />,
        checked: now === key,
        run: () => set(key),
      })),
    ],
  }
}

/** Only the first can be it. */
const headerEntry = (editor: Editor, side: Side): MenuEntry[] => {
  const { left, top } = selectedRect(editor.state)
  const checked = isHeader(editor, side)
  if (side === 'row')
    return top > 0
      ? []
      : [
          act('header', 'Header row', () => editor.chain().focus().toggleHeaderRow().run(), {
            checked,
            icon: sign(PanelTop),
          }),
        ]
  return left > 0
    ? []
    : [
        act('header', 'Header column', () => editor.chain().focus().toggleHeaderColumn().run(), {
          checked,
          icon: sign(PanelLeft),
        }),
      ]
}

export const columnEntries = (editor: Editor): MenuEntry[] => {
  const chain = () => editor.chain().focus()
  return [
    ...headerEntry(editor, 'column'),
    act('before', 'Add column before', () => chain().addColumnBefore().run(), { icon: 'plus' }),
    act('after', 'Add column after', () => chain().addColumnAfter().run(), { icon: 'plus' }),
    act('wider', 'Wider', () => widen(editor, STEP), { stays: true, icon: sign(ChevronsLeftRight) }),
    act('narrower', 'Narrower', () => widen(editor, -STEP), { stays: true, icon: sign(ChevronsRightLeft) }),
    colourEntry(editor),
    { id: 'rule', rule: true },
    act('delete', 'Delete column', () => chain().deleteColumn().run(), { icon: 'trash-2', danger: true }),
  ]
}

export const rowEntries = (editor: Editor): MenuEntry[] => {
  const chain = () => editor.chain().focus()
  return [
    ...headerEntry(editor, 'row'),
    act('above', 'Add row above', () => chain().addRowBefore().run(), { icon: 'plus' }),
    act('below', 'Add row below', () => chain().addRowAfter().run(), { icon: 'plus' }),
    colourEntry(editor),
    { id: 'rule', rule: true },
    act('delete', 'Delete row', () => chain().deleteRow().run(), { icon: 'trash-2', danger: true }),
  ]
}

export const cellEntries = (editor: Editor): MenuEntry[] => {
  const chain = () => editor.chain().focus()
  const can = editor.can()
  return [
    { id: 'row', label: 'Row', icon: sign(Rows3), children: rowEntries(editor) },
    { id: 'column', label: 'Column', icon: sign(Columns3), children: columnEntries(editor) },
    act('merge', 'Merge cells', () => chain().mergeCells().run(), {
      icon: sign(TableCellsMerge),
      disabled: can.mergeCells() ? false : 'Select several cells first',
    }),
    act('split', 'Split cell', () => chain().splitCell().run(), {
      icon: sign(TableCellsSplit),
      disabled: can.splitCell() ? false : 'Only merged cells can be split',
    }),
    colourEntry(editor),
    { id: 'rule', rule: true },
    act('delete', 'Delete table', () => chain().deleteTable().run(), { icon: 'trash-2', danger: true }),
  ]
}

/** Is the caret in a table, and in nothing within it that has a menu of its own? */
export const hasTableMenu = (editor: Editor): boolean => {
  const { $head } = editor.state.selection
  const names = [...Array($head.depth + 1).keys()].map(depth => $head.node(depth).type.name)
  const last = names.findLast(name => ['table', 'codeBlock', 'calloutComponent'].includes(name))
  return isInTable(editor.state) && last === 'table'
}

/** Has the table a cell in this place at all: it may have gone meanwhile. */
export const isCell = ({ state }: Editor, at: number): boolean => {
  const name = at < state.doc.content.size ? state.doc.nodeAt(at)?.type.name : undefined
  return name === 'tableCell' || name === 'tableHeader'
}

export const tableOf = ({ state, view }: Editor, cell: number): HTMLElement | null => {
  const $cell = state.doc.resolve(cell)
  const shown = view.nodeDOM($cell.before($cell.depth - 1))
  return shown instanceof HTMLElement ? shown : null
}

export const sizeOfTable = ({ state }: Editor, cell: number) => {
  const $cell = state.doc.resolve(cell)
  const map = TableMap.get($cell.node(-1))
  const { left, top } = map.findCell(cell - $cell.start(-1))
  return { column: left + 1, row: top + 1 }
}
