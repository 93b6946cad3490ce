/** What the processes of the load say to each other. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { monitorEventLoopDelay, performance } from 'node:perf_hooks'

export type Size = {
  sockets: number
  typists: number
  texts: number
  /** Calls a second. */
  calls: number
}

export type Role = 'admin' | 'member' | 'guest'
export type Actor = { id: string; session: string; role: Role; projects: number[] }
export type Place = { id: string; path: string; issues: string[]; states: string[] }

/** All that a generator has to know of the world. */
export type Setting = {
  origin: string
  slug: string
  people: Actor[]
  places: Place[]
  size: Size
  /** Keys a second of each typist. */
  keys: number
  /** Of the typists, those of this process. */
  texts: { name: string; people: number[] }[]
  /** So many sockets read what they are sent; the others only count it. */
  sampled: number
}

export type Written = { mark: string; from: number; answered: number }
export type Called = { kind: string; ms: number; status: number }
export type Own = { cpu: number; late: number }

export type Words = {
  listeners: {
    own: Own
    messages: number
    bytes: number
    resets: number
    closed: number
    arrived: [string, number][]
  }
  callers: { own: Own; calls: Called[]; written: Written[] }
  typists: {
    own: Own
    typed: number
    arrived: number[]
    saved: number[]
    unsaved: number
    refused: number
    disagreeing: number
    /** The text of each as one of its editors has it at the end. */
    texts: [name: string, text: string][]
  }
}

/** One clock for all processes of the machine, in milliseconds. */
export const clock = () => Number(process.hrtime.bigint() / 1000n) / 1000

/** The share of a core that this process takes, and how late its loop is in 99 of 100 turns, in milliseconds. */
export const watchSelf = () => {
  const delays = monitorEventLoopDelay({ resolution: 5 })
  delays.enable()
  const [from, before] = [performance.now(), process.cpuUsage()]
  return (): Own => {
    delays.disable()
    const { user, system } = process.cpuUsage(before)
    return {
      cpu: (user + system) / 1000 / (performance.now() - from),
      late: delays.percentile(99) / 1e6,
    }
  }
}

type Order = { do: string; with?: unknown }

/** A generator: each order is carried out by a function, and answered with what that answers. */
export const obey = (orders: Record<string, (detail: never) => unknown>) =>
  process.on('message', async ({ do: name, with: detail }: Order) => {
    try {
      process.send?.({ answer: await orders[name]?.(detail as never) })
    } catch (error) {
      process.send?.({ failed: String((error as Error).stack ?? error) })
    }
  })

/** Has an order carried out by a process; one at a time. */
export const order = async <T>(child: ChildProcess, name: string, detail?: unknown): Promise<T> => {
  child.send({ do: name, with: detail })
  const [said] = (await once(child, 'message')) as [{ answer: T; failed?: string }]
  if (said.failed) throw new Error(said.failed)
  return said.answer
}
