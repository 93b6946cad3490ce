import { expect, test } from 'vitest'
import { keepNewest } from '../../web/data/keepNewest.ts'

test('the newest of the kept entries stay', () => {
  const kept = new Map<string, number>()
  const gone: number[] = []
  for (const [at, key] of ['a', 'b', 'a', 'c', 'd'].entries())
    keepNewest(kept, key, at, 2, one => gone.push(one))
  expect([...kept]).toEqual([
    ['c', 3],
    ['d', 4],
  ])
  expect(gone).toEqual([1, 2])
})
