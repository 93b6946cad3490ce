import type { Knex } from 'knex'
import { failFields } from '#contract/errors.ts'
import { writeCsv } from '#contract/lists/csv.ts'
import { addDays, isDay, startOfDay } from '#contract/people/zones.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { openProjects } from '../../db/visible.ts'
import { answered, doneIn } from '../activity/doneBy.service.ts'

const MOST_LINES = 10_000

const HEAD = [
  'Actor name',
  'Issue ID',
  'Project',
  'Created at',
  'Updated at',
  'Action',
  'Field',
  'Old value',
  'New value',
]

type FileAsk = { trx: Knex; viewer: ServerViewer; workspaceId: string; person: string }

/** Somebody's acts on a day of the caller's zone, as far as the caller sees them, the oldest first. */
export const activityFile = async (ask: FileAsk, day: string): Promise<string> => {
  if (!isDay(day))
    failFields({ date: ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'] })
  const { viewer, workspaceId, person } = ask
  const rows = await doneIn(ask, person, openProjects(viewer, workspaceId))
    .where('created_at', '>=', startOfDay(day, viewer.timezone))
    .where('created_at', '<', startOfDay(addDays(day, 1), viewer.timezone))
    .orderBy(['created_at', 'id'])
    .limit(MOST_LINES)
  const told = await answered(ask, rows)
  return writeCsv([
    HEAD,
    ...told.map(row => [
      row.actor_detail?.display_name ?? '',
      row.issue_detail ? `${row.project_detail.identifier}-${row.issue_detail.sequence_id}` : '',
      row.project_detail.name,
      row.created_at,
      row.updated_at,
      row.verb,
      row.field ?? '',
      row.old_value ?? '',
      row.new_value ?? '',
    ]),
  ])
}
