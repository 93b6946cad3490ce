/** `ETag` and `If-Match`: the mark of a row is its revision, which rises with each write of it. */
import type { Context } from 'koa'
import type { Route } from '#contract/define.ts'
import { fail, Refusal } from '#contract/errors.ts'
import type { Row } from '#contract/rules.ts'
import type { Work } from '../db/work.ts'

/** Is the call about the row itself: does its path end with it? */
const isOfRow = ({ target, param, path }: Route): boolean =>
  target !== undefined &&
  'revision' in target.schema.shape &&
  path.endsWith(`:${param ?? (target.name === 'project' ? 'p' : 'ws')}/`)

/** Does its answer bear the mark of one row? */
export const tellsMark = (route: Route): boolean =>
  !route.isMarked && (route.creates !== undefined || isOfRow(route)) && route.method !== 'DELETE'

const CHANGES = new Set(['PUT', 'PATCH', 'DELETE'])

/** May a caller say of which revision of the row its change is? */
export const takesMark = (route: Route): boolean => CHANGES.has(route.method) && isOfRow(route)

const markOf = (row: Row): string => `"${row.revision}"`

const marksIn = (header: string): string[] => header.split(',').map(mark => mark.trim().replace(/^W\//, ''))

/** Refuses a change of a row that is not, or no longer, of the revision that the caller names; `show` makes the answer of it. */
export const judgeMark = async (
  ctx: Context,
  route: Route,
  row: Row | undefined,
  show: () => Promise<unknown>,
) => {
  const header = ctx.get('if-match')
  if (header === '' || header.trim() === '*') return
  if (!row || !takesMark(route)) return fail('mark.notTaken')
  if (marksIn(header).includes(markOf(row))) return
  throw new Refusal('mark.changed', { row: await show() }, { ETag: markOf(row) })
}

/** Sets `ETag` to the revision of the row that the call has read or written. */
export const tellMark = (ctx: Context, route: Route, row: Row | undefined, work: Work | null) => {
  if (!work) {
    if (row && isOfRow(route) && !ctx.response.get('etag')) ctx.set('ETag', markOf(row))
    return
  }
  const of = route.creates ?? (takesMark(route) ? route.target : undefined)
  if (!of || route.method === 'DELETE') return
  const written = work.notes.findLast(
    ({ entity, id, op }) => entity === of.name && op !== 'delete' && (route.creates || id === row?.id),
  )
  const shown = written?.row ?? (route.creates ? undefined : row)
  if (shown && 'revision' in shown) ctx.set('ETag', markOf(shown))
}
