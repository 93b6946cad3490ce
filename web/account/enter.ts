import { CallError, postForm } from '../data/client.ts'
import { Refused } from '../forms/refusal.ts'
import { messageOf } from './messages.ts'

/** Posts one of the sign-in forms; a refusal is told in words. Answers where it leads. */
export const enterBy = async (path: string, fields: Record<string, string>): Promise<URL> => {
  const led = await postForm(path, fields)
  const refused = messageOf(led.searchParams.get('error_code'))
  if (refused) throw new Refused(refused)
  return led
}

/** A call of the sign-in family refuses by a number. */
export const inWords = async <A>(answer: Promise<A>): Promise<A> => {
  try {
    return await answer
  } catch (failure) {
    const code = failure instanceof CallError ? failure.body.error_code : undefined
    if (code) throw new Refused(messageOf(String(code)) ?? '')
    throw failure
  }
}
