import { type ChangeEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { FieldLinks } from '../ui/controls/Field.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { useLeaveGuard } from '../ui/leaveGuard.ts'
import { SavedTick, SettingsRow } from './SettingsRow.tsx'
import { useSave } from './saving.ts'

type SavedTextProps = {
  label: string
  /** The field of the call. */
  name: string
  detail?: string
  hint?: string
  value: string
  save: (value: string) => Promise<unknown>
  maxLength?: number
  required?: boolean
  placeholder?: string
  autoComplete?: string
  /** Each letter as it is typed, for places that show it elsewhere. */
  onType?: (value: string) => void
}

type KeptTextProps = Omit<SavedTextProps, 'label' | 'detail' | 'hint'>

/** A text that is kept by Enter and by leaving it; Escape puts back what was there. */
const useKeptText = ({ name, value, save, onType, ...rest }: KeptTextProps) => {
  const [text, setText] = useState(value)
  const input = useRef<HTMLInputElement>(null)
  const kept = useSave(name)
  // Others' changes show, unless somebody types here.
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
  const onChange = (event: ChangeEvent<HTMLInputElement>) => write(event.target.value)
  return {
    error: kept.error,
    isSaved: kept.isSaved,
    input: { ...rest, ref: input, name, value: text, onChange, onBlur: keep, onKeyDown: press },
  }
}

type Kept = ReturnType<typeof useKeptText>
const Kept = ({ isSaved, input, label }: Kept & { label?: string }) => (
  <span className="relative flex items-center">
    <TextInput {...input} aria-label={label} />
    {isSaved && <SavedTick />}
  </span>
)

/** A single text that saves itself. */
export const SavedText = ({ label, detail, hint, ...rest }: SavedTextProps) => {
  const text = useKeptText(rest)
  return (
    <SettingsRow label={label} detail={detail} hint={hint} error={text.error}>
      <Kept {...text} />
    </SettingsRow>
  )
}

type PairProps = { label: string; first: Omit<SavedTextProps, 'detail' | 'hint'>; second: PairProps['first'] }

/** Two short texts that belong together, beside each other where there is room; each saves itself. */
export const SavedPair = ({ label, first, second }: PairProps) => {
  const [{ label: one, ...left }, { label: other, ...right }] = [first, second]
  const [before, after] = [useKeptText(left), useKeptText(right)]
  const id = useId()
  return (
    <SettingsRow label={label} error={before.error ?? after.error}>
      <span className="grid grid-cols-2 gap-2 max-md:grid-cols-1">
        <Kept {...before} label={one} />
        <FieldLinks value={{ id, invalid: after.error !== null }}>
          <Kept {...after} label={other} />
        </FieldLinks>
      </span>
    </SettingsRow>
  )
}
