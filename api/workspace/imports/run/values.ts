/** The values that a draft gives an issue, by the plan. */

import { hash } from 'node:crypto'
import { cutName, type Draft } from '../draft.ts'
import { own } from '../named.ts'
import type { Plan } from '../plan.ts'

/** A title longer than ours is cut; the whole of it begins the text. */
export const nameOf = ({ name }: Draft): string => cutName(name)

export const stateOf = (draft: Draft, plan: Plan): string =>
  own(plan.states, draft.state)?.name ?? draft.state
export const labelsOf = (draft: Draft, plan: Plan): string[] => [
  ...new Set(
    draft.labels.flatMap(label => {
      const known = own(plan.labels, label)
      return known ? (known.name ?? []) : label
    }),
  ),
]
export const estimateOf = (draft: Draft, plan: Plan): string | null =>
  own(plan.estimates, draft.estimate)?.value ?? null
export const priorityOf = (draft: Draft, plan: Plan) => own(plan.priorities, draft.priority)?.to ?? 'none'

/** What is compared when the same source is imported again: values as the plan has them, the text by its digest. */
export const comparable = (draft: Draft, plan: Plan) => ({
  name: nameOf(draft),
  state: stateOf(draft, plan),
  priority: priorityOf(draft, plan),
  labels: labelsOf(draft, plan).toSorted(),
  estimate: estimateOf(draft, plan),
  assignees: draft.assignees.map(({ key }) => key).toSorted(),
  start: draft.start,
  target: draft.target,
  cycle: draft.cycle?.name ?? null,
  modules: draft.modules.toSorted(),
  text: hash('sha256', JSON.stringify([draft.text, draft.lines]), 'base64').slice(0, 16),
  comments: hash(
    'sha256',
    JSON.stringify(draft.comments.map(({ key, text }) => [key, text])),
    'base64',
  ).slice(0, 16),
})
export type Comparable = ReturnType<typeof comparable>
