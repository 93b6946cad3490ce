import { z } from 'zod'
import { description } from '../bounds.ts'
import { audit, id } from '../define.ts'
import { Label, labelRoutes } from '../work/labels.ts'
import { external, face, shownExternal } from './face.ts'

export const LabelV1 = z.object({
  ...audit,
  id,
  name: z.string(),
  description: z.string(),
  color: z.string(),
  parent: id.nullable(),
  sort_order: z.number(),
  ...shownExternal,
  project: id,
  workspace: id,
})

const { list, create, get, update, remove } = labelRoutes
const own = { ...external, description: description.optional() }
const row = { tells: 'row', shape: LabelV1 } as const

export const labelFaces = [
  face(list, { ...row, tells: 'page', order: Label }),
  face(create, { ...row, body: create.body!.extend(own), namedOnce: 'Label' }),
  face(get, row),
  face(update, { ...row, body: update.body!.extend(own) }),
  face(remove, { tells: 'nothing' }),
]
