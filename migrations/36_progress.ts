import type { Knex } from 'knex'
import { audit } from './02_people.ts'

const GROUPS = ['backlog', 'unstarted', 'started', 'completed', 'cancelled']
const figures = (type: string, measure: string) =>
  ['total', ...GROUPS].map(group => `${group}_${measure} ${type} not null default 0`).join(', ')
const steps = (measures: [string, string][]) =>
  measures.map(([measure, type]) => figures(type, measure)).join(', ')
const ALL = steps([
  ['issues', 'int'],
  ['estimate_points', 'float8'],
])

const tablesOf = (kind: string) => `
  create table ${kind}_progress (
    id uuid primary key references ${kind}s on delete cascade, ${audit},
    project_id uuid not null references projects, workspace_id uuid not null references workspaces,
    archived_at timestamptz(3), sub_issues int not null default 0, ${ALL},
    -- Of how many issues each person is an assignee; those of any are reported.
    people jsonb not null default '{}', assignee_ids uuid[] not null default '{}'
  ) with (fillfactor = 40);
  create index ${kind}_progress_of_project on ${kind}_progress (project_id);
  -- By how much the figures changed in a quarter of an hour; every zone's days begin with one.
  create table ${kind}_steps (
    id uuid not null references ${kind}_progress on delete cascade, at timestamptz(3) not null, ${ALL},
    primary key (id, at)
  ) with (fillfactor = 70);
  -- The issues that a deletion took out of it, for its way back.
  alter table ${kind}s add column let_go uuid[] not null default '{}';`

const sums = GROUPS.map(
  group => `count(*) filter (where state__group = '${group}') as ${group}_issues,
    coalesce(sum(points) filter (where state__group = '${group}'), 0) as ${group}_estimate_points`,
).join(', ')

// Fills in present rows: their figures as of now, and their past as far as the issues say it.
const fill = (kind: string, id: string) => `
  insert into ${kind}_progress (id, created_at, updated_at, created_by, updated_by, project_id, workspace_id, archived_at,
                                deleted_at)
    select id, created_at, updated_at, created_by, updated_by, project_id, workspace_id, archived_at, deleted_at from ${kind}s;
  create temporary table held as
    select ${id} as id, i.id as issue, i.state__group, i.parent_id, i.assignee_ids, p.points,
           greatest(i.created_at, c.created_at) as came, i.completed_at
      from issues i
      ${kind === 'module' ? 'cross join lateral unnest(i.module_ids) as of_module(id)' : ''}
      join ${kind}s c on c.id = ${id}
      left join (
        select p.id, p.value::float8 as points from estimate_points p join estimates e on e.id = p.estimate
         where e.type = 'points' and p.value ~ '^[0-9]+([.][0-9]+|)$'
      ) p on p.id = i.estimate_point
     where i.active;
  update ${kind}_progress as kept set total_issues = f.total_issues, sub_issues = f.sub_issues,
         total_estimate_points = f.total_estimate_points,
         ${GROUPS.flatMap(group => [`${group}_issues = f.${group}_issues`, `${group}_estimate_points = f.${group}_estimate_points`]).join(', ')}
    from (select id, count(*) as total_issues, count(parent_id) as sub_issues,
                 coalesce(sum(points), 0) as total_estimate_points, ${sums} from held group by id) f
   where f.id = kept.id;
  update ${kind}_progress as kept set people = f.people, assignee_ids = f.ids
    from (select id, jsonb_object_agg(person, total) as people, array_agg(person order by person) as ids
            from (select id, person, count(*) as total from held, unnest(assignee_ids) as person group by 1, 2) each
           group by id) f
   where f.id = kept.id;
  insert into ${kind}_steps (id, at, total_issues, total_estimate_points,
         ${GROUPS.flatMap(group => [`${group}_issues`, `${group}_estimate_points`]).join(', ')})
    select id, date_bin('15 minutes', at, 'epoch'), sum(total), sum(total * coalesce(points, 0)),
           ${GROUPS.flatMap(group => [
             `sum(n) filter (where state__group = '${group}')`,
             `sum(n * coalesce(points, 0)) filter (where state__group = '${group}')`,
           ])
             .map(sum => `coalesce(${sum}, 0)`)
             .join(', ')}
      from (
        select id, came as at, 1 as total, 1 as n, points,
               case when completed_at > came then 'unstarted' else state__group end as state__group from held
        union all
        select id, completed_at, 0, turn.n, points, turn.state__group from held
          cross join (values (-1, 'unstarted'), (1, 'completed')) as turn(n, state__group) where completed_at > came
      ) told(id, at, total, n, points, state__group)
     group by 1, 2;
  drop table held;`

/** How far cycles and modules have come, kept with every change of an issue; and the links of modules. */
export const up = async (db: Knex) => {
  await db.raw(
    `${tablesOf('cycle')} ${fill('cycle', 'i.cycle_id')} ${tablesOf('module')} ${fill('module', 'of_module.id')}`,
  )
  await db.raw(`
    -- What a cycle held by person and label when its open issues were taken elsewhere; too long for its row.
    alter table cycles add column ended jsonb not null default '{}';
    create table module_links (
      id uuid primary key, ${audit},
      project uuid not null references projects, workspace uuid not null references workspaces,
      module uuid not null references modules on delete cascade, archived_at timestamptz(3),
      title text, url text not null, metadata jsonb not null default '{}'
    );
    create unique index module_links_once on module_links (module, url) where deleted_at is null;
  `)
}
