import { expect, test } from 'vitest'
import {
  addPending,
  applyRow,
  dropPending,
  forgetRows,
  getRow,
  getRows,
  madeOf,
  removeRow,
  watchRow,
} from '../../web/data/rows.ts'
import { rowsBy } from '../../web/data/rowsBy.ts'

const label = (id: string, name = id, revision = 1) => ({
  id,
  name,
  revision,
  project_id: 'p',
  sort_order: 0,
})

test('all rows are one array until one of them changes', () => {
  applyRow('label', label('a'))
  const rows = getRows('label')
  expect(getRows('label')).toBe(rows)
  applyRow('label', label('a', 'again'))
  expect(getRows('label')).toBe(rows)
  applyRow('label', label('a', 'renamed', 2))
  expect(getRows('label')).not.toBe(rows)
  expect(getRows('label').map(row => row.name)).toEqual(['renamed'])
})

test('a value derived from rows is made once for each state of them, for each key', () => {
  let made = 0
  const named = madeOf(['label'], (beginning: string) => {
    made++
    return getRows('label').filter(row => row.name.startsWith(beginning))
  })
  applyRow('label', label('b', 'bug'))
  const bugs = named.of('b')
  expect([named.of('b'), made]).toEqual([bugs, 1])
  expect(named.of('b')).toBe(bugs)
  expect(named.of('c')).toEqual([])
  expect(made).toBe(2)
  applyRow('state', { id: 's', revision: 1 })
  expect(named.of('b')).toBe(bugs)
  applyRow('label', label('c', 'bulb'))
  expect(named.of('b').map(row => row.id)).toEqual(['b', 'c'])
})

test('a component that looks at one row hears of that one alone, before it is here and after it has gone', () => {
  const heard: (string | null)[] = []
  const stop = watchRow('label', 'later', () => heard.push(getRow('label', 'later')?.name ?? null))
  applyRow('label', label('other'))
  applyRow('label', label('later'))
  addPending('label', 'later', { mutationId: 'm', patch: { name: 'pending' } })
  dropPending('label', 'later', 'm')
  removeRow('label', 'later')
  applyRow('label', label('later', 'back'))
  forgetRows()
  expect(heard).toEqual(['later', 'pending', 'later', null, 'back', null])
  applyRow('label', label('later', 'another workspace'))
  expect(heard.at(-1)).toBe('another workspace')
  stop()
  removeRow('label', 'later')
  expect(heard).toHaveLength(7)
})

test('a shelf is one array until one of its rows changes', () => {
  const by = rowsBy('issue', row => [row.parent_id])
  const issue = (id: string, parent_id: string | null, revision = 1) => ({ id, parent_id, revision })
  applyRow('issue', issue('one', 'above'))
  const above = by.of('above')
  expect(above.map(row => row.id)).toEqual(['one'])
  applyRow('issue', issue('two', 'elsewhere'))
  expect(by.of('above')).toBe(above)
  applyRow('issue', issue('two', 'above', 2))
  expect(by.of('above').map(row => row.id)).toEqual(['one', 'two'])
  expect(by.of('elsewhere')).toEqual([])
})

test('a component that looks at a shelf hears once of all that changes together', async () => {
  const by = rowsBy('issue_link', row => [row.issue])
  let heard = 0
  const stop = by.watch('here', () => heard++)
  for (let n = 0; n < 20; n++)
    applyRow('issue_link', { id: `${n}`, issue: n % 2 ? 'here' : 'there', revision: 1 })
  await Promise.resolve()
  expect(heard).toBe(1)
  stop()
  removeRow('issue_link', '1')
  await Promise.resolve()
  expect(heard).toBe(1)
})
