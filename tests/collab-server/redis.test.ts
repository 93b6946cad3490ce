/** Several nodes on one database, which share open texts by Redis. */
import { randomInt } from 'node:crypto'
import { afterEach, describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import { build, type Person } from '../support/build.ts'
import { editor } from '../support/editor.ts'
import { until } from '../support/live.ts'
import { program } from '../support/program.ts'
import { hasRedis, startRedis } from '../support/redis.ts'
import { startServer } from '../support/server.ts'
import { soaked } from '../support/soak.ts'

type Editor = ReturnType<typeof editor>

const open: Editor[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

/** Each node once. */
const ROUNDS = soaked(2, 20)

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))
const same = (editors: Editor[]) => new Set(editors.map(one => one.text())).size === 1

/** A world, two programs on its database, and the Redis between them. */
const nodes = async () => {
  const redis = await startRedis()
  const world = await startServer()
  const make = build(world)
  const team = await make.team()
  const env = { REDIS_URL: redis.url }
  const [a, b] = [await program(world.url, env), await program(world.url, env)]
  await Promise.all([a.start(), b.start()])
  const newPage = async () =>
    (await make.page(team.admin, team.path, { description_html: '<p>Start</p>' })).id
  const page = await newPage()
  const edit = async (at: { origin: string }, who: Person, id = page) => {
    const one = editor(at.origin, who, `page.${id}`)
    open.push(one)
    await one.synced()
    return one
  }
  const stored = async () => {
    const row = (await world.db('documents').where('id', page).first('state')) as { state: Buffer }
    const doc = new Y.Doc()
    Y.applyUpdate(doc, row.state)
    return doc.getXmlFragment('default').toString()
  }
  return { redis, world, team, a, b, page, newPage, edit, stored }
}

