/** Chance that can be repeated: the same seed throws the same numbers. */
export const dice = (seed: number) => {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  /** A whole number from 0 up to, not including, `below`. */
  const number = (below: number) => Math.floor(next() * below)
  return {
    number,
    chance: (share: number) => next() < share,
    pick: <T>(from: readonly T[]): T => from[number(from.length)]!,
    bytes: (count: number) => Buffer.from(Array.from({ length: count }, () => number(256))),
  }
}

export type Dice = ReturnType<typeof dice>
