import type { z } from 'zod'
import { placed } from '#contract/v1/face.ts'
import { LabelV1 } from '#contract/v1/labels.ts'
import { ProjectV1 } from '#contract/v1/projects.ts'
import { StateV1 } from '#contract/v1/states.ts'
import type { Ask } from '../http/mount.ts'

export type Row = Record<string, unknown>
/** Rows as our call answers them, in the shape of `/api/v1`; each has its id at least. */
type Show = (ask: Ask, rows: Row[]) => Promise<Row[]>

// The wire of ours leaves out columns of a row that these shapes tell. The rows are the caller's already.
const whole = async ({ trx }: Ask, table: string, rows: Row[]): Promise<Row[]> => {
  const found: Row[] = await trx(table).whereIn(
    'id',
    rows.map(({ id }) => id as string),
  )
  const byId = new Map(found.map(row => [row.id as string, row]))
  return rows.map(({ id }) => byId.get(id as string)).filter(row => row !== undefined)
}

const slugOf = (name: string) =>
  name
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

const states: Show = async (ask, rows) =>
  (await whole(ask, 'states', rows)).map(row => ({
    ...placed(row),
    slug: slugOf(String(row.name)),
    is_triage: false,
  }))

const labels: Show = async (ask, rows) =>
  (await whole(ask, 'labels', rows)).map(row => ({ ...placed(row), description: '' }))

const projects: Show = async (_, rows) => rows.map(row => ({ ...row, is_deployed: false }))

const shows = new Map<z.ZodObject, Show>([
  [ProjectV1, projects],
  [StateV1, states],
  [LabelV1, labels],
])

/** Rows in the shape asked for, with its keys and no others. */
export const shaped = async (shape: z.ZodObject, ask: Ask, rows: Row[]): Promise<Row[]> => {
  if (rows.length === 0) return []
  const made = (await shows.get(shape)?.(ask, rows)) ?? rows
  const keys = Object.keys(shape.shape)
  return made.map(row => Object.fromEntries(keys.map(key => [key, row[key]])))
}
