import { expect, test } from 'vitest'
import { narrowed } from '../../web/shell/list/filters.ts'
import { findOffers } from '../../web/ui/logo/findOffers.ts'

test('lists and pickers find names as the server’s searches do: without case and marks, however they were written', () => {
  const isFound = (q: string) => narrowed([], new URLSearchParams({ q }), () => {}).finds('Łódź, Überfahrt')
  const offers = [{ name: 'All', offers: [{ id: 'a', name: 'Überfahrt', words: [] }] }]
  for (const words of ['uber', 'ÜBER', 'u\u0308ber', ' überfahrt '])
    expect([words, isFound(words), findOffers(offers, words).length]).toEqual([words, true, 1])
  expect(isFound('lodz')).toBe(false)
  expect(isFound('Łodz')).toBe(true)
})
