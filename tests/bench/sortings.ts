/** Lists that are ordered and grouped by what an issue names, of data that are spread evenly and of such as teams have. */
import pg from 'pg'
import { Issue } from '../../api/contract/work/issues.ts'
import type { Db } from '../../api/db/knex.ts'
import { recountTallies } from '../../api/db/tallies.ts'
import { fillProject } from '../../migrations/populate.ts'
import { against, beside, type Figure, timed } from './measure.ts'
import type { BenchWorld } from './world.ts'

const PEOPLE = 8
const LABELS = 8
const WARM = 3
const TIMES = 20

/** By the number of an issue: whose it is, which labels it has, and how urgent it is. Of `states` the last but one is that of done work. */
const spreads = {
  even: `
    assignee_ids = case when sequence_id % 9 = 0 then '{}' else array[(:people::uuid[])[1 + sequence_id / 2 % ${PEOPLE}]] end,
    label_ids = case when sequence_id % 4 = 0 then '{}'
      else array[(:labels::uuid[])[1 + sequence_id / 3 % ${LABELS}]] end`,
  // Nearly all is done, nobody's, without a label and of no priority; what is somebody's is mostly that of one person.
  uneven: `
    assignee_ids = case when sequence_id % 8 <> 0 then '{}' when sequence_id % 64 <> 0 then array[(:people::uuid[])[1]]
      else array[(:people::uuid[])[1 + sequence_id / 64 % ${PEOPLE}]] end,
    label_ids = case when sequence_id % 20 <> 0 then '{}'
      else array[(:labels::uuid[])[1 + sequence_id / 20 % ${LABELS}], (:labels::uuid[])[1 + sequence_id / 160 % ${LABELS}]] end,
    priority = case when sequence_id % 250 = 0 then 'high' else 'none' end,
    state_id = (:states::uuid[])[case when sequence_id % 10 = 0 then 1 + sequence_id / 10 % cardinality(:states::uuid[])
      else cardinality(:states::uuid[]) - 1 end]`,
}

const fill = async (
  db: Db,
  project: string,
  issues: number,
  people: string[],
  spread: keyof typeof spreads,
) => {
  await fillProject(db, project, issues)
  const ofProject = (table: string) => db(table).where('project_id', project).whereNull('deleted_at')
  await db.raw(`update issues set ${spreads[spread]} where project_id = :project`, {
    project,
    people,
    labels: await ofProject('labels').pluck('id'),
    states: await ofProject('states').whereNot('group', 'triage').orderBy('sequence').pluck('id'),
  })
  await db.raw(
    'update issues set state__group = states."group" from states where states.id = state_id and issues.project_id = ?',
    [project],
  )
  await recountTallies(db, 'project_id', project)
}

const COLUMNS = Issue.columns.map(name => `issues.${name}`).join(', ')
const HERE = 'from issues where project_id = $1 and active'
const AGE = 'created_at desc, sequence_id desc'

/** The smallest name of each set of rows that issues have is looked up once, not for every issue. */
const byNames = (ids: string, table: string, name: string) =>
  `with sets as materialized (select ${ids} as ids, count(*) as total ${HERE} group by 1),
   named as materialized (select ids, total, (select min(${name}) from ${table} n where n.id = any(ids)) as name from sets)
   select ${COLUMNS} from issues join named on named.ids = issues.${ids} where project_id = $1 and active
    order by named.name nulls last, ${AGE} limit 100`

/** Rows by rank within their cells: a statement that sorts the ids of all, and reads the shown. */
const byCells = (group: string, sub: string, joins: string, size: number) =>
  `select ${COLUMNS} from (
     select issues.id, row_number() over (partition by ${group}, ${sub} order by ${AGE}) as rank
       from issues ${joins} where project_id = $1 and active) as ranked
     join issues on issues.id = ranked.id where rank <= ${size}`
const unfolded = (ids: string, name: string) =>
  `cross join lateral unnest(case when ${ids} = '{}' then array[null]::uuid[] else ${ids} end) as ${name}(id)`
const cellCounts = (group: string, sub: string, joins: string) =>
  `select ${group}, ${sub}, count(*) from issues ${joins} where project_id = $1 and active group by 1, 2`

const label = unfolded('label_ids', 'label')
const person = unfolded('assignee_ids', 'person')
const all = `select count(*) ${HERE}`

