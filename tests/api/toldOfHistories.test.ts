/** Histories in any order, and servers that die at any time: every receiver is reported once, and nobody else. */
import { randomInt } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { dice } from '../support/dice.ts'
import { program } from '../support/program.ts'
import { startServer } from '../support/server.ts'
import { soaked } from '../support/soak.ts'
import { toldStory } from '../support/toldStory.ts'

const KILLS = soaked(2, 20)
const HISTORIES = soaked(1, 20)
const ACTS = 40

test(
  'of random histories everybody is told exactly what a plain recount says',
  async () => {
    const world = await startServer({}, undefined, { notifying: true })
    let told = 0
    for (let nth = 0; nth < HISTORIES; nth++) {
      const seed = randomInt(2 ** 31)
      const story = await toldStory(world, world.origin, dice(seed))
      for (let act = 0; act < ACTS; act++) await story.one()
      told += await story.compare(seed)
    }
    expect(told).toBeGreaterThan(20)
    // Nobody has chosen anything, so all that is reported waits for a mail, once.
    const counted = (table: string) => world.db(table).count('* as n').first()
    expect(await counted('notifications_to_mail')).toEqual(await counted('notifications'))
  },
  soaked(600_000, 0),
)

test(
  'killed in the middle of histories and started again, the server misses nothing and tells nothing twice',
  async () => {
    // The world is made through a server of the test's own; the one that dies works on the same database.
    const world = await startServer()
    const server = await program(world.url)
    await server.start()
    const seed = randomInt(2 ** 31)
    const story = await toldStory(world, server.origin, dice(seed))
    let told = 0
    for (let round = 0; round < KILLS; round++) {
      const isOver = { yet: false }
      const acting = (async () => {
        for (let act = 0; act < 12 || !isOver.yet; act++) await story.one()
      })()
      await setTimeout(randomInt(50, 900))
      server.kill()
      await server.start()
      isOver.yet = true
      await acting
      told = await story.compare(seed)
    }
    expect(told).toBeGreaterThan(10)
    if (KILLS > 2) console.log(`${KILLS} kills, ${told} told`)
  },
  soaked(1_200_000, 0),
)
