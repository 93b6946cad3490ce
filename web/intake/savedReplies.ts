/** Saved replies to a project's requests. */
import type { SavedReply } from '#contract/work/savedReplies.ts'
import { getRows, madeOf, useMade } from '../data/rows.ts'

const repliesOf = madeOf(['saved_reply'], (projectId: string): readonly SavedReply[] =>
  getRows('saved_reply')
    .filter(row => row.project === projectId)
    .sort((a, b) => a.name.localeCompare(b.name)),
)

export const useSavedReplies = (projectId: string) => useMade(repliesOf, projectId)
