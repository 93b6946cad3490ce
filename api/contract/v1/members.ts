import { z } from 'zod'
import { UserLite, userRoutes } from '../people/users.ts'
import { GUEST } from '../rules.ts'
import { projectMemberRoutes } from '../workspace/projectMembers.ts'
import { role, workspaceMemberRoutes } from '../workspace/workspaceMembers.ts'
import { face } from './face.ts'

/** Without the address for callers who may not know it. */
export const UserV1 = UserLite.omit({ is_bot: true }).extend({ email: z.string().nullable() })
export const MemberV1 = UserV1.extend({ role: z.number().int() })

export const memberFaces = [
  face(projectMemberRoutes.members, { shape: UserV1, tells: 'rows' }),
  face(projectMemberRoutes.addMembers, {
    shape: UserV1,
    tells: 'row',
    byEmail: true,
    body: z.object({
      email: z.string().optional(),
      display_name: z.string().max(255).optional(),
      first_name: z.string().max(255).optional(),
      last_name: z.string().max(255).optional(),
      role: role.default(GUEST),
    }),
  }),
  face(workspaceMemberRoutes.members, { shape: MemberV1, tells: 'rows' }),
  face(userRoutes.me, { shape: UserV1, tells: 'row' }),
]
