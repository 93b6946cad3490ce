import { Profile } from '#contract/people/users.ts'
import { lockedOne } from '../../db/locked.ts'
import { update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'

/** The caller has come into a workspace: they land there when they sign in next. */
export const noteLastWorkspace = async (work: Work, workspaceId: string): Promise<void> => {
  const profile = await lockedOne(work, Profile, { user: work.viewer.id }, 'any')
  if (profile) await update(work, Profile, profile, { last_workspace_id: workspaceId })
}
