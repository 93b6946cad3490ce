import type { Knex } from 'knex'
import type { z } from 'zod'
import { must } from '#contract/errors.ts'
import { type Module, type ModuleAnswer, type ModuleDetail, ModuleLink } from '#contract/planning/modules.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { NEWEST, visible } from '../../db/visible.ts'
import { favoriteIds } from '../favorites/favorite.service.ts'
import { distributionsOf, groundsOf, progressOf } from '../progress/analytics.service.ts'

/** A module as its charts see it. */
export const chartedOf = ({ id, start_date, target_date }: Module) => ({
  id,
  first: start_date,
  last: target_date,
})

/** Modules as they are answered, in the order given. */
export const composeModules = async (
  trx: Knex,
  viewer: ServerViewer,
  rows: Module[],
): Promise<z.infer<typeof ModuleAnswer>[]> => {
  const ids = rows.map(row => row.id)
  const kept = new Set(await favoriteIds(trx, viewer, 'module'))
  const come = await progressOf(trx, 'module', ids)
  const links = await visible(trx, ModuleLink, viewer).whereIn('module', ids).orderBy(NEWEST)
  const linksOf = Map.groupBy(links, link => link.module)
  return rows.map(row => {
    const { assignee_ids: _, ...totals } = come(row.id)
    return { ...row, ...totals, is_favorite: kept.has(row.id), link_module: linksOf.get(row.id) ?? [] }
  })
}

/** One module with its issues by person and label. */
export const composeDetail = async (
  trx: Knex,
  viewer: ServerViewer,
  row: Module,
): Promise<z.infer<typeof ModuleDetail>> => {
  const answer = must((await composeModules(trx, viewer, [row]))[0], 'the module')
  const ground = must((await groundsOf(trx, [row.project_id])).get(row.project_id), 'the project of a module')
  const held = await distributionsOf(trx, 'module', [chartedOf(row)], () => ground)
  return { ...answer, ...held(row.id) }
}
