import { safePath } from '#contract/people/nextPath.ts'
import { CallError, postForm } from '../data/client.ts'
import { Refused } from '../forms/refusal.ts'
import { type RefusalWords, saidOf } from './messages.ts'

/** A refusal of the sign-in family, with all that its words know. */
export class AuthRefused extends Refused {
  readonly said: RefusalWords
  constructor(said: RefusalWords) {
    super(said.text, said.field)
    this.said = said
  }
}

/** Posts one of the sign-in forms; a refusal is reported in words. Answers where it leads. */
export const enterBy = async (path: string, fields: Record<string, string>): Promise<URL> => {
  const led = await postForm(path, fields)
  const code = led.searchParams.get('error_code')
  if (code) throw new AuthRefused(saidOf(code) ?? { text: 'That did not work. Try again.' })
  return led
}

/** Where a form has led, at the same spot there: an answer says everything of its address but the part behind `#`. */
export const spotIn = (led: URL, next: string | null): string => {
  const here = led.pathname + led.search
  const wanted = safePath(next)
  return wanted?.split('#')[0] === here ? wanted : here
}

/** A call of the sign-in family refuses by a number. */
export const inWords = async <A>(answer: Promise<A>): Promise<A> => {
  try {
    return await answer
  } catch (failure) {
    const said = failure instanceof CallError ? saidOf(String(failure.body.error_code)) : null
    throw said ? new AuthRefused(said) : failure
  }
}
