import { expect, test } from 'vitest'
import { passesDate, readDateTerms } from '../../api/contract/lists/dateTerms.ts'

const clock = { zone: 'Asia/Kolkata', today: '2026-06-15' }
const days = [
  '2026-05-01',
  '2026-06-01',
  '2026-06-14',
  '2026-06-15',
  '2026-06-16',
  '2026-06-29',
  '2026-07-15',
  '2026-08-30',
]

/** The days that pass; `null` stands for a row without one. */
const passing = (terms: string) => {
  const filter = readDateTerms(terms, clock, false)
  if (filter === null || filter === 'malformed') return filter
  return [...days, null].filter(day => passesDate(filter, day))
}

test.each([
  ['2026-06-15;after', ['2026-06-15', '2026-06-16', '2026-06-29', '2026-07-15', '2026-08-30']],
  ['2026-06-01;before', ['2026-05-01', '2026-06-01']],
  ['2026-06-01;whatever', ['2026-05-01', '2026-06-01']],
  ['2026-06-14;after,2026-06-16;before', ['2026-06-14', '2026-06-15', '2026-06-16']],
  ['2026-06-01;after,2026-06-29;after', ['2026-06-29', '2026-07-15', '2026-08-30']],
  ['2026-06-15', ['2026-06-15']],
  ['2026-06-15,2026-07-15', ['2026-06-15', '2026-07-15']],
  ['2_weeks;after;fromnow', ['2026-06-29', '2026-07-15', '2026-08-30']],
  ['2_weeks;before;ago', ['2026-05-01', '2026-06-01']],
  [
    '2_weeks;after;ago',
    ['2026-06-01', '2026-06-14', '2026-06-15', '2026-06-16', '2026-06-29', '2026-07-15', '2026-08-30'],
  ],
  ['1_months;after;fromnow', ['2026-07-15', '2026-08-30']],
  ['1_weeks;before;ago,2_months;after;fromnow', ['2026-05-01', '2026-06-01', '2026-08-30']],
  ['2_weeks;after', []],
  ['None', [null]],
  ['2026-06-15,None', ['2026-06-15', null]],
  ['null,2026-06-15', ['2026-06-15']],
  ['2026-06-15,', null],
  ['soon', 'malformed'],
  ['9999-12-31', 'malformed'],
  ['0001-01-01;after', 'malformed'],
  ['9998-12-31;after', []],
  ['2026-02-30;after', 'malformed'],
])('%s', (terms, expected) => {
  expect(passing(terms)).toEqual(expected)
})

test('instants are cut at midnight where the caller is', () => {
  const filter = readDateTerms('2026-06-15', clock, true)
  expect(filter).toMatchObject({
    bounds: [{ from: '2026-06-14T18:30:00.000Z', before: '2026-06-15T18:30:00.000Z' }],
  })
})

test('of instants a bound may be a moment: what a day of another zone begins with', () => {
  const bounds = (terms: string) => {
    const filter = readDateTerms(terms, clock, true)
    return filter && filter !== 'malformed' ? filter.bounds : filter
  }
  expect(bounds('2026-06-15T10:00:00Z;after,None')).toEqual([
    { from: '2026-06-15T10:00:00.000Z', before: null },
  ])
  expect(bounds('2026-06-14;after,2026-06-15T10:00:00.000Z;before')).toEqual([
    { from: '2026-06-13T18:30:00.000Z', before: '2026-06-15T10:00:00.000Z' },
  ])
  for (const wrong of ['2026-06-15T10:00:00Z', '2026-06-15T25:00:00Z;after', '2026-06-15T10:00:00;after'])
    expect(bounds(wrong)).toBe('malformed')
  expect(readDateTerms('2026-06-15T10:00:00Z;after', clock, false)).toBe('malformed')
})
