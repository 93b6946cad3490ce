import type { Editor } from '@tiptap/core'
import { TextSelection, type Transaction } from '@tiptap/pm/state'
import { CellSelection } from '@tiptap/pm/tables'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../../../ui/icons.tsx'
import { Menu, type MenuEntry } from '../../../ui/popups/Menu.tsx'
import { useNarrow } from '../../../ui/viewport.ts'
import {
  cellEntries,
  cellOf,
  columnEntries,
  hasTableMenu,
  isCell,
  isSelectedCell,
  rowEntries,
  selectSide,
  sizeOfTable,
  tableOf,
} from './tableMenus.tsx'

type Kind = 'row' | 'column' | 'cell'
type Place = { cell: number; box: DOMRect; table: DOMRect; row: number; column: number }
type Opened = { kind: Kind; at: DOMRect }

const entriesOf: Record<Kind, (editor: Editor) => MenuEntry[]> = {
  row: rowEntries,
  column: columnEntries,
  cell: cellEntries,
}

const cornerOf = (editor: Editor, cell: number | null): Place | null => {
  if (cell === null || editor.isDestroyed || !isCell(editor, cell)) return null
  const shown = editor.view.nodeDOM(cell)
  const table = tableOf(editor, cell)
  if (!(shown instanceof HTMLElement) || !table) return null
  return {
    cell,
    box: shown.getBoundingClientRect(),
    table: table.getBoundingClientRect(),
    ...sizeOfTable(editor, cell),
  }
}

/** The cell under the pointer, else the one with the caret. */
const useCell = (editor: Editor, isHeld: boolean) => {
  const [place, setPlace] = useState<Place | null>(null)
  useEffect(() => {
    const { dom } = editor.view
    let over: Element | null = null
    let frame = 0
    const look = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        if (editor.isDestroyed || isHeld) return
        const under = over?.isConnected ? editor.view.posAtDOM(over, 0) - 1 : null
        const own = editor.isFocused ? cellOf(editor) : null
        setPlace(cornerOf(editor, under ?? own))
      })
    }
    const move = ({ target, buttons }: PointerEvent) => {
      if (buttons > 0 || !(target instanceof Element) || target.closest('[data-table-tools], .floats')) return
      over = dom.contains(target) ? target.closest('td, th') : null
      look()
    }
    editor.on('transaction', look)
    editor.on('focus', look)
    editor.on('blur', look)
    addEventListener('pointermove', move)
    // At the end of a selection over several cells it is over the last of them.
    addEventListener('pointerup', move)
    addEventListener('scroll', look, true)
    return () => {
      cancelAnimationFrame(frame)
      editor.off('transaction', look)
      editor.off('focus', look)
      editor.off('blur', look)
      removeEventListener('pointermove', move)
      removeEventListener('pointerup', move)
      removeEventListener('scroll', look, true)
    }
  }, [editor, isHeld])
  return place
}

/**
 * Where the caret goes back to once the menu of a row or column is done with: all of it was selected to be acted on, and the
 * next letter typed would take its place.
 */
const useHome = (editor: Editor) => {
  const at = useRef<number | null>(null)
  useEffect(() => {
    const follow = ({ transaction }: { transaction: Transaction }) => {
      if (at.current !== null) at.current = transaction.mapping.map(at.current)
    }
    editor.on('transaction', follow)
    return () => void editor.off('transaction', follow)
  }, [editor])
  return {
    /** The caret's own place when it is in that table, else the cell's. */
    keep: (cell: number) => {
      const { doc, selection } = editor.state
      const $cell = doc.resolve(cell)
      const isWithin = selection.head > $cell.start(-1) && selection.head < $cell.end(-1)
      at.current = isWithin && !(selection instanceof CellSelection) ? selection.head : cell + 2
    },
    goBack: () => {
      const { state, view } = editor
      if (at.current !== null && state.selection instanceof CellSelection)
        view.dispatch(
          state.tr.setSelection(
            TextSelection.near(state.doc.resolve(Math.min(at.current, state.doc.content.size))),
          ),
        )
      at.current = null
    },
  }
}

/** Handles of the row, the column and the cell that is meant; each opens its menu. Alt and Enter open that of the cell. */
export const TableTools = ({ editor }: { editor: Editor }) => {
  const [opened, setOpened] = useState<Opened | null>(null)
  const isNarrow = useNarrow()
  const place = useCell(editor, opened !== null)
  useEffect(() => {
    const { dom } = editor.view
    const press = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !event.altKey || !hasTableMenu(editor)) return
      const now = cornerOf(editor, cellOf(editor))
      if (!now) return
      event.preventDefault()
      event.stopPropagation()
      setOpened({ kind: 'cell', at: now.box })
    }
    dom.addEventListener('keydown', press, true)
    return () => dom.removeEventListener('keydown', press, true)
  }, [editor])
  const home = useHome(editor)
  const open = (kind: Kind, cell: number, at: DOMRect) => {
    if (kind !== 'cell') {
      home.keep(cell)
      selectSide(editor, kind, cell)
    } else if (cellOf(editor) !== cell && !isSelectedCell(editor, cell))
      editor.commands.setTextSelection(cell + 2)
    setOpened({ kind, at })
  }
  const close = () => {
    home.goBack()
    setOpened(null)
  }
  const handle = (kind: Kind, label: string, look: string, style: { left: number; top: number }) => (
    <button
      type="button"
      tabIndex={-1}
      aria-label={label}
      aria-haspopup="menu"
      className={`fixed z-10 grid place-items-center rounded-tag bg-float text-ink-3 shadow-[0_0_0_1px_var(--line)] hover:bg-raised hover:text-ink ${look}`}
      style={style}
      onMouseDown={event => event.preventDefault()}
      onClick={({ currentTarget }) => place && open(kind, place.cell, currentTarget.getBoundingClientRect())}
    >
      <Icon name={kind === 'cell' ? 'chevron-down' : 'ellipsis'} size={12} />
    </button>
  )
  return createPortal(
    <>
      {/* A finger has room for one: the menu of the cell holds those of its row and column. */}
      {place && (
        <div data-table-tools className="max-md:[&>:not(:last-child)]:hidden">
          {handle('column', `Column ${place.column}`, 'h-3.5 w-7 -translate-x-1/2', {
            left: place.box.left + place.box.width / 2,
            top: place.table.top - 7,
          })}
          {handle('row', `Row ${place.row}`, 'h-7 w-3.5 -translate-y-1/2 [&>svg]:rotate-90', {
            left: place.table.left - 7,
            top: place.box.top + place.box.height / 2,
          })}
          {handle('cell', 'Cell', 'size-4.5 max-md:size-8', {
            left: place.box.right - (isNarrow ? 34 : 20),
            top: place.box.top + 2,
          })}
        </div>
      )}
      {opened && (
        <Menu
          open
          onOpenChange={next => next || close()}
          anchor={{ getBoundingClientRect: () => opened.at }}
          entries={entriesOf[opened.kind](editor)}
          finalFocus={() => {
            // So that the selection in the browser becomes the editor's own.
            editor.view.focus()
            return false
          }}
        />
      )}
    </>,
    document.body,
  )
}
