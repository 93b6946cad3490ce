import pg from 'pg'
import { purge } from '../../api/jobs/purge.ts'
import { fillProject } from '../../migrations/populate.ts'
import { type Figure, percentile, spread, timed } from './measure.ts'
import type { BenchWorld } from './world.ts'

const DELETED = 10_000
const BATCH = 500
const AGE = "now() - interval '90 days'"

/** Issues deleted long ago, among many that are not: each with its creation in its history, and every tenth below another of them. */
const deleteLongAgo = async (db: BenchWorld['db'], project: string) => {
  await db.raw(
    `insert into issue_activities (id, created_at, updated_at, issue, project, workspace, verb, epoch)
       select gen_random_uuid(), ${AGE}, ${AGE}, id, project_id, workspace_id, 'created', 0
         from issues where project_id = ? and sequence_id <= ?`,
    [project, DELETED],
  )
  await db.raw(
    `update issues set deleted_at = ${AGE},
            parent_id = case when sequence_id % 10 = 0
              then (select id from issues above where above.project_id = issues.project_id and above.sequence_id = issues.sequence_id - 1) end
      where project_id = ? and sequence_id <= ?`,
    [project, DELETED],
  )
  await db.raw('vacuum analyze issues, issue_activities')
}

/** The same rows by hand: nothing is asked of any, the database alone follows its references. */
const floor = async (url: string, project: string) => {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const ids = (
    await client.query<{ id: string }>(
      'select id from issues where project_id = $1 and deleted_at is not null order by sequence_id desc',
      [project],
    )
  ).rows.map(({ id }) => id)
  const samples: number[] = []
  for (let at = 0; at < ids.length; at += BATCH)
    samples.push(
      ...(await timed(1, () =>
        client.query('delete from issues where id = any($1::uuid[])', [ids.slice(at, at + BATCH)]),
      )),
    )
  await client.end()
  return samples
}

/** What was deleted long ago is forgotten for good: the whole job, and meanwhile the wait of others. */
export const purges = async (bench: BenchWorld, issues: number): Promise<Figure[]> => {
  const { make, db, url, dataDir, team } = bench
  const [ours, byHand] = await Promise.all(
    [0, 1].map(async () => make.project(team.admin, team.workspace.slug)),
  )
  for (const { id } of [ours!, byHand!]) {
    await fillProject(db, id, Math.round(issues / 2))
    await deleteLongAgo(db, id)
  }
  const floors = await floor(url, byHand!.id)
  const settings = { hardDeleteAfterDays: 60, dataDir, s3: null }
  const path = `${team.path}/issues/`
  const waits: number[] = []
  let isOver = false
  const from = performance.now()
  const done = purge(db, settings).finally(() => {
    isOver = true
  })
  while (!isOver) {
    waits.push(...(await timed(1, () => team.admin.get(path))))
    await new Promise(resolve => setTimeout(resolve, 20))
  }
  const purged = await done
  const took = performance.now() - from
  const sum = floors.reduce((all, one) => all + one, 0)
  return [
    {
      measure: `purge of ${DELETED} issues among ${issues}`,
      aim: '3 x',
      value: `${(took / 1000).toFixed(1)} s, ${(took / DELETED).toFixed(2)} ms a row`,
      n: purged.issues ?? 0,
      ratio: took / sum,
      note: `rows by SQL, ${BATCH} a statement: ${(sum / 1000).toFixed(1)} s, p95 ${percentile(floors, 0.95).toFixed(0)} ms; a list meanwhile: ${spread(waits)}`,
    },
  ]
}
