/** Tables: the span, width and colours of cells. */
import { type AnyExtension, mergeAttributes } from '@tiptap/core'
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table'
import type { Node } from '@tiptap/pm/model'

/** Wider than anyone makes a table. Each column that a cell spans is drawn: one attribute must not make millions. */
export const WIDEST_SPAN = 100
export const isSpan = (value: unknown): value is number =>
  Number.isInteger(value) && Number(value) >= 1 && Number(value) <= WIDEST_SPAN
/** Attributes of cells that must be spans. */
export const SPANS = ['colspan', 'rowspan'] as const

const spans = Object.fromEntries(
  SPANS.map(name => [
    name,
    {
      default: 1,
      parseHTML: (element: HTMLElement) => {
        const value = Number.parseInt(element.getAttribute(name) ?? '', 10)
        return isSpan(value) ? value : 1
      },
    },
  ]),
)

const cellColours = {
  background: {
    default: null,
    parseHTML: (element: HTMLElement) => element.getAttribute('data-background'),
    renderHTML: (a: Record<string, unknown>) => (a.background ? { 'data-background': a.background } : {}),
  },
  textColor: {
    default: null,
    parseHTML: (element: HTMLElement) => element.getAttribute('data-text-color'),
    renderHTML: (a: Record<string, unknown>) => (a.textColor ? { 'data-text-color': a.textColor } : {}),
  },
}

const cols = new WeakMap<Element, readonly Element[]>()
// Each cell asks for them: they are looked for once in a table.
const colsOf = (table: Element): readonly Element[] => {
  const known = cols.get(table)
  if (known) return known
  const found = Array.from(table.querySelectorAll('colgroup > col')).slice(0, WIDEST_SPAN)
  cols.set(table, found)
  return found
}

/** How many cells are before it; further on than `most` nobody counts. */
const columnOf = (cell: Element, most: number): number => {
  let place = 0
  for (let at = cell.previousElementSibling; at && place < most; at = at.previousElementSibling) place++
  return place
}

/** By its own attribute, or by the column of its table. */
const widthsOf = (cell: HTMLElement): number[] | null => {
  const own = cell.getAttribute('colwidth')
  if (own)
    return own
      .split(',', WIDEST_SPAN)
      .map(width => Number.parseInt(width, 10))
      .filter(Number.isFinite)
  const table = cell.closest('table')
  const all = table ? colsOf(table) : []
  const width =
    all.length > 0 && Number.parseInt(all[columnOf(cell, all.length)]?.getAttribute('width') ?? '', 10)
  return width ? [width] : null
}

const cellAttributes = {
  ...spans,
  ...cellColours,
  colwidth: { default: null, parseHTML: widthsOf },
}

const columnsOf = (table: Node): number => {
  let columns = 0
  table.firstChild?.forEach(({ attrs }) => {
    columns += Number(attrs.colspan ?? 1)
  })
  return columns
}

/** Columns of a wider table are not named one by one: a row of cells that span a hundred each would be millions. */
const WIDEST_NAMED = 1_000

export const tableExtensions: AnyExtension[] = [
  Table.extend({
    renderHTML(of) {
      return columnsOf(of.node) > WIDEST_NAMED
        ? ['table', mergeAttributes(this.options.HTMLAttributes, of.HTMLAttributes), ['tbody', 0]]
        : (this.parent?.(of) ?? ['table', 0])
    },
  }).configure({ resizable: true }),
  TableRow,
  ...[TableHeader, TableCell].map(cell =>
    cell.extend({
      addAttributes() {
        return { ...this.parent?.(), ...cellAttributes }
      },
    }),
  ),
]
