/** Refusals of the sign-in family: number and name, as existing clients know them. */
export const authCodes = {
  INSTANCE_NOT_CONFIGURED: 5000,
  INVALID_EMAIL: 5005,
  EMAIL_REQUIRED: 5010,
  SIGNUP_DISABLED: 5015,
  PASSWORD_LOGIN_DISABLED: 5018,
  USER_ACCOUNT_DEACTIVATED: 5019,
  INVALID_PASSWORD: 5020,
  USER_ALREADY_EXIST: 5030,
  REQUIRED_EMAIL_PASSWORD_SIGN_UP: 5040,
  INVALID_EMAIL_SIGN_UP: 5045,
  USER_DOES_NOT_EXIST: 5060,
  AUTHENTICATION_FAILED_SIGN_IN: 5065,
  REQUIRED_EMAIL_PASSWORD_SIGN_IN: 5070,
  INVALID_EMAIL_SIGN_IN: 5075,
  ADMIN_ALREADY_EXIST: 5150,
  REQUIRED_ADMIN_EMAIL_PASSWORD_FIRST_NAME: 5155,
  INVALID_ADMIN_EMAIL: 5160,
  INVALID_ADMIN_PASSWORD: 5165,
  REQUIRED_ADMIN_EMAIL_PASSWORD: 5170,
  ADMIN_AUTHENTICATION_FAILED: 5175,
  ADMIN_USER_ALREADY_EXIST: 5180,
  ADMIN_USER_DOES_NOT_EXIST: 5185,
  ADMIN_USER_DEACTIVATED: 5190,
  RATE_LIMIT_EXCEEDED: 5900,
} as const

export type AuthName = keyof typeof authCodes

/** A refusal of signing in; `payload` goes back to the form so that nothing has to be typed again. */
export class AuthRefusal extends Error {
  readonly refusal: AuthName
  readonly payload: Record<string, string>
  constructor(refusal: AuthName, payload: Record<string, string> = {}) {
    super(refusal)
    this.refusal = refusal
    this.payload = payload
  }
  get body() {
    return { error_code: authCodes[this.refusal], error_message: this.refusal, ...this.payload }
  }
}

export const refuse = (name: AuthName, payload?: Record<string, string>): never => {
  throw new AuthRefusal(name, payload)
}
