/** The text of an issue as an editor holds it: for when its socket cannot be had. */
import { route } from '../define.ts'
import { binaryText, textTaken } from '../text/documents.ts'
import { Issue } from './issues.ts'

const of = {
  in: 'project',
  target: Issue,
  param: 'issueId',
  path: '/api/workspaces/:ws/projects/:p/issues/:issueId/description/',
} as const

export const issueTextRoutes = {
  getBinary: route({
    ...of,
    method: 'GET',
    action: 'issue.read',
    raw: 'application/octet-stream',
    summary: 'The text as one Yjs update; never empty.',
  }),
  updateBinary: route({
    ...of,
    method: 'PATCH',
    action: 'issue.update',
    settles: 'issue',
    body: binaryText,
    ...textTaken,
    summary: 'Merges a Yjs update into the text.',
  }),
}
