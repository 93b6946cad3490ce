import { type KeyboardEvent, useRef, useState } from 'react'
import { useClock } from '../../data/clock.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Kbd } from '../../ui/marks/Kbd.tsx'
import { type Choice, ChoiceBox } from '../../ui/popups/ChoiceBox.tsx'
import { Popover } from '../../ui/popups/Popover.tsx'
import { readSnooze, type SnoozeTime, usualTimes } from './snoozeTimes.ts'

type SnoozeMenuProps = {
  anchor: Element
  onPick: (time: SnoozeTime) => void
  onClose: () => void
  finalFocus: () => HTMLElement | false
}

/** The time until which to snooze: a word, a digit, or typed words. */
export const SnoozeMenu = ({ anchor, onPick, onClose, finalFocus }: SnoozeMenuProps) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Popover
      label="Snooze"
      open
      anchor={anchor}
      align="end"
      onOpenChange={open => open || onClose()}
      initialFocus={input}
      finalFocus={finalFocus}
      className="w-72 p-1"
    >
      <Times
        input={input}
        onPick={time => {
          onPick(time)
          onClose()
        }}
      />
    </Popover>
  )
}

type TimesProps = { input: React.RefObject<HTMLInputElement | null>; onPick: (time: SnoozeTime) => void }

const Times = ({ input, onPick }: TimesProps) => {
  const { zone, today } = useClock()
  const [now] = useState(Date.now)
  const [typed, setTyped] = useState('')
  const [at, setAt] = useState(0)
  const [isExact, setIsExact] = useState(false)
  const clock = { zone, today, now }
  const usual = usualTimes(clock)
  const query = typed.trim().toLowerCase()
  const meant = readSnooze(typed, clock)
  const shown = query
    ? [
        ...(meant ? [meant] : []),
        ...usual.filter(({ label }) => label.toLowerCase().startsWith(query)),
      ].filter(({ till }, nth, all) => all.findIndex(one => one.till === till) === nth)
    : usual
  const pick = (nth: number) => {
    const time = shown[nth]
    if (time) onPick(time)
    else if (!query && nth === shown.length) setIsExact(true)
  }
  const press = (event: KeyboardEvent): boolean => {
    const digit = !query && !event.ctrlKey && !event.metaKey && /^[1-9]$/.test(event.key)
    if (event.key === 'Escape' && query) setTyped('')
    else if (digit && Number(event.key) <= usual.length + 1) pick(Number(event.key) - 1)
    else return false
    return true
  }
  const digit = (nth: number) => (query ? null : nth + 1)
  const choices = shown.map(
    (time, nth): Choice => ({
      id: time.till,
      shown: <Words name={time.label} day={time.day} digit={digit(nth)} />,
    }),
  )
  const exact: Choice = {
    id: 'exact',
    shown: <Words name="Date and time…" digit={digit(usual.length)} />,
  }
  if (isExact) return <Exact earliest={now} onPick={onPick} />
  return (
    <ChoiceBox
      label="Snooze until"
      hint="Friday noon, in 3 hours…"
      icon="clock"
      size="popup"
      most={60}
      query={typed}
      onQuery={text => {
        setTyped(text)
        setAt(0)
      }}
      groups={[{ choices: query ? choices : [...choices, exact] }]}
      onAt={setAt}
      onPick={pick}
      onKey={press}
      aside={<Kbd keys="h" />}
      empty="That is not a time in the future."
      {...{ input, at }}
    />
  )
}

/** A time, and at the right its day and its digit. */
const Words = ({ name, day, digit }: { name: string; day?: string; digit: number | null }) => (
  <>
    <span className="flex-1">{name}</span>
    <span className="num flex gap-2 text-12 text-ink-2">
      {day}
      {digit !== null && <span className="w-2 text-center">{digit}</span>}
    </span>
  </>
)

const two = (value: number) => String(value).padStart(2, '0')
const localText = (at: Date) =>
  `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}T${two(at.getHours())}:${two(at.getMinutes())}`

const Exact = ({ earliest, onPick }: { earliest: number; onPick: (time: SnoozeTime) => void }) => {
  const [value, setValue] = useState(() => localText(new Date(earliest + 86_400_000)))
  const at = Date.parse(value)
  const isFuture = at > earliest
  return (
    <form
      className="flex flex-col gap-2 p-2"
      onSubmit={event => {
        event.preventDefault()
        if (isFuture)
          onPick({ label: value.slice(11), till: new Date(at).toISOString(), day: value.slice(0, 10) })
      }}
    >
      <label className="flex flex-col gap-1.5">
        <span className="font-medium">Date and time</span>
        <input
          // biome-ignore lint/a11y/noAutofocus: it takes the place of the field that had the focus
          autoFocus
          type="datetime-local"
          min={localText(new Date(earliest))}
          value={value}
          onChange={event => setValue(event.target.value)}
          className="h-9 rounded-control bg-raised px-2 text-ink shadow-[inset_0_0_0_1px_var(--line-strong)]"
        />
      </label>
      <Button type="submit" variant="primary" size="large" disabled={!isFuture}>
        Snooze
      </Button>
    </form>
  )
}
