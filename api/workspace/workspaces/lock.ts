import { Workspace } from '#contract/workspace/workspaces.ts'
import { lockedOne } from '../../db/locked.ts'
import type { Work } from '../../db/work.ts'

/** Rules over all of a workspace (its last admin, names that are taken once) are judged under its lock. */
export const lockWorkspace = async (work: Work, workspaceId: string): Promise<void> => {
  await lockedOne(work, Workspace, { id: workspaceId }, 'any')
}
