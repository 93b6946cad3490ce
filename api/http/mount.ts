import type Router from '@koa/router'
import type { Knex } from 'knex'
import type { Context, Middleware } from 'koa'
import type { z } from 'zod'
import type { ParamsOf, Route, RowOf } from '#contract/define.ts'
import { placeOf } from '#contract/define.ts'
import { type ErrorCode, fail, must, Refusal } from '#contract/errors.ts'
import { entriesOf } from '#contract/keys.ts'
import type { Reach } from '#contract/people/scopes.ts'
import { type Action, can } from '#contract/permissions.ts'
import type { Place, Row } from '#contract/rules.ts'
import { isBeyondProjects, missingScope } from '#contract/scopes.ts'
import { documentName } from '#contract/text/documentNames.ts'
import { textFieldsOf } from '#contract/text/documents.ts'
import { agentSessionOf } from '../db/agentSession.ts'
import { judgeKey } from '../db/externalKeys.ts'
import type { Db } from '../db/knex.ts'
import { inQueue } from '../db/queue.ts'
import type { ServerViewer } from '../db/viewer.ts'
import { isUuid, load, loadGone } from '../db/visible.ts'
import { inWork, type Work } from '../db/work.ts'
import { type Admit, wayInto } from './admission.ts'
import { readJson } from './body.ts'
import { bodyLimit, ignoredFields, readBody, readQuery } from './inputs.ts'
import type { JsonText } from './jsonText.ts'
import { judgeMark, tellMark } from './marks.ts'
import { callOf, claimMutation, mutationIdOf } from './mutations.ts'
import { announceSeq, namesInHeader, respond } from './respond.ts'

/** The arguments of a handler: everything loaded through the viewer, judged and parsed. */
export type Ask<R extends Route = Route> = {
  viewer: ServerViewer
  /** For reading; inside the call's transaction when it writes. */
  trx: Knex
  /** For writing; calls that only read have none. */
  work: Work
  workspaceId: string
  projectId: string
  row: RowOf<NonNullable<R['target']>>
  params: ParamsOf<R['path']>
  query: z.infer<NonNullable<R['query']>>
  body: z.infer<NonNullable<R['body']>>
  ctx: Context
}

type AnswerOf<R extends Route> = z.infer<NonNullable<R['answer']>>

/** The parts of every call that may shape its answer. */
export type AskShown = Ask & {
  params: { ws: string } & Record<string, string | undefined>
  query: { expand?: string | undefined }
}

/**
 * How a row of the noun is answered, the first time and again. Where a route answers this very schema, its handler gives
 * the row; sent again it is the row that the call has made or that its path names. What a caller has one of is read.
 */
export type Presenter<Noun = never, Shown extends z.ZodType = z.ZodType> = {
  as: Shown
  show(ask: AskShown, row: Noun): Promise<z.infer<Shown>>
}

type IsSame<A, B> = [A, B] extends [B, A] ? true : false

type ResultOf<R extends Route, Noun, Shown, Half, Part> = [NonNullable<R['says']>] extends [never]
  ? IsSame<NonNullable<R['answer']>, Shown> extends true
    ? Noun
    : IsSame<NonNullable<R['answer']>, Part> extends true
      ? Half
      : AnswerOf<R>
  : unknown
type Given<Result> = Result | JsonText | undefined
export type Handlers<
  Routes extends Record<string, Route>,
  Noun = never,
  Shown = never,
  Half = never,
  Part = never,
> = {
  [Name in keyof Routes]: (
    ask: Ask<Routes[Name]>,
  ) => Promise<Given<ResultOf<Routes[Name], Noun, Shown, Half, Part>>>
}

/** Stores what an open text has not stored yet; whether the caller may have that done is asked when there is any. */
export type Settle = (documentName: string, mayAsk: () => Promise<boolean>) => Promise<void>

