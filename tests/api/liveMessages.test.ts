/** What the live line sends is judged and encoded once for all with the same rights, and is what each would be sent alone. */
import fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { type Change, LiveMessage, PROTOCOL } from '../../api/contract/changes.ts'
import type { Viewer } from '../../api/contract/rules.ts'
import { nobody, type ServerViewer } from '../../api/db/viewer.ts'
import { changesAfter, type Span, seenBy } from '../../api/live/log.ts'
import { encodedFor, joined } from '../../api/live/messages.ts'
import { everyKind, viewersOf } from '../support/everyKind.ts'
import { dial, until } from '../support/live.ts'
import { runs } from '../support/soak.ts'

let world: Awaited<ReturnType<typeof everyKind>>
/** All changes of each workspace. */
const logs = new Map<string, Span>()

beforeAll(async () => {
  world = await everyKind()
  for (const id of world.workspaces) logs.set(id, await changesAfter(world.server.db, id, 0, 10_000))
}, 60_000)

const signedIn = (viewer: Viewer): ServerViewer => ({
  ...nobody,
  ...viewer,
  id: viewer.id || (viewer.anchor ? '' : world.people[0]!),
})

/** A part of a workspace's log, as a reader comes to it. */
const spans = () =>
  fc
    .record({
      workspace: fc.constantFrom(...world.workspaces),
      at: fc.nat(),
      length: fc.integer({ min: 1, max: 80 }),
    })
    .map(({ workspace, at, length }) => {
      const { changes, named } = logs.get(workspace)!
      const from = at % changes.length
      const part = changes.slice(from, from + length)
      return {
        workspace,
        span: {
          from: part[0]!.seq - 1,
          to: part.at(-1)!.seq,
          changes: part,
          reset: false,
          named,
        } satisfies Span,
      }
    })

const changesIn = (bytes: Buffer) => {
  const message = LiveMessage.parse(JSON.parse(bytes.toString()))
  if (message.type !== 'changes') throw new Error('not changes')
  return message.changes
}

/** The rows that a browser holds after these changes, and those that it knows are gone. */
const heldAfter = (changes: Change[]) => {
  const rows = new Map<string, unknown>()
  for (const { entity, id, op, row } of changes) rows.set(`${entity} ${id}`, op === 'remove' ? null : row)
  return rows
}

test('for any viewer and any part of the log, a shared message says what the viewer alone would be sent', () => {
  let told = 0
  fc.assert(
    fc.property(
      spans(),
      fc.array(viewersOf(world), { minLength: 2, maxLength: 12 }),
      ({ workspace, span }, some) => {
        for (const viewer of some.map(signedIn)) {
          const changes = changesIn(encodedFor('workspace', workspace, span, viewer))
          const alone = seenBy({ ...span, changes: joined(span.changes) }, viewer, workspace)
          expect(changes).toEqual(JSON.parse(JSON.stringify(alone)))
          told += changes.length
        }
      },
    ),
    runs(150),
  )
  expect(told).toBeGreaterThan(100)
})

test('changes of a row that are joined leave a browser with the same rows', () => {
  let shorter = 0
  fc.assert(
    fc.property(spans(), viewersOf(world), ({ workspace, span }, some) => {
      const viewer = signedIn(some)
      const short = joined(span.changes)
      shorter += span.changes.length - short.length
      const whole = heldAfter(seenBy(span, viewer, workspace))
      const held = heldAfter(seenBy({ ...span, changes: short }, viewer, workspace))
      for (const [key, row] of held) expect(row, key).toEqual(whole.get(key))
      // A row that came and went within the span need not be mentioned.
      for (const [key, row] of whole) if (!held.has(key)) expect(row, key).toBeNull()
    }),
    runs(150),
  )
  expect(shorter).toBeGreaterThan(0)
})

test('two people with equal rights, to whom no row belongs, get the very same bytes', () => {
  const [workspace] = world.workspaces
  const span = logs.get(workspace!)!
  let same = 0
  fc.assert(
    fc.property(viewersOf(world), fc.uuid({ version: 4 }), fc.uuid({ version: 4 }), (rights, one, other) => {
      const [first, second] = [one, other].map(id =>
        encodedFor('workspace', workspace!, span, { ...nobody, ...structuredClone(rights), id }),
      )
      expect(first).toBe(second)
      same++
    }),
    runs(40),
  )
  expect(same).toBeGreaterThan(0)
})

describe('by sockets', () => {
  test('a row that is edited twenty times while others are told arrives a few times, with its last state', async () => {
    const { make, server } = world
    const team = await make.team()
    const { body } = await team.member.get<{ at: object }>(
      `/api/workspaces/${team.workspace.slug}/bootstrap/`,
    )
    const issue = await make.issue(team.admin, team.path)
    const one = await dial(server.origin, { cookie: team.member.cookie() })
    one.say({ type: 'hello', protocol: PROTOCOL, workspace: team.workspace.slug, after: body.at })
    await one.ready()
    for (let n = 0; n < 20; n++)
      await team.admin.patch(`${team.path}/issues/${issue.id}/`, { name: `Name ${n}` })
    const told = () => one.changes().filter(change => change.id === issue.id)
    await until(() => told().at(-1)?.row?.name === 'Name 19')
    expect(told().length).toBeLessThan(15)
    expect(told().at(-1)!.row!.revision).toBe(21)
    one.socket.close()
  })

  test('one whose membership ends among other changes is sent none of those that follow it', async () => {
    const { make, server } = world
    const team = await make.team()
    const follow = async (who: typeof team.member) => {
      const { body } = await who.get<{ at: object }>(`/api/workspaces/${team.workspace.slug}/bootstrap/`)
      const one = await dial(server.origin, { cookie: who.cookie() })
      one.say({ type: 'hello', protocol: PROTOCOL, workspace: team.workspace.slug, after: body.at })
      await one.ready()
      return one
    }
    const [stays, goes] = [await follow(team.admin), await follow(team.member)]
    const { body: members } = await team.admin.get<{ id: string; member: string }[]>(`${team.path}/members/`)
    const membership = members.find(({ member }) => member === team.member.id)!
    const [before, , after] = await Promise.all([
      make.issue(team.admin, team.path, { name: 'Before' }),
      team.admin.delete(`${team.path}/members/${membership.id}/`),
      make.issue(team.admin, team.path, { name: 'Beside' }),
    ])
    const last = await make.issue(team.admin, team.path, { name: 'After' })
    await until(() => stays.changes().some(change => change.id === last.id))
    await until(() => goes.messages.some(message => message.type === 'reset'))
    const ended = stays
      .changes()
      .find(change => change.entity === 'project_member' && change.id === membership.id)
    expect(ended).toBeDefined()
    for (const { id } of [before, after, last]) {
      const seen = goes.changes().find(change => change.id === id)
      if (seen) expect(seen.seq).toBeLessThan(ended!.seq)
    }
    expect(goes.changes().some(change => change.id === last.id)).toBe(false)
    for (const one of [stays, goes]) one.socket.close()
  })
})
