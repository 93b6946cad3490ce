/** Asks a service with the key of the person who imports: bounded in bytes and time, no redirect followed, its limits waited for. */
import { randomInt } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { setTimeout as later } from 'node:timers/promises'
import type { ZodType } from 'zod'
import { NotReached, type Outgoing } from '../../../http/outgoing.ts'
import { parseJson } from '../json/parts.ts'
import { Unreadable } from '../read/source.ts'

const ANSWER_MS = 30_000
const MOST_BYTES = 16 * 1024 * 1024
/** A service that says no more than "later" is asked again after this long. */
const DEFAULT_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 70 * 60_000
/** One question is put off so often at most. */
const MOST_WAITS = 20
/** Waits are lengthened by up to a tenth, so that several imports do not ask again at the same moment. */
const JITTER_PERCENT = 10
const AT_ONCE = 4

export type Answer<T> = { body: T; headers: IncomingHttpHeaders }
type Options = {
  /** As people read it. */
  name: string
  outgoing: Outgoing
  /** Addresses of calls begin with it. */
  base: string
  headers: Record<string, string>
}
type Asked = { query?: Record<string, string>; body?: unknown; isMissingFine?: boolean }

const numberIn = (headers: IncomingHttpHeaders, name: string): number | null => {
  const value = headers[name]
  return typeof value === 'string' && /^\d{1,16}(\.\d+)?$/.test(value.trim()) ? Number(value) : null
}

/** Moments are given in seconds, in milliseconds, or as what is left in seconds. */
const untilReset = (reset: number, now: number) =>
  reset > 100_000_000_000 ? reset - now : reset > 1_000_000_000 ? reset * 1000 - now : reset * 1000

const LIMITS = [
  ['x-ratelimit-remaining', 'x-ratelimit-reset'],
  ['ratelimit-remaining', 'ratelimit-reset'],
  ['x-ratelimit-requests-remaining', 'x-ratelimit-requests-reset'],
  ['x-ratelimit-complexity-remaining', 'x-ratelimit-complexity-reset'],
] as const

/** Milliseconds until a limit that is used up is there again; null where none is. */
const spentFor = (headers: IncomingHttpHeaders, now: number): number | null => {
  const waits = LIMITS.flatMap(([remaining, reset]) => {
    const at = numberIn(headers, reset)
    return numberIn(headers, remaining) === 0 && at !== null ? [untilReset(at, now)] : []
  })
  return waits.length > 0 ? Math.max(...waits) : null
}

const retryAfter = (headers: IncomingHttpHeaders, now: number): number | null => {
  const seconds = numberIn(headers, 'retry-after')
  if (seconds !== null) return seconds * 1000
  const at = Date.parse(headers['retry-after'] ?? '')
  return Number.isNaN(at) ? null : at - now
}

const RATE_LIMITED = /"code"\s*:\s*"RATELIMITED"/

/** Milliseconds for which the service asks us to wait; null where the answer is another one. */
const waitOf = (status: number, headers: IncomingHttpHeaders, body: Buffer): number | null => {
  const now = Date.now()
  const told = retryAfter(headers, now)
  const isLimit =
    status === 429 ||
    (status === 503 && told !== null) ||
    (status === 403 && (told !== null || spentFor(headers, now) !== null)) ||
    (status === 400 && RATE_LIMITED.test(body.toString('latin1', 0, 4096)))
  return isLimit ? (told ?? spentFor(headers, now) ?? DEFAULT_WAIT_MS) : null
}

const REFUSALS: Record<number, string> = {
  401: 'refused the key: it is wrong, has expired, or was withdrawn (401).',
  403: 'refused access: the key lacks a right that is needed to read this (403).',
  404: 'has no such place, or the key does not see it (404). Check the address and the name.',
  410: 'no longer answers this call (410).',
}

const NOT_CALLED = new Set(['an address that is not called', 'PRIVATE_HOST'])

