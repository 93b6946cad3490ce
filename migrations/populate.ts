/** Weight: a workspace with one large project, for feeling and measuring. `npm run populate -- --issues 50000`. */
import { parseArgs } from 'node:util'
import type { Db } from '../api/db/knex.ts'
import { recountTallies } from '../api/db/tallies.ts'
import { nobody, viewerOfUser } from '../api/db/viewer.ts'
import { inWork } from '../api/db/work.ts'
import { createPerson } from '../api/people/auth/account.service.ts'
import { findByEmail } from '../api/people/auth/signIn.service.ts'
import { createProject } from '../api/workspace/projects/project.service.ts'
import { createWorkspace } from '../api/workspace/workspaces/workspace.service.ts'
import { withDatabase } from './withDatabase.ts'

const EMAIL = 'weight@lanternquay.example'
const PASSWORD = 'lantern quay at high tide'

/** Fills a project by one statement: rows as the door would write them, without a change for each. */
export const fillProject = async (db: Db, projectId: string, count: number) => {
  await db.raw(
    `with state as (
       select id, "group", row_number() over (order by sequence) - 1 as place, count(*) over () as total
         from states where project_id = :projectId and deleted_at is null
     ), label as (
       select array_agg(id) as ids from labels where project_id = :projectId
     ), numbered as (
       select n, (select last_sequence from project_counters where project_id = :projectId) as last
         from generate_series(1, :count::int) n
     )
     insert into issues (id, created_at, updated_at, created_by, updated_by, name, sequence_id, sort_order, state_id,
                         state__group, priority, project_id, workspace_id, target_date, completed_at, label_ids)
     select gen_random_uuid(), now() - n * interval '1 minute', now(), p.created_by, p.created_by,
            'Issue ' || n || ' of the long season', last + n, n * 10000, state.id, state."group",
            (array['none', 'low', 'medium', 'high', 'urgent'])[1 + n / 5 % 5], p.id, p.workspace,
            case when n % 3 = 0 then current_date + (n % 60) end,
            case when state."group" = 'completed' then now() end,
            case when label.ids is null or n % 4 = 0 then '{}'
                 else array[label.ids[1 + n % array_length(label.ids, 1)]] end
       from numbered join state on state.place = n % state.total cross join label
       join projects p on p.id = :projectId`,
    { projectId, count },
  )
  await recountTallies(db, 'project_id', projectId)
  await db('project_counters').where('project_id', projectId).increment('last_sequence', count)
  await db.raw('vacuum analyze issues')
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { issues: { type: 'string', default: '50000' } } })
  const count = Number(values.issues)
  await withDatabase(async db => {
    const known = await findByEmail(db, EMAIL)
    const ownerId =
      known?.id ??
      (
        await inWork(db, { viewer: nobody }, work =>
          createPerson(work, { email: EMAIL, password: PASSWORD, firstName: 'Weight', isOnboarded: true }),
        )
      ).result
    await db('instances').update({ is_setup_done: true })
    const slug = `weight-${Date.now().toString(36)}`
    const owner = async () => (await viewerOfUser(db, ownerId))!
    const { result: workspace } = await inWork(db, { viewer: await owner() }, work =>
      createWorkspace(work, { name: slug, slug }),
    )
    const { result: project } = await inWork(db, { viewer: await owner() }, work =>
      createProject(work, workspace.id, { name: 'Long season', identifier: 'LONG' }),
    )
    await fillProject(db, project.id, count)
    console.log(
      `${count} issues are in /${slug}/projects/${project.id}/issues. Sign in as ${EMAIL} with "${PASSWORD}".`,
    )
  })
}
