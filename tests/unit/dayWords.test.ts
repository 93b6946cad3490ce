import { expect, test } from 'vitest'
import { dueness, shortDay, whenText } from '../../web/ui/dates/day-words.ts'

test.each([
  ['2026-11-20', 'started', 'late'],
  ['2026-11-21', 'backlog', 'today'],
  ['2026-11-22', 'unstarted', null],
  ['2026-11-20', 'completed', null],
  ['2026-11-21', 'cancelled', null],
])('on 21 November what is due on %s and is %s: %s', (day, group, due) => {
  expect(dueness(day, group, '2026-11-21')).toBe(due)
})

const now = new Date(2026, 10, 21, 15, 30)

test.each([
  ['2026-01-12', false, '12 Jan'],
  ['2027-01-12', false, '12 Jan ’27'],
  ['2027-01-12', true, '12 Jan 2027'],
  ['1999-12-31', false, '31 Dec ’99'],
])('a day in a row always has its day and month: %s', (day, whole, words) => {
  expect(shortDay(day, whole, now)).toBe(words)
})

test.each([
  [new Date(2026, 10, 21, 12, 30), '3 h'],
  [new Date(2026, 10, 20, 9, 5), '09:05'],
  [new Date(2026, 10, 18, 9, 5), '18 Nov'],
  [new Date(2025, 10, 18, 9, 5), '18 Nov 2025'],
])('a moment in a row: %s', (moment, words) => {
  expect(whenText(moment.toISOString(), now)).toBe(words)
})
