import type { Knex } from 'knex'
import type { z } from 'zod'
import { ProjectLite, WorkspaceLite } from '#contract/belongs.ts'
import { audit, type RowOf } from '#contract/define.ts'
import { must } from '#contract/errors.ts'
import { UserContact, UserLite } from '#contract/people/users.ts'
import { viewPropsOf } from '#contract/planning/userProperties.ts'
import { Issue } from '#contract/work/issues.ts'
import {
  ProjectMember,
  type ProjectMemberAdmin,
  type ProjectMemberMe,
} from '#contract/workspace/projectMembers.ts'
import type { Project, ProjectAnswer, ProjectWork } from '#contract/workspace/projects.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'
import { favoriteIds } from '../../planning/favorites/favorite.service.ts'
import { countDrafts } from '../../work/drafts/draft.service.ts'

type ProjectRow = RowOf<typeof Project>
type Member = z.infer<typeof ProjectAnswer>['members'][number]

/** Projects with the extras of the caller's view, in the order given: five queries for any number. */
export const composeProjects = async (
  trx: Knex,
  viewer: ServerViewer,
  rows: ProjectRow[],
): Promise<z.infer<typeof ProjectAnswer>[]> => {
  const ids = rows.map(row => row.id)
  const { rows: members } = await trx.raw<{ rows: (Member & { project: string; is_bot: boolean })[] }>(
    `select m.project, m.id, m.member as member_id, u.display_name as member__display_name, u.is_bot,
            u.avatar as member__avatar, u.avatar_url as member__avatar_url
       from project_members m join users u on u.id = m.member
      where m.project = any(?) and m.is_active order by m.created_at`,
    [ids],
  )
  const { rows: counts } = await trx.raw<{ rows: { kind: string; project_id: string; total: number }[] }>(
    ['cycles', 'modules']
      .map(
        kind => `select '${kind}' as kind, project_id, count(*)::int as total from ${kind}
                  where project_id = any(:ids) and deleted_at is null and archived_at is null group by project_id`,
      )
      .join(' union all '),
    { ids },
  )
  const totals = new Map(counts.map(row => [`${row.kind} ${row.project_id}`, row.total]))
  const held = (kind: string, id: string) => totals.get(`${kind} ${id}`) ?? 0
  const orders = await trx('project_preferences')
    .where('user', viewer.id)
    .whereIn('project', ids)
    .select<{ project: string; sort_order: number }[]>('project', 'sort_order')
  const kept = new Set(await favoriteIds(trx, viewer, 'project'))
  const orderOf = new Map(orders.map(row => [row.project, row.sort_order]))
  const membersOf = Map.groupBy(members, member => member.project)
  return rows.map(row => {
    const here = membersOf.get(row.id) ?? []
    return {
      ...row,
      is_favorite: kept.has(row.id),
      is_member: viewer.id in Object.fromEntries(here.map(member => [member.member_id, true])),
      total_members: here.filter(member => !member.is_bot).length,
      total_cycles: held('cycles', row.id),
      total_modules: held('modules', row.id),
      sort_order: orderOf.get(row.id) ?? null,
      member_role: viewer.projects[row.id]?.role ?? null,
      anchor: null,
      members: here.map(({ project: _, is_bot: __, ...member }) => member),
    }
  })
}

type IssueCounts = Record<'total_issues' | 'sub_issues' | 'archived_issues' | 'archived_sub_issues', number>

/** Counts of the issues of one project that the viewer sees, in one query. */
export const projectCounts = async (trx: Knex, viewer: ServerViewer, projectId: string) => {
  const [counts] = (await visible(trx, Issue, viewer)
    .where('issues.project_id', projectId)
    .clearSelect()
    .select(
      trx.raw(
        `count(*) filter (where issues.active)::int as total_issues,
         count(*) filter (where issues.active and parent_id is not null)::int as sub_issues,
         count(*) filter (where issues.archived_at is not null)::int as archived_issues,
         count(*) filter (where issues.archived_at is not null and parent_id is not null)::int as archived_sub_issues`,
      ),
    )) as IssueCounts[]
  const draft_issues = await countDrafts(trx, viewer, { project: projectId })
  return { ...must(counts, 'the counts'), draft_issues, draft_sub_issues: 0 }
}

