import { whenQuiet } from '../ui/quiet.ts'

/** What the first screen does not need but a person soon may, fetched once it stands: it must open offline as well. */
const parts = [
  () => import('../ui/LoadedPopover.tsx'),
  () => import('../ui/LoadedTooltip.tsx'),
  () => import('../ui/LoadedMenu.tsx'),
  () => import('../issues/LoadedFieldPicker.tsx'),
  () => import('../issues/RowMenu.tsx'),
  () => import('../issues/BulkBar.tsx'),
  () => import('../issues/quickWords.ts'),
  () => import('../issues/CreateIssue.tsx'),
  () => import('../shell/CommandMenu.tsx'),
  () => import('../ui/DatePicker.tsx'),
  () => import('../issues/DeleteIssues.tsx'),
  () => import('../issues/IssuePeek.tsx'),
  () => import('../issues/IssueDetail.tsx'),
  () => import('../shell/KeyboardHelp.tsx'),
  () => import('../shell/SidebarSheet.tsx'),
  () => import('../projects/CreateProject.tsx'),
]

export const preload = async () => {
  for (const part of parts) {
    await whenQuiet()
    await part().catch(() => {})
  }
}
