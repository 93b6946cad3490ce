import type { Node } from '@tiptap/pm/model'
import { TableMap } from '@tiptap/pm/tables'

const RULES: Record<string, string> = { left: ':---', center: ':---:', right: '---:' }

/** The first row is the head: Markdown knows no table without one. Of a cell that was merged its first place has the text. */
export const tableMarkdown = (table: Node, textOf: (cell: Node) => string): string => {
  const { width, height, map } = TableMap.get(table)
  const told = new Set<number>()
  const text = (row: number, column: number) => {
    const place = map[row * width + column] ?? 0
    if (told.has(place)) return ''
    told.add(place)
    const cell = table.nodeAt(place)
    return cell
      ? textOf(cell)
          .trim()
          .replace(/\|/g, '\\|')
          .replace(/\\?\n+/g, '<br>')
      : ''
  }
  const lines = Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => text(row, column)),
  )
  const rules = Array.from({ length: width }, (_, column) => {
    const align = table.nodeAt(map[column] ?? 0)?.firstChild?.attrs.textAlign as unknown
    return RULES[String(align)] ?? '---'
  })
  const isHead = table.firstChild?.firstChild?.type.name === 'tableHeader'
  const head = isHead ? lines.slice(0, 1) : [Array.from({ length: width }, () => '')]
  const body = isHead ? lines.slice(1) : lines
  return [...head, rules, ...body].map(cells => `| ${cells.join(' | ')} |`).join('\n')
}