/** How far each of these projects is, by the kept counts, and who is in it. */
export const workOf = async (trx: Knex, ids: string[]): Promise<z.infer<typeof ProjectWork>[]> => {
  const groups = ['completed', 'started', 'unstarted', 'backlog']
  const { rows } = await trx.raw<{ rows: z.infer<typeof ProjectWork>[] }>(
    `select p.id as project, work.*,
            array(select m.member from project_members m where m.project = p.id and m.is_active
                   order by m.created_at, m.id) as members,
            (select i.updated_at from issues i where i.project_id = p.id and i.active
              order by i.updated_at desc, i.id desc limit 1) as updated_at
       from unnest(?::uuid[]) as p(id)
       cross join lateral (
         select ${groups
           .map(name => `coalesce(sum(t.total) filter (where t.state__group = '${name}'), 0)::int as ${name}`)
           .join(', ')}
           from issue_tallies t where t.project_id = p.id) as work`,
    [ids],
  )
  return rows
}

const OWN = Object.keys({ ...ProjectMember.schema.omit({ member: true, project: true }).shape, ...audit })
const asObject = (schema: { shape: object }, table: string) =>
  `jsonb_build_object(${Object.keys(schema.shape).map(name => `'${name}', ${table}."${name}"`)})`

// Memberships with the names of their people, projects and workspaces.
const withNames = (trx: Knex) =>
  trx('project_members as m')
    .join('users', 'users.id', 'm.member')
    .join('projects', 'projects.id', 'm.project')
    .join('workspaces', 'workspaces.id', 'm.workspace_id')
    .select([
      ...OWN.map(name => `m.${name}`),
      trx.raw(`${asObject(UserLite, 'users')} as member`),
      trx.raw(`${asObject(ProjectLite, 'projects')} as project`),
      trx.raw(`${asObject(WorkspaceLite, 'workspaces')} as workspace`),
    ])

type Membership = z.infer<typeof ProjectMemberMe>

/** A person's own memberships of present projects, with names and the person's settings of each. */
const membershipsOf = async (trx: Knex, userId: string, where: object): Promise<Membership[]> => {
  const rows = await withNames(trx)
    .join('project_preferences as mine', on => on.on('mine.project', 'm.project').on('mine.user', 'm.member'))
    .where({ 'm.member': userId, 'm.is_active': true, ...where })
    .orderBy('mine.sort_order')
    .select<Membership[]>(['mine.sort_order', 'mine.preferences', 'mine.view_props', 'mine.default_props'])
  return rows.map(row => ({
    ...row,
    comment: null,
    view_props: viewPropsOf(row.view_props),
    default_props: viewPropsOf(row.default_props),
  }))
}

/** A person's own membership of one project. */
export const membershipOf = async (trx: Knex, projectId: string, userId: string): Promise<Membership> =>
  must((await membershipsOf(trx, userId, { 'm.project': projectId }))[0], 'the membership')

/** Those of the projects of a workspace that take calls. */
export const membershipsIn = (trx: Knex, workspaceId: string, userId: string): Promise<Membership[]> =>
  membershipsOf(trx, userId, {
    'm.workspace_id': workspaceId,
    'projects.archived_at': null,
    'projects.deleted_at': null,
  })

/** One membership with its person; the address is for callers who may know it. */
export const memberOf = async (
  trx: Knex,
  viewer: ServerViewer,
  row: RowOf<typeof ProjectMember>,
): Promise<z.infer<typeof ProjectMemberAdmin>> => {
  const { member, ...me } = await withNames(trx)
    .where('m.id', row.id)
    .first<z.infer<typeof ProjectMemberAdmin>>()
  const [contact] = await visible(trx, UserContact, viewer).where('user_contacts.id', row.member)
  const told = contact && { email: contact.email, last_login_medium: contact.last_login_medium }
  return { ...me, member: { ...member, ...told } }
}
