import { useRef, useState } from 'react'
import { Popover } from '../../ui/popups/Popover.tsx'

type TextFilterProps = {
  label: string
  value: string
  anchor: Element | null
  open: boolean
  onOpenChange: (open: boolean) => void
  onChange: (text: string) => void
}

/** Words that a title must contain; a comma would be read as the end of a value, so it is a blank here. */
export const TextFilter = ({ label, value, anchor, open, onOpenChange, onChange }: TextFilterProps) => {
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const done = () => {
    onChange(text.trim())
    onOpenChange(false)
  }
  return (
    <Popover
      label={label}
      anchor={anchor}
      open={open}
      onOpenChange={onOpenChange}
      initialFocus={input}
      className="w-60 p-2"
    >
      <input
        ref={input}
        aria-label={label}
        placeholder="Title contains…"
        value={text}
        maxLength={255}
        onChange={event => setText(event.target.value)}
        onKeyDown={event => {
          if (event.key === 'Enter') done()
        }}
        className="h-8 w-full bg-transparent px-1 text-ink outline-none placeholder:text-ink-3"
      />
    </Popover>
  )
}
