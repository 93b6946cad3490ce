/** The file that other clients have mailed: a chart with its figures as of the mail's leaving, in its receiver's rights. */
import type { Knex } from 'knex'
import { writeCsv } from '#contract/lists/csv.ts'
import { can } from '#contract/permissions.ts'
import { axes } from '#contract/planning/analytics.ts'
import { viewerOfUser } from '../../db/viewer.ts'
import type { Letter } from '../../mail/letter.ts'
import { cellsOf } from './cells.queries.ts'
import type { Asked } from './distribution.service.ts'
import { type Meant, meantBy, type Params } from './meant.ts'
import { namesAt } from './naming.service.ts'

const MEASURES = { issue_count: 'Issue Count', estimate: 'Estimate' }

/** Without a segment a value a row; with one the row's whole, then what falls to each of its values. */
const linesOf = async (meant: Meant, { x, y, segment }: Asked): Promise<string[][]> => {
  const by = axes[x].field
  const divideBy = segment && axes[segment].field
  const { cells, rows, columns } = await cellsOf(
    meant.trx,
    meant.list,
    meant.viewer,
    divideBy ? [by, divideBy] : [by],
  )
  const figure = (of: { total: number; points: number | null } | undefined) =>
    String((y === 'issue_count' ? of?.total : of?.points) ?? 0)
  const sorted = (keys: (string | null)[]) => keys.flatMap(key => key ?? []).sort()
  const [keys, parts] = [sorted(rows.map(row => row.key)), sorted(columns.map(column => column.sub))]
  const [nameOf, partName] = await Promise.all([
    namesAt(meant, by, keys),
    namesAt(meant, divideBy ?? by, parts),
  ])
  const rowOf = new Map(rows.map(row => [row.key, row]))
  const cellOf = new Map(cells.map(cell => [`${cell.key} ${cell.sub}`, cell]))
  return [
    [axes[x].label, MEASURES[y], ...parts.map(partName)],
    ...keys.map(key => [
      nameOf(key),
      figure(rowOf.get(key)),
      ...parts.map(part => figure(cellOf.get(`${key} ${part}`))),
    ]),
  ]
}

export type ExportFacts = { user: string; workspace: string; slug: string; query: Params; asked: Asked }

/** Null where the receiver may see none of it any more. */
export const writeExport = async (
  { user, workspace, slug, query, asked }: ExportFacts,
  trx: Knex,
): Promise<Letter | null> => {
  const viewer = await viewerOfUser(trx, user)
  if (!viewer || !can(viewer, 'analytics.read', {}, { workspace })) return null
  const { name } = await trx('workspaces').where('id', workspace).first('name')
  const lines = await linesOf(meantBy({ trx, viewer, workspaceId: workspace, query }), asked)
  return {
    subject: 'Your Export is ready',
    title: 'Your export is ready',
    lines: [`The file that you asked for is attached. It shows the issues of ${name} as they are now.`],
    foot: 'You asked for it in the analytics of your workspace.',
    files: [{ name: `${slug}-analytics.csv`, type: 'text/csv', content: writeCsv(lines, { quoted: true }) }],
  }
}
