import type { Reach } from '#contract/people/scopes.ts'
import { INSTANCE_BOT } from '#contract/people/users.ts'
import { type Anchor, GUEST, type Role, type Viewer, type ViewerProject } from '#contract/rules.ts'
import type { AgentBounds } from '#contract/workspace/agents.ts'
import { type Db, prepared } from './knex.ts'

/** The contract's viewer, plus the facts about a caller that only the server needs. */
export type ServerViewer = Viewer & {
  /** Lower-cased slug -> workspace id, for the workspaces of `workspaces`. */
  slugs: Record<string, string>
  displayName: string
  /** A part of the program that acts by itself. */
  isBot: boolean
  timezone: string
  /** The token that they come by, and how far that reaches. */
  token: (Reach & { id: string; workspace: string; name: string }) | null
  /** Of an agent: how far it may go; null where nothing but its rights bounds it. */
  bounds: AgentBounds | null
  /** Hash of the session's key; tells sessions apart where a call needs it. */
  session: string | null
}

export const nobody: ServerViewer = {
  id: '',
  workspaces: {},
  projects: {},
  isInstanceAdmin: false,
  slugs: {},
  displayName: '',
  isBot: false,
  timezone: 'UTC',
  token: null,
  bounds: null,
  session: null,
}

/** The author of changes that nobody makes. */
export const bot: ServerViewer = { ...nobody, id: INSTANCE_BOT, isBot: true, displayName: 'Tandem' }

type ViewerRow = {
  id: string
  display_name: string
  is_bot: boolean
  user_timezone: string
  is_admin: boolean
  owner: string | null
  bounds: AgentBounds | null
  workspaces: { id: string; slug: string; role: Role }[] | null
  projects: { id: string; role: Role; workspace: string; archived: boolean; guests_see_all: boolean }[] | null
}

// One round trip: memberships are judged fresh in each request, so a removal holds from the next call on.
// An agent has at most the role that the person in charge has in the same place at that moment; where they have none, it is not there.
const viewerSql = (userId: string) => `
  select u.id, u.display_name, u.is_bot, a.user_timezone, g.owner,
    case when g.reach <> 'all' or not g.writes_texts or not g.closes_issues then jsonb_build_object(
      'reach', g.reach, 'writes_texts', g.writes_texts, 'closes_issues', g.closes_issues) end as bounds,
    exists (select 1 from instance_admins i where i.user_id = u.id and i.deleted_at is null) as is_admin,
    (select jsonb_agg(jsonb_build_object('id', w.id, 'slug', w.slug, 'role', least(m.role, o.role)))
       from workspace_members m join workspaces w on w.id = m.workspace_id
       left join workspace_members o on g.owner is not null and o.workspace_id = m.workspace_id
            and o.member_id = g.owner and o.is_active
      where m.member_id = u.id and m.is_active and w.deleted_at is null
            and (g.owner is null or o.role is not null)) as workspaces,
    (select jsonb_agg(jsonb_build_object('id', p.id, 'role', least(m.role, o.role), 'workspace', p.workspace,
              'archived', p.archived_at is not null, 'guests_see_all', p.guest_view_all_features))
       from project_members m
       join projects p on p.id = m.project
       join workspace_members wm on wm.workspace_id = p.workspace and wm.member_id = u.id and wm.is_active
       join workspaces w on w.id = p.workspace and w.deleted_at is null
       left join project_members o on g.owner is not null and o.project = m.project
            and o.member = g.owner and o.is_active
      where m.member = u.id and m.is_active and p.deleted_at is null
            and (g.owner is null or o.role is not null)) as projects
  from users u join accounts a on a.id = u.id left join agents g on g.id = u.id
  where u.id = ${userId} and a.is_active and u.deleted_at is null
        and (g.id is null or (g.is_active and g.deleted_at is null))`

/** Without a prototype: names from outside may be those that every object inherits. */
const named = <V>(entries: Iterable<readonly [string, V]> = []): Record<string, V> =>
  Object.assign(Object.create(null) as Record<string, V>, Object.fromEntries(entries))

