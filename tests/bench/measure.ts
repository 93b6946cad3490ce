/** Figures of a run: sorted samples in milliseconds, and the row that is printed of them. */
export type Figure = {
  measure: string
  aim: string
  value: string
  n: number
  note?: string
  /** How many times what the machine takes at least; what it is held against stands in the note. */
  ratio?: number
}

export const percentile = (samples: number[], share: number) => {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
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

type Act = (n: number) => Promise<unknown>
type Beside = { samples: number[]; floors: number[] }

/** What is measured and its floor by turns, a few of each: whatever else the machine does meets both. */
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
