/** The order of the workspace's views in one person's tabs: theirs alone, and the same in all their browsers. */
import { userPropertiesRoutes } from '#contract/planning/userProperties.ts'
import type { View } from '#contract/planning/views.ts'
import type { RowTypes } from '../data/entities.ts'
import { mutate } from '../data/mutate.ts'
import { useRows } from '../data/rows.ts'
import { here, viewer } from '../data/viewer.ts'
import { useSteady } from '../ui/useSteady.ts'

type Properties = RowTypes['user_properties']

const isOfWorkspace = ({ project, cycle, module }: Properties) => !project && !cycle && !module

/** Those that the order does not name are behind, the oldest first: a tab stays where it is. */
const inOrder = (views: readonly View[], order: readonly string[]): View[] => {
  const placeOf = ({ id }: View) => (order.includes(id) ? order.indexOf(id) : order.length)
  return views.toSorted(
    (a, b) => placeOf(a) - placeOf(b) || a.sort_order - b.sort_order || (a.id < b.id ? -1 : 1),
  )
}

const store = (row: Properties | undefined, workspace: string, view_order: string[]) =>
  void mutate({
    entity: 'user_properties',
    route: userPropertiesRoutes.updateOfWorkspace,
    params: { ws: here().slug },
    body: { view_order },
    ...(row
      ? { id: row.id, patch: { view_order } }
      : {
          patch: {
            user: viewer()?.id,
            workspace,
            ...{ project: null, cycle: null, module: null },
            ...{ filters: {}, display_filters: {}, display_properties: {} },
            view_order,
          },
        }),
    failure: 'The view was not moved.',
  })

export type Moves = {
  /** One step to the left or right; nothing beyond either end. */
  onStep: (id: string, by: -1 | 1) => void
  onPut: (dragged: string, target: string, spot: 'before' | 'after') => void
}

/** The views in this person's order, and what puts one elsewhere. */
export const useViewOrder = (views: readonly View[], workspaceId: string): Moves & { ordered: View[] } => {
  const row = useRows('user_properties').find(isOfWorkspace)
  const ordered = inOrder(views, row?.view_order ?? [])
  const onPut = useSteady((dragged: string, target: string, spot: 'before' | 'after') => {
    const others = ordered.map(one => one.id).filter(id => id !== dragged)
    const at = others.indexOf(target)
    if (at >= 0) store(row, workspaceId, others.toSpliced(spot === 'before' ? at : at + 1, 0, dragged))
  })
  const onStep = useSteady((id: string, by: -1 | 1) => {
    const beside = ordered[ordered.findIndex(one => one.id === id) + by]
    if (beside) onPut(id, beside.id, by < 0 ? 'before' : 'after')
  })
  return { ordered, onStep, onPut }
}
