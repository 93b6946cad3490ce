/** The project whose settings are open, and the viewer's right to change them. */
import { useParams } from 'react-router'
import type { Action } from '#contract/permissions.ts'
import type { RowTypes } from '../data/entities.ts'
import { useRow } from '../data/rows.ts'
import { useMay } from '../data/viewer.ts'
import { saving } from './saving.ts'

export type Project = RowTypes['project']

export const useSettingsProject = (action: Action = 'project.update') => {
  const { slug = '', projectId = '' } = useParams()
  const project = useRow('project', projectId)
  const mayDo = useMay()
  return {
    project,
    params: { ws: slug, p: projectId },
    mayEdit: project !== null && mayDo(action, project, { workspace: project.workspace, project: projectId }),
  }
}

class NotDone extends Error {}

/** Lets the header report a change that shows at once; answers whether it was kept. */
export const kept = (done: Promise<boolean>): Promise<boolean> =>
  saving(
    done.then(isDone => {
      if (!isDone) throw new NotDone()
      return true
    }),
  ).catch(failure => {
    if (failure instanceof NotDone) return false
    throw failure
  })

export const issuesText = (count: number) => (count === 1 ? '1 issue' : `${count.toLocaleString()} issues`)
