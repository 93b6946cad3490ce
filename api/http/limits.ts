import { RateLimiterMemory } from 'rate-limiter-flexible'
import { Refusal } from '#contract/errors.ts'

export type Limiter = { spend(key: string): Promise<void>; remaining(key: string): Promise<number | null> }

/** At most `points` per `seconds` and key; 0 points switches the limit off. */
export const limiter = (points: number, seconds: number): Limiter => {
  if (points === 0) return { spend: async () => {}, remaining: async () => null }
  const memory = new RateLimiterMemory({ points, duration: seconds })
  return {
    spend: async key => {
      try {
        await memory.consume(key)
      } catch (left) {
        if (left instanceof Error) throw left
        const wait = Math.ceil((left as { msBeforeNext: number }).msBeforeNext / 1000)
        throw new Refusal('rate.exceeded', {}, { 'Retry-After': String(wait) })
      }
    },
    remaining: async key => (await memory.get(key))?.remainingPoints ?? points,
  }
}
