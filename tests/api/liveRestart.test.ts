import fc from 'fast-check'
import { expect, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import { editor } from '../support/editor.ts'
import { follower, until } from '../support/live.ts'
import { startServer } from '../support/server.ts'
import { runs, soaked } from '../support/soak.ts'

/** A run is done again when its seed is given, and for longer when asked. */
const seed = Number(process.env.FUZZ_SEED) || Date.now() % 2 ** 31

const EDITS = ['create', 'create', 'create', 'rename', 'move', 'delete', 'page', 'access'] as const
const UPHEAVALS = ['drop', 'drop', 'revoke', 'readmit', 'flag', 'restart'] as const
const steps = <Kind extends string>(kinds: readonly Kind[], minLength: number, maxLength: number) =>
  fc.array(fc.record({ kind: fc.constantFrom(...kinds), pick: fc.nat(60) }), { minLength, maxLength })
type Step = { kind: (typeof EDITS)[number] | (typeof UPHEAVALS)[number]; pick: number }

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
const at = <T>(list: T[], n: number) => list[n % list.length]

test(
  'edits, drops, revocations and restarts at once: each client ends with exactly what SQL lets it see, nothing done twice',
  async () => {
    const server = await startServer()
    const make = build(server)

    const world = async () => {
      const crew = await make.team()
      const people = [crew.admin, crew.member, crew.guest]
      const clients = people.map(who => follower(server.origin, who, crew.workspace.slug))
      await Promise.all(clients.map(client => client.start()))
      const states = (await crew.admin.get<{ id: string }[]>(`${crew.path}/states/`)).body
      const membership = (await server
        .db('project_members')
        .where({ project: crew.project.id, member: crew.member.id })
        .first('id')) as { id: string }
      const [issues, pages]: [string[], string[]] = [[], []]
      // Calls whose first answer was lost, and whose callers were put out before they asked again: they may have been
      // done.
      const unsure: string[] = []
      // As the browser does: the same write under the same id until it is answered.
      const send = async (who: Person, method: string, path: string, body?: object, id = make.id()) => {
        const headers = { 'x-mutation-id': id }
        for (let attempt = 1; ; attempt++) {
          const answer = await who
            .send<{ id: string }>(method, crew.path + path, body, { headers })
            .catch(() => null)
          if (answer && answer.status < 500) {
            if (attempt > 1 && answer.status >= 400) unsure.push(id)
            return answer
          }
          await pause(10)
        }
      }
      const create = async (who: Person, n: number) => {
        const [id, name] = [make.id(), `Issue ${issues.length}.${n}`]
        const answer = await send(who, 'POST', '/issues/', { name }, id)
        if (answer.status !== 201) return
        expect(answer.body).toMatchObject({ id, name })
        issues.push(id)
      }
      const todo: Record<Step['kind'], (n: number, who: Person) => Promise<unknown>> = {
        create: (n, who) => create(who, n),
        rename: async (n, who) => send(who, 'PATCH', `/issues/${at(issues, n)}/`, { name: `Renamed ${n}` }),
        move: async (n, who) =>
          send(who, 'PATCH', `/issues/${at(issues, n)}/`, { state_id: at(states, n)?.id }),
        delete: async n => send(crew.admin, 'DELETE', `/issues/${at(issues, n)}/`),
        page: async (n, who) => {
          const answer = await send(who, 'POST', '/pages/', { name: `Page ${n}` })
          if (answer.status === 201) pages.push(answer.body.id)
        },
        access: async n => send(crew.admin, 'PATCH', `/pages/${at(pages, n)}/`, { access: n % 2 }),
        drop: async n => at(clients, n)?.drop(),
        revoke: async () => send(crew.admin, 'DELETE', `/members/${membership.id}/`),
        readmit: async () =>
          send(crew.admin, 'POST', '/members/', { members: [{ member_id: crew.member.id, role: 15 }] }),
        flag: async n => send(crew.admin, 'PATCH', '/', { guest_view_all_features: n % 2 === 0 }),
        restart: n => server.restart(n * 2),
      }
      const run = async (list: Step[], who: Person, wait: (step: Step) => number) => {
        for (const step of list) {
          await todo[step.kind](step.pick, who)
          await pause(wait(step))
        }
      }
      return { crew, people, clients, issues, unsure, run }
    }

    console.info(`FUZZ_SEED=${seed}`)
    await fc.assert(
      fc.asyncProperty(
        steps(EDITS, 5, 25),
        steps(EDITS, 5, 25),
        steps(UPHEAVALS, 4, 12),
        async (byAdmin, byMember, upheavals) => {
          const { crew, people, clients, issues, unsure, run } = await world()
          await Promise.all([
            run(byAdmin, crew.admin, () => 0),
            run(byMember, crew.member, () => 0),
            run(upheavals, crew.admin, step => step.pick),
          ])
          // A deleted issue stays in its table. Each has the id of the write that made it: done twice it would have another.
          const rows = await server.db('issues').where('project_id', crew.project.id).pluck('id')
          expect(rows).toEqual(expect.arrayContaining(issues))
          expect([...issues, ...unsure]).toEqual(expect.arrayContaining(rows))
          for (const [index, who] of people.entries()) {
            const truth = follower(server.origin, who, crew.workspace.slug)
            await until(async () => {
              await truth.start()
              truth.stop()
              expect(Object.fromEntries(clients[index]!.rows)).toEqual(Object.fromEntries(truth.rows))
              return true
            }, 10_000)
            clients[index]!.stop()
          }
        },
      ),
      { seed, ...runs(12), endOnFailure: true },
    )
  },
  soaked(300_000, 0),
)

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
