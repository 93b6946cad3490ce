import { expect, test } from 'vitest'
import { cycleStatus } from '../../api/contract/planning/cycles.ts'

const CYCLE = { start_date: '2026-03-29', end_date: '2026-03-30' }
const SPRING = { start_date: '2026-03-29', end_date: '2026-03-29' }
const AUTUMN = { start_date: '2026-10-25', end_date: '2026-10-25' }

// The first and the last instant of a status, each beside the one before and after it.
test.each([
  ['UTC', CYCLE, '2026-03-28T23:59:59.999Z', 'upcoming'],
  ['UTC', CYCLE, '2026-03-29T00:00:00.000Z', 'current'],
  ['UTC', CYCLE, '2026-03-30T23:59:59.999Z', 'current'],
  ['UTC', CYCLE, '2026-03-31T00:00:00.000Z', 'completed'],
  ['Pacific/Kiritimati', CYCLE, '2026-03-28T09:59:59.999Z', 'upcoming'],
  ['Pacific/Kiritimati', CYCLE, '2026-03-28T10:00:00.000Z', 'current'],
  ['Pacific/Kiritimati', CYCLE, '2026-03-30T09:59:59.999Z', 'current'],
  ['Pacific/Kiritimati', CYCLE, '2026-03-30T10:00:00.000Z', 'completed'],
  ['Pacific/Pago_Pago', CYCLE, '2026-03-29T10:59:59.999Z', 'upcoming'],
  ['Pacific/Pago_Pago', CYCLE, '2026-03-29T11:00:00.000Z', 'current'],
  ['Pacific/Pago_Pago', CYCLE, '2026-03-31T10:59:59.999Z', 'current'],
  ['Pacific/Pago_Pago', CYCLE, '2026-03-31T11:00:00.000Z', 'completed'],
  // A day of 23 hours, and one of 25.
  ['Europe/Berlin', SPRING, '2026-03-28T22:59:59.999Z', 'upcoming'],
  ['Europe/Berlin', SPRING, '2026-03-28T23:00:00.000Z', 'current'],
  ['Europe/Berlin', SPRING, '2026-03-29T21:59:59.999Z', 'current'],
  ['Europe/Berlin', SPRING, '2026-03-29T22:00:00.000Z', 'completed'],
  ['Europe/Berlin', AUTUMN, '2026-10-24T21:59:59.999Z', 'upcoming'],
  ['Europe/Berlin', AUTUMN, '2026-10-24T22:00:00.000Z', 'current'],
  ['Europe/Berlin', AUTUMN, '2026-10-25T22:59:59.999Z', 'current'],
  ['Europe/Berlin', AUTUMN, '2026-10-25T23:00:00.000Z', 'completed'],
  ['UTC', { start_date: null, end_date: null }, '2026-03-29T00:00:00.000Z', 'draft'],
])('in %s a cycle of %o is at %s %s', (zone, cycle, at, status) => {
  expect(cycleStatus(cycle, zone, Date.parse(at))).toBe(status)
})
