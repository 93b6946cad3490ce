import { z } from 'zod'
import { id } from '../define.ts'
import { searchRoutes } from '../lists/search.ts'
import { face } from './face.ts'

const asked = z.string().optional()
const found = z.object({
  id,
  name: z.string(),
  sequence_id: z.number().int(),
  project__identifier: z.string(),
  project_id: id,
  workspace__slug: z.string(),
})

/** Issues by words of their names, or by their keys. */
export const searchFaces = [
  face(searchRoutes.names, {
    tells: 'same',
    query: z.object({
      q: asked,
      search: asked,
      project_id: asked,
      workspace_search: asked,
      limit: asked,
    }),
    asks: ({ q, search, limit: _, ...rest }) => ({ ...rest, search: search ?? q }),
    says: {
      as: z.object({ issues: z.array(found) }),
      of: (answer, { limit }) => {
        const most = Number(limit)
        const { results } = answer as { results: { issue: Record<string, unknown>[] } }
        const issues = results.issue.map(({ type_id: _, ...issue }) => issue)
        return { issues: Number.isInteger(most) && most > 0 ? issues.slice(0, most) : issues }
      },
    },
  }),
]
