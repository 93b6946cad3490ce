import { z } from 'zod'
import type { ErrorCode } from './errors.ts'
import type { ScopeNoun } from './people/scopes.ts'
import { isDay } from './people/zones.ts'
import type { Action } from './permissions.ts'
import type { Place, Row, RowChange, Rule, Viewer } from './rules.ts'
import type { DocumentKind } from './text/documentNames.ts'

/**
 * How rows of an entity come to a browser: with the snapshot of their workspace, with the noun that they belong to,
 * when a list of them is asked for, or not at all. From then on the log keeps every row true that a browser holds.
 */
export type Kept = 'snapshot' | 'withParent' | 'asked' | 'never'

/** A flat row of the wire: same name for its fields in tables, code and tests, and the same for every viewer. */
export type Entity<
  Shape extends z.ZodRawShape = z.ZodRawShape,
  Name extends string = string,
  K extends Kept = Kept,
> = {
  name: Name
  table: string
  /** The scope whose change log carries its rows. */
  scope: 'workspace' | 'user' | 'instance'
  /** The columns that hold its workspace, its project and its owner. */
  place: { workspace?: string; project?: string; user?: string }
  /** The noun that it belongs to and goes with; its id is in the column of that noun's name. */
  within: Entity | null
  kept: K
  /** Do those who run the instance learn of its changes, too? */
  toInstance: boolean
  /** The rows that exist for a viewer. An invisible row is not found. */
  read: Rule
  /** Do its rows end without being deleted? One that is not `is_active` is found by no call that names it. */
  ends: boolean
  /** Does a change of it alter the viewer's rights elsewhere? Then everything that they hold is judged anew. */
  alters: ((change: RowChange, viewer: Viewer) => boolean) | null
  /** The refusal where there is no such row. */
  notFound: ErrorCode
  schema: z.ZodObject<Shape>
  columns: string[]
}

export type RowOf<E> = E extends Entity<infer Shape> ? z.infer<z.ZodObject<Shape>> : never

/** New values of a row's columns; what a call leaves out stays. */
export type Patch<Row> = { [Name in keyof Row]?: Row[Name] | undefined }

/** All that is to be said of a noun's rows, once: stores, log, rights and browsers read it here. */
export const entity = <const Name extends string, Shape extends z.ZodRawShape, const K extends Kept>({
  shape,
  ...told
}: Omit<
  Entity<Shape, Name, K>,
  'within' | 'toInstance' | 'ends' | 'alters' | 'notFound' | 'schema' | 'columns'
> & {
  within?: Entity
  toInstance?: boolean
  ends?: boolean
  alters?: Entity['alters']
  notFound?: ErrorCode
  shape: Shape
}): Entity<Shape, Name, K> => ({
  within: null,
  toInstance: false,
  ends: false,
  alters: null,
  notFound: 'row.notFound',
  ...told,
  schema: z.object(shape).meta({ id: told.name }),
  columns: Object.keys(shape),
})

export const placeOf = (of: Entity, row: Row): Place => ({
  workspace: of.place.workspace ? (row[of.place.workspace] as string) : null,
  project: of.place.project ? (row[of.place.project] as string) : null,
})

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * One call. `in` is the place that the path leads through: below `workspace` and `project` the caller must be an active
 * member, otherwise nothing is found. `target` is loaded through the viewer before the action is judged on it.
 */
export type Route<
  Path extends string = string,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Target extends Entity = Entity,
  Says extends object = object,
