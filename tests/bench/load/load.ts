/** What one server carries: sockets that follow, people who type together and calls, all at once, on one workspace. */
import { type ChildProcess, fork } from 'node:child_process'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import * as Y from 'yjs'
import { type Figure, percentile, spread } from '../measure.ts'
import { type Stage, stage } from './stage.ts'
import { order, type Setting, type Size, type Words } from './words.ts'

export const sizes: Record<string, Size> = {
  small: { sockets: 500, typists: 100, texts: 40, calls: 50 },
  large: { sockets: 2_000, typists: 500, texts: 200, calls: 100 },
}

export type LoadOptions = {
  /** Names of sizes. */
  sizes: string[]
  issues: number
  /** So long it is measured, after all is open. */
  seconds: number
  /** After that, until the memory is looked at once more. */
  rest: number
  /** Keys a second of each typist. */
  keys: number
  /** A folder for snapshots of the heap: fresh, at the end, and after the rest. */
  snapshots: string | undefined
}

const TYPISTS_EACH = 250
const MB = 1024 * 1024
const percent = (share: number) => `${Math.round(share * 100)} %`

const start = (file: string) =>
  fork(fileURLToPath(new URL(file, import.meta.url)), { serialization: 'advanced' })

/** The texts of a process: every so many. */
const shared = (setting: Setting, of: number) =>
  Array.from({ length: of }, (_, nth) => ({
    ...setting,
    texts: setting.texts.filter((_, at) => at % of === nth),
  }))

type Held = Awaited<ReturnType<Stage['held']>>
type Measured = {
  listeners: Words['listeners']
  callers: Words['callers']
  typists: Words['typists'][]
  fresh: Held
  open: Held
  end: Held
  rested: Held
  collected: Held
  seconds: number
  different: number
}

/** Texts whose stored state reads otherwise than that of their editors. */
const differing = async ({ db }: Stage, typists: Words['typists'][]) => {
  let different = 0
  for (const [name, text] of typists.flatMap(({ texts }) => texts)) {
    const row = await db('documents').where('id', name.split('.')[1]!).first<{ state: Buffer }>('state')
    const doc = new Y.Doc()
    if (row) Y.applyUpdate(doc, row.state)
    if (doc.getXmlFragment('default').toString() !== text) different++
  }
  return different
}

const carry = async (
  staged: Stage,
  { seconds, rest, keys, snapshots }: LoadOptions,
  children: ChildProcess[],
) => {
  const { setting } = staged
  const snapshot = async (name: string) => {
    if (snapshots) console.error(await staged.snapshot(`${snapshots}/${name}.heapsnapshot`))
  }
  await setTimeout(5_000)
  const fresh = await staged.held()
  await snapshot('fresh')
  const add = (file: string) => {
    const child = start(file)
    children.push(child)
    return child
  }
  const [listeners, callers] = [add('listeners.ts'), add('callers.ts')]
  const typists = shared(setting, Math.ceil(setting.size.typists / TYPISTS_EACH)).map(mine => ({
    child: add('typists.ts'),
    mine,
  }))
  console.error('opening …', await order(listeners, 'open', setting))
  for (const { child, mine } of typists) console.error('opening texts …', await order(child, 'open', mine))
  await setTimeout(2_000)
  const open = await staged.held()
  await order(listeners, 'begin')
  const rate = setting.size.calls
  const [called, typed, end] = await Promise.all([
    order<Words['callers']>(callers, 'run', { setting, seconds, rate }),
    Promise.all(typists.map(({ child }) => order<Words['typists']>(child, 'run', { seconds, keys }))),
    setTimeout(seconds * 1000).then(staged.held),
  ])
  // What was answered last is still on its way to the sockets.
  await setTimeout(2_000)
  await snapshot('end')
  const heard = await order<Words['listeners']>(listeners, 'end')
  const different = await differing(staged, typed)
  for (const { child } of typists) await order(child, 'close')
  await setTimeout(rest * 1000)
  const rested = await staged.held()
  await staged.collect()
  const collected = await staged.held()
  await snapshot('rested')
  return {
    listeners: heard,
    callers: called,
    typists: typed,
    fresh,
    open,
    end,
    rested,
    collected,
    seconds,
    different,
  }
}

const held = ({ node, postgres }: Held) =>
  `${Math.round((node.rss + postgres.bytes) / MB)} MB (node ${Math.round(node.rss / MB)}, of it heap ${Math.round(node.heapUsed / MB)} of ${Math.round(node.heapTotal / MB)}, beside it ${Math.round(node.external / MB)})`

