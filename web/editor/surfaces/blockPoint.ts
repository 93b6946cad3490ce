/** From a place on the screen to a block, and back. */
import type { Editor } from '@tiptap/core'
import { fits } from './blockMoves.ts'
import { around, type BlockRange, blockAt } from './blockSelection.ts'

type Point = { clientX: number; clientY: number }

/** The block at the height of the pointer, wherever it is beside the text. */
export const blockNear = ({ view, state }: Editor, { clientX, clientY }: Point): BlockRange | null => {
  const box = view.dom.getBoundingClientRect()
  const left = Math.max(box.left + 40, Math.min(clientX, box.right - 8))
  const top = Math.max(box.top + 1, Math.min(clientY, box.bottom - 1))
  const found = view.posAtCoords({ left, top })
  if (!found) return null
  const held = found.inside >= 0 ? state.doc.nodeAt(found.inside) : null
  return blockAt(state.doc, held?.isAtom && held.isBlock ? found.inside : found.pos)
}

export const boxOf = ({ view }: Editor, range: BlockRange): DOMRect | null => {
  const node = view.nodeDOM(range.from)
  return node instanceof HTMLElement ? node.getBoundingClientRect() : null
}

/** The height at which a block's first line is. */
export const lineOf = (editor: Editor, range: BlockRange): { left: number; middle: number } | null => {
  const node = editor.view.nodeDOM(range.from)
  if (!(node instanceof HTMLElement)) return null
  const first = node.querySelector('.toggle-line, p, h1, h2, h3, h4, h5, h6') ?? node
  const box = first.getBoundingClientRect()
  const line = Number.parseFloat(getComputedStyle(first).lineHeight) || 24
  // A list's sign is left of its item.
  const sign = node.matches('li') ? (node.querySelector(':scope > label') ? 0 : 22) : 0
  const pad = first === node ? Number.parseFloat(getComputedStyle(node).paddingTop) || 0 : 0
  return {
    left: node.getBoundingClientRect().left - sign,
    middle: box.top + pad + Math.min(line, box.height) / 2,
  }
}

type Slot = { at: number; line: { left: number; top: number; width: number } }

/** The slot between blocks into which a drop would fall: beside the block at the pointer, or beside the list around it. */
export const slotNear = (editor: Editor, dragged: BlockRange, point: Point): Slot | null => {
  const { doc } = editor.state
  let block = blockNear(editor, point)
  const first = block && boxOf(editor, block)
  if (!first) return null
  const isAbove = point.clientY < first.top + first.height / 2
  while (block) {
    const box = boxOf(editor, block)
    const at = isAbove ? block.from : block.to
    const isItself = block.from >= dragged.from && block.to <= dragged.to
    if (box && (isItself || fits(doc, dragged, at)))
      return { at, line: { left: box.left, top: isAbove ? box.top - 3 : box.bottom + 1, width: box.width } }
    block = around(doc.resolve(block.from))
  }
  return null
}
