import { randomInt } from 'node:crypto'
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { build } from '../support/build.ts'
import { editor } from '../support/editor.ts'
import { until } from '../support/live.ts'
import { program } from '../support/program.ts'
import { startServer } from '../support/server.ts'
import { soaked } from '../support/soak.ts'

/** One at any moment, one soon after a word was called saved. */
const ROUNDS = soaked(2, 20)
test(
  'L4, L13: killed at random while five people type: all that was shown as saved is there, and they converge',
  async () => {
    // The world is made through a server of the test's own; the one that dies works on the same database.
    const world = await startServer()
    const make = build(world)
    const team = await make.team()
    const page = await make.page(team.admin, team.path)
    const server = await program(world.url)
    const { origin } = server
    await server.start()
    const editors = Array.from({ length: 5 }, (_, at) =>
      editor(origin, at % 2 ? team.admin : team.member, `page.${page.id}`, undefined, { comesAgain: true }),
    )
    await Promise.all(editors.map(one => one.synced()))
    let word = 0
    const promised = new Set<string>()
    const typed: { by: (typeof editors)[number]; text: string; clock: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      // Counted from the first who is back: on a slow machine the way back takes longer than a round.
      await until(() => editors.some(one => one.provider.synced))
      const type = async (until: () => boolean) => {
        while (!until()) {
          const by = editors[randomInt(5)]!
          const text = `w${word++}.`
          typed.push({ by, text, clock: by.write(text) })
          await new Promise(resolve => setTimeout(resolve, randomInt(10, 40)))
        }
      }
      // Every other kill comes soon after a word was first called saved, the rest at any moment, the first store's included.
      const firstNew = typed.length
      const patience = Date.now() + 20_000
      if (round % 2)
        await type(
          () => Date.now() > patience || typed.slice(firstNew).some(({ by, clock }) => by.hasSaved(clock)),
        )
      const end = Date.now() + randomInt(50, round % 2 ? 500 : 1_500)
      await type(() => Date.now() > end)
      // A word that an editor calls saved at this very moment must outlive the kill.
      for (const { by, text, clock } of typed) if (by.hasSaved(clock)) promised.add(text)
      server.kill()
      const row = (await world.db('documents').where('id', page.id).first('state')) as { state: Buffer }
      const stored = new Y.Doc()
      Y.applyUpdate(stored, row.state)
      const kept = stored.getXmlFragment('default').toString()
      for (const text of promised) expect(kept).toContain(text)
      await server.start()
    }
    await until(
      () => editors.every(one => one.isSaved()) && new Set(editors.map(one => one.text())).size === 1,
      20_000,
    ).catch(() => {
      const seen = editors.map(one => ({
        status: one.provider.configuration.websocketProvider.status,
        isSynced: one.provider.synced,
        isSaved: one.isSaved(),
        refusal: one.refusal(),
        length: one.text().length,
        lastWord: one.words.at(-1),
      }))
      throw new Error(`They do not converge: ${JSON.stringify(seen)}; the server said: ${server.said()}`)
    })
    const final = editors[0]!.text()
    for (const { text } of typed) {
      expect(final).toContain(text)
      expect(final.indexOf(text)).toBe(final.lastIndexOf(text))
    }
    expect(promised.size).toBeGreaterThan(0)
    for (const one of editors) one.close()
  },
  soaked(400_000, 0),
)
