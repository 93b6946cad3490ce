import { expect, test } from 'vitest'
import type { Module } from '../../api/contract/planning/modules.ts'
import { readQuery, shownModules } from '../../web/planning/modules/moduleList.ts'
import { NO_TOTALS, progressOf } from '../../web/planning/progress/totals.ts'
import { narrowed, onDays } from '../../web/shell/list/filters.ts'
import { momentsIn, ownWord, spansAhead, spansBack, spanWord } from '../../web/shell/list/spans.ts'

const totals = (completed: number, cancelled: number, backlog: number) => ({
  ...NO_TOTALS,
  total_issues: completed + cancelled + backlog,
  completed_issues: completed,
  cancelled_issues: cancelled,
  backlog_issues: backlog,
})

test('what is cancelled is behind a module, and no part of a cycle’s plan', () => {
  const held = totals(3, 2, 5)
  expect(progressOf('module', held, 'issues')).toEqual({ done: 5, of: 10, percent: 50 })
  expect(progressOf('cycle', held, 'issues')).toEqual({ done: 3, of: 8, percent: 37 })
  expect(progressOf('module', totals(0, 4, 0), 'issues').percent).toBe(100)
  expect(progressOf('cycle', totals(0, 4, 0), 'issues').percent).toBe(0)
  expect(progressOf('module', NO_TOTALS, 'issues').percent).toBe(0)
})

const module = (id: string, fields: Partial<Module> = {}) =>
  ({ id, name: id, start_date: null, target_date: null, created_at: id, ...fields }) as Module

const shown = (query: string, held: Record<string, ReturnType<typeof totals>>, rows: Module[]) => {
  const address = new URLSearchParams(query)
  const narrowing = narrowed<Module>([], address, () => {})
  const totalsOf = (one: Module) => held[one.id] ?? NO_TOTALS
  return shownModules(rows, narrowing, readQuery(address), totalsOf).map(({ id }) => id)
}

test('modules are in the order that is asked for, also turned round', () => {
  const held = { Ebb: totals(1, 0, 3), Neap: totals(0, 9, 1), Reef: totals(2, 0, 0) }
  const rows = [
    module('Ebb', { target_date: '2026-12-24', created_at: '3', sort_order: 2 }),
    module('Neap', { target_date: null, created_at: '1', sort_order: 3 }),
    module('Reef', { target_date: '2026-12-01', created_at: '2', sort_order: 1 }),
  ]
  const orders = {
    'sort=name': ['Ebb', 'Neap', 'Reef'],
    'sort=progress': ['Ebb', 'Neap', 'Reef'],
    'sort=issues': ['Reef', 'Ebb', 'Neap'],
    'sort=due': ['Reef', 'Ebb', 'Neap'],
    'sort=created': ['Neap', 'Reef', 'Ebb'],
  }
  for (const [query, ids] of Object.entries(orders)) {
    expect(shown(query, held, rows)).toEqual(ids)
    expect(shown(`${query}&turned=true`, held, rows)).toEqual(ids.toReversed())
  }
  expect(shown('sort=manual&turned=true', held, rows)).toEqual(['Reef', 'Ebb', 'Neap'])
})

test('lists are filtered by days from today on, and by any that somebody names', () => {
  const today = '2026-11-25'
  const starts = onDays('starts', 'Starts', (day: string | null) => day, today)
  const narrowing = (word: string) => narrowed([starts], new URLSearchParams({ starts: word }), () => {})
  const has = (word: string, day: string | null) => narrowing(word).passes(day)
  expect(has('7', '2026-12-02')).toBe(true)
  expect(has('7', '2026-12-03')).toBe(false)
  expect(has('7', '2026-11-24')).toBe(false)
  expect(has('7', null)).toBe(false)
  const word = ownWord({ from: '2026-01-01', to: '2026-01-31' })
  expect(narrowing(word).chosen).toEqual({ starts: [word] })
  expect(has(word, '2026-01-31')).toBe(true)
  expect(has(word, '2026-02-01')).toBe(false)
  expect(spanWord(ownWord({ from: null, to: '2026-01-31' }), spansAhead)).toMatch(/^Until 31 Jan/)
  for (const wrong of ['8', 'toString', 'tomorrow;after', '']) {
    expect(narrowing(wrong).isNarrowed).toBe(false)
    expect(has(wrong, null)).toBe(true)
  }
})

test('lists are filtered by when their rows were made, in days of the zone that the person lives in', () => {
  // The 25th begins there while it is still the 24th in London.
  const clock = { zone: 'Asia/Tokyo', today: '2026-11-25' }
  const midnight = '2026-11-24T15:00:00.000Z'
  const before = '2026-11-24T14:59:59.999Z'
  const has = (word: string, moment: string) => momentsIn(word, clock)(moment)
  expect([has('1', midnight), has('1', before)]).toEqual([true, false])
  expect([has('2', midnight), has('2', before)]).toEqual([false, true])
  expect([has('7', '2026-11-18T15:00:00.000Z'), has('7', '2026-11-18T14:59:59.999Z')]).toEqual([true, false])
  expect(has('30', before)).toBe(true)
  const own = ownWord({ from: '2026-11-24', to: '2026-11-24' })
  expect([has(own, midnight), has(own, before)]).toEqual([false, true])
  expect(spanWord('7', spansBack)).toBe('Last 7 days')
})
