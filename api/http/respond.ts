/** How a call's result goes out: its body, and what its headers say. */
import type { Context } from 'koa'
import { z } from 'zod'
import type { Route } from '#contract/define.ts'
import { type ErrorCode, fail } from '#contract/errors.ts'
import type { Place } from '#contract/rules.ts'
import type { ServerViewer } from '../db/viewer.ts'
import { INSTANCE_SCOPE, type Written } from '../db/work.ts'
import { readQuery } from './inputs.ts'
import { readAnswer, writtenAnswer } from './jsonText.ts'
import { envelope, readPage } from './page.ts'

const ofPages = z.object({ per_page: z.string().optional(), cursor: z.string().optional() })

/** A plain array stays one, unless a page of it is asked for in full. */
const pagedArray = (rows: unknown[], query: Context['query']) => {
  const { per_page, cursor } = readQuery(ofPages, query)
  if (per_page === undefined || cursor === undefined) return rows
  const ask = readPage({ per_page, cursor })
  const page = rows.slice(ask.page * ask.size, (ask.page + 1) * ask.size)
  return envelope(ask, rows.length, rows.length, page.length, page)
}

/**
 * Marks the state of an answer. True where the caller has the answer of this very state: it gets 304, and no body has to be
 * made. The mark is weak, since the bytes differ by encoding.
 */
export const isUnchanged = (ctx: Context, mark: string): boolean => {
  ctx.status = 200
  ctx.set('ETag', `W/"${mark}"`)
  if (ctx.fresh) ctx.status = 304
  return ctx.status === 304
}

export const respond = (ctx: Context, route: Route, result: unknown, checkAnswers: boolean) => {
  if (route.status === 302) {
    ctx.set('Cache-Control', 'private, no-cache')
    return ctx.redirect(result as string)
  }
  if (route.raw && !ctx.response.type) ctx.type = route.raw
  ctx.set('Cache-Control', 'private, no-cache')
  if (ctx.status === 304) return
  if (checkAnswers && route.answer && result !== undefined) route.answer.parse(readAnswer(result))
  ctx.status = ctx.state.status ?? route.status
  const whole = Array.isArray(result) ? pagedArray(result, ctx.query) : result
  if (route.raw || typeof whole !== 'object' || whole === null) ctx.body = whole ?? null
  else {
    // As text, since an object would be written out once to be measured and once to be sent.
    ctx.type = 'json'
    ctx.body = writtenAnswer(whole)
  }
  if (route.status === 204) ctx.body = null
}

/** Informs a browser at which place of which log its write is. */
export const announceSeq = (ctx: Context, written: Written, viewer: ServerViewer, place: Place) => {
  const workspace =
    place.workspace ?? Object.keys(written).find(scope => scope !== viewer.id && scope !== INSTANCE_SCOPE)
  const parts = [
    workspace && written[workspace] !== undefined ? `workspace=${written[workspace]}` : '',
    written[viewer.id] !== undefined ? `user=${written[viewer.id]}` : '',
  ].filter(Boolean)
  if (parts.length > 0) ctx.set('X-Change-Seq', parts.join(', '))
}

/** Receivers refuse a longer header, and the whole answer with it. */
const MOST_IN_HEADER = 4_000

export const namesInHeader = (names: string[]): string => {
  const told: string[] = []
  let length = 0
  for (const name of names) {
    const one = encodeURIComponent(name.toWellFormed())
    length += one.length + 2
    if (length > MOST_IN_HEADER) return [...told, encodeURIComponent('…')].join(', ')
    told.push(one)
  }
  return told.join(', ')
}

/** The answer of what puts a row into the archive: since when it is there. */
export const archivedPart = <Shown extends z.ZodType<{ archived_at: string }>>(
  as: Shown,
  refusal: ErrorCode,
) => ({
  as,
  show: async (_: unknown, row: { archived_at: string | null }) => ({
    archived_at: row.archived_at ?? fail(refusal),
  }),
})
