import { format } from 'date-fns'
import { type ReactNode, useState } from 'react'
import { TextInput } from '../controls/TextInput.tsx'
import { Icon } from '../icons.tsx'
import { dayOf, dayText } from './day-words.ts'
import { readDay } from './read-day.ts'
import { todayText } from './today.ts'

type DayFieldProps = {
  name: string
  value: string | null
  onChange: (day: string | null) => void
  /** Behind the day while it is typed. */
  aside?: ReactNode
  invalid?: boolean
  placeholder?: string
}

const written = (day: string | null) => {
  const date = dayOf(day)
  const isThisYear = day?.slice(0, 4) === todayText().slice(0, 4)
  return date ? format(date, isThisYear ? 'EEE d MMMM' : 'EEE d MMMM yyyy') : ''
}

/** A day that is typed as people say it: "29 dec", "fri", "in 2w". */
export const DayField = ({ name, value, onChange, aside, invalid, placeholder }: DayFieldProps) => {
  const [typed, setTyped] = useState<string | null>(null)
  const isUnread = typed !== null && typed.trim() !== '' && value === null
  return (
    <span className="relative block">
      <Icon
        name="calendar"
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3"
      />
      <TextInput
        name={name}
        value={typed ?? written(value)}
        placeholder={placeholder}
        autoComplete="off"
        spellCheck={false}
        aria-invalid={invalid || isUnread || undefined}
        onChange={({ target }) => {
          setTyped(target.value)
          const day = readDay(target.value, dayOf(todayText()) ?? new Date())
          onChange(day && dayText(day))
        }}
        onBlur={() => value !== null && setTyped(null)}
        className="pr-3 pl-9"
      />
      {typed !== null && (aside || isUnread) && (
        <span className="num pointer-events-none absolute inset-y-px right-px flex items-center rounded-r-control bg-raised pr-3 pl-2 text-12 text-ink-3">
          {isUnread ? 'Not a date yet' : aside}
        </span>
      )}
    </span>
  )
}
