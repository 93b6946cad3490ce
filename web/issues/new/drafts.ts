import { useMemo } from 'react'
import type { Draft } from '#contract/work/drafts.ts'
import { useRows } from '../../data/rows.ts'
import { useHere } from '../../data/viewer.ts'

/** The viewer's drafts of this workspace, the newest first. */
export const useDrafts = (): Draft[] => {
  const drafts = useRows('draft_issue')
  const { workspaceId } = useHere()
  return useMemo(
    () =>
      drafts
        .filter(draft => draft.workspace_id === workspaceId)
        .sort((a, b) => b.created_at.localeCompare(a.created_at)),
    [drafts, workspaceId],
  )
}
