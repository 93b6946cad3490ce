import { expect, test } from 'vitest'
import { readSnooze, type SnoozeClock, usualTimes } from '../../web/forms/snooze/snoozeTimes.ts'

// Tuesday, ten past three in the afternoon.
const clock: SnoozeClock = {
  zone: 'Europe/Berlin',
  today: '2026-11-17',
  now: Date.parse('2026-11-17T14:10:00Z'),
}

test('the offered times are in the future, at hours that clocks here show', () => {
  expect(usualTimes(clock).map(({ label, till }) => [label, till])).toEqual([
    ['Later today 17:00', '2026-11-17T16:00:00.000Z'],
    ['Tomorrow 09:00', '2026-11-18T08:00:00.000Z'],
    ['In three days 09:00', '2026-11-20T08:00:00.000Z'],
    ['Monday 09:00', '2026-11-23T08:00:00.000Z'],
    ['In two weeks 09:00', '2026-12-01T08:00:00.000Z'],
  ])
  const late = { ...clock, now: Date.parse('2026-11-17T15:30:00Z') }
  expect(usualTimes(late)[0]?.label).toBe('Tomorrow 09:00')
  const monday = { ...clock, today: '2026-11-16' }
  expect(usualTimes(monday).find(({ label }) => label.startsWith('Monday'))?.till).toBe(
    '2026-11-23T08:00:00.000Z',
  )
})

const said: Record<string, string | null> = {
  'tomorrow 9': '2026-11-18T08:00:00.000Z',
  'Tomorrow at 14:30': '2026-11-18T13:30:00.000Z',
  tomorrow: '2026-11-18T08:00:00.000Z',
  'friday noon': '2026-11-20T11:00:00.000Z',
  'in 3 hours': '2026-11-17T17:10:00.000Z',
  '45 min': '2026-11-17T14:55:00.000Z',
  '18': '2026-11-17T17:00:00.000Z',
  '9': '2026-11-18T08:00:00.000Z',
  '8pm': '2026-11-17T19:00:00.000Z',
  '12 am': '2026-11-17T23:00:00.000Z',
  'next week': '2026-11-23T08:00:00.000Z',
  'in 2 weeks': '2026-12-01T08:00:00.000Z',
  '3 dec': '2026-12-03T08:00:00.000Z',
  '3 dec 16:00': '2026-12-03T15:00:00.000Z',
  // The night in which clocks go forward.
  '28 mar 2027 9:00': '2027-03-28T07:00:00.000Z',
  tonight: '2026-11-17T19:00:00.000Z',
  yesterday: null,
  'today 9': null,
  '25:00': null,
  '13pm': null,
  soon: null,
  constructor: null,
  '': null,
}
test.each(Object.entries(said))('“%s” is %s', (typed, till) => {
  expect(readSnooze(typed, clock)?.till ?? null).toBe(till)
})
