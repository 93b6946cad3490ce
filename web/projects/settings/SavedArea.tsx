import { useEffect, useRef, useState } from 'react'
import { SettingsRow } from '../../settings/SettingsRow.tsx'
import { useSave } from '../../settings/saving.ts'
import { TextArea } from '../../ui/controls/TextInput.tsx'
import { useLeaveGuard } from '../../ui/leaveGuard.ts'

type SavedAreaProps = {
  label: string
  name: string
  hint?: string
  value: string
  placeholder?: string
  save: (value: string) => Promise<unknown>
}

/** A text of several lines that is kept by leaving it; Escape puts back what was there. */
export const SavedArea = ({ label, name, hint, value, placeholder, save }: SavedAreaProps) => {
  const [text, setText] = useState(value)
  const area = useRef<HTMLTextAreaElement>(null)
  const kept = useSave(name)
  useEffect(() => {
    if (document.activeElement !== area.current) setText(value)
  }, [value])
  useLeaveGuard(() => text !== value)
  const keep = () => {
    const clean = text.trim()
    setText(clean)
    if (clean !== value) void kept.save(() => save(clean))
  }
  return (
    <SettingsRow label={label} error={kept.error} hint={hint}>
      <TextArea
        ref={area}
        name={name}
        value={text}
        placeholder={placeholder}
        rows={2}
        onChange={event => {
          setText(event.target.value)
          kept.forgive()
        }}
        onBlur={keep}
        onKeyDown={event => {
          if (event.key === 'Escape' && text !== value) setText(value)
          else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) keep()
          else return
          event.preventDefault()
          event.stopPropagation()
        }}
      />
    </SettingsRow>
  )
}
