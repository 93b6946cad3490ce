/** What the workspace has already, for matching: read through the owner of the import, so that a guess never names what they may not see. */
import type { Knex } from 'knex'
import type { Entity } from '#contract/define.ts'
import { UserContact } from '#contract/people/users.ts'
import { can } from '#contract/permissions.ts'
import { holds } from '#contract/rules.ts'
import type { Import } from '#contract/workspace/imports.ts'
import { WorkspaceInvitation } from '#contract/workspace/invitations.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { openProjects } from '../../db/visible.ts'
import { folded } from './values.ts'

type Named = { id: string; name: string }
export type PlaceProject = Named & { identifier: string; isEmpty: boolean }
type Found = {
  workspaceId: string
  /** May the owner make projects, states and estimates, and invite? */
  isAdmin: boolean
  projects: PlaceProject[]
  identifiers: Set<string>
  states: (Named & { project_id: string; group: string; default: boolean })[]
  members: (Named & { address: string })[]
  invited: Set<string>
  labels: (Named & { project_id: string })[]
  points: (Named & { project: string; key: number })[]
}
/** The first of each by its folded name: a source may have a thousand values, and a workspace as many. */
const namesOf = ({ projects, states, members, labels }: Found) => {
  const first = <One>(all: readonly One[], nameOf: (one: One) => string) =>
    new Map(all.toReversed().map(one => [nameOf(one), one]))
  return {
    keys: first(projects, ({ identifier }) => identifier),
    projects: first(projects, ({ name }) => folded(name)),
    states: first(states, ({ name }) => folded(name)),
    labels: first(labels, ({ name }) => folded(name)),
    addresses: first(
      members.filter(({ address }) => address),
      ({ address }) => address,
    ),
    people: Map.groupBy(members, ({ name }) => folded(name)),
  }
}
export type Place = Found & { named: ReturnType<typeof namesOf> }

/** May they import anything and make what it needs? */
export const isAdmin = (viewer: ServerViewer, workspaceId: string) =>
  can(viewer, 'import.anything', {}, { workspace: workspaceId })

/** The projects that the owner may put issues into: all of theirs where they are members or more. */
const openTo = (viewer: ServerViewer, { workspace, project }: Import): string[] =>
  openProjects(viewer, workspace).filter(
    id => can(viewer, 'import.into', {}, { workspace, project: id }) && (project === null || project === id),
  )

export const readPlace = async (trx: Knex, viewer: ServerViewer, row: Import): Promise<Place> => {
  const ids = openTo(viewer, row)
  // Who may see an address, or an invitation, may be informed that it is among these: nobody else.
  const sees = ({ read }: Entity) => holds(read, viewer, {}, { workspace: row.workspace })
  const live = (table: string) => trx(table).whereNull('deleted_at')
  const members: {
    id: string
    display_name: string
    first_name: string
    last_name: string
    email: string
  }[] = await trx('workspace_members as m')
    .join('users as u', 'u.id', 'm.member_id')
    .join('user_contacts as c', 'c.id', 'u.id')
    .where({ 'm.workspace_id': row.workspace, 'm.is_active': true, 'u.is_bot': false })
    .select('u.id', 'u.display_name', 'u.first_name', 'u.last_name', 'c.email')
  const seesAddresses = sees(UserContact)
  const found: Found = {
    workspaceId: row.workspace,
    isAdmin: isAdmin(viewer, row.workspace),
    projects: await live('projects')
      .whereIn('id', ids)
      .orderBy('name')
      .select<PlaceProject[]>(
        'id',
        'name',
        'identifier',
        trx.raw('not exists (select from issues i where i.project_id = projects.id) as "isEmpty"'),
      ),
    identifiers: new Set(
      await live('projects').where('workspace', row.workspace).pluck<string[]>('identifier'),
    ),
    states: await live('states')
      .whereIn('project_id', ids)
      .whereNot('group', 'triage')
      .orderBy('sequence')
      .select<Place['states']>('id', 'name', 'project_id', 'group', 'default'),
    members: members.flatMap(({ id, display_name, first_name, last_name, email }) => [
      {
        id,
        name: `${first_name} ${last_name}`.trim() || display_name,
        address: seesAddresses ? email.toLowerCase() : '',
      },
    ]),
    invited: new Set(
      sees(WorkspaceInvitation)
        ? await live('workspace_invitations')
            .where({ workspace_id: row.workspace, accepted: false })
            .pluck<string[]>('email')
        : [],
    ),
    labels: await live('labels')
      .whereIn('project_id', ids)
      .select<Place['labels']>('id', 'name', 'project_id'),
    points: await trx('estimate_points as p')
      .join('estimates as e', 'e.id', 'p.estimate')
      .whereIn('e.project', ids)
      .where('e.last_used', true)
      .whereNull('p.deleted_at')
      .whereNull('e.deleted_at')
      .orderBy('p.key')
      .select<Place['points']>('p.id', 'p.value as name', 'e.project', 'p.key'),
  }
  return { ...found, named: namesOf(found) }
}
