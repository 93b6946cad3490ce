import type { Visitor } from '../support/visitor.ts'

/** Figures of a run: sorted samples in milliseconds, and the row that is printed of them. */
export type Figure = {
  measure: string
  aim: string
  value: string
  n: number
  note?: string
  /** How many times the machine's least; the note names the floor. */
  ratio?: number
}

export const percentile = (samples: number[], share: number) => {
  const sorted = [...samples].sort((a, b) => a - b)
  // The nearest rank: of twenty, nineteen are at or below the 95th percentile.
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? Number.NaN
}

export const spread = (samples: number[]) =>
  `p50 ${percentile(samples, 0.5).toFixed(1)} ms, p95 ${percentile(samples, 0.95).toFixed(1)} ms`

export const timed = async (times: number, act: (n: number) => Promise<unknown>): Promise<number[]> => {
  const samples: number[] = []
  for (let n = 0; n < times; n++) {
    const from = performance.now()
    await act(n)
    samples.push(performance.now() - from)
  }
  return samples
}

type Caller = Pick<Visitor, 'get' | 'post'>

/** A call that has to succeed: a GET, or with a body a POST. */
export const asking =
  (who: Caller, address: string, body?: object): Act =>
  async () => {
    const answer = body ? await who.post(address, body) : await who.get(address)
    if (answer.status >= 300)
      throw new Error(`${address}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`)
  }

type Act = (n: number) => Promise<unknown>
type Beside = { samples: number[]; floors: number[] }

/** The measured call and its floor by turns, a few of each: any other load of the machine meets both. */
export const beside = async (times: number, act: Act, floor: Act, turn = 5): Promise<Beside> => {
  const [samples, floors]: [number[], number[]] = [[], []]
  for (let n = 0; n < times; n += turn) {
    floors.push(...(await timed(turn, at => floor(n + at))))
    samples.push(...(await timed(turn, at => act(n + at))))
  }
  return { samples, floors }
}

/** The row of a measure with its floor: the aim is a ratio, since milliseconds are the machine's. */
export const against = (
  measure: string,
  aim: number,
  { samples, floors }: Beside,
  floor: string,
  note = '',
): Figure => ({
  measure,
  aim: `${aim} x`,
  value: spread(samples),
  n: samples.length,
  ratio: percentile(samples, 0.5) / percentile(floors, 0.5),
  note: `${floor}: ${spread(floors)}${note && `; ${note}`}`,
})

/** Rows of calls that each have to answer within so many milliseconds; beside them, by turns, any call at all. */
export const callsWithin = async (
  aimMs: number,
  calls: Record<string, Act>,
  any: Act,
  of = '',
): Promise<Figure[]> => {
  const figures: Figure[] = []
  for (const [name, ask] of Object.entries(calls)) {
    await timed(3, ask)
    const { samples, floors } = await beside(40, ask, any)
    figures.push({
      measure: `${name} ${of}`.trim(),
      aim: `p95 ${aimMs} ms`,
      value: spread(samples),
      n: samples.length,
      note: `any call: ${spread(floors)}`,
    })
  }
  return figures
}
