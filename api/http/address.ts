import type { IncomingMessage } from 'node:http'
import type { Middleware } from 'koa'
import { Refusal } from '#contract/errors.ts'
import { answerRefusal } from './errors.ts'

const pathOf = (given: string): string | null => {
  if (given.startsWith('/')) return given
  const whole = URL.parse(given)
  return whole && /^https?:$/.test(whole.protocol) ? whole.pathname + whole.search : null
}

/**
 * The address in the first line of a request, as path and query alone: a host, a name or a password before them is
 * dropped. Null when no path can be read from it.
 */
export const addressOf = ({ url = '' }: Pick<IncomingMessage, 'url'>): URL | null => {
  const path = pathOf(url)
  return path === null ? null : URL.parse(`http://here${path}`)
}

/** A part of a path as it was meant; null when it is no encoding of anything. */
export const decoded = (part: string): string | null => {
  try {
    return decodeURIComponent(part)
  } catch {
    return null
  }
}

/** Comes before everything that asks for the path: a request without one is answered here. */
export const readAddress: Middleware = async (ctx, next) => {
  const path = pathOf(ctx.req.url ?? '')
  if (path === null) return answerRefusal(ctx, new Refusal('address.malformed'))
  ctx.req.url = path
  await next()
}
