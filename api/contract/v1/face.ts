/** `/api/v1`: the form that existing programs of the public API use. This file defines how it differs from our own calls. */
import { z } from 'zod'
import { type Entity, type Route, uuid } from '../define.ts'
import type { ErrorCode } from '../errors.ts'

type Row = Record<string, unknown>

/** The form of an answer: a page of rows, all rows, one row, nothing, or the answer of our own call. */
export type Telling = 'page' | 'rows' | 'row' | 'nothing' | 'same'

/** How `/api/v1` differs from the route that it shows. */
export type FaceV1 = {
  of: Route
  tells: Telling | ((query: Record<string, string | undefined>) => Telling)
  /** The row that it answers. */
  shape?: z.ZodObject
  status?: number
  /** Names of the query besides `fields`, `expand`, `per_page` and `cursor`. */
  query?: z.ZodObject
  /** The query in our words. */
  asks?: (query: Row) => Row
  body?: z.ZodObject
  /** The body in our words. */
  read?: (body: Row) => Row
  /** Its answer, made of ours, where that is neither a row nor rows. */
  says?: { as: z.ZodType; of: (answer: unknown, query: Row) => unknown }
  /** May an importer say when, and by whom, its row was made? */
  imports?: readonly ('created_at' | 'created_by')[]
  /** Columns that rows keep whatever `fields` names. */
  kept?: readonly string[]
  /** Are archived issues changed as well? */
  archivedToo?: boolean
  /** Takes the e-mail address of a person in place of a member. */
  byEmail?: boolean
  /** Rows that it does not show. */
  finds?: (row: Row, query: Record<string, string | undefined>) => boolean
  /** The order of the rows: by their sequence, the newest first, or the oldest unless `order_by` turns it round. */
  order?: 'sequence' | 'asked' | Entity
  /** The name of its noun in refusals of a name that another row has. */
  namedOnce?: string
  /** The names of fields in refusals, by ours. */
  names?: Record<string, string>
  /** What is said of a field whose id names nothing, by our name of it. */
  missing?: Record<string, string>
  /** What is said in place of our refusals. */
  words?: Partial<Record<ErrorCode, Record<string, unknown>>>
  /** The column of an issue that must name the row which it is taken out of. */
  takesOutOf?: 'cycle_id' | 'module_ids'
}

export const face = (of: Route, told: Omit<FaceV1, 'of'>): FaceV1 => ({ of, ...told })

const short = z.string().max(255).nullable().optional()
/** The key of a row in the system that it was brought from. */
export const external = { external_id: short, external_source: short }
export const shownExternal = { external_id: z.string().nullable(), external_source: z.string().nullable() }
/** When, and by whom, a row was made in the system that it was brought from. */
export const imported = {
  created_at: z.iso.datetime({ offset: true }).nullable().optional(),
  created_by: uuid.nullable().optional(),
}
/** Relations are named without `_id`. */
export const placed = (row: Row): Row => ({ ...row, project: row.project_id, workspace: row.workspace_id })

const shown = z.object({ fields: z.string().optional(), expand: z.string().optional() })
const paged = z.object({ per_page: z.string().optional(), cursor: z.string().optional() })

/** The query of a call by how it is answered. */
export const queryOf = ({ of, tells, query }: FaceV1): z.ZodObject => {
  const own = of.method === 'GET' ? shown.shape : {}
  const pages = of.method === 'GET' && tells !== 'row' ? paged.shape : {}
  return z.object({ ...own, ...pages, ...query?.shape })
}
