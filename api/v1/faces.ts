/** Serves routes of the contract in the form of `/api/v1` as well: the same handlers, services and rights. */
import type { Middleware } from 'koa'
import type { Route } from '#contract/define.ts'
import { fail, must } from '#contract/errors.ts'
import { type FaceV1, queryOf } from '#contract/v1/face.ts'
import { facesV1, routesV1 } from '#contract/v1/index.ts'
import { IssueV1 } from '#contract/v1/issues.ts'
import { LabelV1 } from '#contract/v1/labels.ts'
import { Issue } from '#contract/work/issues.ts'
import { Label } from '#contract/work/labels.ts'
import { NEWEST, visible } from '../db/visible.ts'
import { readOrder, readQuery } from '../http/inputs.ts'
import { readAnswer } from '../http/jsonText.ts'
import type { Ask, Face } from '../http/mount.ts'
import { envelope, readPage } from '../http/page.ts'
import { type Expanders, expandRows, type Row } from './expand.ts'
import { judgeEmail, judgeImported } from './imported.ts'
import { shaped } from './shapes.ts'
import { judgeHeld, judgeTaken } from './taken.ts'
import { inTheirWords } from './words.ts'

type Query = Record<string, string | undefined>

const listed = (names: string | undefined) => (names ? names.split(',').map(name => name.trim()) : [])

const narrowed = (rows: Row[], names: string[]): Row[] =>
  names.length === 0
    ? rows
    : rows.map(row => Object.fromEntries(Object.entries(row).filter(([name]) => names.includes(name))))

const ordered = async ({ trx }: Ask, { order }: FaceV1, rows: Row[], query: Query): Promise<Row[]> => {
  if (!order) return rows
  if (order === 'asked') {
    const asked = readOrder(query.order_by || 'created_at', ['created_at'], '-created_at')
    return asked.order === 'asc' ? rows : rows.toReversed()
  }
  if (order === 'sequence') return [...rows].sort((a, b) => Number(a.sequence) - Number(b.sequence))
  const byId = new Map(rows.map(row => [row.id as string, row]))
  const ids: string[] = await trx(order.table)
    .whereIn('id', [...byId.keys()])
    .orderBy(NEWEST)
    .pluck('id')
  return ids.map(id => byId.get(id)!)
}

/** The issue that has this key: archived ones too. */
const byKey = async ({ trx, viewer, projectId }: Ask, query: Query): Promise<Row | undefined> => {
  const { external_id, external_source } = query
  const keyed = { project_id: projectId, external_id, external_source }
  return (await visible(trx, Issue, viewer).where(keyed).orderBy(NEWEST).first()) as Row | undefined
}

/** Rows that are expanded in the same shape as their own calls answer. */
const WHOLE: Expanders = {
  issue: (ask, ids) =>
    shaped(
      IssueV1,
      ask,
      ids.map(id => ({ id })),
    ),
  labels: async (ask, ids) =>
    shaped(LabelV1, ask, await visible(ask.trx, Label, ask.viewer).whereIn('labels.id', ids)),
}

const show = async (face: FaceV1, ask: Ask, given: unknown): Promise<unknown> => {
  const query = readQuery(queryOf(face), ask.ctx.query) as Query
  const tells = typeof face.tells === 'function' ? face.tells(query) : face.tells
  if (tells === 'nothing') return undefined
  if (face.says) return face.says.of(readAnswer(given), query)
  if (tells === 'same') return given
  const shape = must(face.shape, 'a shape')
  const tell = async (rows: Row[]) => {
    const made = await shaped(shape, ask, rows)
    if (face.of.method !== 'GET') return made
    const fields = listed(query.fields)
    const names = fields.length === 0 ? fields : [...fields, ...(face.kept ?? [])]
    return narrowed(await expandRows(ask, made, listed(query.expand), WHOLE), names)
  }
  const answer = readAnswer(given) as Row | Row[] | undefined
  const first = Array.isArray(answer) ? answer[0] : answer
  const finds = (row: Row) => face.finds?.(row, query) ?? true
  if (tells === 'row') {
    // A write that answers nothing is shown by the row as it is now.
    const { id } = (ask.row as Row | undefined) ?? {}
    const own = face.of.method === 'GET' ? (ask.row as Row) : { id }
    const row = query.external_id ? await byKey(ask, query) : (first ?? own)
    if (!row || !finds(row)) return fail('row.notFound')
    return (await tell([row]))[0] ?? fail('row.notFound')
  }
  if (answer && !Array.isArray(answer) && Array.isArray(answer.results))
    return { ...answer, results: await tell(answer.results as Row[]) }
  const rows = await ordered(
    ask,
    face,
    Array.isArray(answer) ? answer.filter(finds) : [ask.row as Row],
    query,
  )
  if (tells === 'rows') return tell(rows)
  const page = readPage(query)
  const here = rows.slice(page.page * page.size, (page.page + 1) * page.size)
  return envelope(page, rows.length, rows.length, here.length, await tell(here))
}

const worded =
  (face: FaceV1, serve: Middleware): Middleware =>
  async (ctx, next) => {
    try {
      await serve(ctx, next)
    } catch (error) {
      throw inTheirWords(face, error, ctx.method)
    }
  }

const made = new Map<Route, Face[]>(
  facesV1.map(face => [
    face.of,
    routesV1(face).map(route => ({
      route,
      asks: query => face.asks?.(query as Row) ?? query,
      read: body => face.read?.(body as Row) ?? body,
      judge: async ask => {
        ask.ctx.state.archivedToo = face.archivedToo === true
        await judgeTaken(ask, face)
        await judgeHeld(ask, face)
        await judgeImported(ask, face)
        await judgeEmail(ask, face)
      },
      show: (ask, given) => show(face, ask, given),
      isNarrowed: query =>
        Boolean(query.fields || query.expand) ||
        (typeof face.tells === 'function' && face.tells(query as Query) !== 'page'),
      worded: serve => worded(face, serve),
    })),
  ]),
)

/** A route that says that it is shown must have its face, and the other way round. */
export const facesOf = (route: Route): Face[] => {
  const faces = made.get(route) ?? []
  if (route.exposes && faces.length === 0)
    throw new Error(`${route.method} ${route.path} has no face in /api/v1`)
  return faces
}
