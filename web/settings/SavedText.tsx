import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { useLeaveGuard } from '../ui/leaveGuard.ts'
import { SavedTick, SettingsRow } from './SettingsRow.tsx'
import { useSave } from './saving.ts'

type SavedTextProps = {
  label: string
  /** What the call names it. */
  name: string
  detail?: string
  hint?: string
  value: string
  save: (value: string) => Promise<unknown>
  maxLength?: number
  required?: boolean
  placeholder?: string
  autoComplete?: string
  /** Each letter as it is typed, for what shows it elsewhere. */
  onType?: (value: string) => void
}

/** A text that is kept by Enter and by leaving it; Escape puts back what was there. */
export const SavedText = ({ label, name, detail, hint, value, save, onType, ...rest }: SavedTextProps) => {
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const kept = useSave(name)
  // What others change shows, unless somebody types here.
  useEffect(() => {
    if (document.activeElement !== input.current) setText(value)
  }, [value])
  useLeaveGuard(() => text !== value)

  const write = (next: string) => {
    setText(next)
    kept.forgive()
    onType?.(next)
  }
  const keep = () => {
    const clean = text.trim()
    if (clean === value) return setText(value)
    if (rest.required && clean === '') return write(value)
    setText(clean)
    void kept.save(() => save(clean))
  }
  const press = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Enter') keep()
    else if (event.key === 'Escape' && text !== value) write(value)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <SettingsRow label={label} detail={detail} hint={hint} error={kept.error}>
      <span className="relative flex items-center">
        <TextInput
          {...rest}
          ref={input}
          name={name}
          value={text}
          onChange={event => write(event.target.value)}
          onBlur={keep}
          onKeyDown={press}
        />
        {kept.isSaved && <SavedTick />}
      </span>
    </SettingsRow>
  )
}
