import { expect, test } from 'vitest'
import { shownCycles } from '../../web/planning/cycles/cycleList.ts'
import { findOffers } from '../../web/ui/logo/findOffers.ts'

test('lists and pickers find names as the server’s searches do: without case and marks, however they were written', () => {
  const cycle = { name: 'Łódź, Überfahrt', start_date: null, end_date: null }
  const query = { statuses: [], favorites: false, starts: null, ends: null, isManual: false }
  const known = { today: '2030-01-01', statusOf: () => 'draft', favorites: new Set() }
  const found = (words: string) =>
    shownCycles([cycle] as never, { ...query, words } as never, known as never).length
  const offers = [{ name: 'All', offers: [{ id: 'a', name: 'Überfahrt', words: [] }] }]
  for (const words of ['uber', 'ÜBER', 'u\u0308ber', ' überfahrt '])
    expect([words, found(words), findOffers(offers, words).length]).toEqual([words, 1, 1])
  expect(found('lodz')).toBe(0)
  expect(found('Łodz')).toBe(1)
})
