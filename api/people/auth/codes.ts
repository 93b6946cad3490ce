import { Refusal } from '#contract/errors.ts'
import { type AuthName, authCodes } from '#contract/people/authCodes.ts'

/** A refusal of signing in; `payload` goes back to the form so that nothing has to be typed again. */
export class AuthRefusal extends Refusal {
  readonly refusal: AuthName
  constructor(refusal: AuthName, payload: Record<string, string> = {}) {
    super('auth.refused', { error_code: authCodes[refusal], error_message: refusal, ...payload })
    this.refusal = refusal
  }
}

export const refuse = (name: AuthName, payload?: Record<string, string>): never => {
  throw new AuthRefusal(name, payload)
}
