import { afterAll, beforeAll, expect, test } from 'vitest'
import { placeIds as all, type PlaceId, placeOf } from '../../web/places/address.ts'
import { leaveSeats } from '../support/browser.ts'
import { phases, pressAll } from '../support/everyButton.ts'
import { everybody } from '../support/everyPlace.ts'

/** Last, since what is done there ends the place for the others. */
const LAST: readonly PlaceId[] = [
  'projectMembers',
  'projectGeneral',
  'members',
  'general',
  'accountSecurity',
  'account',
]
const placeIds = [...all.filter(id => id !== 'gallery' && !LAST.includes(id)), ...LAST]

const frames = ['accountSettings', 'workspaceSettings', 'projectSettings', 'instance'] as const
/** Pressed whole; lists, texts and plans have tests of their own, and here only what stands first on them. */
const isOfPeople = (id: PlaceId) =>
  !placeOf(id).path.startsWith('/:slug') || frames.some(frame => placeOf(id).listed?.includes(frame))

let world: Awaited<ReturnType<typeof everybody>>
beforeAll(async () => {
  world = await everybody({ apart: true })
})
afterAll(leaveSeats)

const walk = async (one: (typeof world.all)[number]) => {
  const faults: string[] = []
  const waits = new Map(placeIds.map(id => [id, ['changes'] as readonly string[]]))
  for (const phase of phases)
    for (const id of placeIds) {
      if (!waits.get(id)?.includes(phase)) continue
      const address = one.addressOf(id)
      const told = await pressAll(one.page, () => one.goes(address), address, {
        at: id,
        phase,
        most: isOfPeople(id) ? 80 : 12,
      })
      waits.set(id, told.later)
      faults.push(...told.faults)
    }
  // The answers of calls are judged where they were pressed for; whoever signs out is refused by the live line at last.
  const heard = one.faults.filter(
    fault => !/ answered 4\d\d$|Content Security Policy|HTTP Authentication failed/.test(fault),
  )
  return [...faults, ...heard].map(fault => `${one.name} ${fault}`)
}

test('whatever somebody is offered to press works for them', async () => {
  const others = world.all.filter(({ name }) => name !== 'instance admin')
  const faults = (await Promise.all(others.map(walk))).flat()
  // What is set there holds for all.
  for (const one of world.all) if (!others.includes(one)) faults.push(...(await walk(one)))
  expect(faults).toEqual([])
}, 480_000)
