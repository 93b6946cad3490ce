/** Where the pages of an import go, and whether their owner may still put them there. */
import { can } from '#contract/permissions.ts'
import { openProjects } from '../../../db/visible.ts'
import type { Work } from '../../../db/work.ts'
import type { Plan } from '../plan.ts'
import type { WholeRow } from '../staging/rows.ts'

/** All pages of an archive go to one project, which stands for the source's only value. */
export const ONE = ''

export const projectOf = (plan: Plan): string | null => plan.projects[ONE]?.id ?? null

/** Judged anew in each step: a member may have left, and a project may have been archived meanwhile. */
export const mayPutPages = ({ viewer }: Work, { workspace }: WholeRow, project: string): boolean =>
  openProjects(viewer, workspace).includes(project) &&
  can(viewer, 'page.create', {}, { workspace, project }) &&
  can(viewer, 'import.into', {}, { workspace, project })
