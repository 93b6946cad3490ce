/**
 * `npm run soak` repeats for hours what `npm test` does a few times. The files that import this one are those that it runs,
 * and it gives them all the time that they need.
 */
/** Is this a soak? For tests that take too long for every run. */
export const isSoak = process.env.SOAK === '1'

/** A number that differs: the usual one, and the one of a soak. */
export const soaked = (usual: number, long: number): number => (isSoak ? long : usual)

const HALF_AN_HOUR = 30 * 60_000

/** The settings of a property test: so many runs, in a soak ten thousand or as many as half an hour holds. */
export const runs = (usual: number) =>
  isSoak ? { numRuns: 10_000, interruptAfterTimeLimit: HALF_AN_HOUR } : { numRuns: usual }
