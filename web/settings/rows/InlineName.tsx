import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { classes } from '../../ui/classes.ts'
import { Kbd } from '../../ui/marks/Kbd.tsx'

type InlineNameProps = {
  label: string
  value: string
  placeholder?: string
  maxLength: number
  /** The typed text; null leaves the name as it was. */
  onEnd: (text: string | null) => void
  /** Enter keeps it and the field stays for the next. */
  stays?: boolean
  children?: ReactNode
  className?: string
}

/** A name edited in place: Enter and leaving keep it, Escape puts it back. */
export const InlineName = ({
  label,
  value,
  placeholder,
  maxLength,
  onEnd,
  stays,
  children,
  className,
}: InlineNameProps) => {
  const [text, setText] = useState(value)
  const box = useRef<HTMLSpanElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const isOver = useRef(false)
  useEffect(() => {
    input.current?.select()
  }, [])
  const end = (given: string | null) => {
    if (isOver.current) return
    isOver.current = true
    onEnd(given?.trim() || null)
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') {
      if (stays) {
        if (text.trim()) onEnd(text.trim())
        setText('')
      } else end(text)
    } else if (event.key === 'Escape') end(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only notices when the focus goes elsewhere
    <span
      ref={box}
      onBlur={event => {
        if (!box.current?.contains(event.relatedTarget)) end(text)
      }}
      className={classes(
        '-ml-1.5 flex h-7 min-w-0 flex-1 items-center gap-1.5 rounded-control bg-raised pr-1.5 pl-1.5 shadow-[inset_0_0_0_1px_var(--line-strong)] focus-within:outline-2 focus-within:outline-accent focus-within:-outline-offset-1 max-md:h-11',
        className,
      )}
    >
      <input
        ref={input}
        aria-label={label}
        placeholder={placeholder}
        // biome-ignore lint/a11y/noAutofocus: it was just asked for
        autoFocus
        value={text}
        maxLength={maxLength}
        onChange={event => setText(event.target.value)}
        onKeyDown={press}
        className="min-w-0 flex-1 bg-transparent outline-none placeholder:text-ink-3"
      />
      {children}
      <span aria-hidden="true" className="flex-none max-md:hidden">
        <Kbd keys="enter" />
      </span>
    </span>
  )
}
