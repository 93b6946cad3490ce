/** A person's own acts, by day and moment. */
import { dayIn } from '#contract/people/zones.ts'
import type { Done } from '../../home/doneRows.tsx'

/** The acts of one request on one issue, in their order. */
export type Moment = { id: string; at: string; rows: readonly Done[] }
export type Day = { day: string; moments: readonly Moment[] }

const momentsOf = (rows: readonly Done[]): Moment[] => {
  const moments: { id: string; at: string; rows: Done[] }[] = []
  for (const row of rows) {
    const last = moments.at(-1)
    const [first] = last?.rows ?? []
    if (last && first?.issue === row.issue && first.epoch === row.epoch) last.rows.unshift(row)
    else moments.push({ id: row.id, at: row.created_at, rows: [row] })
  }
  return moments
}

/** Rows come the newest first, and so do the days. */
export const daysOf = (rows: readonly Done[], zone: string): Day[] =>
  [...Map.groupBy(momentsOf(rows), ({ at }) => dayIn(zone, Date.parse(at)))].map(([day, moments]) => ({
    day,
    moments,
  }))
