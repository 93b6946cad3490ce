import { type KeyboardEvent, useId, useRef, useState } from 'react'
import { useClock } from '../../data/clock.ts'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Kbd } from '../../ui/marks/Kbd.tsx'
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
  const id = useId()
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
  const last = shown.length - (query ? 1 : 0)
  const pick = (nth: number) => {
    const time = shown[nth]
    if (time) onPick(time)
    else if (!query && nth === shown.length) setIsExact(true)
  }
  const press = (event: KeyboardEvent) => {
    const digit = !query && /^[1-9]$/.test(event.key) && !event.ctrlKey && !event.metaKey
    if (event.key === 'ArrowDown') setAt(at >= last ? 0 : at + 1)
    else if (event.key === 'ArrowUp') setAt(at <= 0 ? last : at - 1)
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing) pick(at)
    else if (event.key === 'Escape' && query) setTyped('')
    else if (digit && Number(event.key) <= usual.length + 1) pick(Number(event.key) - 1)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const line = (nth: number) => ({
    id: `${id}-${nth}`,
    role: 'option',
    tabIndex: -1,
    'aria-selected': nth === at,
    onPointerMove: () => setAt(nth),
    onMouseDown: (event: React.MouseEvent) => event.preventDefault(),
    onClick: () => pick(nth),
    className: classes(
      'flex h-8 items-center justify-between gap-2 rounded-control px-2 max-md:h-11',
      nth === at && 'bg-press',
    ),
  })
  if (isExact) return <Exact earliest={now} onPick={onPick} />
  return (
    <>
      <div className="-mx-1 -mt-1 mb-1 flex h-9 flex-none items-center gap-2 px-3 text-ink-3 shadow-[0_1px_0_var(--line)]">
        <Icon name="clock" size={14} />
        <input
          ref={input}
          role="combobox"
          aria-label="Snooze until"
          aria-expanded="true"
          aria-controls={id}
          aria-autocomplete="list"
          aria-activedescendant={at <= last ? `${id}-${at}` : undefined}
          placeholder="Friday noon, in 3 hours…"
          maxLength={60}
          value={typed}
          onChange={event => {
            setTyped(event.target.value)
            setAt(0)
          }}
          onKeyDown={press}
          className="min-w-0 flex-1 bg-transparent text-ink outline-none"
          spellCheck={false}
          autoComplete="off"
        />
        <Kbd keys="h" />
      </div>
      <div id={id} role="listbox" aria-label="Snooze until">
        {shown.map((time, nth) => (
          <div key={time.till} {...line(nth)}>
            <span>{time.label}</span>
            <span className="num flex gap-2 text-12 text-ink-2">
              {time.day}
              {!query && <span className="w-2 text-center">{nth + 1}</span>}
            </span>
          </div>
        ))}
        {!query && (
          <div {...line(usual.length)}>
            <span>Date and time…</span>
            <span className="num w-2 text-center text-12 text-ink-2">{usual.length + 1}</span>
          </div>
        )}
      </div>
      {query !== '' && shown.length === 0 && (
        <p role="status" className="px-2 py-1.5 text-ink-2">
          That is not a time in the future.
        </p>
      )}
    </>
  )
}

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
