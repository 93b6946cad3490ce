/** The lists of cycles and modules, as their calls answer them. */
import type { Entity, RowOf } from '#contract/define.ts'
import { NEWEST, openProjects, visible } from '../../db/visible.ts'
import type { Ask } from '../../http/mount.ts'

type Asked = Pick<Ask, 'trx' | 'viewer' | 'projectId' | 'workspaceId'>
type Compose<E extends Entity, Answer> = (
  trx: Ask['trx'],
  viewer: Ask['viewer'],
  rows: RowOf<E>[],
) => Promise<Answer[]>

export const planLists = <E extends Entity, Answer extends { is_favorite: boolean }>(
  entity: E,
  compose: Compose<E, Answer>,
) => {
  /** The caller's favorites come first. */
  const inProject = async ({ trx, viewer, projectId }: Asked, archived: boolean) => {
    const rows = visible(trx, entity, viewer).where('project_id', projectId).orderBy(NEWEST)
    if (archived) rows.whereNotNull('archived_at')
    else rows.whereNull('archived_at')
    const plans = await compose(trx, viewer, (await rows) as RowOf<E>[])
    return plans.sort((a, b) => Number(b.is_favorite) - Number(a.is_favorite))
  }
  const across = async ({ trx, viewer, workspaceId }: Asked) => {
    const rows = visible(trx, entity, viewer)
      .whereIn('project_id', openProjects(viewer, workspaceId))
      .whereNull('archived_at')
      .orderBy(NEWEST)
    return compose(trx, viewer, (await rows) as RowOf<E>[])
  }
  return { inProject, across }
}
