import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import type { Context } from 'koa'
import type { AuthName } from '#contract/people/authCodes.ts'
import { limiter } from '../../http/limits.ts'
import { cookiesOf } from '../../http/session.ts'
import { isEmail } from './account.service.ts'
import { AuthRefusal } from './codes.ts'

const WRONG: AuthName[] = [
  'AUTHENTICATION_FAILED_SIGN_IN',
  'ADMIN_AUTHENTICATION_FAILED',
  'INVALID_MAGIC_CODE_SIGN_IN',
  'INVALID_MAGIC_CODE_SIGN_UP',
  'INCORRECT_OLD_PASSWORD',
  'INVALID_PASSWORD_TOKEN',
]

/** By what somebody wants to come in. A link is counted apart: it is asked for when the password was wrong too often. */
type By = 'secret' | 'link'

/** Of all lines together an account takes so many times as much as of one, and each hour instead of each quarter. */
const ALL_LINES = 10

const COOKIE = 'browser'
/** So many accounts of a browser are remembered, the latest ones. */
const MOST_ACCOUNTS = 5
const BROWSER_SECONDS = 365 * 86_400

/** `<id>.<signature of id and account>…`: which accounts were signed in to by this browser. */
const createBrowsers = (secret: string) => {
  const sign = (id: string, email: string) => {
    const mac = createHmac('sha256', secret)
    mac.update(`${id}.${email}`)
    return mac.digest('base64url')
  }
  const read = (ctx: Context) => {
    const [id = '', ...signatures] = (cookiesOf(ctx.req)[COOKIE] ?? '').split('.')
    const isOurs = /^[0-9a-f]{32}$/.test(id)
    return { id: isOurs ? id : null, signatures: signatures.filter(one => /^[\w-]{43}$/.test(one)) }
  }
  return {
    /** The browser's id, if it has signed in to this account before. */
    knownTo: (ctx: Context, email: string): string | null => {
      const { id, signatures } = read(ctx)
      if (!id) return null
      const own = Buffer.from(sign(id, email))
      return signatures.some(one => timingSafeEqual(Buffer.from(one), own)) ? id : null
    },
    /** The cookie's value once this account was signed in to. */
    withAccount: (ctx: Context, email: string): string => {
      const { id: given, signatures } = read(ctx)
      const id = given ?? randomBytes(16).toString('hex')
      const own = sign(id, email)
      return [id, own, ...signatures.filter(one => one !== own)].slice(0, MOST_ACCOUNTS + 1).join('.')
    },
  }
}

export type Attempts = ReturnType<typeof createAttempts>

/**
 * How often somebody may be wrong about a password, a code or a link: counted for a pair of account and line, and for the account
 * over all lines. A browser that has signed in to the account before is counted by itself alone, so that nobody can lock
 * somebody else out.
 */
export const createAttempts = (most: number, secret: string, lineOf: (ctx: Context) => string) => {
  const ofPair = limiter(most, 15 * 60)
  const ofAccount = limiter(most * ALL_LINES, 3600)
  const browsers = createBrowsers(secret)
  /** The key of an account by which a caller is counted: a browser that was signed in to it before has one of its own. */
  const ownKey = (ctx: Context, email: string) => `${email} ${browsers.knownTo(ctx, email) ?? ''}`.trim()
  return {
    isAtHome: (ctx: Context, email: string): boolean => browsers.knownTo(ctx, email) !== null,
    ownKey,
    /** Spent before the password is looked at, and given back when it was right: many tries at once are counted, too. */
    count: async <T>(
      ctx: Context,
      email: string,
      attempt: () => Promise<T>,
      by: By = 'secret',
    ): Promise<T> => {
      if (!isEmail(email)) return attempt()
      const limits = browsers.knownTo(ctx, email)
        ? [{ limit: ofPair, key: `${by} ${ownKey(ctx, email)}` }]
        : [
            { limit: ofPair, key: `${by} ${email} ${lineOf(ctx)}` },
            { limit: ofAccount, key: `${by} ${email}` },
          ]
      for (const { limit, key } of limits) await limit.spend(key)
      const giveBack = () => Promise.all(limits.map(({ limit, key }) => limit.giveBack(key)))
      try {
        const done = await attempt()
        await giveBack()
        return done
      } catch (error) {
        if (!(error instanceof AuthRefusal && WRONG.includes(error.refusal))) await giveBack()
        throw error
      }
    },
    /** The cookie for a browser that has just signed in. */
    cookie: (ctx: Context, email: string) => ({
      name: COOKIE,
      value: browsers.withAccount(ctx, email),
      seconds: BROWSER_SECONDS,
    }),
  }
}
