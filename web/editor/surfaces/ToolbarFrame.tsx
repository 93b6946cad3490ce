import type { Editor } from '@tiptap/core'
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'

type ToolbarFrameProps = {
  editor: Editor
  label: string
  className: string
  /** Escape: back into the text. */
  onLeave: () => void
  children: ReactNode
}

const stops = 'button:not(:disabled)'

/** One stop for Tab; arrows go from button to button inside, Home and End to the ends. */
export const ToolbarFrame = ({ editor, label, className, onLeave, children }: ToolbarFrameProps) => {
  const bar = useRef<HTMLDivElement>(null)
  const buttons = () => [...(bar.current?.querySelectorAll<HTMLButtonElement>(stops) ?? [])]
  useEffect(() => {
    const all = buttons()
    const current =
      all.find(one => one === document.activeElement) ?? all.find(one => one.tabIndex === 0) ?? all[0]
    for (const one of all) one.tabIndex = one === current ? 0 : -1
  })
  const press = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) return onLeave()
    const all = buttons()
    const at = all.indexOf(document.activeElement as HTMLButtonElement)
    if (at < 0) return
    const to = {
      ArrowRight: (at + 1) % all.length,
      ArrowLeft: (at + all.length - 1) % all.length,
      Home: 0,
      End: all.length - 1,
    }[event.key]
    const next = to === undefined ? undefined : all[to]
    if (!next) return
    event.preventDefault()
    for (const one of all) one.tabIndex = one === next ? 0 : -1
    next.focus()
    next.scrollIntoView({ inline: 'nearest', block: 'nearest' })
  }
  return (
    <div
      ref={bar}
      role="toolbar"
      tabIndex={-1}
      data-formats={editor.instanceId}
      aria-label={label}
      className={className}
      onKeyDown={press}
    >
      {children}
    </div>
  )
}

/** The keyboard's way from a text to its controls: the bubble at the selection, or else the bar above. */
export const focusToolbar = (editor: Editor): boolean => {
  const bars = document.querySelectorAll(`[data-formats="${editor.instanceId}"]`)
  const button = [...bars].at(-1)?.querySelector<HTMLButtonElement>('button[tabindex="0"]')
  button?.focus()
  return button !== undefined && button !== null
}
