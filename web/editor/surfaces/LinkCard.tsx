import { type Editor, getMarkRange } from '@tiptap/core'
import { TextSelection, type Transaction } from '@tiptap/pm/state'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { safeUrl } from '#document'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { copyText } from '../../ui/copy.ts'
import { Icon } from '../../ui/icons.tsx'
import { LinkForm } from '../LinkForm.tsx'
import { scrollerOf } from './scroller.ts'

const SHOW_MS = 300
const HIDE_MS = 250
const WIDTH = 320

/** `above`: the upper edge of the line, for where there is no room below it. */
type Shown = { at: number; href: string; left: number; top: number; above: number; isEdited: boolean }

/** A link of the text's own words; chips are links that need no card. */
const linkUnder = (target: EventTarget | null, dom: Element) => {
  const link = target instanceof Element ? target.closest('a[href]') : null
  return link && dom.contains(link) && !link.closest('[contenteditable="false"]') ? link : null
}

const anchorAt = (view: Editor['view'], at: number) => {
  const { left, top, bottom } = view.coordsAtPos(at)
  return { left, top: bottom + 4, above: top }
}

/** The link that holds a place in the text; its end belongs to it too. */
const linkAt = ({ state, schema, view }: Editor, at: number): Omit<Shown, 'isEdited'> | null => {
  const type = schema.marks.link
  const range = type && getMarkRange(state.doc.resolve(at), type)
  const mark = range && state.doc.resolve(range.from).nodeAfter?.marks.find(one => one.type === type)
  const href = mark && safeUrl(mark.attrs.href)
  if (!range || !href) return null
  return { at: range.from, href, ...anchorAt(view, range.from) }
}

/** The link under the pointer, else at the caret; or the selection, once its address is asked for. */
const useShown = (editor: Editor) => {
  const [shown, setShown] = useState<Shown | null>(null)
  const held = useRef({ isOver: false, isEdited: false, wait: 0, dismissed: -1 })
  held.current.isEdited = shown?.isEdited ?? false
  useEffect(() => {
    const { dom } = editor.view
    const atCaret = () => {
      if (editor.isDestroyed || held.current.isEdited) return
      const { selection } = editor.state
      // The bar of the selection is there, and says whether it is a link.
      if (!selection.empty && editor.isFocused) return setShown(null)
      const link = selection.empty && editor.isFocused ? linkAt(editor, selection.head) : null
      if (link?.at === held.current.dismissed) return setShown(null)
      held.current.dismissed = -1
      // Others' typing elsewhere leaves the card of the link under the pointer.
      if (link || !held.current.isOver) setShown(link && { ...link, isEdited: false })
    }
    const later = (act: () => void, delay: number) => {
      clearTimeout(held.current.wait)
      held.current.wait = window.setTimeout(act, delay)
    }
    // A timer of its own: it must not end the wait of the pointer.
    let moved = 0
    const soon = () => {
      clearTimeout(moved)
      moved = window.setTimeout(atCaret, 0)
    }
    /** It stays at its link, wherever that has gone; out of sight there is nothing to stay at. */
    const follow = (to: (at: number) => number) =>
      setShown(now => {
        if (!now || now.isEdited || editor.isDestroyed) return now
        const found = linkAt(editor, to(now.at))
        const seen = scrollerOf(dom).getBoundingClientRect()
        return found && found.top > seen.top && found.above < seen.bottom
          ? { ...found, isEdited: false }
          : null
      })
    const changed = ({ transaction }: { transaction: Transaction }) => {
      if (transaction.docChanged) follow(at => transaction.mapping.map(at))
      soon()
    }
    const move = ({ target, buttons }: PointerEvent) => {
      if (buttons > 0 || held.current.isEdited || (!editor.state.selection.empty && editor.isFocused)) return
      const link = linkUnder(target, dom)
      const isOver =
        link !== null || (target instanceof Element && target.closest('[data-link-card]') !== null)
      if (isOver === held.current.isOver && !link) return
      held.current.isOver = isOver
      if (!isOver) later(atCaret, HIDE_MS)
      else if (link)
        later(() => {
          if (editor.isDestroyed || held.current.isEdited || !link.isConnected) return
          const found = linkAt(editor, editor.view.posAtDOM(link, 0))
          if (found) setShown({ ...found, isEdited: false })
        }, SHOW_MS)
      else clearTimeout(held.current.wait)
    }
    const scroll = (event: Event) => {
      if (held.current.isEdited || !(event.target as Node).contains(dom)) return
      follow(at => at)
    }
    // The editor would select the whole block.
    const aim = (event: MouseEvent) => {
      if (!(event.ctrlKey || event.metaKey) || !linkUnder(event.target, dom)) return
      event.preventDefault()
      event.stopPropagation()
    }
    // As everywhere: Ctrl or Cmd opens it in a new tab.
    const open = (event: MouseEvent) => {
      const href =
        (event.ctrlKey || event.metaKey) && safeUrl(linkUnder(event.target, dom)?.getAttribute('href'))
      if (!href) return
      event.preventDefault()
      window.open(href, '_blank', 'noopener,noreferrer')
    }
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.shiftKey) return
      const { selection } = editor.state
      const { from, empty } = selection
      const link = linkAt(editor, from)
      // Whole blocks, and code, take no link: there the keys are everyone's.
      if (!(selection instanceof TextSelection) || (empty && !link) || !editor.can().setLink({ href: '/' }))
        return
      event.preventDefault()
      event.stopPropagation()
      clearTimeout(held.current.wait)
      setShown({ ...(link ?? { at: from, href: '', ...anchorAt(editor.view, from) }), isEdited: true })
    }
    editor.on('transaction', changed)
    editor.on('focus', soon)
    editor.on('blur', soon)
    dom.addEventListener('mousedown', aim, true)
    dom.addEventListener('click', open)
    dom.addEventListener('keydown', press, true)
    addEventListener('pointermove', move)
    addEventListener('scroll', scroll, true)
    return () => {
      clearTimeout(held.current.wait)
      clearTimeout(moved)
      editor.off('transaction', changed)
      editor.off('focus', soon)
      editor.off('blur', soon)
      dom.removeEventListener('mousedown', aim, true)
      dom.removeEventListener('click', open)
      dom.removeEventListener('keydown', press, true)
      removeEventListener('pointermove', move)
      removeEventListener('scroll', scroll, true)
    }
  }, [editor])
  /** Until the caret has left the link: it lies over what is below. */
  const dismiss = () => {
    held.current.dismissed = shown?.at ?? -1
    setShown(null)
  }
  return { shown, setShown, dismiss }
}

