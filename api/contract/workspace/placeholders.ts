/** People whom brought work names and who have no account here, until an admin gives each to a member. */
import { z } from 'zod'
import { audit, entity, id, revision } from '../define.ts'
import { ADMIN, workspaceRole } from '../rules.ts'

/** Its id is that of its face (`user`), by which issues, comments and histories name it. */
export const Placeholder = entity({
  name: 'placeholder',
  table: 'placeholders',
  scope: 'workspace',
  place: { workspace: 'workspace' },
  kept: 'asked',
  read: workspaceRole(ADMIN),
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
