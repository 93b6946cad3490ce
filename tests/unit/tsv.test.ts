import fc from 'fast-check'
import { expect, test } from 'vitest'
import { writeCsv } from '../../api/contract/lists/csv.ts'
import { readTsv, writeTsv } from '../../web/issues/layouts/table/tsv.ts'

test('a sheet on the clipboard is read as its cells', () => {
  expect(readTsv('High\tMei Tanabe\r\nLow\t\r\n')).toEqual([
    ['High', 'Mei Tanabe'],
    ['Low', ''],
  ])
  expect(readTsv('"two\nlines"\t"a ""sill"""')).toEqual([['two\nlines', 'a "sill"']])
  expect(readTsv('12" plank\t"open')).toEqual([['12" plank', '"open']])
  expect(readTsv('')).toEqual([['']])
})

test('cells come back as they went, whatever they hold', () => {
  const cell = fc
    .string({ unit: fc.constantFrom('a', ' b', '\t', '\n', '\r', '"', ',') })
    .map(text => text.trim())
  const rows = fc
    .integer({ min: 1, max: 4 })
    .chain(width =>
      fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 4 }),
    )
  fc.assert(
    fc.property(rows, cells => {
      // A last row of one empty cell is a line end and nothing else.
      fc.pre(cells.length === 1 || cells.at(-1)?.join('') !== '' || (cells[0]?.length ?? 0) > 1)
      expect(readTsv(writeTsv(cells))).toEqual(cells)
    }),
  )
})

test('a file of cells holds what they hold, and nothing that a spreadsheet would run', () => {
  const rows = [
    ['ID', 'Title'],
    ['BER-1', '=HYPERLINK("//x", "y")'],
    ['BER-2', 'Sill, "old"'],
  ]
  expect(writeCsv(rows)).toBe(
    `\uFEFFID,Title\r\nBER-1,"'=HYPERLINK(""//x"", ""y"")"\r\nBER-2,"Sill, ""old"""\r\n`,
  )
})
