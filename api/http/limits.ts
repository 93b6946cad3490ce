import { RateLimiterMemory } from 'rate-limiter-flexible'
import { Refusal } from '#contract/errors.ts'

export type Limiter = {
  spend(key: string): Promise<void>
  /** For what turned out not to count. */
  giveBack(key: string): Promise<void>
  /** What is left of the present window and when that ends, in milliseconds from now; null without a limit. */
  left(key: string): Promise<{ points: number; ms: number } | null>
}

const OFF: Limiter = {
  spend: async () => {},
  giveBack: async () => {},
  left: async () => null,
}

const refuse = (msBeforeNext: number): never => {
  throw new Refusal('rate.exceeded', {}, { 'Retry-After': String(Math.ceil(msBeforeNext / 1000)) })
}

/** At most `points` per `seconds` and key; 0 points switches the limit off. */
export const limiter = (points: number, seconds: number): Limiter => {
  if (points === 0) return OFF
  const memory = new RateLimiterMemory({ points, duration: seconds })
  return {
    spend: async key => {
      try {
        await memory.consume(key)
      } catch (left) {
        if (left instanceof Error) throw left
        refuse((left as { msBeforeNext: number }).msBeforeNext)
      }
    },
    giveBack: async key => void (await memory.reward(key)),
    left: async key => {
      const spent = await memory.get(key)
      return { points: spent?.remainingPoints ?? points, ms: spent?.msBeforeNext ?? seconds * 1000 }
    },
  }
}
