import type { Editor } from '@tiptap/core'
import { useEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Icon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/popups/Menu.tsx'
import { Tooltip } from '../../ui/popups/Tooltip.tsx'
import { insertBelow, selectBlocks } from './blockCommands.ts'
import { dragBlocks } from './blockDrag.ts'
import { blockEntries } from './blockMenu.tsx'
import { blockNear, boxOf, lineOf } from './blockPoint.ts'
import { type BlockRange, BlockSelection, selectedBlocks } from './blockSelection.ts'

/** How far beside the text the pointer still means a block. */
const REACH = 72
type Shown = { range: BlockRange; left: number; top: number }

const near = (editor: Editor, event: PointerEvent) => {
  const box = editor.view.dom.getBoundingClientRect()
  return (
    event.clientX > box.left - REACH &&
    event.clientX < box.right &&
    event.clientY > box.top - 8 &&
    event.clientY < box.bottom
  )
}

/** The block under the pointer, while nothing lies between. */
const useHovered = (editor: Editor, isHeld: () => boolean) => {
  const [shown, setShown] = useState<Shown | null>(null)
  useEffect(() => {
    let last: PointerEvent | null = null
    const look = () => {
      if (isHeld() || editor.isDestroyed) return
      const range = last && near(editor, last) ? blockNear(editor, last) : null
      const line = range && lineOf(editor, range)
      setShown(range && line ? { range, left: line.left, top: line.middle } : null)
    }
    const move = (event: PointerEvent) => {
      const target = event.target as Element
      if (event.pointerType === 'touch' || target.closest('[data-handle]')) return
      const isAway = event.buttons > 0 || !target.closest('main') || target.closest('.floats')
      last = isAway ? null : event
      look()
    }
    const hide = () => {
      last = null
      if (!isHeld()) setShown(null)
    }
    const changed = ({ transaction }: { transaction: { docChanged: boolean } }) => {
      if (transaction.docChanged) requestAnimationFrame(look)
    }
    addEventListener('pointermove', move)
    addEventListener('scroll', hide, true)
    editor.on('transaction', changed)
    editor.view.dom.addEventListener('keydown', hide)
    return () => {
      removeEventListener('pointermove', move)
      removeEventListener('scroll', hide, true)
      editor.off('transaction', changed)
      if (!editor.isDestroyed) editor.view.dom.removeEventListener('keydown', hide)
    }
  }, [editor, isHeld])
  return { shown, setShown }
}

type BlockHandleProps = {
  editor: Editor
  /** Does the screen open links into the text? */
  links: boolean
}
type Opened = { range: BlockRange; at: DOMRect }

/** Left of the block under the pointer: a button that adds one below, and a grip that drags it and opens its menu. */
export const BlockHandle = ({ editor, links }: BlockHandleProps) => {
  const [opened, setOpened] = useState<Opened | null>(null)
  const held = useRef(false)
  const isHeld = useRef(() => held.current).current
  const { shown, setShown } = useHovered(editor, isHeld)
  const open = (range: BlockRange, at: DOMRect) => {
    held.current = true
    setOpened({ range, at })
  }
  const close = () => {
    held.current = false
    setOpened(null)
    setShown(null)
  }
  useEffect(() => {
    const { dom } = editor.view
    // By keyboard, where blocks are selected: the menu of an issue has the same key.
    const press = (event: KeyboardEvent) => {
      const range = selectedBlocks(editor.state)
      const isKey = event.key === '.' && !event.ctrlKey && !event.metaKey && !event.altKey
      if (!isKey || !range || !(editor.state.selection instanceof BlockSelection)) return
      const at = boxOf(editor, range)
      if (!at) return
      event.preventDefault()
      event.stopPropagation()
      held.current = true
      setOpened({ range, at })
    }
    dom.addEventListener('keydown', press, true)
    return () => dom.removeEventListener('keydown', press, true)
  }, [editor])
  const grab = (range: BlockRange, event: React.PointerEvent<HTMLButtonElement>) => {
    if (event.button !== 0) return
    event.preventDefault()
    const at = event.currentTarget.getBoundingClientRect()
    held.current = true
    dragBlocks(editor, range, event.nativeEvent, isDrag => {
      if (isDrag) return close()
      selectBlocks(editor, range)
      open(range, at)
    })
  }
  return (
    <>
      {shown &&
        createPortal(
          <div
            data-handle
            className="fixed z-10 flex -translate-x-full -translate-y-1/2 gap-px pr-1.5 text-ink-3 max-md:hidden"
            style={{ left: shown.left, top: shown.top }}
          >
            {/* Beside a description there is room for one of them alone. */}
            {links && (
              <Tooltip label="Insert below">
                <button
                  type="button"
                  tabIndex={-1}
                  aria-label="Insert below"
                  onMouseDown={event => event.preventDefault()}
                  onClick={() => {
                    insertBelow(editor, shown.range)
                    setShown(null)
                  }}
                  className="grid h-6 w-5 place-items-center rounded-tag hover:bg-hover hover:text-ink"
                >
                  <Icon name="plus" size={14} />
                </button>
              </Tooltip>
            )}
            <Tooltip label="Drag to move, click for the menu">
              <button
                type="button"
                tabIndex={-1}
                aria-label="Block"
                aria-haspopup="menu"
                onPointerDown={event => grab(shown.range, event)}
                className="grid h-6 w-5 cursor-grab place-items-center rounded-tag hover:bg-hover hover:text-ink"
              >
                <Icon name="grip-vertical" size={14} />
              </button>
            </Tooltip>
          </div>,
          document.body,
        )}
      {opened && (
        <Menu
          open
          onOpenChange={next => next || close()}
          anchor={{ getBoundingClientRect: () => opened.at }}
          entries={blockEntries(editor, opened.range, { links })}
          finalFocus={() => editor.view.dom}
        />
      )}
    </>
  )
}
