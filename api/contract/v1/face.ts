/** `/api/v1`: the form that programs of the reference system's public API know. Here stands what differs from our own. */
import { z } from 'zod'
import type { Entity, Route } from '../define.ts'

type Row = Record<string, unknown>

/** How an answer is told: a page of rows, all rows, one row, nothing at all, or as our own call answers. */
export type Telling = 'page' | 'rows' | 'row' | 'nothing' | 'same'

/** What `/api/v1` tells otherwise than the route that it shows. */
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
  /** Rows that it does not show. */
  finds?: (row: Row, query: Record<string, string | undefined>) => boolean
  /** The rows are told in the order of their sequence, or the newest of the entity first. */
  order?: 'sequence' | Entity
  /** The name of its noun in refusals of an external id, or of a name, that another row has. */
  noun?: string
  isNamedOnce?: boolean
  /** The column of an issue that must name the row which it is taken out of. */
  takesOutOf?: 'cycle_id' | 'module_ids'
}

export const face = (of: Route, told: Omit<FaceV1, 'of'>): FaceV1 => ({ of, ...told })

const short = z.string().max(255).nullable().optional()
/** The key of a row in the system that it was brought from. */
export const external = { external_id: short, external_source: short }
export const shownExternal = { external_id: z.string().nullable(), external_source: z.string().nullable() }
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
