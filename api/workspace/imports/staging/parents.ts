/** Parents of imported issues: found by any of their names, in whatever order they were read; circles are opened. */
import type { Work } from '../../../db/work.ts'
import { MOST_FAULTS } from './faults.ts'
import type { WholeRow } from './rows.ts'

/** As deep as anybody nests issues; a chain beyond it is a circle or was made to be long. */
const DEEPEST = 50

type Lost = { nth: number; line: number; key: string; parent: string }

const dropParents = async (
  work: Work,
  row: WholeRow,
  said: string,
  where: string,
  room: number,
): Promise<number> => {
  const { rows } = await work.trx.raw<{ rows: Lost[] }>(
    `update import_rows set parent_nth = null where import = :id and verdict <> 'skipped' and ${where}
     returning nth, line, key, parent`,
    { id: row.id },
  )
  const faults = rows.map(({ line, key, parent }) => ({
    ...{ import: row.id, line, said, effect: 'No parent' },
    key: key.startsWith('title-') ? '' : key.slice(0, 200),
    words: parent.slice(0, 200),
  }))
  for (let at = 0; at < Math.min(faults.length, room, MOST_FAULTS); at += 1000)
    await work.trx('import_faults').insert(faults.slice(at, at + 1000))
  return faults.length
}

/** Links the rows of an import to their parents; answers how many of these could not be found or kept. */
export const linkParents = async (work: Work, row: WholeRow, room: number): Promise<number> => {
  const { id } = row
  // As it is written, otherwise in either case.
  for (const spelling of ['left(r.parent, 500)', 'lower(left(r.parent, 500))'])
    await work.trx.raw(
      `update import_rows r set parent_nth = p.nth
         from import_keys k join import_rows p on p.import = k.import and p.nth = k.nth
        where r.import = :id and r.parent is not null and r.parent_nth is null and k.import = :id and k.key = ${spelling}
          and p.nth <> r.nth and p.verdict <> 'skipped'`,
      { id },
    )
  // One that an earlier import brought.
  await work.trx.raw(
    `update import_rows r set parent_issue = i.id from issues i
      where r.import = :id and r.parent is not null and r.parent_nth is null and i.project_id = r.target
        and i.external_source = :source and i.external_id = r.parent and i.deleted_at is null and i.id is distinct from r.issue`,
    { id, source: row.source },
  )
  const none = 'parent is not null and parent_nth is null and parent_issue is null'
  // Its own parent, by any of its names.
  const own = `exists (select from import_keys k where k.import = import_rows.import and k.nth = import_rows.nth
    and k.key in (left(parent, 500), lower(left(parent, 500))))`
  let lost = await dropParents(work, row, 'It is its own parent', `${none} and ${own}`, room)
  lost += await dropParents(work, row, 'Parent is not in the file', `${none} and not ${own}`, room - lost)
  await work.trx.raw(
    `update import_rows set depth = 0 where import = :id and verdict <> 'skipped' and parent_nth is null`,
    { id },
  )
  for (let depth = 1; depth <= DEEPEST; depth++) {
    const { rowCount } = await work.trx.raw<{ rowCount: number }>(
      `update import_rows r set depth = :depth from import_rows p
        where r.import = :id and r.depth is null and p.import = :id and p.nth = r.parent_nth and p.depth = :depth - 1`,
      { id, depth },
    )
    if (rowCount === 0) break
  }
  lost += await dropParents(
    work,
    row,
    'Parents form a circle, or a chain of more than 50',
    'depth is null',
    room - lost,
  )
  await work.trx.raw(
    `update import_rows set depth = 0 where import = :id and verdict <> 'skipped' and depth is null`,
    { id },
  )
  await work.trx.raw(
    `update import_rows p set children = c.total from (
       select parent_nth, count(*) as total from import_rows
        where import = :id and parent_nth is not null and verdict = 'new' group by 1) c
      where p.import = :id and p.nth = c.parent_nth`,
    { id },
  )
  return lost
}
