import type { Context, Middleware } from 'koa'
import type { Logger } from 'pino'
import { Refusal } from '#contract/errors.ts'
import { codeOf } from '#contract/messageOf.ts'
import { Busy } from '../db/knex.ts'
import { isAway, logAway } from './away.ts'

// Errors of PostgreSQL that a caller's values cause, not a fault of ours.
const CALLER_MISTAKES: Record<string, 'value.taken' | 'value.invalid'> = {
  '23505': 'value.taken',
  '23503': 'value.taken',
  '23502': 'value.invalid',
  '23514': 'value.invalid',
  '22P02': 'value.invalid',
  '22P05': 'value.invalid',
  '22003': 'value.invalid',
  '22007': 'value.invalid',
  '22008': 'value.invalid',
  '22021': 'value.invalid',
}

export const refusalOf = (error: unknown): Refusal | null => {
  if (error instanceof Refusal) return error
  if (error instanceof Busy) return new Refusal('server.busy')
  if (isAway(error)) return new Refusal('server.away')
  const code = codeOf(error) ?? ''
  if (code === '23505' && String((error as { constraint?: unknown }).constraint).endsWith('_external'))
    return new Refusal('external.taken')
  return CALLER_MISTAKES[code] ? new Refusal(CALLER_MISTAKES[code]) : null
}

export const answerRefusal = (ctx: Context, refusal: Refusal) => {
  ctx.status = refusal.status
  ctx.set('X-Error-Code', refusal.code)
  if (refusal.status === 503) ctx.set('Retry-After', '2')
  for (const [name, value] of Object.entries(refusal.headers)) ctx.set(name, value)
  ctx.body = refusal.body
}

/** Shapes every refusal in one place; any other error is logged with its request id and answered as 500. */
export const shapeErrors =
  (log: Logger): Middleware =>
  async (ctx, next) => {
    try {
      await next()
    } catch (error) {
      const refusal = refusalOf(error) ?? new Refusal('server.unexpected')
      if (refusal.status === 503) logAway(log, error)
      else if (refusal.status >= 500)
        log.error({ err: error, request: ctx.state.requestId, path: ctx.path }, 'unexpected')
      answerRefusal(ctx, refusal)
    }
  }
