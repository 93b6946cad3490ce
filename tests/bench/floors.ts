/** The floors that our measures are held against: the same work by hand-written SQL through the driver, and nothing around it. */
import pg from 'pg'
import { v7 } from 'uuid'
import { Issue } from '../../api/contract/work/issues.ts'

const COLUMNS = Issue.columns.join(', ')
const NEWEST = 'created_at desc, sequence_id desc'

type Ask = () => Promise<unknown>
type Ids = { project: string; workspace: string; person: string }

const cell = (column: string, type: string, size: number, order: string) =>
  `select rows.* from unnest($2::${type}[]) as cell(key) cross join lateral (
     select ${COLUMNS} from issues where project_id = $1 and active and ${column} = cell.key
      order by ${order} limit ${size}) as rows`

/** For each list that is measured: a statement for its rows and one for its counts. */
export const listFloors = async (url: string, { project, workspace, person }: Ids) => {
  const pool = new pg.Pool({ connectionString: url, max: 2 })
  const column = async (sql: string) =>
    (await pool.query<{ id: string }>(sql, [project])).rows.map(({ id }) => id)
  const states = await column('select id from states where project_id = $1 and deleted_at is null')
  const labels = await column('select id from labels where project_id = $1 and deleted_at is null')
  const both = (rows: [string, unknown[]], counts: [string, unknown[]]) => async () => {
    const [found] = await Promise.all([pool.query(...rows), pool.query(...counts)])
    return JSON.stringify(found.rows)
  }
  const here = 'from issues where project_id = $1 and active'
  const there = 'from issues where workspace_id = $1 and active'
  const theirs = `${there} and (created_by = $2 or assignee_ids @> array[$2::uuid])`
  const ask = {
    flat: both(
      [`select ${COLUMNS} ${here} order by ${NEWEST} limit 100`, [project]],
      [`select count(*) ${here}`, [project]],
    ),
    byState: both(
      [cell('state_id', 'uuid', 20, 'sort_order'), [project, states]],
      [`select state_id, count(*) ${here} group by 1`, [project]],
    ),
    cells: both(
      [
        `select rows.* from unnest($2::uuid[]) as state(id)
           cross join unnest('{urgent,high,medium,low,none}'::text[]) as level(name) cross join lateral (
             select ${COLUMNS} ${here} and state_id = state.id and priority = level.name order by sort_order limit 4) as rows`,
        [project, states],
      ],
      [`select state_id, priority, count(*) ${here} group by 1, 2`, [project]],
    ),
    byLabel: both(
      [
        `select rows.* from unnest($2::uuid[]) as label(id) cross join lateral (
           select ${COLUMNS} ${here} and label_ids @> array[label.id] order by sort_order limit 20) as rows`,
        [project, labels],
      ],
      [
        `select label, count(*) from issues left join lateral unnest(label_ids) as label on true
          where project_id = $1 and active group by 1`,
        [project],
      ],
    ),
    workspace: both(
      [`select ${COLUMNS} ${there} order by ${NEWEST} limit 100`, [workspace]],
      [`select count(*) ${there}`, [workspace]],
    ),
    workspaceByPriority: both(
      [
        `select rows.* from unnest('{urgent,high,medium,low,none}'::text[]) as level(name) cross join lateral (
           select ${COLUMNS} ${there} and priority = level.name order by ${NEWEST} limit 20) as rows`,
        [workspace],
      ],
      [`select priority, count(*) ${there} group by 1`, [workspace]],
    ),
    person: both(
      [`select ${COLUMNS} ${theirs} order by ${NEWEST} limit 100`, [workspace, person]],
      [`select count(*) ${theirs}`, [workspace, person]],
    ),
  } satisfies Record<string, Ask>
  return { ask, close: () => pool.end() }
}

export type Floor = keyof Awaited<ReturnType<typeof listFloors>>['ask']

/** Writers that make issues with the next number of a project, each in a durable transaction of its own. */
export const creationFloor = async (url: string, project: string, writers: number) => {
  const pool = new pg.Pool({ connectionString: url, max: writers })
  await pool.query('create table if not exists bench_fsync (n int)')
  const write = async () => {
    const client = await pool.connect()
    try {
      const id = v7()
      await client.query('begin')
      await client.query(
        `with taken as (
           update project_counters set last_sequence = last_sequence + 1 where project_id = $2 returning last_sequence
         ), state as (select id, "group" from states where project_id = $2 and deleted_at is null limit 1)
         insert into issues (id, created_at, updated_at, created_by, updated_by, name, sequence_id, sort_order, state_id,
                             state__group, project_id, workspace_id)
           select $1, now(), now(), p.created_by, p.created_by, 'Written by hand', last_sequence, last_sequence * 10000,
                  state.id, state."group", p.id, p.workspace from taken, state, projects p where p.id = $2`,
        [id, project],
      )
      await client.query(
        `insert into issue_activities (id, created_at, updated_at, issue, project, workspace, verb, epoch)
           select $1, now(), now(), id, project_id, workspace_id, 'created', 0 from issues where id = $2`,
        [v7(), id],
      )
      await client.query(
        `with raised as (
           update change_counters c set seq = seq + 1 from issues i where i.id = $1 and c.scope_id = i.workspace_id
           returning scope_id, seq
         ) insert into changes (scope_id, seq, entity, row_id, op, row)
             select scope_id, seq, 'issue', i.id, 'create', to_jsonb(i) from raised, issues i where i.id = $1`,
        [id],
      )
      await client.query('commit')
    } finally {
      client.release()
    }
  }
  return { write, commit: () => pool.query('insert into bench_fsync values (1)'), close: () => pool.end() }
}
