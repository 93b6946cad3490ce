import { z } from 'zod'
import type { Route } from '../define.ts'
import { pageOf } from '../define.ts'
import { activityFaces } from './activities.ts'
import { attachmentFaces } from './attachments.ts'
import { commentFaces } from './comments.ts'
import { cycleFaces } from './cycles.ts'
import { type FaceV1, queryOf } from './face.ts'
import { intakeFaces } from './intake.ts'
import { issueFaces } from './issues.ts'
import { labelFaces } from './labels.ts'
import { linkFaces } from './links.ts'
import { memberFaces } from './members.ts'
import { moduleFaces } from './modules.ts'
import { projectFaces } from './projects.ts'
import { searchFaces } from './search.ts'
import { stateFaces } from './states.ts'

/** Every route that is shown in `/api/v1`. */
export const facesV1: FaceV1[] = [
  ...activityFaces,
  ...projectFaces,
  ...stateFaces,
  ...labelFaces,
  ...issueFaces,
  ...linkFaces,
  ...commentFaces,
  ...attachmentFaces,
  ...cycleFaces,
  ...moduleFaces,
  ...memberFaces,
  ...intakeFaces,
  ...searchFaces,
]

const BELOW = {
  workspace: '/api/v1/workspaces/:ws/',
  project: '/api/v1/workspaces/:ws/projects/:p/',
  session: '/api/v1/',
  open: '/api/v1/',
}

/** Its addresses; each path below `issues` also exists below `work-items`. */
const addressesOf = ({ exposes, in: place }: Route): string[] =>
  [exposes?.v1 ?? []].flat().flatMap(rest => {
    const path = BELOW[place] + rest
    return path.includes('/issues/') ? [path, path.replace('/issues/', '/work-items/')] : [path]
  })

const answerOf = ({ of, tells, shape, says }: FaceV1): z.ZodType | undefined => {
  if (says) return says.as
  if (tells === 'nothing') return undefined
  if (tells === 'same' || !shape) return of.answer
  if (tells === 'row') return shape
  const rows = z.array(shape)
  // A list that turns into one row, or into all rows, is answered as a page.
  return tells === 'rows' ? rows : pageOf(rows)
}

/** The route as `/api/v1` has it, once for each of its addresses. */
export const routesV1 = (face: FaceV1): Route[] => {
  const { of } = face
  const addresses = addressesOf(of)
  if (addresses.length === 0) throw new Error(`${of.method} ${of.path} is shown nowhere in /api/v1`)
  const { answer: _, body: __, query: ___, exposes: ____, ...same } = of
  const answer = answerOf(face)
  return addresses.map(path => ({
    ...same,
    path,
    query: queryOf(face),
    ...(face.body ? { body: face.body } : {}),
    ...(answer ? { answer } : {}),
    status: face.status ?? of.status,
  }))
}
