import fc from 'fast-check'
import { expect, test } from 'vitest'
import { build } from '../support/build.ts'
import { editor } from '../support/editor.ts'
import { follower, until } from '../support/live.ts'
import { startServer } from '../support/server.ts'

test('restarted under people who write: each client ends with exactly what SQL lets it see, nothing done twice', async () => {
  const server = await startServer()
  const make = build(server)
  const states = fc.record({
    away: fc.integer({ min: 0, max: 120 }),
    before: fc.integer({ min: 5, max: 120 }),
    drop: fc.nat(2),
    pick: fc.nat(50),
  })
  await fc.assert(
    fc.asyncProperty(fc.array(states, { minLength: 2, maxLength: 4 }), async rounds => {
      const crew = await make.team()
      const people = [crew.admin, crew.member, crew.guest]
      const clients = people.map(who => follower(server.origin, who, crew.workspace.slug))
      await Promise.all(clients.map(client => client.start()))
      let writing = true
      let wanted = 0
      // As the browser does: the same write under the same id until it is answered.
      const until200 = async (send: (headers: Record<string, string>) => Promise<{ status: number }>) => {
        const headers = { 'x-mutation-id': make.id() }
        for (;;) {
          try {
            const { status } = await send(headers)
            if (status < 500) return
          } catch {
            await new Promise(resolve => setTimeout(resolve, 15))
          }
        }
      }
      const writer = async (who: (typeof people)[number]) => {
        while (writing) {
          const name = `Issue ${++wanted}`
          await until200(headers => who.post(`${crew.path}/issues/`, { name }, { headers }))
        }
      }
      const writers = [writer(crew.admin), writer(crew.member)]
      for (const round of rounds) {
        await new Promise(resolve => setTimeout(resolve, round.before))
        clients[round.drop]!.drop()
        await server.restart(round.away)
        await until200(headers =>
          crew.admin.patch(`${crew.path}/`, { guest_view_all_features: round.pick % 2 === 0 }, { headers }),
        )
      }
      writing = false
      await Promise.all(writers)
      const issues = await server.db('issues').where('project_id', crew.project.id).pluck('name')
      expect(issues).toHaveLength(wanted)
      expect(new Set(issues).size).toBe(wanted)
      for (const [at, who] of people.entries()) {
        const truth = follower(server.origin, who, crew.workspace.slug)
        await until(async () => {
          await truth.start()
          truth.stop()
          expect(Object.fromEntries(clients[at]!.rows)).toEqual(Object.fromEntries(truth.rows))
          return true
        }, 10_000)
        clients[at]!.stop()
      }
    }),
    { numRuns: 5, endOnFailure: true },
  )
}, 90_000)

test('L3: stopped while text is typed, it stores all of it first', async () => {
  const server = await startServer()
  const make = build(server)
  const { admin, path } = await make.team()
  const page = await make.page(admin, path)
  const one = editor(server.origin, admin, `page.${page.id}`)
  await one.synced()
  for (let n = 0; n < 20; n++) one.write(`line ${n}`)
  // Long before the moment at which it would be stored anyway, yet after it has arrived.
  const witness = editor(server.origin, admin, `page.${page.id}`)
  await until(() => witness.text().includes('line 19'))
  one.close()
  witness.close()
  await server.restart()
  const { body } = await admin.get(`${path}/pages/${page.id}/`)
  for (let n = 0; n < 20; n++) expect(body.description_html).toContain(`<p>line ${n}</p>`)
})
