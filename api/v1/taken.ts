import { fail, must } from '#contract/errors.ts'
import type { FaceV1 } from '#contract/v1/face.ts'
import { Issue } from '#contract/work/issues.ts'
import { idIfSeen } from '../db/externalKeys.ts'
import { isUuid, load } from '../db/visible.ts'
import type { Ask } from '../http/mount.ts'
import { lockProject } from '../workspace/projects/lock.ts'

/** Refuses a name that another row of the project has, and names that row. */
export const judgeTaken = async (ask: Ask, { of: route, namedOnce }: FaceV1): Promise<void> => {
  const of = route.creates
  const { name } = (ask.body ?? {}) as { name?: string }
  if (!namedOnce || !of || name === undefined) return
  // Of two calls with one name the second waits here, and is shown the first one’s row.
  await lockProject(ask.work, ask.projectId)
  const same = await ask.work
    .trx(of.table)
    .where({ [must(of.place.project, 'a project')]: ask.projectId, name })
    .whereNull('deleted_at')
    .first<{ id: string } | undefined>('id')
  if (same)
    fail('name.taken', {
      error: `${namedOnce} with the same name already exists in the project`,
      ...(await idIfSeen(ask, of, same)),
    })
}

/** Refuses to take an issue out of a cycle or module that does not hold it, or not for the caller's eyes. */
export const judgeHeld = async (ask: Ask, { takesOutOf }: FaceV1): Promise<void> => {
  if (!takesOutOf) return
  const id: string = ask.ctx.params.issueId
  const trx = ask.work?.trx ?? ask.trx
  const issue = isUuid(id) ? await load(trx, Issue, ask.viewer, id, { project: ask.projectId }) : null
  if (!issue || ![issue[takesOutOf]].flat().includes((ask.row as { id: string }).id)) fail('issue.notFound')
}
