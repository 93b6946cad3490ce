import { View } from '#contract/planning/views.ts'
import { Page } from '#contract/text/pages.ts'
import { Project } from '#contract/workspace/projects.ts'
import { locked } from '../../db/locked.ts'
import { update, updateAll } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { syncAssignees } from '../../work/issues/assignees.service.ts'

/** A person's pages and views are looked after by the project's admins while the person is away. */
const markOwned = async (work: Work, userId: string, projectId: string, gone: boolean) => {
  const pages = await locked(work, Page, { owned_by: userId, project_id: projectId, owner_gone: !gone })
  for (const page of pages) await update(work, Page, page, { owner_gone: gone })
  const views = await locked(work, View, { owned_by: userId, project: projectId, owner_gone: !gone })
  await updateAll(
    work,
    View,
    views.map(before => ({ before, patch: { owner_gone: gone } })),
  )
}

// A person who has left a project is neither its lead nor a default assignee.
const dropDuties = async (work: Work, userId: string, projectId: string) => {
  const rows = await locked(work, Project, rows =>
    rows
      .where('id', projectId)
      .where(either => either.where('project_lead', userId).orWhere('default_assignee', userId)),
  )
  const without = (id: string | null) => (id === userId ? null : id)
  for (const before of rows)
    await update(work, Project, before, {
      project_lead: without(before.project_lead),
      default_assignee: without(before.default_assignee),
    })
}

/** What becomes of a project's things when somebody has left it. */
export const leaveBehind = async (work: Work, userId: string, projectId: string): Promise<void> => {
  await dropDuties(work, userId, projectId)
  await markOwned(work, userId, projectId, true)
  await syncAssignees(work, userId, projectId)
}

/** Gives somebody who is back what others looked after meanwhile. */
export const takeBack = async (work: Work, userId: string, projectId: string): Promise<void> => {
  await markOwned(work, userId, projectId, false)
  await syncAssignees(work, userId, projectId)
}
