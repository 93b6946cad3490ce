import { z } from 'zod'
import { LinkAnswer, linkRoutes } from '../work/links.ts'
import { face, imported } from './face.ts'

export const LinkV1 = LinkAnswer.omit({ created_by_detail: true, issue_created_by: true, revision: true })

const { list, create, get, update, remove } = linkRoutes
const row = { tells: 'row', shape: LinkV1 } as const
// Here no scheme is put before an address without one.
const url = z
  .string()
  .trim()
  .max(2048)
  .refine(given => URL.canParse(given), { error: 'Invalid URL format.', abort: true })
  .refine(given => /^https?:/i.test(given), 'Invalid URL scheme.')

export const linkFaces = [
  face(list, { ...row, tells: 'page' }),
  face(create, {
    ...row,
    body: create.body!.extend({ url, created_by: imported.created_by }),
    imports: ['created_by'],
  }),
  face(get, row),
  face(update, { ...row, body: update.body!.extend({ url: url.optional() }) }),
  face(remove, { tells: 'nothing' }),
]
