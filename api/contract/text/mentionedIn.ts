/** Mentions of an issue or a page in other texts: the way back from a mention or an embed. */
import { z } from 'zod'
import { pageOf, route } from '../define.ts'
import { Issue } from '../work/issues.ts'
import { Page } from './pages.ts'

/** The noun whose text mentions it, as a whole row: the browser keeps it and learns of its changes. */
export const MentionedIn = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('issue'), row: Issue.schema }),
  z.object({ kind: z.literal('page'), row: Page.schema }),
])
export type MentionedIn = z.infer<typeof MentionedIn>

const p = '/api/workspaces/:ws/projects/:p' as const
const list = {
  method: 'GET' as const,
  in: 'project' as const,
  query: z.object({ per_page: z.string().optional(), cursor: z.string().optional() }),
  answer: pageOf(z.array(MentionedIn)),
}

export const mentionedInRoutes = {
  issue: route({
    ...list,
    path: `${p}/issues/:issueId/mentioned-in/`,
    action: 'issue.read',
    scope: 'issues',
    target: Issue,
    param: 'issueId',
    summary:
      'Issues and pages whose text names the issue, as far as the caller sees them; the last changed first.',
  }),
  page: route({
    ...list,
    path: `${p}/pages/:pageId/mentioned-in/`,
    action: 'page.read',
    target: Page,
    param: 'pageId',
    summary:
      'Issues and pages whose text names the page, as far as the caller sees them; the last changed first.',
  }),
}
