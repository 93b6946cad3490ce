import { useRows } from '../data/rows.ts'
import { useMay } from '../data/viewer.ts'
import { useKeys } from '../shell/keyboard.ts'
import { openViewForm } from '../shell/overlays.ts'

/** Those of the workspace that this person sees. */
export const useWorkspaceViews = (workspaceId: string) =>
  useRows('view').filter(view => view.project === null && view.workspace === workspaceId)

/** Whether they may make one, with its key. */
export const useNewView = (workspaceId: string) => {
  const mayCreate = useMay()('view.createAcross', {}, { workspace: workspaceId })
  useKeys({
    v: {
      run: () => (mayCreate ? openViewForm({ projectId: null }) : false),
      label: 'New view',
      group: 'Create',
    },
  })
  return mayCreate
}
