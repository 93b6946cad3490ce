import type { z } from 'zod'
import type { ParamsOf, Route } from '#contract/define.ts'
import { authRoutes } from '#contract/people/auth.ts'
import { stayingIn } from './entered.ts'
import { isStart, keepStart, readKeptStart } from './offlineStart.ts'
import { noteReached } from './reachable.ts'

/** A refusal as the server sent it. */
export class CallError extends Error {
  readonly status: number
  readonly code: string
  readonly body: Record<string, unknown>
  constructor(status: number, code: string, body: Record<string, unknown>) {
    super(sentenceOf(body) ?? `The server answered ${status}.`)
    this.status = status
    this.code = code
    this.body = body
  }
}

/** The server could not be reached: the outcome of the call is unknown. */
export class OfflineError extends Error {}
/** The answer came after its workspace was left: nobody waits for it. */
export class LeftError extends Error {}
const UNREACHED = 'The server cannot be reached.'

const sentenceOf = (body: Record<string, unknown>): string | null => {
  for (const name of ['error', 'detail', 'message', 'error_message'])
    if (typeof body[name] === 'string') return body[name]
  const first = Object.values(body)[0]
  return Array.isArray(first) && typeof first[0] === 'string' ? first[0] : null
}

/** As rows have it: a body is only read, and its choices among numbers are plain numbers there. */
type Sent<T> = T extends number
  ? number
  : T extends readonly (infer One)[]
    ? readonly Sent<One>[]
    : T extends object
      ? { [Name in keyof T]: Sent<T[Name]> }
      : T

/** What the contract lets a call send: another name, or a value of another kind, is an error of types. */
export type QueryOf<R extends Route> = z.input<NonNullable<R['query']>>
export type BodyOf<R extends Route> = Sent<z.input<NonNullable<R['body']>>>

type Given<R extends Route> = {
  params?: ParamsOf<R['path']>
  query?: QueryOf<R>
  body?: BodyOf<R>
  mutationId?: string
  /** For calls of the sign-in family by a signed-in person. */
  csrf?: string
}
export type Answer<R extends Route> = {
  body: z.infer<NonNullable<R['answer']>>
  seq: Record<string, number>
  /** Is the workspace of the call still entered? Otherwise the rows of the answer are taken in nowhere. */
  isHere: () => boolean
  /** The server could not be reached: it is what an earlier start was answered. */
  isKept?: boolean
}

type Answered<R extends Route> = Omit<Answer<R>, 'isHere'>

const seqOf = (header: string | null): Record<string, number> =>
  Object.fromEntries(
    (header ?? '')
      .split(', ')
      .flatMap(part => (part ? [[part.split('=')[0]!, Number(part.split('=')[1])]] : [])),
  )

/** Null for a page that is not ours: a proxy's, or that of a network that asks for a sign-in first. */
const readBody = (text: string): unknown => {
  try {
    return text ? (JSON.parse(text) as unknown) : undefined
  } catch {
    return null
  }
}

let underWay = 0
/** Is an answer awaited? */
export const isAsking = () => underWay > 0

/** What a start begins with is answered as it was kept. */
const unreached = async <R extends Route>(route: R, address: string): Promise<Answered<R>> => {
  const kept = isStart(route) ? await readKeptStart(address) : null
  if (kept === null) throw new OfflineError(UNREACHED)
  return { body: JSON.parse(kept) as Answer<R>['body'], seq: {}, isKept: true }
}

/**
 * Calls a route of the contract; its types are the contract's. What was read in a workspace that has been left meanwhile is
 * not answered, but thrown away as `LeftError`.
 */
export const call = async <R extends Route>(route: R, given: Given<R> = {}): Promise<Answer<R>> => {
  const params = (given.params ?? {}) as Record<string, string>
  const isHere = stayingIn(params.ws)
  const answer = await send(route, params, given)
  if (route.method === 'GET' && !isHere()) throw new LeftError('You have gone on to another workspace.')
  return { ...answer, isHere }
}

const send = async <R extends Route>(
  route: R,
  params: Record<string, string>,
  given: Given<R>,
): Promise<Answered<R>> => {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const query = new URLSearchParams(given.query as Record<string, string> | undefined).toString()
  const address = query ? `${path}?${query}` : path
  let response: Response
  let text: string
  underWay++
  try {
    response = await fetch(address, {
      method: route.method,
      credentials: 'same-origin',
      headers: {
        ...(given.body ? { 'Content-Type': 'application/json' } : {}),
        ...(given.csrf ? { 'X-CSRFTOKEN': given.csrf } : {}),
        ...(given.mutationId ? { 'X-Mutation-Id': given.mutationId } : {}),
      },
      ...(given.body ? { body: JSON.stringify(given.body) } : {}),
    })
    text = await response.text()
  } catch {
    return unreached(route, address)
  } finally {
    underWay--
  }
  const isAway = response.status >= 502 && response.status <= 504
  // A file is answered as it is; a refusal of it is JSON like any other.
  const body = isAway ? undefined : route.raw && response.ok ? text : readBody(text)
  if (isAway || body === null) return unreached(route, address)
  noteReached()
  if (response.status === 401 && !isLeaving) endSession('refused')
  if (!response.ok)
    throw new CallError(
      response.status,
      response.headers.get('X-Error-Code') ?? '',
      (body ?? {}) as Record<string, unknown>,
    )
  if (isStart(route)) void keepStart(address, text, isAsking)
  return { body: body as Answer<R>['body'], seq: seqOf(response.headers.get('X-Change-Seq')) }
}

let isLeaving = false
/** Is somebody signing out here? That leads them on, and not the calls that are refused meanwhile. */
export const isSigningOut = () => isLeaving

/** Sends what ends the person’s own session. */
export const signingOut = async <A>(send: () => Promise<A>): Promise<A> => {
  isLeaving = true
  try {
    return await send()
  } catch (failure) {
    isLeaving = false
    throw failure
  }
}

type SessionEnd = 'refused' | 'signedOut'
let lead = (_end: SessionEnd) => {}
/** Says where people go once their session has ended; the places know, and this floor does not. */
export const leadAfterSession = (next: typeof lead) => {
  lead = next
}
export const endSession = (end: SessionEnd) => lead(end)

/** The token that forms and calls of the sign-in family repeat from a cookie that no other page can read. */
export const csrfToken = async (): Promise<string> => (await call(authRoutes.csrf)).body.csrf_token

/** Posts one of the sign-in forms; answers the path it leads to, with the refusal's code in its query if there is one. */
export const postForm = async (path: string, fields: Record<string, string>): Promise<URL> => {
  const csrfmiddlewaretoken = await csrfToken()
  try {
    const response = await fetch(path, {
      method: 'POST',
      body: new URLSearchParams({ csrfmiddlewaretoken, ...fields }),
    })
    return new URL(response.url)
  } catch {
    throw new OfflineError(UNREACHED)
  }
}
