import type { Editor } from '@tiptap/core'
import { AllSelection, TextSelection } from '@tiptap/pm/state'
import { useEditorState } from '@tiptap/react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { Button } from '../../ui/controls/Button.tsx'
import { spokenKeys } from '../../ui/marks/Kbd.tsx'
import { LinkButton } from '../LinkButton.tsx'
import { scrollerOf } from './scroller.ts'
import { AlignMenu, BlockTypeMenu, ColourMenu, keepSelection, marks, Toggles } from './TextControls.tsx'
import { ToolbarFrame } from './ToolbarFrame.tsx'

const AFTER_SCROLL_MS = 150
const HEIGHT = 40
const COMMENT_KEYS = 'mod+alt+m'
type Place = { middle: number; top: number }

/** Is there selected text, and somebody at it? What is only read never has the focus. */
const isWanted = ({ state, view, isEditable }: Editor) => {
  const { selection, doc } = state
  const isText = selection instanceof TextSelection || selection instanceof AllSelection
  if (!isText || selection.empty) return false
  const active = document.activeElement
  const isAtIt =
    view.dom.contains(isEditable ? active : (getSelection()?.anchorNode ?? null)) ||
    active?.closest('[data-bubble], [role="menu"], [role="dialog"]:not([data-talk])')
  return Boolean(isAtIt) && doc.textBetween(selection.from, selection.to, ' ').trim() !== ''
}

/** Above the selection, below it where there is no room; null while it is scrolled out of sight. */
const placeAt = ({ state, view }: Editor): Place | null => {
  const { from, to } = state.selection
  const [start, end] = [view.coordsAtPos(from), view.coordsAtPos(to, -1)]
  const seen = scrollerOf(view.dom).getBoundingClientRect()
  if (end.bottom < seen.top || start.top > seen.bottom) return null
  const box = view.dom.getBoundingClientRect()
  const isOneLine = Math.abs(start.top - end.top) < 4
  const middle = isOneLine ? (start.left + end.right) / 2 : box.left + box.width / 2
  const above = start.top - HEIGHT - 8
  if (above >= seen.top) return { middle, top: above }
  return { middle, top: Math.min(end.bottom + 8, seen.bottom - HEIGHT - 8) }
}

const usePlace = (editor: Editor) => {
  const [place, setPlace] = useState<Place | null>(null)
  const isShown = place !== null
  const shown = useRef(false)
  const held = useRef({ pressed: false, dismissed: '' })
  const update = useCallback(() => {
    if (editor.isDestroyed) return
    const { from, to } = editor.state.selection
    if (held.current.dismissed !== `${from} ${to}`) held.current.dismissed = ''
    const isOff = held.current.pressed || held.current.dismissed !== '' || !isWanted(editor)
    setPlace(isOff ? null : placeAt(editor))
  }, [editor])
  useEffect(() => {
    shown.current = isShown
  }, [isShown])
  useEffect(() => {
    const { dom } = editor.view
    let wait = 0
    const later = (delay = 0) => {
      clearTimeout(wait)
      wait = window.setTimeout(update, delay)
    }
    const soon = () => later()
    const press = () => {
      held.current.pressed = true
      setPlace(null)
    }
    const release = () => {
      if (!held.current.pressed) return
      held.current.pressed = false
      later()
    }
    const scroll = (event: Event) => {
      if (!(event.target as Node).contains(dom)) return
      setPlace(null)
      later(AFTER_SCROLL_MS)
    }
    // Before the text learns of it: the first Escape closes the bubble and nothing else.
    const dismiss = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || !shown.current) return
      event.preventDefault()
      event.stopPropagation()
      const { from, to } = editor.state.selection
      held.current.dismissed = `${from} ${to}`
      setPlace(null)
    }
    editor.on('transaction', soon)
    editor.on('focus', soon)
    editor.on('blur', soon)
    dom.addEventListener('pointerdown', press)
    dom.addEventListener('keydown', dismiss, true)
    addEventListener('pointerup', release)
    addEventListener('scroll', scroll, true)
    addEventListener('resize', soon)
    return () => {
      clearTimeout(wait)
      editor.off('transaction', soon)
      editor.off('focus', soon)
      editor.off('blur', soon)
      dom.removeEventListener('pointerdown', press)
      dom.removeEventListener('keydown', dismiss, true)
      removeEventListener('pointerup', release)
      removeEventListener('scroll', scroll, true)
      removeEventListener('resize', soon)
    }
  }, [editor, update])
  return { place, update }
}

type SelectionBubbleProps = { editor: Editor; onComment?: (() => void) | undefined }

/** The actions of the selected text, beside it. */
export const SelectionBubble = ({ editor, onComment }: SelectionBubbleProps) => {
  const { place, update } = usePlace(editor)
  const box = useRef<HTMLDivElement>(null)
  const state = useEditorState({
    editor,
    selector: ({ editor: now }) => ({
      table: now.isActive('table'),
      link: now.isActive('link'),
      isEditable: now.isEditable,
    }),
  })
  useLayoutEffect(() => {
    if (!box.current || !place) return
    const half = box.current.offsetWidth / 2
    box.current.style.left = `${Math.max(8, Math.min(place.middle - half, innerWidth - 2 * half - 8))}px`
  }, [place])
  if (!place) return null
  return createPortal(
    // biome-ignore lint/a11y/noStaticElementInteractions: it only learns that the focus has left
    <div
      ref={box}
      data-bubble
      className="floats fixed z-20 max-w-[calc(100vw-16px)]"
      style={{ top: place.top }}
      onBlur={event => event.relatedTarget ?? setTimeout(update, 0)}
    >
      <ToolbarFrame
        editor={editor}
        label={state.isEditable ? 'Format the selection' : 'Selection'}
        onLeave={() => editor.view.focus()}
        className="flex h-10 items-center gap-0.5 overflow-x-auto px-1.5 outline-none"
      >
        {state.isEditable && (
          <>
            {!state.table && <BlockTypeMenu editor={editor} />}
            <LinkButton editor={editor} on={state.link} />
            <ColourMenu editor={editor} />
            <Toggles editor={editor} toggles={marks} />
            <AlignMenu editor={editor} />
          </>
        )}
        {onComment && (
          <Button
            icon="message-square"
            aria-keyshortcuts={spokenKeys(COMMENT_KEYS)}
            onMouseDown={keepSelection}
            onClick={onComment}
          >
            <span className="max-md:sr-only">Comment</span>
          </Button>
        )}
      </ToolbarFrame>
    </div>,
    // Within a dialog it is part of it: a press beside one closes it.
    editor.view.dom.closest('[role="dialog"]') ?? document.body,
  )
}
