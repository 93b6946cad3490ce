/** People whom brought work names and who have no account here, until an admin gives each to a member. */
import { z } from 'zod'
import { audit, entity, id, pageOf, revision, route, uuid } from '../define.ts'
import { ADMIN, workspaceRole } from '../rules.ts'
import { Job } from './jobs.ts'

/** Its id is that of its face (`user`), by which issues, comments and histories name it. */
export const Placeholder = entity({
  name: 'placeholder',
  table: 'placeholders',
  scope: 'workspace',
  place: { workspace: 'workspace' },
  kept: 'asked',
  read: workspaceRole(ADMIN),
  // Given away: any row that a browser holds may name its new owner now.
  alters: ({ op }) => op === 'delete',
  shape: {
    id,
    ...audit,
    workspace: id,
    name: z.string(),
    /** As the work that was brought had it; nobody has proven it. */
    email: z.string().nullable(),
    ...revision,
  },
})
export type Placeholder = z.infer<typeof Placeholder.schema>

/** The kind of the job. */
export const GIVE_PLACEHOLDER = 'give_placeholder'

const at = '/api/workspaces/:ws/placeholders/' as const

export const placeholderRoutes = {
  list: route({
    method: 'GET',
    path: at,
    action: 'placeholder.manage',
    in: 'workspace',
    query: z.object({ per_page: z.string().optional(), cursor: z.string().optional() }),
    answer: pageOf(z.array(Placeholder.schema)),
    summary: 'People without an account whom brought work names, by name.',
  }),
  give: route({
    method: 'POST',
    path: `${at}:placeholderId/give/`,
    action: 'placeholder.manage',
    in: 'workspace',
    creates: Job,
    target: Placeholder,
    param: 'placeholderId',
    body: z.object({ member: uuid }),
    status: 201,
    answer: Job.schema,
    summary:
      'Begins a job that gives all that names a placeholder to a member of the workspace, by the id of their account.',
  }),
}