/** A route in another form: the same handler and the same rights at another address. */
export type Face = {
  /** The route with the address, query, body, status and answer of that form. */
  route: Route
  /** Its query in our words. */
  asks(query: object): object
  /** Its body in our words. */
  read(body: unknown): unknown
  /** What that form refuses besides. */
  judge(ask: Ask): Promise<void>
  /** Our answer in its shape. */
  show(ask: Ask, given: unknown): Promise<unknown>
  /** Is the answer to this call of another shape than the route says? */
  isNarrowed(query: Context['query']): boolean
  /** Its own words for refusals. */
  worded(serve: Middleware): Middleware
}

export type MountOptions = {
  db: Db
  router: Router
  admit: Admit
  /** Tests hold every answer against its schema. */
  checkAnswers: boolean
  settle: Settle
  /** The forms in which a route is shown beside its own, each at an address of its own. */
  facesOf(route: Route): Face[]
  /** Every route that was mounted, for the check that the contract is served whole. */
  mounted: Set<Route>
}

const SAFE = new Set(['GET', 'HEAD'])

// The one place where a call is judged by the scopes of its token, for every form in which the contract is served.
const judgeReach = (route: Route, token: Reach) => {
  const scope = missingScope(token, route)
  if (scope)
    throw new Refusal(
      'permission.scope',
      { error: `This token may not do that: it lacks the scope ${scope}.`, scope },
      { 'WWW-Authenticate': `Bearer error="insufficient_scope", scope="${scope}"` },
    )
  if (token.projects && isBeyondProjects(route)) fail('permission.tokenProjects')
}

/** Where the path leads, if it leads anywhere for this viewer. */
const enter = (of: Route, route: Route, viewer: ServerViewer, params: Record<string, string>): Place => {
  if (route.in === 'open') return {}
  if (viewer.id === '') fail('auth.required')
  if (viewer.token && route.token === false) fail('permission.denied')
  if (viewer.token) judgeReach(of, viewer.token)
  if (route.in === 'session') return {}
  const workspace = viewer.slugs[params.ws!.toLowerCase()] ?? fail('row.notFound')
  if (route.in === 'workspace') return { workspace }
  if (!isUuid(params.p)) fail('path.notFound')
  const project = viewer.projects[params.p!]
  // Calls about the project itself are judged by their target, which is looked for in this workspace.
  if (!project && route.outsiders && can(viewer, route.action, {}, { workspace }))
    return { workspace, project: params.p! }
  if (!project || project.workspace !== workspace || (project.archived && !route.archived))
    return fail('project.notFound')
  return { workspace, project: params.p! }
}

/** Actions that are refused in words of their own. */
const refused: Partial<Record<Action, ErrorCode>> = {
  'page.delete': 'page.foreignDelete',
  'cycle.delete': 'cycle.foreignDelete',
  'view.delete': 'view.foreignDelete',
  'view.update': 'view.foreignUpdate',
  'project.join': 'project.notYours',
}

const tellIgnored = (ctx: Context, route: Route, body: unknown) => {
  const ignored = route.body ? ignoredFields(route.body, body) : []
  if (ignored.length > 0) ctx.set('X-Ignored-Fields', namesInHeader(ignored))
}

/** The row that the path names, and where it has to be. */
const targetOf = (route: Route, params: Record<string, string>, place: Place) => {
  const target = must(route.target, 'a target')
  const id = route.param
    ? params[route.param]!
    : target.name === 'project'
      ? place.project!
      : place.workspace!
  const named = Object.entries(params).flatMap(([name, given]) => (name.endsWith('Id') ? [given] : []))
  if (![id, ...named].every(isUuid)) fail('path.notFound')
  // Two ids were given: that each exists is not enough, they must belong together.
  const whole = target.within && params[`${target.within.name}Id`]
  return { target, id, place: { ...place, whole } }
}

const allows = (route: Route, viewer: ServerViewer, row: Row | null, place: Place): boolean => {
  const own = row && route.target ? placeOf(route.target, row) : {}
  const where = { workspace: own.workspace ?? place.workspace, project: own.project ?? place.project }
  return can(viewer, route.action, row ?? {}, where)
}

