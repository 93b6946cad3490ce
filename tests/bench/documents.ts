import { editor } from '../support/editor.ts'
import { type Figure, spread } from './measure.ts'
import type { BenchWorld } from './world.ts'

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

/** From a keystroke in one editor to its arrival in the others of the same document. */
const keystrokes = async (
  { origin, make, team }: BenchWorld,
  documents: number,
  editors: number,
  perSecond: number,
) => {
  const rooms = []
  for (let n = 0; n < documents; n++) {
    const page = await make.page(team.admin, team.path)
    const room = Array.from({ length: editors }, (_, at) =>
      editor(origin, at % 2 ? team.admin : team.member, `page.${page.id}`),
    )
    await Promise.all(room.map(one => one.synced()))
    rooms.push(room)
  }
  const sent = new Map<string, number>()
  const samples: number[] = []
  for (const room of rooms)
    for (const one of room)
      one.doc.getXmlFragment('default').observe(event => {
        if (event.transaction.local) return
        for (const { insert } of event.changes.delta)
          for (const node of (insert as { toString(): string }[] | undefined) ?? []) {
            const at = sent.get(/k\d+/.exec(node.toString())?.[0] ?? '')
            if (at) samples.push(performance.now() - at)
          }
      })
  const strokes = perSecond * 8
  for (let n = 0; n < strokes; n++) {
    const room = rooms[n % rooms.length]!
    const word = `k${n}`
    sent.set(word, performance.now())
    room[n % room.length]!.write(word)
    await pause(1000 / perSecond)
  }
  await pause(500)
  for (const room of rooms) for (const one of room) one.close()
  await pause(300)
  return samples
}

export const documents = async (bench: BenchWorld): Promise<Figure[]> => {
  const many = await keystrokes(bench, 100, 5, 100)
  const one = await keystrokes(bench, 1, 100, 20)
  const note = 'editors and server in one process'
  return [
    {
      measure: 'keystroke -> other editor: 100 documents x 5 editors, 100/s',
      aim: 'p95 3 ms',
      value: spread(many),
      n: many.length,
      note,
    },
    {
      measure: 'keystroke -> other editor: 1 document x 100 editors, 20/s',
      aim: 'p95 12 ms',
      value: spread(one),
      n: one.length,
      note,
    },
  ]
}
