/** Figures of a run: sorted samples in milliseconds, and the row that is printed of them. */
export type Figure = { measure: string; aim: string; value: string; n: number; note?: string }

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
