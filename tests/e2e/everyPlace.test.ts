import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeIds as all } from '../../web/places/address.ts'
import { leaveSeats } from '../support/browser.ts'
import { everybody } from '../support/everyPlace.ts'

// The gallery is for the makers of the product.
const placeIds = all.filter(id => id !== 'gallery')

/** The table's word, by place and person. */
const written = await readFile(new URL('everyPlace.txt', import.meta.url), 'utf8').catch(() => '')
const [head = [], ...rows] = written.split('\n').map(line => line.split(/ {2,}/))
const expected = new Map(
  rows.flatMap(([id, ...cells]) => cells.map((cell, at) => [`${id} ${head[at + 1]}`, cell] as const)),
)

let world: Awaited<ReturnType<typeof everybody>>
beforeAll(async () => {
  world = await everybody()
})
afterAll(leaveSeats)

/** Lists narrowed by other values of the same terms are one list to follow. */
const kindOf = (link: string) => {
  const { pathname, searchParams } = new URL(link, 'http://quay.example')
  return `${pathname} ${[...searchParams.keys()].sort()}`
}

/** Somebody's column of the table; every kind of link is followed once. */
const walk = async (one: (typeof world.all)[number]): Promise<string[]> => {
  const cells: string[] = []
  const offered = new Set<string>()
  const been = new Set<string>()
  for (const id of placeIds) {
    const address = one.addressOf(id)
    const cell = await one.sees(id, address, expected.get(`${id} ${one.name}`))
    cells.push(cell)
    been.add(kindOf(address))
    if (cell !== 'shown') continue
    for (const link of await one.links()) offered.add(link)
  }
  for (const link of offered) {
    if (been.has(kindOf(link))) continue
    been.add(kindOf(link))
    await one.goes(link)
  }
  return cells
}

test('everybody sees at every address what is theirs to see, and nothing that is offered there fails', async () => {
  const columns = await Promise.all(world.all.map(walk))
  const lines = [
    ['place', ...world.all.map(({ name }) => name)],
    ...placeIds.map((id, at) => [id, ...columns.map(cells => cells[at] ?? '')]),
  ]
  const table = lines
    .map(line =>
      line
        .map(cell => cell.padEnd(26))
        .join('')
        .trimEnd(),
    )
    .join('\n')
  await expect(`${table}\n`).toMatchFileSnapshot('everyPlace.txt')
  expect(world.all.flatMap(({ name, faults }) => faults.map(fault => `${name} ${fault}`))).toEqual([])
}, 480_000)