const compose = (row: ViewerRow): ServerViewer => {
  const workspaces = named<Role>()
  const slugs = named<string>()
  for (const workspace of row.workspaces ?? []) {
    workspaces[workspace.id] = workspace.role
    slugs[workspace.slug.toLowerCase()] = workspace.id
  }
  const projects = named<ViewerProject>()
  for (const project of row.projects ?? [])
    projects[project.id] = {
      role: project.role,
      sees_all: project.role > 5 || project.guests_see_all,
      workspace: project.workspace,
      archived: project.archived,
    }
  return {
    ...nobody,
    id: row.id,
    displayName: row.display_name,
    isBot: row.is_bot,
    timezone: row.user_timezone,
    isInstanceAdmin: row.is_admin,
    owner: row.owner,
    bounds: row.bounds,
    workspaces,
    projects,
    slugs,
  }
}

export const viewerOfUser = async (db: Db, userId: string): Promise<ServerViewer | null> => {
  const { rows } = await prepared<ViewerRow>(db, 'viewer of user', viewerSql('?'), [userId])
  return rows[0] ? compose(rows[0]) : null
}

/** The person behind a session's key, or null when it is unknown, over or closed. */
export const viewerOfSession = async (
  db: Db,
  keyHash: string,
  kind: 'product' | 'admin',
): Promise<ServerViewer | null> => {
  const { rows } = await prepared<ViewerRow>(
    db,
    'viewer of session',
    viewerSql(
      '(select s.user_id from sessions s where s.key_hash = ? and s.kind = ? and s.expires_at > now())',
    ),
    [keyHash, kind],
  )
  return rows[0] ? { ...compose(rows[0]), session: keyHash } : null
}

/** A visitor of the open form at an address; null where there is none, as of an archived project. */
export const viewerOfAnchor = async (db: Db, address: string): Promise<ServerViewer | null> => {
  const { rows } = await prepared<Anchor>(
    db,
    'viewer of anchor',
    `select i.id as intake, i.project, i.workspace
       from intakes i join projects p on p.id = i.project join workspaces w on w.id = i.workspace
      where i.anchor = ? and i.deleted_at is null and p.deleted_at is null and p.archived_at is null
        and w.deleted_at is null`,
    [address],
  )
  return rows[0] ? { ...nobody, anchor: rows[0] } : null
}

type TokenRow = Reach & { id: string; user: string; workspace: string; label: string }

// A token reaches its own workspace, with the role that its owner has there at present. One that is limited to projects is
// a guest in the workspace: what is not of a project is not its to see or change.
const narrowed = (viewer: ServerViewer, token: NonNullable<ServerViewer['token']>): ServerViewer => {
  const here = <V>(of: Record<string, V>, keep: (name: string, value: V) => boolean) =>
    named(Object.entries(of).filter(([name, value]) => keep(name, value)))
  const { projects } = token
  const workspaces = here(viewer.workspaces, id => id === token.workspace)
  if (projects && token.workspace in workspaces) workspaces[token.workspace] = GUEST
  return {
    ...viewer,
    workspaces,
    slugs: here(viewer.slugs, (_, id) => id === token.workspace),
    projects: here(
      viewer.projects,
      (id, project) => project.workspace === token.workspace && (projects?.includes(id) ?? true),
    ),
    isInstanceAdmin: false,
    token,
  }
}

/** The owner of an API token with their present role, narrowed to its reach. `address` is noted as that of its last use. */
export const viewerOfToken = async (
  db: Db,
  tokenHash: string,
  address: string,
): Promise<ServerViewer | null> => {
  const { rows } = await db.raw<{ rows: TokenRow[] }>(
    `update api_tokens set last_used = now(), last_used_from = ?
      where token_hash = ? and is_active and deleted_at is null and (expired_at is null or expired_at > now())
      returning id, "user", workspace, scopes, projects, label`,
    [address, tokenHash],
  )
  const token = rows[0]
  const viewer = token && (await viewerOfUser(db, token.user))
  const role = token && viewer?.workspaces[token.workspace]
  if (!token || !viewer || !role) return null
  return narrowed(viewer, {
    id: token.id,
    workspace: token.workspace,
    scopes: token.scopes,
    projects: token.projects,
    name: token.label,
  })
}

/** The same person by the same way in, with the rights that `trx` sees; null when their account is closed. */
export const renewed = async (trx: Db, viewer: ServerViewer): Promise<ServerViewer | null> => {
  const now = await viewerOfUser(trx, viewer.id)
  if (!now) return null
  return viewer.token ? narrowed(now, viewer.token) : { ...now, session: viewer.session }
}
