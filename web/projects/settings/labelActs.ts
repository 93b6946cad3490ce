/** The actions on a project's labels. */
import { labelRoutes } from '#contract/work/labels.ts'
import type { RowTypes } from '../../data/entities.ts'
import { lifeOf } from '../../data/life.ts'
import { isDone } from '../../data/mutate.ts'
import { here } from '../../data/viewer.ts'
import { placeBeside } from '../../settings/rows/places.ts'
import type { Spot } from '../../settings/rows/useRowDrag.ts'
import { kept } from '../../settings/settingsProject.ts'

export type Label = RowTypes['label']
export type LabelLine = { id: string; label: Label; depth: 0 | 1; below: number; isLast: boolean }

const STEP = 10_000
const paramsOf = ({ project_id, id }: Label) => ({ ws: here().slug, p: project_id, labelId: id })
const inOrder = (rows: readonly Label[]) => rows.toSorted((a, b) => a.sort_order - b.sort_order)

/** Labels are one in another, one level deep; deeper ones, which other clients make, are shown with the rest of their group. */
export const topOf = (labels: ReadonlyMap<string, Label>, label: Label): Label => {
  let top = label
  for (let steps = 0; top.parent && labels.has(top.parent) && steps < labels.size; steps++)
    top = labels.get(top.parent) ?? top
  return top
}

export const labelOrders = { manual: 'Manual order', name: 'Name', used: 'Most used' } as const
export type LabelOrder = keyof typeof labelOrders
type Counts = ReadonlyMap<string, number> | null

const compared = (order: LabelOrder, counts: Counts) => {
  const used = (label: Label) => counts?.get(label.id) ?? 0
  const ways: Record<LabelOrder, (a: Label, b: Label) => number> = {
    manual: (a, b) => a.sort_order - b.sort_order,
    name: (a, b) => a.name.localeCompare(b.name),
    used: (a, b) => used(b) - used(a) || a.name.localeCompare(b.name),
  }
  return ways[order]
}

/** The labels as they are below each other, each group in the order; of those in `folded` nothing that is in them. */
export const linesOf = (
  rows: readonly Label[],
  folded: ReadonlySet<string>,
  order: LabelOrder = 'manual',
  counts: Counts = null,
): LabelLine[] => {
  const sorted = rows.toSorted(compared(order, counts))
  const byId = new Map(rows.map(label => [label.id, label]))
  const groups = Map.groupBy(sorted, label => topOf(byId, label).id)
  return sorted
    .filter(label => topOf(byId, label).id === label.id)
    .flatMap(label => {
      const inside = (groups.get(label.id) ?? []).filter(one => one.id !== label.id)
      const own: LabelLine = { id: label.id, label, depth: 0, below: inside.length, isLast: false }
      if (folded.has(label.id)) return [own]
      return [
        own,
        ...inside.map(
          (one, at): LabelLine => ({
            id: one.id,
            label: one,
            depth: 1,
            below: 0,
            isLast: at === inside.length - 1,
          }),
        ),
      ]
    })
}

type Patch = Partial<Pick<Label, 'name' | 'color' | 'parent' | 'sort_order'>>

export const changeLabel = (label: Label, patch: Patch) =>
  kept(
    isDone({
      entity: 'label',
      route: labelRoutes.update,
      params: paramsOf(label),
      body: patch,
      id: label.id,
      patch,
      failure: 'The label was not changed.',
    }),
  )

export const addLabel = (projectId: string, name: string, color: string, parent: string | null) =>
  kept(
    isDone({
      entity: 'label',
      route: labelRoutes.create,
      params: { ws: here().slug, p: projectId },
      body: { name, color, parent },
      patch: { name, color, parent, sort_order: Number.MAX_SAFE_INTEGER, project_id: projectId },
      failure: 'The label was not added.',
    }),
  )

const siblings = (labels: readonly Label[], parent: string | null) =>
  inOrder(labels.filter(label => label.parent === parent)).map(({ id, sort_order }) => ({
    id,
    at: sort_order,
  }))

/** Puts a label beside another, in its group, or inside it. */
export const putLabel = (labels: readonly Label[], label: Label, target: Label, spot: Spot) => {
  if (spot === 'inside') {
    const at = placeBeside(siblings(labels, target.id), label.id, null, 'after', STEP)
    return changeLabel(label, { parent: target.id, sort_order: at })
  }
  const { parent } = target
  const at = placeBeside(siblings(labels, parent), label.id, target.id, spot, STEP)
  return changeLabel(label, { sort_order: at, ...(parent !== label.parent && { parent }) })
}

/** Takes a label out of its group, to be behind it. */
export const takeOut = (labels: readonly Label[], label: Label, group: Label) => {
  const at = placeBeside(siblings(labels, null), label.id, group.id, 'after', STEP)
  return changeLabel(label, { parent: null, sort_order: at })
}

/** The places of a dragged label: one with labels below it stays at the top. */
export const mayPut = (labels: readonly Label[], dragged: Label, target: Label, spot: Spot): boolean => {
  const holds = labels.some(label => label.parent === dragged.id)
  if (spot === 'inside') return !holds && target.parent === null
  return target.parent === null || !holds
}

/** The one above or below it, within its group. */
export const besideLabel = (labels: readonly Label[], label: Label, by: -1 | 1): Label | null => {
  const rows = inOrder(labels.filter(one => one.parent === label.parent))
  return rows[rows.findIndex(one => one.id === label.id) + by] ?? null
}

const life = lifeOf({
  entity: 'label',
  noun: 'label',
  nameOf: ({ name }) => name,
  params: paramsOf,
  routes: () => labelRoutes,
  follow: kept,
})
export const deleteLabel = (label: Label) => life.removeAll([label])

export const mergeLabel = (label: Label, into: string) =>
  kept(
    isDone({
      entity: 'label',
      patch: {},
      removes: true,
      route: labelRoutes.merge,
      params: paramsOf(label),
      body: { into },
      id: label.id,
      failure: 'The label was not merged.',
    }),
  )
