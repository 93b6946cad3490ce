import { expect, test } from 'vitest'
import { isReserved } from '../../api/workspace/workspaces/slug.ts'
import { looks } from '../../web/issues/fields/fields.ts'
import { filled, placeAt, placeIds, placeOf, placesAbove, to } from '../../web/places/address.ts'
import { keyedPlaces } from '../../web/places/offers.ts'

const namesIn = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name ?? '')
const somewhere = (path: string) =>
  filled(path.replace('*', 'x'), Object.fromEntries(namesIn(path).map(name => [name, `some-${name}`])))

test.each(placeIds)('the addresses of “%s” lead to it, with a slash behind them too', id => {
  const { path, also = [] } = placeOf(id)
  for (const one of [path, ...also])
    for (const address of [somewhere(one), `${somewhere(one)}/`]) expect(placeAt(address)?.id).toBe(id)
})

test('the parts of an address come back as they were given', () => {
  const address = to('page', { slug: 'quay', projectId: 'p 1', pageId: 'ä/b' })
  expect(address).toBe('/quay/projects/p%201/pages/%C3%A4%2Fb')
  expect(placeAt(address)?.params).toMatchObject({ projectId: 'p 1', pageId: 'ä/b' })
})

test.each(placeIds.filter(id => placeOf(id).listed))('“%s” is offered by its name alone', id => {
  const given = { slug: 'quay', projectId: 'p', ...placeOf(id).begins?.('me') }
  expect(Object.keys(given)).toEqual(expect.arrayContaining(namesIn(placeOf(id).path)))
})

test('an address that leads further has the same names', () => {
  for (const id of placeIds)
    for (const also of placeOf(id).also ?? [])
      expect(namesIn(also)).toEqual(expect.arrayContaining(namesIn(placeOf(id).path)))
})

test('no workspace can be called what a screen is', () => {
  const first = placeIds.flatMap(id =>
    [placeOf(id).path, ...(placeOf(id).also ?? [])].map(path => path.split('/')[1] ?? ''),
  )
  expect(first.filter(word => /^[a-z]/.test(word) && !isReserved(word))).toEqual([])
})

test('no two places have the same keys', () => {
  const keys = keyedPlaces({ slug: 'quay', workspaceId: 'w', me: 'me' }).map(one => one.keys)
  expect(new Set(keys).size).toBe(keys.length)
})

test('a noun has one icon, whether it is a place or a field of issues', () => {
  const pairs = [
    ['project', 'projects'],
    ['state', 'projectStates'],
    ['labels', 'projectLabels'],
    ['estimate', 'projectEstimates'],
    ['cycle', 'cycles'],
    ['modules', 'modules'],
  ] as const
  for (const [field, place] of pairs) expect(placeOf(place).icon).toBe(looks[field].icon)
  const icons = pairs.map(([field]) => looks[field].icon)
  expect(new Set(icons).size).toBe(pairs.length)
  expect([looks.priority.icon, looks.created_by.icon]).not.toEqual(
    expect.arrayContaining([placeOf('analytics').icon]),
  )
})

test('a place is below those whose address its own begins with', () => {
  expect(placesAbove('page')).toEqual(['home', 'projects', 'pages'])
  expect(placesAbove('home')).toEqual([])
})
