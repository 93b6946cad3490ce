import type { NavigateFunction } from 'react-router'
import { pageAddress } from '../editor/pageNames.ts'
import { beginBlank } from './blankPages.ts'
import { createPage } from './pageActions.ts'

/** Begins a page and opens it; left without a word it goes again. */
export const newPage = async (projectId: string, access: 0 | 1, go: NavigateFunction): Promise<void> => {
  const id = await createPage(projectId, { access })
  if (!id) return
  beginBlank(id)
  void go(pageAddress({ id, project_id: projectId }))
}
