import type { View } from '#contract/planning/views.ts'
import { here } from '../data/viewer.ts'
import { to } from '../places/address.ts'

export const viewAddress = ({ id, project }: Pick<View, 'id' | 'project'>) => {
  const { slug } = here()
  return project ? to('view', { slug, projectId: project, viewId: id }) : to('views', { slug, view: id })
}
