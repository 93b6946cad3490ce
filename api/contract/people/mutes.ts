/** Issues and pages that somebody wants no news of. */
import { audit, entity, id, revision, route } from '../define.ts'
import { own } from '../rules.ts'
import { Page } from '../text/pages.ts'
import { Issue } from '../work/issues.ts'

/** So many a person has in a workspace; one more takes the place of the oldest. */
export const MOST_MUTES = 1000

/**
 * Nothing of a muted issue is reported to its person, neither in the inbox nor by mail nor in a browser, but that somebody
 * mentions them. A page reports nothing but mentions: of a muted one nothing is reported at all.
 */
export const Mute = entity({
  name: 'mute',
  table: 'mutes',
  scope: 'user',
  place: { workspace: 'workspace', project: 'project', user: 'user' },
  kept: 'snapshot',
  read: own('user'),
  shape: {
    id,
    ...audit,
    user: id,
    workspace: id,
    project: id,
    issue: id.nullable(),
    page: id.nullable(),
    ...revision,
  },
})

const p = '/api/workspaces/:ws/projects/:p' as const
const ofIssue = { in: 'project', target: Issue, param: 'issueId', action: 'issue.read' } as const
const ofPage = { in: 'project', target: Page, param: 'pageId', action: 'page.read' } as const

export const muteRoutes = {
  muteIssue: route({
    ...ofIssue,
    method: 'POST',
    path: `${p}/issues/:issueId/mute/`,
    creates: Mute,
    status: 201,
    answer: Mute.schema,
    summary: 'Stops notifying the caller of the issue, except when somebody mentions them.',
  }),
  unmuteIssue: route({
    ...ofIssue,
    method: 'DELETE',
    path: `${p}/issues/:issueId/mute/`,
    summary: 'Notifies the caller of the issue again.',
  }),
  mutePage: route({
    ...ofPage,
    method: 'POST',
    path: `${p}/pages/:pageId/mute/`,
    creates: Mute,
    status: 201,
    answer: Mute.schema,
    summary: 'Stops notifying the caller of the page, mentions included.',
  }),
  unmutePage: route({
    ...ofPage,
    method: 'DELETE',
    path: `${p}/pages/:pageId/mute/`,
    summary: 'Notifies the caller of the page again.',
  }),
}
