import { expect, test } from 'vitest'
import { changeWords } from '../../web/search/changeWords.ts'

test('a filter is added to the words of a search and taken out again, however it was typed', () => {
  expect(changeWords('"gate code"  keys', 'in:BER', false)).toBe('"gate code" keys in:BER')
  expect(changeWords('keys in:ber is:open', 'in:BER', true)).toBe('keys is:open')
  expect(changeWords('keys by:"Mei Tanabe" x', 'by:"Mei Tanabe"', true)).toBe('keys x')
  expect(changeWords('keys by:freya x', 'by:me', true)).toBe('keys x')
  expect(changeWords('kind:page,issue keys', 'kind:page', true)).toBe('keys')
  expect(changeWords('', 'kind:page', false)).toBe('kind:page')
})
