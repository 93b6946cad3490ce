import type { Db } from '../db/knex.ts'
import { nobody } from '../db/viewer.ts'
import { inWork } from '../db/work.ts'
import { tellStored } from '../text/documents/store.ts'
import type { Subject } from '../text/documents/stored.ts'

const MOST = 200

/** Reports texts that a process had stored quietly when it ended. Answers how many. */
export const tellTexts = async (db: Db): Promise<number> => {
  const left = await db('documents')
    .whereNotNull('untold')
    .where('told_at', '<', db.raw("now() - interval '30 seconds'"))
    .limit(MOST)
    .select<Subject[]>('id', 'kind', 'workspace_id', 'project_id')
  for (const subject of left) await inWork(db, { viewer: nobody }, work => tellStored(work, subject))
  return left.length
}
