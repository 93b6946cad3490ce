import { expect, test } from 'vitest'
import { joined, stillOurs, turned } from '../../web/data/changes.ts'

const changed = (id: string, before: object, after: object) => ({
  id,
  before: { ...before },
  after: { ...after },
})
const rows = (table: Record<string, Record<string, unknown>>) => (id: string) => table[id] ?? null

test('two changes of a field, one after the other, go back to the value before the first', () => {
  const both = joined(
    [changed('a', { name: 'Quay' }, { name: 'Key' })],
    [changed('a', { name: 'Key' }, { name: 'Pier' })],
  )
  expect(both).toEqual([changed('a', { name: 'Quay' }, { name: 'Pier' })])
})

test('changes of different fields and rows are kept side by side', () => {
  const first = [changed('a', { name: 'Quay' }, { name: 'Key' })]
  const then = [
    changed('a', { priority: 'none' }, { priority: 'high' }),
    changed('b', { name: '1' }, { name: '2' }),
  ]
  expect(joined(first, then)).toEqual([
    changed('a', { name: 'Quay', priority: 'none' }, { name: 'Key', priority: 'high' }),
    changed('b', { name: '1' }, { name: '2' }),
  ])
})

test('only the fields that still hold what was set are put back', () => {
  const back = turned([
    changed('a', { priority: 'none', state_id: 's1' }, { priority: 'high', state_id: 's2' }),
    changed('b', { priority: 'low', state_id: 's1' }, { priority: 'high', state_id: 's2' }),
  ])
  const now = rows({ a: { priority: 'urgent', state_id: 's2' }, b: { priority: 'high', state_id: 's2' } })
  expect(stillOurs(back, now)).toEqual({
    ours: [
      changed('a', { state_id: 's2' }, { state_id: 's1' }),
      changed('b', { priority: 'high', state_id: 's2' }, { priority: 'low', state_id: 's1' }),
    ],
    left: ['a'],
  })
})

test('fields set along with another go back with it, whatever their value by then, and stay where that was changed', () => {
  const back = turned([
    changed('a', { cycle_id: 'c1', cycle_added_at: 'then' }, { cycle_id: null }),
    changed('b', { cycle_id: 'c1', cycle_added_at: 'then' }, { cycle_id: 'c2' }),
  ])
  const now = rows({
    a: { cycle_id: null, cycle_added_at: null },
    b: { cycle_id: 'c3', cycle_added_at: 'later' },
  })
  const { ours, left } = stillOurs(back, now)
  expect(ours.map(({ id, after }) => [id, after])).toEqual([
    ['a', { cycle_id: 'c1', cycle_added_at: 'then' }],
  ])
  expect(left).toEqual(['b'])
})

test('a list in another order is the same list, and an absent value the same as none', () => {
  const back = turned([changed('a', { label_ids: ['x'] }, { label_ids: ['x', 'y'], cycle_id: null })])
  const { ours, left } = stillOurs(back, rows({ a: { label_ids: ['y', 'x'] } }))
  expect(left).toEqual([])
  expect(ours[0]?.after.label_ids).toEqual(['x'])
})

test('a row that is gone is left, a place that the server moved is not spoken of', () => {
  const back = turned([
    changed('gone', { priority: 'none' }, { priority: 'high' }),
    changed('moved', { sort_order: 1, state_id: 's1' }, { sort_order: 2, state_id: 's2' }),
  ])
  expect(stillOurs(back, rows({ moved: { sort_order: 2.5, state_id: 's2' } }))).toEqual({
    ours: [changed('moved', { state_id: 's2' }, { state_id: 's1' })],
    left: ['gone'],
  })
})
