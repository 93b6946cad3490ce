import type { Knex } from 'knex'
import type { z } from 'zod'
import type { RowOf } from '#contract/define.ts'
import { must } from '#contract/errors.ts'
import { User } from '#contract/people/users.ts'
import { Issue } from '#contract/work/issues.ts'
import type { WorkspaceMember, WorkspaceMemberAnswer } from '#contract/workspace/workspaceMembers.ts'
import type { Workspace, WorkspaceAnswer } from '#contract/workspace/workspaces.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'

type WorkspaceRow = RowOf<typeof Workspace>
type MemberRow = RowOf<typeof WorkspaceMember>
type UserRow = RowOf<typeof User>

export const usersById = async (trx: Knex, ids: string[]): Promise<Map<string, UserRow>> => {
  const rows = await trx('users').whereIn('id', ids).select<UserRow[]>(User.columns)
  return new Map(rows.map(row => [row.id, row]))
}

/**
 * Workspaces with their owner and totals, in the order given. Every start asks for them: where the viewer sees all issues of
 * a project, these are read as they were counted.
 */
export const composeWorkspaces = async (
  trx: Knex,
  viewer: ServerViewer,
  rows: WorkspaceRow[],
): Promise<z.infer<typeof WorkspaceAnswer>[]> => {
  const ids = rows.map(row => row.id)
  const owners = await usersById(
    trx,
    rows.map(row => row.owner_id),
  )
  const joined = Object.entries(viewer.projects).filter(([, project]) => !project.archived)
  const [whole, partly] = [true, false].map(all =>
    joined.flatMap(([id, { sees_all }]) => (sees_all === all ? [id] : [])),
  ) as [string[], string[]]
  const { rows: totals } = await trx.raw<{ rows: { id: string; members: number; issues: number }[] }>(
    `select w.id,
       (select count(*)::int from workspace_members m join users u on u.id = m.member_id
         where m.workspace_id = w.id and m.is_active and not u.is_bot) as members,
       (select coalesce(sum(kept.total), 0)::int from projects p join issue_tallies kept on kept.project_id = p.id
         where p.workspace = w.id and p.id = any(:whole)) as issues
     from workspaces w where w.id = any(:ids)`,
    { ids, whole },
  )
  const parts: { workspace_id: string; issues: number }[] =
    partly.length === 0
      ? []
      : await visible(trx, Issue, viewer)
          .whereRaw('issues.active and issues.project_id = any(?)', [partly])
          .clearSelect()
          .select('issues.workspace_id', trx.raw('count(*)::int as issues'))
          .groupBy('issues.workspace_id')
  const partOf = new Map(parts.map(part => [part.workspace_id, part.issues]))
  const totalOf = new Map(totals.map(total => [total.id, total]))
  return rows.map(row => ({
    ...row,
    owner: must(owners.get(row.owner_id), 'the owner'),
    total_members: totalOf.get(row.id)?.members ?? 0,
    total_issues: (totalOf.get(row.id)?.issues ?? 0) + (partOf.get(row.id) ?? 0),
  }))
}

/** Memberships with the person; with e-mail for those who may see it. */
export const composeMembers = async (
  trx: Knex,
  rows: MemberRow[],
  withEmail: boolean,
): Promise<z.infer<typeof WorkspaceMemberAnswer>[]> => {
  const ids = rows.map(row => row.member_id)
  const people = await usersById(trx, ids)
  const contacts = withEmail
    ? await trx('user_contacts').whereIn('id', ids).select<
        {
          id: string
          email: string
          last_login_medium: string
        }[]
      >('id', 'email', 'last_login_medium')
    : []
  const contactOf = new Map(contacts.map(({ id, ...contact }) => [id, contact]))
  return rows.map(row => ({
    id: row.id,
    role: row.role,
    is_active: row.is_active,
    created_at: row.created_at,
    member: { ...must(people.get(row.member_id), 'the member'), ...contactOf.get(row.member_id) },
  }))
}

/** How much goes with a workspace, archived things too. */
export const countContents = async (trx: Knex, workspaceId: string) => {
  const { rows } = await trx.raw<{
    rows: Record<'members' | 'projects' | 'issues' | 'pages' | 'files', number>[]
  }>(
    `select (select count(*)::int from workspace_members m join users u on u.id = m.member_id
              where m.workspace_id = :id and m.is_active and not u.is_bot) as members,
            (select count(*)::int from projects where workspace = :id and deleted_at is null) as projects,
            (select count(*)::int from issues i join projects p on p.id = i.project_id
              where i.workspace_id = :id and i.deleted_at is null and p.deleted_at is null) as issues,
            (select count(*)::int from pages g join projects p on p.id = g.project_id
              where g.workspace = :id and g.deleted_at is null and p.deleted_at is null) as pages,
            (select count(*)::int from file_assets
              where workspace = :id and deleted_at is null and is_uploaded) as files`,
    { id: workspaceId },
  )
  return must(rows[0], 'the counts')
}

type Activity = {
  member: string
  last_active: string | null
  projects: { id: string; name: string; role: number; sees_all: boolean }[]
}

/** The last activity of active members, null for one who never came; and their projects. */
export const lastActive = async (trx: Knex, workspaceId: string): Promise<Activity[]> => {
  const { rows } = await trx.raw<{ rows: Activity[] }>(
    `select m.member_id as member, s.at as last_active,
            coalesce((select jsonb_agg(jsonb_build_object('id', p.id, 'name', p.name, 'role', pm.role,
                        'sees_all', pm.role <> 5 or p.guest_view_all_features) order by p.name)
               from project_members pm join projects p on p.id = pm.project
              where pm.member = m.member_id and pm.workspace_id = m.workspace_id and pm.is_active
                and p.deleted_at is null and p.archived_at is null), '[]') as projects
       from workspace_members m left join last_seen s on s.user_id = m.member_id
      where m.workspace_id = ? and m.is_active`,
    [workspaceId],
  )
  return rows
}

/** Active members of projects, by project. */
export const membersOfProjects = async (trx: Knex, projectIds: string[]) => {
  const rows = await trx('project_members')
    .whereIn('project', projectIds)
    .where('is_active', true)
    .orderBy('created_at')
    .select<
      {
        id: string
        role: number
        member: string
        project: string
      }[]
    >('id', 'role', 'member', 'project')
  const byProject = Map.groupBy(rows, ({ project }) => project)
  return Object.fromEntries(
    [...byProject].map(([project, members]) => [project, members.map(({ project: _, ...rest }) => rest)]),
  )
}