/** The time until the marks arrived at the sockets that are read, from the time that the calls were planned for, and from their answers. */
const arrivals = ({ listeners, callers }: Measured) => {
  const known = new Map(callers.written.map(one => [one.mark, one]))
  const [fromStart, fromAnswer]: [number[], number[]] = [[], []]
  const first = new Set<string>()
  for (const [mark, at] of listeners.arrived) {
    const call = known.get(mark)
    if (!call) continue
    first.add(mark)
    fromStart.push(at - call.from)
    fromAnswer.push(Math.max(0, at - call.answered))
  }
  return { fromStart, fromAnswer, marks: first.size }
}

const figuresOf = (name: string, size: Size, measured: Measured): Figure[] => {
  const { callers, listeners, typists, fresh, open, end, rested, collected, seconds, different } = measured
  const { fromStart, fromAnswer, marks } = arrivals(measured)
  const sum = (of: (one: Words['typists']) => number) => typists.reduce((all, one) => all + of(one), 0)
  const kinds = Map.groupBy(callers.calls, ({ kind }) => kind)
  const failed = callers.calls.filter(({ status }) => status === 0 || status >= 400)
  const row = (measure: string, aim: string, value: string, n: number, note = ''): Figure => ({
    ...{ measure: `${name}: ${measure}`, aim, value, n, note },
  })
  const timed = (measure: string, aim: string, samples: number[], note = '') =>
    row(measure, aim, spread(samples), samples.length, note)
  const owns = [
    ...[['listeners', listeners.own] as const, ['callers', callers.own] as const],
    ...typists.map(({ own }) => ['typists', own] as const),
  ]
  return [
    timed(
      `calls, ${size.calls}/s`,
      'p95 100 ms',
      callers.calls.map(({ ms }) => ms),
      [...kinds]
        .map(([kind, calls]) => {
          const ms = calls.map(one => one.ms)
          return `${kind} ${percentile(ms, 0.5).toFixed(0)}/${percentile(ms, 0.95).toFixed(0)}`
        })
        .join(', '),
    ),
    row(
      'calls without an answer, refused or failed',
      '0',
      `${callers.calls.filter(({ status }) => status === 0).length}, ${failed.filter(({ status }) => status > 0).length}`,
      callers.calls.length,
      [...Map.groupBy(failed, ({ kind, status }) => `${kind} ${status}`)]
        .map(([what, all]) => `${what}: ${all.length}`)
        .join(', '),
    ),
    timed(
      `a write -> ${size.sockets} live sockets`,
      'p95 100 ms',
      fromStart,
      `after its answer: ${spread(fromAnswer)}; ${marks} of ${callers.written.length} writes seen by those who are read; ${Math.round(listeners.messages / seconds)} messages and ${(listeners.bytes / MB / seconds).toFixed(1)} MB a second; ${listeners.resets} resets, ${listeners.closed} closed`,
    ),
    timed(
      `keystroke -> other editor, ${size.typists} typists in ${size.texts} texts`,
      'p95 50 ms',
      typists.flatMap(({ arrived }) => arrived),
      `${Math.round(sum(({ typed }) => typed) / seconds)} keys a second, each with its caret`,
    ),
    timed(
      'keystroke -> saved',
      'p95 5,000 ms',
      typists.flatMap(({ saved }) => saved),
    ),
    row(
      'editors not saved, refused; texts whose editors disagree, that are stored otherwise',
      '0',
      `${sum(({ unsaved }) => unsaved)}, ${sum(({ refused }) => refused)}; ${sum(({ disagreeing }) => disagreeing)}, ${different}`,
      size.texts,
    ),
    row(
      'server',
      '',
      `loop ${percent(end.node.loop)}, ${end.node.cpu.toFixed(2)} cores, longest hold ${end.node.late.toFixed(0)} ms`,
      1,
      `PostgreSQL ${((end.postgres.ms - open.postgres.ms) / 1000 / seconds).toFixed(2)} cores; generators, cores and lateness in 99 of 100: ${owns.map(([who, own]) => `${who} ${own.cpu.toFixed(2)}, ${own.late.toFixed(0)} ms`).join('; ')}`,
    ),
    row(
      'memory',
      '',
      `fresh ${held(fresh)}`,
      1,
      `all open ${held(open)}; at the end ${held(end)}; later ${held(rested)}, and once all garbage is collected ${held(collected)}`,
    ),
  ]
}

export const load = async (options: LoadOptions): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const name of options.sizes) {
    const size = sizes[name]
    if (!size) throw new Error(`${name} is no size: ${Object.keys(sizes).join(', ')}`)
    const staged = await stage(options.issues, size, options.keys)
    const children: ChildProcess[] = []
    try {
      figures.push(...figuresOf(name, size, await carry(staged, options, children)))
    } finally {
      for (const child of children) child.kill()
      await staged.close()
    }
  }
  return figures
}
