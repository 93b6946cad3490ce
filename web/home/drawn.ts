import type { ComponentType } from 'react'
import type { WidgetKey } from '#contract/planning/home.ts'
import type { Whole } from './personIssues.ts'
import { ByPriority } from './widgets/ByPriority.tsx'
import { ByState } from './widgets/ByState.tsx'
import { CreatedByMe } from './widgets/CreatedByMe.tsx'
import { Did } from './widgets/Did.tsx'
import { DonePerWeek } from './widgets/DonePerWeek.tsx'
import { People } from './widgets/People.tsx'
import { PrivateNote } from './widgets/PrivateNote.tsx'
import { Projects } from './widgets/Projects.tsx'
import { QuickLinks } from './widgets/QuickLinks.tsx'

/** My day is by itself, and the numbers beside the greeting. */
export const drawn: Partial<Record<WidgetKey, ComponentType<{ open: Whole }>>> = {
  created_issues: CreatedByMe,
  issues_by_state_groups: ByState,
  issues_by_priority: ByPriority,
  recent_activity: Did,
  recent_projects: Projects,
  recent_collaborators: People,
  done_per_week: DonePerWeek,
  quick_links: QuickLinks,
  private_note: PrivateNote,
}
