/** The end of an import: one line for the person who ran it, and for nobody else. It is neither mailed nor pushed. */
import type { Knex } from 'knex'
import { Notification, senders } from '#contract/people/notifications.ts'
import type { Import } from '#contract/workspace/imports.ts'
import { insertAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'

export type ImportEnd = { seq: number; row: Import; isOwn: boolean; actor: string | null; at: string }

const figure = new Intl.NumberFormat('en-GB')
const counted = (count: number, one: string) => `${figure.format(count)} ${count === 1 ? one : `${one}s`}`

/** What it has come to, in words. */
const wordsOf = ({ state, said, source, new_count, skipped_count }: Import): string => {
  const noun = source === 'pages' ? 'page' : 'issue'
  if (state === 'done')
    return skipped_count > 0
      ? `${counted(new_count, noun)} imported, ${figure.format(skipped_count)} skipped`
      : `${counted(new_count, noun)} imported`
  if (state === 'stopped') return said ? `Stopped: ${said}` : 'Stopped before its end'
  return said ? `Nothing was imported: ${said}` : 'Nothing was imported'
}

/** Who began what has ended, of those who are still in the workspace. */
const runnersOf = async (trx: Knex, ends: readonly ImportEnd[]): Promise<Map<string, string>> => {
  const rows: { id: string; user: string }[] = await trx('jobs as j')
    .join('workspace_members as m', on =>
      on.on('m.member_id', 'j.user').andOn('m.workspace_id', 'j.workspace').andOnVal('m.is_active', true),
    )
    .whereRaw('j.id = any(?)', [ends.flatMap(({ row }) => row.job ?? [])])
    .select('j.id', 'j.user')
  return new Map(rows.map(({ id, user }) => [id, user]))
}

export const tellOfImports = async (work: Work, ends: readonly ImportEnd[]): Promise<void> => {
  if (ends.length === 0) return
  const runners = await runnersOf(work.trx, ends)
  await insertAll(
    Notification,
    ends.flatMap(({ seq, row, isOwn, actor, at }) => {
      const receiver = runners.get(row.job ?? '')
      // Whoever has ended it themselves knows that.
      if (!receiver || (isOwn && actor === receiver)) return []
      const values = {
        ...{ seq, created_at: at, workspace: row.workspace, project: null, receiver, triggered_by: null },
        ...{ entity_name: 'import' as const, entity_identifier: row.id, entity_created_by: row.owner },
        ...{ sender: senders.created, title: row.name, verb: row.state, field: 'import' },
        ...{ old_value: null, new_value: wordsOf(row), old_identifier: null, new_identifier: null },
        ...{ comment_id: null, activity_id: null, epoch: Math.floor(Date.parse(at) / 1000) },
      }
      return { work, values }
    }),
  )
}