/**
 * Answers a write that is sent again under its id: the present state, in the shape of the first answer. `row` is the
 * row that the write made or changed; the presenter's answer for it is where a handler gives no other.
 */
type Again<Routes extends Record<string, Route>> = {
  [Name in keyof Routes]?: (
    ask: Omit<Ask<Routes[Name]>, 'row'> & { row: never },
  ) => Promise<AnswerOf<Routes[Name]>>
}

/** Does this call act on a text? One that may bring some does when it does. */
const actsOnText = (route: Route, body: unknown): boolean => {
  const may = textFieldsOf(route)
  if (may.length === 0) return true
  return typeof body === 'object' && body !== null && may.some(name => Object.hasOwn(body, name))
}

type Answers<
  Routes extends Record<string, Route>,
  Noun,
  Shown extends z.ZodType,
  Half,
  Part extends z.ZodType,
> = {
  presenter?: Presenter<Noun, Shown>
  /** How a row is answered where that is another or less than the whole noun. */
  part?: Presenter<Half, Part>
  again?: Again<Routes>
}

type Author = Parameters<typeof inWork>[1]

// As many transactions as the call needs: some leave what is left of their work to the next one.
const inWorks = async (
  db: Db,
  queue: string | null,
  author: Author,
  act: (work: Work) => Promise<unknown>,
) => {
  for (;;) {
    let isUnfinished = false
    const once = async (work: Work) => {
      const given = await act(work)
      isUnfinished = work.isUnfinished
      return given
    }
    const done = queue === null ? await inWork(db, author, once) : await inQueue(db, queue, author, once)
    if (!isUnfinished) return done
  }
}

/** Serves a group of routes. A missing handler is a type error; so is one that answers another shape. */
export const mount = <
  Routes extends Record<string, Route>,
  Noun = never,
  Shown extends z.ZodType = never,
  Half = never,
  Part extends z.ZodType = never,
