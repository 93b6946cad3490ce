import { CallError, OfflineError } from '../data/client.ts'

/** Why a form was not taken: a sentence for each field that is meant, else one for all of it. */
export type Refusal = { fields: Readonly<Record<string, string>>; general: string | null }

export const NOT_REFUSED: Refusal = { fields: {}, general: null }

/** Refuses a form, or one field of it, with words of ours, where the server's are for programs. */
export class Refused extends Error {
  readonly field: string | undefined
  constructor(message: string, field?: string) {
    super(message)
    this.field = field
  }
}

/** A field's refusal is a text, a list of texts, or one that is wrapped once more. */
const sentenceIn = (said: unknown): string | null => {
  if (typeof said === 'string') return said
  if (Array.isArray(said)) return sentenceIn(said[0])
  return typeof said === 'object' && said !== null && 'error' in said ? sentenceIn(said.error) : null
}

/** Translates a failure for a form with these fields; an error other than a refusal is thrown on. */
export const refusalOf = (failure: unknown, names: readonly string[]): Refusal => {
  if (failure instanceof Refused && failure.field && names.includes(failure.field))
    return { fields: { [failure.field]: failure.message }, general: null }
  if (failure instanceof Refused || failure instanceof OfflineError)
    return { fields: {}, general: failure.message }
  if (!(failure instanceof CallError)) throw failure
  const fields = Object.fromEntries(
    names.flatMap(name => {
      const sentence = sentenceIn(failure.body[name])
      return sentence ? [[name, sentence]] : []
    }),
  )
  // A refusal of a field that is not shown is given in general.
  return Object.keys(fields).length > 0 ? { fields, general: null } : { fields, general: failure.message }
}
