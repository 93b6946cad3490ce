/** Calls of the contract from within the process, by the same way in as those from outside: nothing of it is passed by. */
import { hash } from 'node:crypto'
import type { Context } from 'koa'
import type { z } from 'zod'
import type { ParamsOf, Route } from '#contract/define.ts'
import { isUuid } from '../db/visible.ts'
import { countedAlready } from '../http/admission.ts'
import { createApp } from '../http/app.ts'
import { clientAddress } from '../http/origin.ts'
import type { Server } from '../http/server.ts'
import { tokenOf } from '../http/session.ts'

export type Given<R extends Route> = {
  params?: Omit<ParamsOf<R['path']>, 'ws'>
  query?: Record<string, string>
  body?: z.input<NonNullable<R['body']>>
  headers?: Record<string, string>
}
export type Answered<R extends Route> = {
  answer: z.infer<NonNullable<R['answer']>>
  header(name: string): string | null
}
/** Calls a route below the caller's workspace; throws `CallRefused` where it is refused. */
export type Call = <R extends Route>(route: R, given?: Given<R>) => Promise<Answered<R>>

export class CallRefused extends Error {
  readonly status: number
  constructor(status: number, words: string) {
    super(words)
    this.status = status
  }
}

const SENTENCES = ['detail', 'error', 'message', 'error_message']

/** A refusal's body in one line: its sentence, and what is wrong with each field. */
const wordsOf = (body: unknown, status: number): string => {
  if (typeof body === 'string' && body) return body
  if (typeof body !== 'object' || body === null) return `The server answered ${status}.`
  if (Array.isArray(body)) return body.map(one => wordsOf(one, status)).join(' ')
  const told = Object.entries(body)
  const sentences = told.flatMap(([name, words]) => (SENTENCES.includes(name) ? [String(words)] : []))
  const fields = told.flatMap(([name, words]) =>
    Array.isArray(words) || (sentences.length === 0 && !SENTENCES.includes(name))
      ? [`${name}: ${Array.isArray(words) ? words.join(' ') : String(words)}`]
      : [],
  )
  return [...sentences, ...fields].join(' ') || `The server answered ${status}.`
}

const addressFor = (path: string, params: Record<string, string>, query: Record<string, string>) => {
  const named = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const asked = new URLSearchParams(query).toString()
  return asked ? `${named}?${asked}` : named
}

/** The id of the nth write of a request that has one of its own: sent again, each of its writes is a repeat of itself. */
const mutationOf = (outer: string, nth: number): string =>
  hash('sha256', `${outer.toLowerCase()} ${nth}`)
    .slice(0, 32)
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, '$1-$2-8$3-8$4-$5')

/** Calls that come with a request; those beyond count against its token's rate, as they would from outside. */
const MOST_FREE = 30

/**
 * Makes the calls of whoever sent a request with a token: each is identified and judged anew by that token, and the first of
 * them count together with the request.
 */
export const callsWithin = (server: Server) => {
  let serve: ReturnType<ReturnType<typeof createApp>['callback']> | null = null
  return (ctx: Context, ws: string): Call => {
    const outer = ctx.get('x-mutation-id')
    let writes = 0
    let calls = 0
    return async (route, given = {}) => {
      const id = route.method !== 'GET' && isUuid(outer) ? mutationOf(outer, writes++) : null
      const { inject } = await import('light-my-request')
      serve ??= createApp(server).callback()
      const answer = await inject(
        (request, response) => {
          if (++calls <= MOST_FREE) countedAlready.add(request)
          void serve!(request, response)
        },
        {
          method: route.method,
          url: addressFor(route.path, { ws, ...(given.params as Record<string, string>) }, given.query ?? {}),
          remoteAddress: clientAddress(ctx.req, server.settings.trustProxy),
          headers: {
            host: ctx.host || 'localhost',
            authorization: `Bearer ${tokenOf(ctx.req)}`,
            ...(id ? { 'x-mutation-id': id } : {}),
            ...given.headers,
          },
          ...(given.body === undefined ? {} : { payload: given.body as object }),
        },
      )
      const isJson = String(answer.headers['content-type'] ?? '').includes('json')
      const body: unknown = isJson ? JSON.parse(answer.payload) : answer.payload || undefined
      if (answer.statusCode >= 400) throw new CallRefused(answer.statusCode, wordsOf(body, answer.statusCode))
      return {
        answer: body as never,
        header: name => (answer.headers[name.toLowerCase()] as string | undefined) ?? null,
      }
    }
  }
}
