import { keysOf } from '#contract/keys.ts'
import { type AuthName, authCodes } from '#contract/people/authCodes.ts'

/** A refusal in a person's words: of a field, or of the form as a whole, with where to go instead. */
export type RefusalWords = {
  text: string
  field?: 'email' | 'password' | 'code' | 'old_password'
  instead?: 'signIn' | 'signUp' | 'forgot'
  /** The step that a form is come back to with it. */
  step?: 'passwordIn' | 'passwordUp' | 'codeIn' | 'codeUp'
}

const EMAIL: RefusalWords = { text: 'Enter a valid e-mail address.', field: 'email' }
const WEAK: RefusalWords = {
  text: 'This password is too easy to guess. Choose a longer one, made of several words.',
  field: 'password',
}
const CODE: RefusalWords = {
  text: 'This is not the code we sent. Use the newest e-mail: older codes no longer work.',
  field: 'code',
}
const OLD_CODE: RefusalWords = {
  text: 'This code has expired or was already used. Request a new one.',
  field: 'code',
}
const NO_CODES: RefusalWords = {
  text: 'Too many codes were requested or mistyped. Wait ten minutes, then try again.',
}
const MISSING: RefusalWords = { text: 'Enter your address and your password.' }
const off = (provider: string): RefusalWords => ({
  text: `Signing in with ${provider} is not set up here. Use your e-mail address.`,
})
const broken = (provider: string): RefusalWords => ({
  text: `${provider} did not let you in. Try again, or use your e-mail address.`,
})

const messages: Record<AuthName, RefusalWords> = {
  INSTANCE_NOT_CONFIGURED: { text: 'This instance has not been set up yet.' },
  INVALID_EMAIL: EMAIL,
  EMAIL_REQUIRED: { text: 'Enter your e-mail address.', field: 'email' },
  SIGNUP_DISABLED: {
    text: 'New accounts are closed on this instance. Ask an admin for an invitation.',
  },
  MAGIC_LINK_LOGIN_DISABLED: { text: 'Signing in with a code is switched off here.' },
  PASSWORD_LOGIN_DISABLED: { text: 'Signing in with a password is switched off here.' },
  USER_ACCOUNT_DEACTIVATED: { text: 'This account is closed. Ask an admin of the instance.' },
  INVALID_PASSWORD: WEAK,
  SMTP_NOT_CONFIGURED: { text: 'This server sends no mail. Ask an admin of the instance.' },
  USER_ALREADY_EXIST: { text: 'An account with this address already exists.', instead: 'signIn' },
  AUTHENTICATION_FAILED_SIGN_UP: { text: 'The account was not created. Try again.', step: 'passwordUp' },
  REQUIRED_EMAIL_PASSWORD_SIGN_UP: { text: 'Enter an address and a password.' },
  INVALID_EMAIL_SIGN_UP: EMAIL,
  INVALID_EMAIL_MAGIC_SIGN_UP: { ...EMAIL, step: 'codeUp' },
  MAGIC_SIGN_UP_EMAIL_CODE_REQUIRED: { text: 'Enter the code that we sent.', field: 'code' },
  USER_DOES_NOT_EXIST: { text: 'There is no account with this address.', instead: 'signUp' },
  AUTHENTICATION_FAILED_SIGN_IN: {
    text: 'This password is incorrect.',
    field: 'password',
    step: 'passwordIn',
  },
  REQUIRED_EMAIL_PASSWORD_SIGN_IN: MISSING,
  INVALID_EMAIL_SIGN_IN: EMAIL,
  INVALID_EMAIL_MAGIC_SIGN_IN: { ...EMAIL, step: 'codeIn' },
  MAGIC_SIGN_IN_EMAIL_CODE_REQUIRED: { text: 'Enter the code that we sent.', field: 'code' },
  INVALID_MAGIC_CODE_SIGN_IN: { ...CODE, step: 'codeIn' },
  INVALID_MAGIC_CODE_SIGN_UP: { ...CODE, step: 'codeUp' },
  EXPIRED_MAGIC_CODE_SIGN_IN: { ...OLD_CODE, step: 'codeIn' },
  EXPIRED_MAGIC_CODE_SIGN_UP: { ...OLD_CODE, step: 'codeUp' },
  EMAIL_CODE_ATTEMPT_EXHAUSTED_SIGN_IN: { ...NO_CODES, step: 'codeIn' },
  EMAIL_CODE_ATTEMPT_EXHAUSTED_SIGN_UP: { ...NO_CODES, step: 'codeUp' },
  OAUTH_NOT_CONFIGURED: off('this service'),
  GOOGLE_NOT_CONFIGURED: off('Google'),
  GITHUB_NOT_CONFIGURED: off('GitHub'),
  GITLAB_NOT_CONFIGURED: off('GitLab'),
  GOOGLE_OAUTH_PROVIDER_ERROR: broken('Google'),
  GITHUB_OAUTH_PROVIDER_ERROR: broken('GitHub'),
  GITLAB_OAUTH_PROVIDER_ERROR: broken('GitLab'),
  INVALID_PASSWORD_TOKEN: { text: 'This link was already used, or is incomplete.', instead: 'forgot' },
  EXPIRED_PASSWORD_TOKEN: { text: 'This link has expired: links work for one hour.', instead: 'forgot' },
  INCORRECT_OLD_PASSWORD: { text: 'This is not your current password.', field: 'old_password' },
  MISSING_PASSWORD: { text: 'Enter your current password and a new one.' },
  INVALID_NEW_PASSWORD: {
    text: 'The new password must differ from the old one, have at least 8 characters and be hard to guess.',
    field: 'password',
  },
  PASSWORD_ALREADY_SET: { text: 'You already have a password. Change it in your security settings.' },
  ADMIN_ALREADY_EXIST: { text: 'This instance is already set up. Sign in instead.' },
  REQUIRED_ADMIN_EMAIL_PASSWORD_FIRST_NAME: { text: 'Enter your name, address and a password.' },
  INVALID_ADMIN_EMAIL: EMAIL,
  INVALID_ADMIN_PASSWORD: WEAK,
  REQUIRED_ADMIN_EMAIL_PASSWORD: MISSING,
  ADMIN_AUTHENTICATION_FAILED: {
    text: 'The password is incorrect, or the account is not an instance admin.',
    field: 'password',
  },
  ADMIN_USER_ALREADY_EXIST: { text: 'An account with this address already exists.', field: 'email' },
  ADMIN_USER_DOES_NOT_EXIST: { text: 'There is no account with this address.', field: 'email' },
  ADMIN_USER_DEACTIVATED: { text: 'This account is closed.' },
  RATE_LIMIT_EXCEEDED: { text: 'Too many attempts. Try again in fifteen minutes.' },
}

const byCode = new Map(keysOf(authCodes).map(name => [String(authCodes[name]), messages[name]]))

/** Null for a number that is not ours: nothing is said of it. */
export const saidOf = (code: string | null | undefined): RefusalWords | null => byCode.get(code ?? '') ?? null