type Shape = { query: string; aim: number; rows: string; counts: string }
const shapes: Record<string, Shape> = {
  'in order of assignee': {
    query: 'order_by=assignees__first_name&per_page=100',
    aim: 1.5,
    rows: byNames('assignee_ids', 'users', 'first_name_order'),
    counts: all,
  },
  'in reversed order of assignee': {
    query: 'order_by=-assignees__first_name&per_page=100',
    aim: 1.5,
    rows: byNames('assignee_ids', 'users', 'first_name_order').replace('nulls last', 'desc nulls last'),
    counts: all,
  },
  'in order of label': {
    query: 'order_by=labels__name&per_page=100',
    aim: 1.5,
    rows: byNames('label_ids', 'labels', 'name_order'),
    counts: all,
  },
  'in order of state': {
    query: 'order_by=state__name&per_page=100',
    aim: 1.5,
    rows: `select ${COLUMNS} from issues join states s on s.id = state_id where issues.project_id = $1 and active
       order by s.name_order, issues.created_at desc, issues.sequence_id desc limit 100`,
    counts: all,
  },
  'in order of priority': {
    query: 'order_by=-priority&per_page=100',
    aim: 1.5,
    rows: `select ${COLUMNS} ${HERE} order by priority_rank desc, ${AGE} limit 100`,
    counts: all,
  },
  'by assignee': {
    query: 'group_by=assignees__id&per_page=20',
    aim: 1.5,
    rows: byCells('person.id', 'null::int', person, 20),
    counts: cellCounts('person.id', 'null::int', person),
  },
  'by priority': {
    query: 'group_by=priority&per_page=20',
    aim: 1.5,
    rows: byCells('priority', 'null::int', '', 20),
    counts: cellCounts('priority', 'null::int', ''),
  },
  'assignee by priority': {
    query: 'group_by=assignees__id&sub_group_by=priority&per_page=20',
    aim: 1.5,
    rows: byCells('person.id', 'priority', person, 20),
    counts: cellCounts('person.id', 'priority', person),
  },
  'state by label': {
    query: 'group_by=state_id&sub_group_by=labels__id&per_page=20',
    aim: 1.5,
    rows: byCells('state_id', 'label.id', label, 20),
    counts: cellCounts('state_id', 'label.id', label),
  },
  'state by assignee': {
    query: 'group_by=state_id&sub_group_by=assignees__id&per_page=20',
    aim: 1.5,
    rows: byCells('state_id', 'person.id', person, 20),
    counts: cellCounts('state_id', 'person.id', person),
  },
  'label by priority in manual order': {
    query: 'group_by=labels__id&sub_group_by=priority&per_page=20&order_by=sort_order',
    aim: 1.5,
    rows: byCells('label.id', 'priority', label, 20).replace(`order by ${AGE}`, 'order by sort_order'),
    counts: cellCounts('label.id', 'priority', label),
  },
}

/** Two projects of as many issues, whose people and labels are spread evenly and unevenly. */
export const spreadProjects = async ({ make, db }: Pick<BenchWorld, 'make' | 'db'>, issues: number) => {
  const team = await make.team()
  const people = [team.admin.id]
  while (people.length < PEOPLE) {
    const who = await make.person()
    await make.joinWorkspace(team.admin, team.workspace.slug, who, 15)
    people.push(who.id)
  }
  const places = []
  for (const spread of ['even', 'uneven'] as const) {
    const project = await make.project(team.admin, team.workspace.slug)
    for (let n = 0; n < LABELS; n++)
      await team.admin.post(`${project.path}/issue-labels/`, { name: `Reef ${(n * 5) % LABELS}` })
    await fill(db, project.id, issues, people, spread)
    places.push({ spread, ...project })
  }
  await db.raw('vacuum analyze issues')
  return { team, places }
}

export const sortings = async (bench: BenchWorld, issues: number): Promise<Figure[]> => {
  const { team, places } = await spreadProjects(bench, issues)
  const pool = new pg.Pool({ connectionString: bench.url, max: 2 })
  const figures: Figure[] = []
  for (const [name, { query, aim, rows, counts }] of Object.entries(shapes))
    for (const { spread, id, path } of places) {
      const ask = () => team.admin.get(`${path}/issues/?${query}`)
      const floor = async () => {
        const [found] = await Promise.all([pool.query(rows, [id]), pool.query(counts, [id])])
        return JSON.stringify(found.rows)
      }
      await timed(WARM, ask)
      await timed(WARM, floor)
      figures.push(
        against(
          `${spread}, of ${issues}: ${name}`,
          aim,
          await beside(TIMES, ask, floor),
          'rows and counts by SQL',
        ),
      )
    }
  await pool.end()
  return figures
}
