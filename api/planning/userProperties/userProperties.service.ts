import type { Knex } from 'knex'
import { v5 } from 'uuid'
import { defaultProperties, MAX_VIEWS, UserProperties } from '#contract/planning/userProperties.ts'
import { View } from '#contract/planning/views.ts'
import { takeTurn } from '../../db/order.ts'
import { insert, update } from '../../db/rows.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'

/** The owner of the list: a project, a cycle, a module, or without any of them the workspace itself. */
export type ListPlace = { workspace: string; project?: string; cycle?: string; module?: string }

export type ListValues = {
  filters?: Record<string, unknown> | undefined
  display_filters?: Record<string, unknown> | undefined
  display_properties?: Record<string, unknown> | undefined
  view_order?: string[] | undefined
}

const NAMESPACE = '7b0e1f0c-5f0e-4f0e-9a51-3b8a1d8f6c42'

// Derived from its place, so that defaults answered before anything is stored have the id of the later row.
export const idOfProperties = (
  userId: string,
  { workspace, project = '', cycle = '', module = '' }: ListPlace,
) => v5([userId, workspace, project, cycle, module].join('/'), NAMESPACE)

/** Of a row that is not stored yet. */
const NEVER = new Date(0).toISOString()

const stored = (trx: Knex, id: string) =>
  trx('user_properties').where('id', id).first<UserProperties | undefined>(UserProperties.columns)

/** How the caller looks at a list; SPEC's defaults until they change something. */
export const readProperties = async (
  trx: Knex,
  viewer: ServerViewer,
  place: ListPlace,
): Promise<UserProperties> => {
  const id = idOfProperties(viewer.id, place)
  const row = await stored(trx, id)
  if (row) return row
  return {
    id,
    created_at: NEVER,
    updated_at: NEVER,
    deleted_at: null,
    created_by: viewer.id,
    updated_by: viewer.id,
    user: viewer.id,
    workspace: place.workspace,
    project: place.project ?? null,
    cycle: place.cycle ?? null,
    module: place.module ?? null,
    ...defaultProperties(),
    view_order: [],
    revision: 0,
  }
}

/**
 * Those of the workspace's own that the caller sees, each once: a view may have gone while it was being moved. One that the
 * caller does not see for the moment stays behind the one that it was behind, for it may be there again.
 */
const viewsIn = async (
  { trx, viewer }: Work,
  { workspace }: ListPlace,
  order: readonly string[],
  before: readonly string[],
): Promise<string[]> => {
  const asked = [...new Set([...order, ...before])]
  const rows = await visible(trx, View, viewer).whereIn('id', asked).where({ workspace, project: null })
  const seen = new Set(rows.map(view => view.id))
  const ordered = [...new Set(order)].filter(id => seen.has(id))
  const placed = new Set(ordered)
  let former: string | null = null
  for (const id of before) {
    if (!placed.has(id)) {
      if (seen.has(id)) continue
      ordered.splice(former === null ? 0 : ordered.indexOf(former) + 1, 0, id)
      placed.add(id)
    }
    former = id
  }
  return ordered.slice(0, MAX_VIEWS)
}

/** Keeps how the caller looks at a list; a given object replaces the stored one. */
export const writeProperties = async (
  work: Work,
  place: ListPlace,
  given: ListValues,
): Promise<UserProperties> => {
  const { view_order: order } = given
  const id = idOfProperties(work.viewer.id, place)
  // Two tabs may keep their first change at the same moment: they take turns.
  await takeTurn(work, id)
  const before = await stored(work.trx, id)
  const values = order
    ? { ...given, view_order: await viewsIn(work, place, order, before?.view_order ?? []) }
    : given
  if (before) return update(work, UserProperties, before, values)
  return insert(work, UserProperties, {
    id,
    user: work.viewer.id,
    workspace: place.workspace,
    project: place.project ?? null,
    cycle: place.cycle ?? null,
    module: place.module ?? null,
    ...defaultProperties(),
    view_order: [],
    ...values,
  })
}
