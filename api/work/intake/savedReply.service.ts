import { fail } from '#contract/errors.ts'
import { MOST_SAVED_REPLIES, SavedReply } from '#contract/work/savedReplies.ts'
import { insert } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { lockProject } from '../../workspace/projects/lock.ts'

export const createSavedReply = async (
  work: Work,
  { workspaceId, projectId }: { workspaceId: string; projectId: string },
  input: Pick<SavedReply, 'name' | 'text'>,
): Promise<SavedReply> => {
  // Counted one after another, or two admins would both keep the last one.
  await lockProject(work, projectId)
  const held = await work
    .trx('saved_replies')
    .where('project', projectId)
    .whereNull('deleted_at')
    .limit(MOST_SAVED_REPLIES)
    .pluck('id')
  if (held.length >= MOST_SAVED_REPLIES) fail('savedReply.tooMany')
  return insert(work, SavedReply, { ...input, workspace: workspaceId, project: projectId })
}
