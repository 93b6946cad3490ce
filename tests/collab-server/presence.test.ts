/** Who is in a text, and how little of it one connection may say. */
import * as encoding from 'lib0/encoding'
import { expect, test } from 'vitest'
import { Awareness, encodeAwarenessUpdate } from 'y-protocols/awareness'
import * as Y from 'yjs'
import type { Person } from '../support/build.ts'
import { authFrame, FRAME, frame, rawSocket } from '../support/frames.ts'
import { until } from '../support/live.ts'
import { textTeam } from '../support/textTeam.ts'

const { server, team, closing, editPage: edit, newPage } = await textTeam()

// The guest reads pages then, and writes none.
await team.admin.patch(`${team.path}/`, { guest_view_all_features: true })

const raw = async (who: Person) => closing(await rawSocket(server.origin, who))
const TOO_MUCH = 4429

/** A client of a text as the protocol knows it. */
const caret = (page: string, client: number) => {
  const doc = new Y.Doc()
  doc.clientID = client
  const awareness = new Awareness(doc)
  closing({ close: () => awareness.destroy() })
  /** Its change to this state. */
  return (state: object) => {
    awareness.setLocalState({ user: { name: `Caret ${client}` }, ...state })
    const update = encodeAwarenessUpdate(awareness, [client])
    return frame(`page.${page}`, FRAME.awareness, encoder => encoding.writeVarUint8Array(encoder, update))
  }
}
const visit = async () => {
  const page = await newPage()
  const witness = edit(team.admin, page)
  await witness.synced()
  const states = () => witness.provider.awareness!.getStates()
  const socket = await raw(team.guest)
  return { page, witness, states, before: states().size, socket, auth: authFrame(`page.${page}`) }
}

test('L12: a connection has one caret, whatever it says, and none is left behind', async () => {
  const { page, states, before, socket, auth } = await visit()
  socket.send(auth, ...[101, 102, 103, 104, 105].map(client => caret(page, client)({})))
  await until(() => states().has(101))
  const member = await raw(team.member)
  member.send(auth, caret(page, 106)({}))
  await until(() => states().has(106))
  expect(states().size).toBe(before + 2)
  socket.terminate()
  member.terminate()
  await until(() => states().size === before)
})

test('a caret bears the name of its owner, whatever the client calls it, and nobody moves that of another', async () => {
  const { page, states, socket, auth, witness } = await visit()
  socket.send(auth, caret(page, 77)({ at: 'mine' }))
  await until(() => states().has(77))
  expect(states().get(77)!.user).toMatchObject({ id: team.guest.id })
  expect(JSON.stringify(states().get(77))).not.toContain('Caret 77')
  const other = await raw(team.member)
  const [stolen, own] = [caret(page, 77), caret(page, 78)]
  stolen({})
  other.send(auth, own({}), stolen({ at: 'stolen' }))
  await until(() => states().has(78))
  witness.write('and the text is heard')
  await until(() => witness.isSaved())
  expect(states().get(77)).toMatchObject({ at: 'mine', user: { id: team.guest.id } })
})

test('the same client comes back under its id before its first line is known to be gone', async () => {
  const { page, states, socket, auth } = await visit()
  const move = caret(page, 90)
  socket.send(auth, move({ at: 1 }))
  await until(() => states().get(90)?.at === 1)
  const again = await raw(team.guest)
  again.send(auth, move({ at: 2 }))
  await until(() => states().get(90)?.at === 2)
})

test('a state of more than 4 KB is not sent on, and who goes on is closed', async () => {
  const { page, states, socket, auth, before } = await visit()
  const move = caret(page, 91)
  const large = move({ at: 'x'.repeat(8 * 1024 * 1024) })
  socket.send(auth, move({ at: 'y'.repeat(5_000) }), move({ at: 'small' }))
  await until(() => states().get(91)?.at === 'small')
  socket.send(large)
  await until(() => socket.closed() === TOO_MUCH)
  await until(() => states().size === before)
})

test('twenty changes a second: of more the newest arrives, and of far more the line is closed', async () => {
  const { page, witness, states, socket, auth } = await visit()
  const move = caret(page, 92)
  let told = 0
  witness.provider.awareness!.on('change', ({ updated }: { updated: number[] }) => {
    if (updated.includes(92)) told++
  })
  socket.send(auth, ...Array.from({ length: 60 }, (_, at) => move({ at })))
  await until(() => states().get(92)?.at === 59)
  expect(told).toBeLessThan(5)
  expect(socket.closed()).toBe(0)
  socket.send(...Array.from({ length: 300 }, (_, at) => move({ at })))
  await until(() => socket.closed() === TOO_MUCH)
})

test('invented clients by the thousand are nobody’s, and their line is closed', async () => {
  const { page, states, before, socket, auth } = await visit()
  socket.send(auth, ...Array.from({ length: 300 }, (_, at) => caret(page, 1_000 + at)({})))
  await until(() => socket.closed() === TOO_MUCH)
  await until(() => states().size === before)
})

test('a stock client that sends back what it hears of others is not closed for it', async () => {
  const { page, states, socket, auth } = await visit()
  const own = caret(page, 93)
  const member = await raw(team.member)
  const others = caret(page, 94)
  member.send(auth, others({}))
  await until(() => states().has(94))
  socket.send(auth, own({ at: 0 }), ...Array.from({ length: 300 }, (_, at) => others({ at })))
  socket.send(own({ at: 1 }))
  await until(() => states().get(93)?.at === 1)
  expect(states().get(94)?.at).toBeUndefined()
  expect(socket.closed()).toBe(0)
})
