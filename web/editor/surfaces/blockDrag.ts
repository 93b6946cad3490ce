/** Dragging blocks by their handle: a line shows where they would fall, and the text scrolls at its edges. */
import type { Editor } from '@tiptap/core'
import { isApple } from '../../ui/marks/Kbd.tsx'
import { moveBlocks, selectBlocks } from './blockCommands.ts'
import { slotNear } from './blockPoint.ts'
import { type BlockRange, BlockSelection, selectedBlocks } from './blockSelection.ts'
import { scrollerOf } from './scroller.ts'

const STARTS_AT = 4
const EDGE = { top: 200, bottom: 100 }

const copies = (event: { altKey: boolean; ctrlKey: boolean }) => (isApple ? event.altKey : event.ctrlKey)

const lineElement = () => {
  const line = document.createElement('div')
  line.className = 'drop-line'
  line.hidden = true
  document.body.append(line)
  return line
}

/** Follows the pointer from its press until it is let go; `onEnd` learns whether it was a drag. */
export const dragBlocks = (
  editor: Editor,
  grabbed: BlockRange,
  press: PointerEvent,
  onEnd: (isDrag: boolean) => void,
) => {
  const scroller = scrollerOf(editor.view.dom)
  let last = press
  let line: HTMLElement | null = null
  let frame = 0
  /** Kept as a selection: so it stays right while others write. */
  const dragged = () =>
    editor.state.selection instanceof BlockSelection ? selectedBlocks(editor.state) : null

  const show = () => {
    const range = dragged()
    const slot = range && slotNear(editor, range, last)
    if (!line) return
    line.hidden = !slot
    if (slot)
      Object.assign(line.style, {
        left: `${slot.line.left}px`,
        top: `${slot.line.top}px`,
        width: `${slot.line.width}px`,
      })
  }
  const scroll = () => {
    const box = scroller.getBoundingClientRect()
    const above = box.top + Math.min(EDGE.top, box.height / 4) - last.clientY
    const below = last.clientY - (box.bottom - Math.min(EDGE.bottom, box.height / 4))
    const by = above > 0 ? -above : Math.max(below, 0)
    if (by !== 0) {
      scroller.scrollTop += by / 12
      show()
    }
    frame = requestAnimationFrame(scroll)
  }
  const begin = () => {
    const { state } = editor
    const now = selectedBlocks(state)
    // Several that are selected go together.
    const isPart = now && !state.selection.empty && now.from <= grabbed.from && now.to >= grabbed.to
    selectBlocks(editor, isPart ? now : grabbed)
    line = lineElement()
    document.body.style.userSelect = 'none'
    document.body.dataset.dragging = 'blocks'
    scroll()
  }
  const move = (event: PointerEvent) => {
    last = event
    const far = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY)
    if (!line && far > STARTS_AT) begin()
    if (!line) return
    document.body.style.cursor = copies(event) ? 'copy' : 'grabbing'
    show()
  }
  const end = () => {
    cancelAnimationFrame(frame)
    line?.remove()
    document.body.style.userSelect = ''
    delete document.body.dataset.dragging
    document.body.style.cursor = ''
    removeEventListener('pointermove', move)
    removeEventListener('pointerup', drop)
    removeEventListener('pointercancel', end)
    removeEventListener('keydown', cancel, true)
    onEnd(line !== null)
  }
  const drop = (event: PointerEvent) => {
    last = event
    const range = line && dragged()
    const slot = range && slotNear(editor, range, event)
    const copy = copies(event)
    if (range && slot && (copy || slot.at < range.from || slot.at > range.to))
      moveBlocks(editor, range, slot.at, { copy })
    end()
    if (range) editor.view.focus()
  }
  const cancel = (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    event.stopPropagation()
    end()
  }
  addEventListener('pointermove', move)
  addEventListener('pointerup', drop)
  addEventListener('pointercancel', end)
  addEventListener('keydown', cancel, true)
}