> = {
  method: Method
  path: Path
  action: Action
  in: 'open' | 'session' | 'workspace' | 'project'
  /**
   * The session that it takes, whatever its address is: the everyday one, that of an admin of the instance, or none. By
   * `anchor` its caller is a visitor of what is at the address in its path, whoever they are.
   */
  by: 'everyday' | 'admin' | 'none' | 'anchor'
  target?: Target
  param?: string
  /** The refusal where there is no such target, if it is not that of its entity. */
  notFound?: ErrorCode
  creates?: Entity
  query?: Query
  body?: Body
  status: number
  answer?: Answer
  /** The answer of a call that has no more to say than that it is done: `mount` gives it, the first time and again. */
  says?: Says
  /** Answers bytes, text or a redirect instead of JSON. */
  raw?: string
  /** Works on archived projects too. */
  archived?: boolean
  /** Open to admins of the workspace who are not in the project, too. */
  outsiders?: boolean
  /**
   * Acts on all words typed so far: the collab server first stores what an open text holds unstored. Where the body may
   * bring a text, only if it does.
   */
  settles?: DocumentKind
  /** Calls of one project wait for each other in any case: those that wait together are committed together. */
  queued?: boolean
  /** Its answer says in `X-Change-Seq` how far the workspace's log had come: it holds no later change. */
  tellsSeq?: boolean
  /** Its answer bears the mark of its state (`ETag`): 304 to a caller that has the answer of this very state. */
  isMarked?: boolean
  /** Changes nothing, whatever its method: no transaction waits while it asks elsewhere. */
  reads?: boolean
  /**
   * May it be called with an API token? Without a word: below a workspace it may, outside of any it is not found. Where no
   * everyday session is taken, a token that may come is passed over.
   */
  token?: boolean
  /** The noun whose scope a token needs for it, where that is not the noun that it is a call of (`scopes.ts`). */
  scope?: ScopeNoun | 'all' | 'any'
  /** Where else it is shown: in `/api/v1`, below the workspace or the project that it is in, in the form of `contract/v1`. */
  exposes?: { v1: string | readonly string[] }
  summary: string
}

export const route = <
  Path extends string,
  Query extends z.ZodObject = z.ZodObject,
  Body extends z.ZodType = z.ZodType,
  Answer extends z.ZodType = z.ZodType,
  Target extends Entity = Entity,
  Says extends z.infer<Answer> & object = never,
>(
  definition: Omit<Route<Path, Query, Body, Answer, Target, Says>, 'status' | 'by'> & {
    status?: number
    by?: Route['by']
  },
): Route<Path, Query, Body, Answer, Target, Says> => ({
  status: definition.answer || definition.raw ? 200 : 204,
  by: 'everyday',
  ...definition,
})

export type ParamsOf<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? { [K in Name]: string } & ParamsOf<Rest>
  : Path extends `${string}:${infer Name}`
    ? { [K in Name]: string }
    : unknown

/** Datetime on the wire: UTC with milliseconds. */
export const datetime = z.string().meta({ format: 'date-time' })
/** Day on the wire: YYYY-MM-DD. */
export const day = z.iso
  .date({ abort: true })
  .refine(isDay, 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.')
export const id = z.string().meta({ format: 'uuid' })

/** Raised by one with each write of the row; the higher one is the newer. */
export const revision = { revision: z.number().int() }

export const audit = {
  created_at: datetime,
  updated_at: datetime,
  deleted_at: datetime.nullable(),
  created_by: id.nullable(),
  updated_by: id.nullable(),
}

/** Trimmed text that must not be blank; `max` counts characters. What is trimmed is stored as `cleanName` gives it. */
export const text = (max: number) => z.string().trim().min(1).max(max)
export const blankable = (max: number) => z.string().trim().max(max)
/** Lower case, as the database writes ids: they are compared with rows as text. */
export const uuid = z.uuid().toLowerCase()
const isZone = (name: string) => {
  try {
    return Boolean(Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
/** An IANA time zone. */
export const zone = z
  .string()
  .refine(isZone, { error: finding => `"${finding.input}" is not a valid choice.` })
// One of ours begins with exactly one slash; a browser takes a backslash for another, and drops tabs and line ends.
const WEB_OR_OURS = /^(https?:\/\/[^\s\\]+|\/(?![/])[^\s\\]*)?$/i
/** An absolute web address or a path of this server, for pictures and links on screens. */
export const webAddress = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .refine(value => WEB_OR_OURS.test(value) && URL.canParse(value, 'http://here'), 'Enter a valid URL.')
/** The paging envelope that every paged list answers. */
export const pageOf = <T extends z.ZodType>(results: T) =>
  z.object({
    grouped_by: z.string().nullable(),
    sub_grouped_by: z.string().nullable(),
    total_count: z.number().int(),
    total_results: z.number().int(),
    count: z.number().int(),
    total_pages: z.number().int(),
    next_cursor: z.string(),
    prev_cursor: z.string(),
    next_page_results: z.boolean(),
    prev_page_results: z.boolean(),
    extra_stats: z.null(),
    results,
  })