export const createClient = ({ name, outgoing, base, headers }: Options) => {
  const ending = new AbortController()
  let until = 0

  const wait = async (ms: number) => {
    const bounded = Math.min(Math.max(ms, 1_000), LONGEST_WAIT_MS) * (1 + randomInt(JITTER_PERCENT) / 100)
    until = Math.max(until, Date.now() + bounded)
    while (until > Date.now())
      await later(until - Date.now(), undefined, { signal: ending.signal, ref: false })
  }

  const reach = async (address: string, asked: Asked) => {
    try {
      return await outgoing.read(address, {
        headers: {
          ...headers,
          accept: headers.accept ?? 'application/json',
          'user-agent': 'Tandem',
          ...(asked.body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(asked.body === undefined ? {} : { body: JSON.stringify(asked.body) }),
        timeoutMs: ANSWER_MS,
        most: MOST_BYTES,
      })
    } catch (error) {
      if (!(error instanceof NotReached)) throw error
      if (NOT_CALLED.has(error.message))
        throw new Unreadable(`${name} is not called at this address: it is private, or not one of https.`)
      if (error.message === 'TOO_LONG')
        throw new Unreadable(`${name} answered with more than ${MOST_BYTES} bytes at once.`)
      // Tried again by the job, and at last its reason.
      throw new Error(`${name} could not be reached (${error.message}).`)
    }
  }

  /** One call; `body` of the answer is null where nothing is there and that is fine. */
  const ask = async <T>(path: string, shape: ZodType<T>, asked: Asked = {}): Promise<Answer<T | null>> => {
    const address = new URL(base + path)
    for (const [key, value] of Object.entries(asked.query ?? {})) address.searchParams.set(key, value)
    for (let waits = 0; ; waits++) {
      if (until > Date.now()) await wait(0)
      ending.signal.throwIfAborted()
      const answer = await reach(address.href, asked)
      const { status, type, body } = answer
      const ms = waitOf(status, answer.headers, body)
      if (ms !== null) {
        if (waits >= MOST_WAITS) throw new Unreadable(`${name} asks us to wait again and again.`)
        await wait(ms)
        continue
      }
      const spent = spentFor(answer.headers, Date.now())
      if (spent !== null) until = Math.max(until, Date.now() + Math.min(Math.max(spent, 0), LONGEST_WAIT_MS))
      if (status === 404 && asked.isMissingFine) return { body: null, headers: answer.headers }
      if (status >= 500) throw new Error(`${name} answered with an error (${status}).`)
      if (status >= 300 && status < 400)
        throw new Unreadable(
          `${name} sent us on to another address (${status}): give the one that it has now.`,
        )
      if (REFUSALS[status]) throw new Unreadable(`${name} ${REFUSALS[status]}`)
      // A sign-in page comes with 200 as well.
      if (/html/i.test(type) || /^\s*</.test(body.toString('latin1', 0, 100)))
        throw new Unreadable(
          `${name} answered with a web page instead of data: is this its address, or is a sign-in before it?`,
        )
      const given = await parseJson(body).catch(() => {
        throw new Unreadable(`${name} answered with what is no JSON (${status}).`)
      })
      if (status >= 400) throw new Unreadable(`${name} refused the call (${status}).${saidIn(given)}`)
      const read = shape.safeParse(given)
      if (read.success) return { body: read.data, headers: answer.headers }
      const at = read.error.issues[0]?.path.join('.')
      throw new Unreadable(`${name} answered in a form that we do not know${at ? `, at ${at}` : ''}.`)
    }
  }

  return {
    name,
    base,
    /** Reads one address. */
    get: async <T>(
      path: string,
      shape: ZodType<T>,
      query: Record<string, string> = {},
    ): Promise<Answer<T>> => {
      const { body, headers: given } = await ask(path, shape, { query })
      return { body: body!, headers: given }
    },
    /** Reads one address that need not be there. */
    find: async <T>(
      path: string,
      shape: ZodType<T>,
      query: Record<string, string> = {},
    ): Promise<Answer<T | null>> => ask(path, shape, { query, isMissingFine: true }),
    /** Sends `body`; it reads all the same. */
    post: async <T>(path: string, shape: ZodType<T>, body: unknown): Promise<T> =>
      (await ask(path, shape, { body })).body!,
    waits: () => Math.max(0, until - Date.now()),
    end: () => ending.abort(new Error('The reading was ended.')),
  }
}
export type Client = ReturnType<typeof createClient>

/** The service's own words about a refusal, cut. */
const saidIn = (given: unknown): string => {
  const words = JSON.stringify(given) ?? ''
  const said = /"(?:message|error|errorMessages|detail)"\s*:\s*\[?\s*"((?:[^"\\]|\\.){1,200})/.exec(
    words.slice(0, 4096),
  )?.[1]
  return said ? ` It said: ${said}` : ''
}

/** A few at once, in their order. */
export const inTurns = async <A, B>(all: readonly A[], act: (one: A) => Promise<B>): Promise<B[]> => {
  const made: B[] = []
  for (let at = 0; at < all.length; at += AT_ONCE)
    made.push(...(await Promise.all(all.slice(at, at + AT_ONCE).map(act))))
  return made
}

/** The query of a page by the `Link` header: of the next one, or of the last; null where there is none. The address itself is not followed: it may lead elsewhere. */
export const byLink = (
  { link }: IncomingHttpHeaders,
  relation: 'next' | 'last' = 'next',
): Record<string, string> | null => {
  const header = typeof link === 'string' ? link.slice(0, 8192) : ''
  for (const part of header.split(',')) {
    const [, address = '', rel] = /<([^<>]{1,4000})>\s*;\s*rel="?(next|last)"?/.exec(part) ?? []
    if (rel === relation && URL.canParse(address, 'https://next.invalid'))
      return Object.fromEntries(new URL(address, 'https://next.invalid').searchParams)
  }
  return null
}
