import { z } from 'zod'
import { audit, id } from '../define.ts'
import { stateRoutes } from '../work/states.ts'
import { external, face, shownExternal } from './face.ts'

export const StateV1 = z.object({
  ...audit,
  id,
  name: z.string(),
  description: z.string(),
  color: z.string(),
  slug: z.string(),
  sequence: z.number(),
  group: z.string(),
  is_triage: z.boolean(),
  default: z.boolean(),
  ...shownExternal,
  project: id,
  workspace: id,
})

const { list, create, get, update, remove } = stateRoutes
/** The state that issues begin in: there is one, and it ends by naming another. */
const own = { ...external, default: z.boolean().optional() }
const row = { tells: 'row', shape: StateV1 } as const

export const stateFaces = [
  face(list, { ...row, tells: 'page', order: 'sequence' }),
  face(create, { ...row, body: create.body!.extend(own), namedOnce: 'State' }),
  face(get, row),
  face(update, { ...row, body: update.body!.extend(own) }),
  face(remove, { tells: 'nothing' }),
]
