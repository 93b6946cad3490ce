import { z } from 'zod'
import { uuid } from './define.ts'

/** Server and browsers walk stored JSON by recursion: a deeper value would overflow all of their stacks. */
export const DEEPEST_JSON = 64

export const isTooDeep = (value: unknown): boolean => {
  let level: unknown[] = [value]
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > DEEPEST_JSON) return true
    const next: unknown[] = []
    for (const one of level) {
      if (typeof one !== 'object' || one === null) continue
      for (const inner of Array.isArray(one) ? one : Object.values(one)) next.push(inner)
    }
    level = next
  }
  return false
}

/** Letters of an object as JSON, and of a description: such rows are in every browser of a workspace. */
export const MAX_JSON = 20_000

/** An object whose form is its client's own. A call takes one through `givenJson`, or judges it as a text where it is a document. */
export const json = z.record(z.string(), z.unknown())

/** Of at most so many letters as JSON. How deep it may be is judged of every body, before anything else. */
export const sized = <T extends z.ZodType>(schema: T, most: number = MAX_JSON): T =>
  schema.refine(
    value => JSON.stringify(value).length <= most,
    `Ensure this field has no more than ${most} characters.`,
  )
export const givenJson = (most?: number) => sized(json, most)
export const description = z.string().max(MAX_JSON)

/** So many of a kind one row or call names. */
export const MAX_NAMED = 500
export const ids = z.array(uuid).max(MAX_NAMED)
export const filterValues = z.array(z.string().max(MAX_JSON)).max(1_000)
