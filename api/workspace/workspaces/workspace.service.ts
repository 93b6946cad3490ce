import type { Knex } from 'knex'
import type { RowOf } from '#contract/define.ts'
import { fail, must } from '#contract/errors.ts'
import { ADMIN } from '#contract/rules.ts'
import { WorkspaceMember } from '#contract/workspace/workspaceMembers.ts'
import { Workspace, WorkspacePreference } from '#contract/workspace/workspaces.ts'
import { locked, lockedOne } from '../../db/locked.ts'
import { takeTurn } from '../../db/order.ts'
import { insert, update } from '../../db/rows.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'
import { note, type Work } from '../../db/work.ts'
import { mustBeShown, takeOff } from '../../files/picture.service.ts'
import type { Server } from '../../http/server.ts'
import { noteLastWorkspace } from '../../people/users/lastWorkspace.ts'
import { introduce } from './member.service.ts'
import { judgeNames } from './slug.ts'
import { composeWorkspaces } from './workspace.queries.ts'

type WorkspaceRow = RowOf<typeof Workspace>

export type NewWorkspace = {
  name?: string | undefined
  slug?: string | undefined
  organization_size?: string | null | undefined
  timezone?: string | undefined
  company_role?: string | null | undefined
}

/** The refusal is worded differently for those who run the instance. */
type SlugTaken = 'workspace.slugTaken' | 'instance.slugTaken'

/** Refuses where only those who run the instance make workspaces. */
export const judgeCreation = async (
  work: Work,
  { configured }: Pick<Server, 'configured'>,
): Promise<void> => {
  const { DISABLE_WORKSPACE_CREATION: isOff } = await configured.read(work.trx)
  if (isOff === '1' && !work.viewer.isInstanceAdmin) fail('workspace.creationDisabled')
}

/** Judges name and address of a new workspace and writes it with the caller as its admin; `unseen`, nobody is in it yet. */
const found = async (work: Work, input: NewWorkspace, slugTaken: SlugTaken, isUnseen: boolean) => {
  const { name, slug } = judgeNames(input.name, input.slug)
  const taken = await work
    .trx('workspaces')
    .whereRaw('lower(slug) = ?', [slug.toLowerCase()])
    .first('deleted_at')
  if (taken) fail((taken as { deleted_at: string | null }).deleted_at ? 'workspace.slugHeld' : slugTaken)
  const workspace = await insert(
    work,
    Workspace,
    {
      name,
      slug,
      owner_id: work.viewer.id,
      organization_size: input.organization_size ?? null,
      timezone: input.timezone ?? 'UTC',
      ...(isUnseen && { deleted_at: work.now }),
    },
    { announce: !isUnseen },
  )
  await insert(
    work,
    WorkspaceMember,
    {
      workspace_id: workspace.id,
      member_id: work.viewer.id,
      role: 20,
      company_role: input.company_role ?? null,
    },
    { announce: !isUnseen },
  )
  return workspace
}

export const createWorkspace = async (
  work: Work,
  input: NewWorkspace,
  slugTaken: SlugTaken = 'workspace.slugTaken',
): Promise<RowOf<typeof Workspace>> => {
  const workspace = await found(work, input, slugTaken, false)
  await enterNew(work, workspace)
  return workspace
}

/** A workspace that is not there yet, as a deleted one is not: it holds its address until it is shown, or for good. */
export const reserveWorkspace = (work: Work, input: NewWorkspace): Promise<RowOf<typeof Workspace>> =>
  found(work, input, 'workspace.slugTaken', true)

const enterNew = async (work: Work, { id }: Pick<WorkspaceRow, 'id'>) => {
  await introduce(work, work.viewer.id, id)
  await noteLastWorkspace(work, id)
}

/** Shows a workspace that was reserved to those who are in it. */
export const showWorkspace = async (
  work: Work,
  id: string,
  shown: Partial<WorkspaceRow>,
): Promise<WorkspaceRow> => {
  const row = must(await lockedOne(work, Workspace, { id }, 'any'), 'the workspace')
  const workspace = await update(work, Workspace, row, { ...shown, deleted_at: null })
  const own = await lockedOne(work, WorkspaceMember, { workspace_id: id, member_id: work.viewer.id })
  if (own) await note(work, WorkspaceMember, 'create', own, null)
  await enterNew(work, workspace)
  return workspace
}

type Patch = Partial<Pick<WorkspaceRow, 'name' | 'organization_size' | 'timezone' | 'logo'>> & {
  logo_url?: string | null | undefined
  logo_asset?: string | null | undefined
  owner_id?: string | undefined
}

const judgeOwner = async ({ trx, viewer }: Work, workspace: WorkspaceRow, next: string) => {
  const admins = (await trx('workspace_members')
    .where({ workspace_id: workspace.id, role: ADMIN, is_active: true })
    .pluck('member_id')) as string[]
  if (workspace.owner_id !== viewer.id && admins.includes(workspace.owner_id)) fail('permission.denied')
  if (!admins.includes(next)) fail('workspace.ownerNotAdmin')
}

/** The columns of the logo after a change, which takes a sent logo off or puts an address in its place; none where it stays. */
const logoAfter = async (work: Work, workspace: WorkspaceRow, { logo, logo_url, logo_asset }: Patch) => {
  mustBeShown(workspace, { logo_asset }, ['logo_asset'])
  const isTakenOff = logo_url === '' || logo_asset === null || (logo !== undefined && !logo_asset)
  if (!isTakenOff) return {}
  await takeOff(work, 'WORKSPACE_LOGO', workspace.id)
  const address = logo_url === '' ? null : logo === undefined ? workspace.logo : logo || null
  return { logo: address, logo_asset: null, logo_url: address }
}

export const updateWorkspace = async (
  work: Work,
  workspace: WorkspaceRow,
  patch: Patch,
): Promise<WorkspaceRow> => {
  const { logo, logo_url, logo_asset, ...others } = patch
  if (others.owner_id && others.owner_id !== workspace.owner_id)
    await judgeOwner(work, workspace, others.owner_id)
  return update(work, Workspace, workspace, { ...others, ...(await logoAfter(work, workspace, patch)) })
}

/** Keeps the caller's own settings of a workspace. */
export const keepPreference = async (work: Work, workspaceId: string, view_props: object): Promise<void> => {
  // Two tabs may keep their first at the same moment: they take turns.
  await takeTurn(work, `${work.viewer.id}/${workspaceId}`)
  const [kept] = await locked(work, WorkspacePreference, { user: work.viewer.id, workspace_id: workspaceId })
  if (kept) await update(work, WorkspacePreference, kept, { view_props: { ...view_props } })
  else
    await insert(work, WorkspacePreference, {
      user: work.viewer.id,
      workspace_id: workspaceId,
      view_props: { ...view_props },
    })
}

/** Where the caller was last; null where they never were anywhere, or are not in it any more. */
export const lastVisited = async (trx: Knex, viewer: ServerViewer) => {
  const profile = await trx('profiles').where('user', viewer.id).first<{ last_workspace_id: string | null }>()
  if (!profile?.last_workspace_id) return null
  const rows = await visible(trx, Workspace, viewer).where('workspaces.id', profile.last_workspace_id)
  return (await composeWorkspaces(trx, viewer, rows))[0] ?? null
}