>(
  options: MountOptions,
  routes: Routes,
  handlers: Handlers<Routes, Noun, Shown, Half, Part>,
  { presenter, part, again = {} }: Answers<Routes, Noun, Shown, Half, Part> = {},
) => {
  const serveAs = (name: keyof Routes & string, of: Route, route: Route, face: Face | null) => {
    const handle = handlers[name] as (ask: Ask) => Promise<unknown>
    const repeat = again[name] as ((ask: Ask) => Promise<unknown>) | undefined
    const shows = [presenter, part].find(one => one && one.as === of.answer)
    const shown = (ask: Ask, row: unknown) =>
      route.says ?? (shows ? shows.show(ask as AskShown, row as Noun & Half) : row)
    const parsed = (body: unknown) => {
      const read = readBody(must(route.body, 'a body'), body)
      return (face ? face.read(read) : read) as never
    }
    const hasAnswer = repeat || route.says || shows || route.creates || route.target
    const isWrite = !SAFE.has(route.method) && route.in !== 'open' && !route.reads
    const limit = bodyLimit(route.body)
    if (isWrite && route.answer && !hasAnswer)
      throw new Error(`${route.method} ${route.path} has no answer for when it is sent again`)
    const serve = async (ctx: Context) => {
      const params: Record<string, string> = ctx.params
      const viewer: ServerViewer = ctx.state.viewer
      if (face && !viewer.token) fail('auth.required')
      const place = enter(of, route, viewer, params)
      const told = readQuery(route.query, ctx.query)
      const query = face ? face.asks(told) : told
      const [workspaceId, projectId] = [place.workspace ?? '', place.project ?? '']
      const base = { viewer, workspaceId, projectId, params, query, ctx }
      // Through the viewer; under lock where a handler's `before` has to be true.
      const find = (trx: Knex, work?: Work): Promise<Row | null> => {
        const { target, id, place: within } = targetOf(route, params, place)
        return load(trx, target, viewer, id, within, work)
      }
      const judge = (row: Row | null) => {
        if (!allows(route, viewer, row, place)) fail(refused[route.action] ?? 'permission.denied')
      }
      const answer = async (ask: Ask) => {
        if (route.target)
          ask.row = ((await find(ask.trx, isWrite ? ask.work : undefined)) ??
            fail(route.notFound ?? route.target.notFound)) as never
        judge((ask.row as Row | undefined) ?? null)
        const present = async () => (face ? face.show(ask, await shown(ask, ask.row)) : shown(ask, ask.row))
        if (isWrite) await judgeMark(ctx, of, ask.row, present)
        if (route.body) ask.body = parsed(ask.body)
        if (isWrite) await judgeKey(ask, route)
        await face?.judge(ask)
        return shown(ask, await handle(ask))
      }
      const answerAgain = async (ask: Ask) => {
        const { trx, work } = ask
        const target = route.target ? await find(trx, work) : null
        if (route.target) {
          const { target: of, id, place: within } = targetOf(route, params, place)
          // What the first call has ended is judged as it was.
          judge(
            target ?? (await loadGone(trx, of, viewer, id, within)) ?? fail(route.notFound ?? of.notFound),
          )
        } else judge(null)
        if (!route.answer) return undefined
        const found = route.creates
          ? await load(trx, route.creates, viewer, must(work.mutationId, 'its id'), place)
          : target
        if (!found && !repeat && !route.says && (route.creates || route.target)) fail('row.notFound')
        ask.row = found as never
        if (route.body) ask.body = parsed(ask.body)
        return repeat ? repeat(ask) : shown(ask, ask.row)
      }
      let result: unknown
      if (!isWrite) {
        const body = SAFE.has(route.method) ? {} : await readJson(ctx.req, limit)
        const ask = { ...base, trx: options.db, work: null as never, body, row: undefined as never } as Ask
        result = await answer(ask)
        tellMark(ctx, of, ask.row, null)
        if (face) result = await face.show(ask, result)
      } else {
        const body = await readJson(ctx.req, limit)
        tellIgnored(ctx, route, body)
        // Before the transaction: the store waits for the rows that this call will hold.
        if (route.settles && actsOnText(route, body))
          await options.settle(documentName(route.settles, must(params[route.param!], 'an id')), async () => {
            const row = await find(options.db)
            return row !== null && allows(route, viewer, row, place)
          })
        const call = callOf(route.method, route.path, params)
        const mutationId = mutationIdOf(ctx, viewer.id, call)
        let tell = () => {}
        const act = async (work: Work) => {
          if (viewer.owner) work.session = await agentSessionOf(work.trx, viewer, ctx.get('x-agent-session'))
          const ask = { ...base, trx: work.trx, work, body, row: undefined as never } as Ask
          const isRepeated = mutationId !== null && (await claimMutation({ work, call })) === 'repeated'
          const given = await (isRepeated ? answerAgain(ask) : answer(ask))
          tell = () => tellMark(ctx, of, ask.row, work)
          return face ? face.show(ask, given) : given
        }
        const author = { viewer, mutationId, creates: route.creates }
        const done = await inWorks(options.db, route.queued ? projectId : null, author, act)
        result = done.result
        tell()
        announceSeq(ctx, done.written, viewer, place)
      }
      respond(ctx, route, result, options.checkAnswers && !face?.isNarrowed(ctx.query))
    }
    // Registered without its last slash a path answers with and without.
    options.router.register(
      route.path.replace(/\/$/, ''),
      [route.method],
      [options.admit(wayInto(route)), face ? face.worded(serve) : serve],
    )
  }
  for (const [name, route] of entriesOf(routes)) {
    options.mounted.add(route)
    serveAs(name as keyof Routes & string, route, route, null)
    for (const face of options.facesOf(route)) serveAs(name as keyof Routes & string, route, face.route, face)
  }
}