/** The address of the link at hand, and its actions. */
export const LinkCard = ({ editor }: { editor: Editor }) => {
  const { shown, setShown, dismiss } = useShown(editor)
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (!box.current || !shown) return
    const { offsetHeight, style } = box.current
    const isBelow = shown.top + offsetHeight <= innerHeight - 8
    style.top = `${isBelow ? shown.top : Math.max(8, shown.above - offsetHeight - 4)}px`
  }, [shown])
  const isEdited = shown?.isEdited ?? false
  useEffect(() => {
    if (isEdited) input.current?.focus()
  }, [isEdited])
  if (!shown) return null
  const { at, href, left } = shown
  const goBack = () => {
    dismiss()
    editor.view.focus()
  }
  const enter = () => editor.commands.setTextSelection(at + 1)
  const style = { left: Math.max(8, Math.min(left, innerWidth - WIDTH - 8)) }
  return createPortal(
    isEdited ? (
      <div
        key="form"
        ref={box}
        data-link-card
        role="dialog"
        aria-label="Link"
        className="floats fixed z-20 w-80 max-w-[calc(100vw-16px)] p-3"
        style={style}
        onKeyDown={event => {
          event.stopPropagation()
          if (event.key === 'Escape') goBack()
        }}
        onBlur={({ currentTarget, relatedTarget }) => {
          if (relatedTarget && !currentTarget.contains(relatedTarget)) setShown(null)
        }}
      >
        <LinkForm editor={editor} input={input} close={goBack} />
      </div>
    ) : (
      // biome-ignore lint/a11y/noStaticElementInteractions: the text keeps the caret while the card is pressed
      <div
        key="card"
        ref={box}
        data-link-card
        className="floats fixed z-20 flex max-w-80 items-center gap-0.5 p-1 text-13"
        style={style}
        onMouseDown={event => event.preventDefault()}
      >
        <a
          href={href}
          target="_blank"
          rel="noopener noreferrer nofollow"
          className="flex h-7 min-w-0 items-center gap-1.5 rounded-control px-2 text-ink-2 hover:bg-hover"
        >
          <Icon name="globe" size={14} className="text-ink-3" />
          <span className="cut">{href}</span>
        </a>
        <IconButton icon="copy" size="strip" label="Copy link" onClick={() => void copyText(href, 'Link')} />
        <IconButton
          icon="pencil"
          size="strip"
          label="Edit link"
          onClick={() => {
            enter()
            setShown({ ...shown, isEdited: true })
          }}
        />
        <IconButton
          icon="x"
          size="strip"
          label="Remove link"
          onClick={() => {
            enter()
            editor.chain().focus().extendMarkRange('link').unsetLink().run()
            setShown(null)
          }}
        />
      </div>
    ),
    // Within a dialog it is part of it: a press beside one closes it.
    editor.view.dom.closest('[role="dialog"]') ?? document.body,
  )
}
