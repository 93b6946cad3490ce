import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { editor } from '../support/editor.ts'
import { until } from '../support/live.ts'
import { type Figure, spread, timed } from './measure.ts'
import type { BenchWorld } from './world.ts'

setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void

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

/** HTML of about so many bytes, in paragraphs of a sentence or two with some words marked. */
const textOf = (bytes: number) => {
  const paragraph = (n: number) =>
    `<p>Paragraph ${n}: the tide <strong>turns</strong> at noon, the <em>quay</em> is clear until then, and the pilot waits beyond the sill.</p>`
  return Array.from({ length: Math.ceil(bytes / paragraph(1_000).length) }, (_, n) => paragraph(n)).join('')
}

const newPage = async ({ make, team }: BenchWorld, bytes: number) =>
  (await make.page(team.admin, team.path, { description_html: textOf(bytes) })).id

/** From connecting to having the whole text; the text is let go in between. */
const opening = async (bench: BenchWorld, bytes: number, times: number): Promise<number[]> => {
  const page = await newPage(bench, bytes)
  const samples: number[] = []
  for (let n = 0; n < times; n++) {
    const from = performance.now()
    const one = editor(bench.origin, bench.team.admin, `page.${page}`)
    await one.synced()
    samples.push(performance.now() - from)
    one.close()
    await pause(100)
  }
  return samples
}

/** From one key to "saved", less the pause that the server waits for more. */
const storing = async (bench: BenchWorld, bytes: number, times: number): Promise<number[]> => {
  const page = await newPage(bench, bytes)
  const one = editor(bench.origin, bench.team.admin, `page.${page}`)
  await one.synced()
  await until(() => one.isSaved(), 20_000)
  const samples: number[] = []
  for (let n = 0; n < times; n++) {
    // A long text rests between its stores.
    await pause(bytes / 200)
    const [took = 0] = await timed(1, async () => {
      const clock = one.write(`word ${n}`)
      while (!one.hasSaved(clock)) await pause(1)
    })
    samples.push(took)
  }
  one.close()
  return samples.map(sample => sample - DEBOUNCE_MS)
}
const DEBOUNCE_MS = 400

/**
 * The memory that the server holds for each open text of 10 KB: what is free again once all are let go of. The pages of
 * the process say more of what was collected when, so the live heap is asked.
 */
const memory = async (bench: BenchWorld, count: number): Promise<number> => {
  const pages: string[] = []
  for (let n = 0; n < count; n++) pages.push(await newPage(bench, 10_000))
  const held = async () => {
    await pause(1_000)
    collect()
    const { heapUsed, external } = process.memoryUsage()
    return heapUsed + external
  }
  const editors: ReturnType<typeof editor>[] = []
  for (let n = 0; n < count; n += 50) {
    const some = pages.slice(n, n + 50).map(page => editor(bench.origin, bench.team.admin, `page.${page}`))
    await Promise.all(some.map(one => one.synced()))
    editors.push(...some)
  }
  const open = await held()
  for (const one of editors) one.close()
  const closed = await held()
  // Their own copies are held until here: they are no part of the difference.
  return (open - closed) / editors.length
}

const KB = 1024

export const documents = async (bench: BenchWorld): Promise<Figure[]> => {
  const note = 'editors and server in one process'
  const of = (measure: string, aim: string, samples: number[]): Figure => ({
    measure,
    aim,
    value: spread(samples),
    n: samples.length,
    note,
  })
  return [
    of(
      'keystroke -> other editor: 100 documents x 5 editors, 100/s',
      'p95 3 ms',
      await keystrokes(bench, 100, 5, 100),
    ),
    of(
      'keystroke -> other editor: 1 document x 100 editors, 20/s',
      'p95 12 ms',
      await keystrokes(bench, 1, 100, 20),
    ),
    of('open a text of 10 KB, connect to synced', 'p95 50 ms', await opening(bench, 10 * KB, 30)),
    of('open a text of 1 MB, connect to synced', 'p95 500 ms', await opening(bench, KB * KB, 40)),
    of('store a text of 10 KB', 'p95 20 ms', await storing(bench, 10 * KB, 15)),
    of('store a text of 1 MB', 'p95 500 ms', await storing(bench, KB * KB, 16)),
    {
      measure: 'memory of an open text of 10 KB, 1,000 open',
      aim: '500 KB',
      value: `${((await memory(bench, 1_000)) / KB).toFixed(0)} KB`,
      n: 1_000,
      note: 'live heap, with its connection; without the copy of its editor',
    },
  ]
}
