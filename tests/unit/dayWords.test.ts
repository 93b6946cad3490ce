import { expect, test } from 'vitest'
import { dueness } from '../../web/ui/dates/day-words.ts'

test.each([
  ['2026-11-20', 'started', 'late'],
  ['2026-11-21', 'backlog', 'today'],
  ['2026-11-22', 'unstarted', null],
  ['2026-11-20', 'completed', null],
  ['2026-11-21', 'cancelled', null],
])('on 21 November what is due on %s and is %s: %s', (day, group, due) => {
  expect(dueness(day, group, '2026-11-21')).toBe(due)
})