describe.skipIf(!hasRedis)('two nodes', () => {
  test('L7: type at once: each sees the other’s words and caret at once, nothing is there twice, and all is stored', async () => {
    const { team, a, b, edit, stored } = await nodes()
    const [one, other] = [await edit(a, team.admin), await edit(b, team.member)]
    const typed: string[] = []
    for (let n = 0; n < 60; n++) {
      const by = n % 2 ? one : other
      typed.push(`w${n}.`)
      by.write(`w${n}.`)
      await pause(randomInt(0, 40))
    }
    await until(() => same([one, other]) && one.isSaved() && other.isSaved())
    const text = await stored()
    expect(text).toBe(one.text())
    for (const word of typed) expect(text.split(word)).toHaveLength(2)
    // Through the log alone it would take a store; this takes none.
    // A store now and then comes first all the same.
    let isBeforeStore = false
    for (let n = 0; n < 10 && !isBeforeStore; n++) {
      const clock = one.write(`once${n}.`)
      await until(() => other.text().includes(`once${n}.`))
      isBeforeStore = !one.hasSaved(clock)
    }
    expect(isBeforeStore).toBe(true)
    one.provider.awareness!.setLocalStateField('user', { name: 'whatever' })
    const names = () =>
      [...other.provider.awareness!.getStates().values()].map(
        state => (state.user as { name?: string })?.name,
      )
    await until(() => names().length > 1 && names().some(name => name && name !== 'whatever'))
    await until(() => one.isSaved())
  }, 60_000)

  test('L7, L13: killed one after the other at random: nothing that was shown as saved is lost', async () => {
    const { team, a, b, edit, stored } = await nodes()
    const editors = [
      await edit(a, team.admin),
      await edit(a, team.member),
      await edit(b, team.admin),
      await edit(b, team.member),
    ]
    const typed: { by: Editor; text: string; clock: number }[] = []
    for (let round = 0; round < ROUNDS; round++) {
      const end = Date.now() + randomInt(200, 2_500)
      while (Date.now() < end) {
        const by = editors[randomInt(editors.length)]!
        const text = `r${round}n${typed.length}.`
        typed.push({ by, text, clock: by.write(text) })
        await pause(randomInt(10, 40))
      }
      const promised = typed.filter(({ by, clock }) => by.hasSaved(clock))
      const victim = round % 2 ? a : b
      victim.kill()
      const kept = await stored()
      for (const { text } of promised) expect(kept).toContain(text)
      await victim.start()
    }
    await until(() => editors.every(one => one.isSaved()) && same(editors))
    const final = await stored()
    expect(final).toBe(editors[0]!.text())
    for (const { text } of typed) expect(final.split(text)).toHaveLength(2)
  }, 120_000)

  test('words that one had not stored when it died the other stores, though their author never comes back', async () => {
    const { world, team, a, b, page, edit, stored } = await nodes()
    const [one, other] = [await edit(a, team.admin), await edit(b, team.member)]
    await until(() => one.isSaved() && other.isSaved())
    // Nobody stores while the row is held.
    const lock = await world.db.transaction()
    await lock('documents').where('id', page).forUpdate().first('id')
    one.write('last words')
    await until(() => other.text().includes('last words'))
    a.kill()
    one.close()
    expect(other.isSaved()).toBe(false)
    await lock.rollback()
    await until(() => other.isSaved())
    expect(await stored()).toContain('last words')
  }, 60_000)

  test('L7: while Redis is away they go on through the database, and by it again when it is back', async () => {
    const { redis, team, a, b, newPage, edit, stored } = await nodes()
    const [one, other] = [await edit(a, team.admin), await edit(b, team.member)]
    await redis.stop()
    one.write('without')
    other.write('as well')
    await until(() => one.isSaved() && other.isSaved() && same([one, other]))
    const late = await edit(b, team.admin)
    expect(late.text()).toBe(one.text())
    const second = await newPage()
    const opened = [await edit(a, team.admin, second), await edit(b, team.member, second)] as const
    await redis.start()
    for (const [here, there] of [[one, other], opened] as const)
      await until(async () => {
        const clock = here.write('.')
        await pause(150)
        return there.text() === here.text() && !here.hasSaved(clock)
      }, 20_000)
    await until(async () => one.isSaved() && (await stored()) === one.text())
  }, 90_000)

  test('while Redis is away calls are answered, or 503 with when to try again; what they were told is done, is', async () => {
    const { redis, team, a, b, page, edit, stored } = await nodes()
    const [one, other] = [await edit(a, team.admin), await edit(b, team.member)]
    await redis.stop()
    const statuses: number[] = []
    const told: string[] = []
    for (const [nth, at] of [a, b, a, b, a, b].entries()) {
      const call = (path: string, method: string, body?: unknown) =>
        fetch(at.origin + path, {
          method,
          headers: { 'content-type': 'application/json', cookie: team.admin.cookie(), origin: at.origin },
          ...(body ? { body: JSON.stringify(body) } : {}),
        })
      const before = one.text()
      const answers = [
        await call(`${team.path}/pages/${page}/`, 'PATCH', { name: `Away ${nth}` }),
        await call(`${team.path}/pages/${page}/description/`, 'GET'),
        await call(`${team.path}/issues/`, 'POST', {
          name: `Made ${nth}`,
          description_html: `<p>w${nth}</p>`,
        }),
      ]
      one.write(`typed${nth}.`)
      await until(() => one.text() !== before && one.isSaved())
      told.push(`typed${nth}.`)
      for (const answer of answers) {
        statuses.push(answer.status)
        if (answer.status === 503) expect(answer.headers.get('retry-after')).toBe('2')
      }
    }
    expect(statuses.filter(status => status >= 400 && status !== 503)).toEqual([])
    // None of these needs Redis.
    expect(statuses.filter(status => status < 300)).toHaveLength(18)
    await until(() => same([one, other]))
    const text = await stored()
    for (const word of told) expect(text.split(word)).toHaveLength(2)
  }, 90_000)

  test('a version that comes back at one is seen at the other, and a person locked out at one is at both', async () => {
    const { team, a, b, page, edit } = await nodes()
    const [one, other] = [await edit(a, team.admin), await edit(b, team.member)]
    one.write('more')
    await until(() => one.isSaved() && other.text() === one.text())
    const at = `${team.path}/pages/${page}/`
    const { body } = await team.admin.get<{ id: string }[]>(`${at}versions/`)
    await team.admin.post(`${at}versions/${body.at(-1)!.id}/restore/`)
    await until(() => [one, other].every(each => each.text() === '<paragraph>Start</paragraph>'))
    await team.admin.post(`${at}lock/`)
    await until(() =>
      [one, other].every(each => each.words.some(word => word.type === 'rights' && !word.write)),
    )
  }, 60_000)
})

test.skipIf(!hasRedis)('a Redis that does not answer at the start ends it with a sentence', async () => {
  const redis = await startRedis()
  await redis.stop()
  await expect(startServer({ REDIS_URL: redis.url })).rejects.toThrow(/^Redis does not answer at REDIS_URL/)
})
