import type { Page } from '#contract/text/pages.ts'
import { here } from '../data/viewer.ts'
import { to } from '../places/address.ts'

export const pageName = (page: Pick<Page, 'name'>) => page.name || 'Untitled'

export const pageAddress = ({ id, project_id }: Pick<Page, 'id' | 'project_id'>) =>
  to('page', { slug: here().slug, projectId: project_id, pageId: id })
