import { useEffect, useRef, useState } from 'react'
import { DAY_MINUTES, isQuiet, WEEK } from '#contract/people/quietHours.ts'
import { useClock } from '../../data/clock.ts'
import { useSession } from '../../data/session.ts'
import { SettingsRow } from '../../settings/SettingsRow.tsx'
import { SettingsSection } from '../../settings/SettingsScreen.tsx'
import { useSave } from '../../settings/saving.ts'
import { zoneName } from '../../settings/zones.ts'
import { Switch } from '../../ui/controls/Switch.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { firstWeekday } from '../../ui/dates/day-numbers.ts'
import { weekdays } from '../../ui/dates/day-words.ts'
import { Tooltip } from '../../ui/popups/Tooltip.tsx'
import { changePreference, useOwn } from './own.ts'

type Hours = { quiet: boolean; quiet_from: number; quiet_to: number; quiet_days: readonly number[] }

const two = (n: number) => String(n).padStart(2, '0')
const clockOf = (minutes: number) => `${two(Math.floor(minutes / 60))}:${two(minutes % 60)}`
const minutesOf = (text: string): number | null => {
  const [hours, minutes] = text.split(':').map(Number)
  const sum = (hours ?? Number.NaN) * 60 + (minutes ?? Number.NaN)
  return sum >= 0 && sum < DAY_MINUTES ? sum : null
}

type SavedTimeProps = { label: string; detail?: string; name: 'quiet_from' | 'quiet_to'; value: number }

/** A time of the day that is kept by leaving it. */
const SavedTime = ({ label, detail, name, value }: SavedTimeProps) => {
  const [text, setText] = useState(clockOf(value))
  const input = useRef<HTMLInputElement>(null)
  const kept = useSave(name)
  // A change from elsewhere shows, unless somebody types here.
  useEffect(() => {
    if (document.activeElement !== input.current) setText(clockOf(value))
  }, [value])
  const leave = () => {
    const minutes = minutesOf(text)
    if (minutes === null) return setText(clockOf(value))
    if (minutes !== value) void kept.save(() => changePreference({ [name]: minutes }))
  }
  return (
    <SettingsRow label={label} detail={detail} error={kept.error}>
      <TextInput
        ref={input}
        type="time"
        value={text}
        onChange={event => {
          kept.forgive()
          setText(event.target.value)
        }}
        onBlur={leave}
        onKeyDown={event => event.key === 'Enter' && leave()}
        className="max-w-36"
      />
    </SettingsRow>
  )
}

const Days = ({ hours }: { hours: Hours }) => {
  const kept = useSave('quiet_days')
  const { quiet_days: chosen } = hours
  const turn = (day: number) => {
    const next = WEEK.filter(one => (one === day ? !chosen.includes(one) : chosen.includes(one)))
    void kept.save(() => changePreference({ quiet_days: next }))
  }
  return (
    <SettingsRow label="Days" detail="Days on which they begin" error={kept.error}>
      <span className="flex flex-wrap gap-1.5 pt-1">
        {WEEK.map(nth => (nth + firstWeekday()) % WEEK.length).map(day => {
          const isOn = chosen.includes(day)
          const isLast = isOn && chosen.length === 1
          return (
            <Tooltip key={day} label="Keep at least one day, or turn quiet hours off" disabled={!isLast}>
              <button
                type="button"
                aria-label={weekdays[day]}
                aria-pressed={isOn}
                // Without a day there are no quiet hours: the switch says that.
                aria-disabled={isLast || undefined}
                onClick={() => isLast || turn(day)}
                className="h-8 min-w-11 rounded-control px-2 text-ink-2 shadow-[inset_0_0_0_1px_var(--line-strong)] hover:bg-hover aria-pressed:bg-press aria-pressed:font-medium aria-pressed:text-ink max-md:h-11"
              >
                {weekdays[day]!.slice(0, 3)}
              </button>
            </Tooltip>
          )
        })}
      </span>
    </SettingsRow>
  )
}

/** What quiet hours hold back, of what this server sends at all. */
const heldWords = (config?: { is_smtp_configured: boolean; push_public_key?: string | null }) => {
  const [mails, pushes] = [config?.is_smtp_configured, config?.push_public_key]
  if (!mails && !pushes)
    return 'This server sends neither e-mails nor browser notifications, so nothing has to wait.'
  const what =
    mails && pushes ? 'E-mails and browser notifications' : mails ? 'E-mails' : 'Browser notifications'
  return `${what} wait until they end, then arrive together.`
}

/** When somebody is notified of nothing outside of their inbox. */
export const QuietHours = () => {
  const hours = useOwn('notification_preference')
  const { zone } = useClock()
  const { instance } = useSession()
  const kept = useSave('quiet')
  if (!hours) return null
  const overnight = hours.quiet_to <= hours.quiet_from
  const isNow = hours.quiet && isQuiet(hours, zone, Date.now())
  return (
    <SettingsSection
      title="Quiet hours"
      text={`${heldWords(instance?.config)} Your inbox is not affected. Times are those of ${zoneName(zone)}, your time zone.`}
    >
      <SettingsRow
        label="Keep quiet hours"
        detail={isNow ? `Quiet now, until ${clockOf(hours.quiet_to)}` : undefined}
        error={kept.error}
        low
      >
        <Switch checked={hours.quiet} onChange={quiet => void kept.save(() => changePreference({ quiet }))} />
      </SettingsRow>
      {hours.quiet && (
        <>
          <SavedTime label="From" name="quiet_from" value={hours.quiet_from} />
          <SavedTime
            label="To"
            detail={overnight ? 'On the next day' : undefined}
            name="quiet_to"
            value={hours.quiet_to}
          />
          <Days hours={hours} />
        </>
      )}
    </SettingsSection>
  )
}
