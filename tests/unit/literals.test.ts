import { expect, test } from 'vitest'
import { readLiteral } from '../../api/workspace/imports/read/literal.ts'

const READ: [string, unknown][] = [
  ['[]', []],
  ['[{"comment": "It\'s"}]', [{ comment: "It's" }]],
  [
    `[{'comment': 'It\\'s "so"\\n', 'at': None, 'n': -1.5, 'is': True}]`,
    [{ comment: 'It\'s "so"\n', at: null, n: -1.5, is: true }],
  ],
  [`[{'a': ["b", 'c',], 'd': {}}, ]`, [{ a: ['b', 'c'], d: {} }]],
  [`[('a', 1)]`, [['a', 1]]],
  [`['\\xe9\\u00e9']`, ['éé']],
  ['[ ] rope', undefined],
  ['[rope]', undefined],
  [`['a' 'b']`, undefined],
  [`[{'a'}]`, undefined],
  [`['open`, undefined],
  ['['.repeat(50), undefined],
]
test.each(READ)('%s is read as JSON or as Python prints it, or is none of both', (text, value) => {
  expect(readLiteral(text)).toEqual(value)
})

test('a long text is read in time that rises with its length, and beyond half a million letters it is no list', () => {
  const list = (entries: number) => `[${"{'a': 'b', 'c': [1, 2]}, ".repeat(entries)}]`
  const begin = performance.now()
  expect(readLiteral(list(19_000))).toHaveLength(19_000)
  expect(readLiteral(`${"'".repeat(2)}${"['".repeat(240_000)}`)).toBeUndefined()
  expect(performance.now() - begin).toBeLessThan(1_000)
  expect(readLiteral(list(100_000))).toBeUndefined()
})
