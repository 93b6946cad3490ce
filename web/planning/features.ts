import type { RowTypes } from '../data/entities.ts'
import type { Features } from '../issues/view/contexts.ts'

export const featuresOf = ({ cycle_view, module_view, estimate }: RowTypes['project']): Features => ({
  cycle_view,
  module_view,
  estimate: estimate !== null,
})
