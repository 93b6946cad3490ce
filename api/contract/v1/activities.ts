import { ActivityAnswer, activityRoutes } from '../work/activity.ts'
import { face } from './face.ts'
import { ordered } from './issues.ts'

export const ActivityV1 = ActivityAnswer.omit({
  created_by: true,
  updated_by: true,
  actor_detail: true,
  issue_detail: true,
  project_detail: true,
  workspace_detail: true,
  issue_created_by: true,
  revision: true,
})

/** Changes of an issue; its comments have calls of their own. */
export const activityFaces = [
  face(activityRoutes.history, {
    shape: ActivityV1,
    tells: 'page',
    query: ordered,
    asks: query => ({ ...query, activity_type: 'issue-property' }),
    order: 'asked',
  }),
  face(activityRoutes.historyOne, { shape: ActivityV1, tells: 'row' }),
]
