import { useEffect, useRef, useState } from 'react'
import { classes } from '../../ui/classes.ts'
import { Kbd } from '../../ui/Kbd.tsx'

type QuickAddProps = {
  projectKey: string
  /** A line stands in the list of an open issue. */
  look: 'row' | 'card' | 'line'
  /** Several names when several lines were pasted. */
  onAdd: (names: string[]) => void
  onClose: () => void
  /** The whole form, with what was typed. */
  onForm?: (name: string) => void
}

export const QuickAdd = ({ projectKey, look, onAdd, onClose, onForm }: QuickAddProps) => {
  const [name, setName] = useState('')
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  const input = (
    <input
      ref={field}
      aria-label="Title of the new issue"
      placeholder="What is to be done?"
      value={name}
      maxLength={255}
      onChange={event => setName(event.target.value)}
      onBlur={() => name.trim() || onClose()}
      onPaste={event => {
        const lines = event.clipboardData
          .getData('text/plain')
          .split(/\r?\n/)
          .map(line => line.replace(/^\s*(?:[-*•]|\d+[.)])\s+/, '').trim())
          .filter(Boolean)
        if (lines.length < 2) return
        event.preventDefault()
        onAdd(lines.map(line => line.slice(0, 255)))
      }}
      onKeyDown={event => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Escape') onClose()
        else if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) onForm?.(name.trim())
        else if (event.key === 'Enter') {
          if (!name.trim()) return onClose()
          onAdd([name.trim()])
          setName('')
        } else return
        event.preventDefault()
        event.stopPropagation()
      }}
      className="min-w-0 flex-1 bg-transparent outline-none"
    />
  )
  const hint = (
    <>
      <span>Enter adds and stays open</span>
      <Kbd keys="esc" className="ml-auto" />
    </>
  )
  const key = <span className="num text-12 text-ink-3">{projectKey}</span>
  const ring = 'shadow-[inset_0_0_0_2px_var(--accent)]'
  return look === 'card' ? (
    <div className={classes('flex-none rounded-control bg-raised py-2 pr-2 pl-2.5', ring)}>
      <div className="flex h-5 items-center gap-2">
        {key}
        {input}
      </div>
      <div className="mt-1.5 flex items-center gap-2 text-12 text-ink-3">{hint}</div>
    </div>
  ) : (
    <div
      className={classes(
        'flex items-center gap-2 rounded-control pr-2',
        look === 'row' ? 'mx-2 h-9 pl-14' : '-mx-2 h-8 pl-2',
        ring,
      )}
    >
      {key}
      {input}
      <span className="flex items-center gap-2 text-12 text-ink-3 max-md:hidden">{hint}</span>
    </div>
  )
}
