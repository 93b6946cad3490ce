import { Label } from '#contract/labels.ts'
import { Page } from '#contract/pages.ts'
import type { Role } from '#contract/permissions.ts'
import { REVIEW_COLOUR } from '#contract/signs.ts'
import { State } from '#contract/states.ts'
import { createPerson } from '../auth/account.service.ts'
import type { Db } from '../db/knex.ts'
import { insert } from '../db/rows.ts'
import { nobody, viewerOfUser } from '../db/viewer.ts'
import { inWork, type Work } from '../db/work.ts'
import { beginText } from '../documents/write.ts'
import { createIssue } from '../issues/issue.service.ts'
import { addMembers as addToProject } from '../projects/member.service.ts'
import { createProject } from '../projects/project.service.ts'
import { addMembers as addToWorkspace, createWorkspace } from '../workspaces/workspace.service.ts'
import { addPlans } from './samplePlans.ts'
import { issues, labels, pages, people, projects } from './story.ts'

const NAME = 'Lantern Quay'
const SLUG = 'lantern-quay'
const [hero, ...others] = people

type Place = { workspaceId: string; projectId: string }

const as = async <T>(db: Db, id: string, act: Parameters<typeof inWork<T>>[2]) => {
  const viewer = (await viewerOfUser(db, id)) ?? nobody
  return (await inWork(db, { viewer }, act)).result
}

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

const addWords = async (work: Work, { workspaceId, projectId }: Place) => {
  const place = { project_id: projectId, workspace_id: workspaceId }
  const ids = new Map<string, string>()
  for (const [at, label] of labels.entries())
    ids.set(label.name, (await insert(work, Label, { ...label, ...place, sort_order: (at + 1) * 10_000 })).id)
  await insert(work, State, {
    name: 'In Review',
    color: REVIEW_COLOUR,
    group: 'started',
    sequence: 40_000,
    ...place,
  })
  return ids
}

const addIssues = async (db: Db, place: Place, every: number, ids: Map<string, string>) => {
  const owner = ids.get(hero!.email)!
  const labelIds = await as(db, owner, work => addWords(work, place))
  const states = (await db('states')
    .where('project_id', place.projectId)
    .orderBy('sequence')
    .select('id', 'name')) as { id: string; name: string }[]
  for (const [at, issue] of issues.filter((_, at) => at % every === 0).entries()) {
    const author = people[at % people.length]!
    await as(db, author.role >= 15 ? ids.get(author.email)! : owner, work =>
      createIssue(work, place, {
        name: issue.name,
        state_id: states.find(state => state.name === issue.state)?.id ?? states[0]!.id,
        priority: issue.priority,
        label_ids: issue.labels.flatMap(name => labelIds.get(name) ?? []),
        assignee_ids: issue.assignee ? [ids.get(issue.assignee)!] : [],
        start_date: issue.start === null ? null : day(issue.start),
        target_date: issue.due === null ? null : day(issue.due),
        ...(issue.text ? { description_html: issue.text } : {}),
      }),
    )
  }
}

const addPages = async (work: Work, { workspaceId, projectId }: Place) => {
  for (const { name, html } of pages) {
    const fields = {
      name,
      owned_by: work.viewer.id,
      workspace: workspaceId,
      project_id: projectId,
      access: 0,
    }
    await beginText(work, 'page', await insert(work, Page, fields), { description_html: html })
  }
}

/**
 * A storied demo workspace in which one person leads: the others, their projects, issues and pages. Without a password
 * nobody can sign in as one of the others, and their addresses are of a domain that gets no mail.
 */
export const fillSample = async (db: Db, ownerId: string, password: string | null = null): Promise<void> => {
  const ids = new Map([[hero!.email, ownerId]])
  await inWork(db, { viewer: nobody }, async work => {
    for (const { email, first, last } of others)
      ids.set(email, await createPerson(work, { email, password, firstName: first, lastName: last }))
  })
  const workspace = await as(db, ownerId, async work => {
    const made = await createWorkspace(work, { name: NAME, slug: SLUG })
    await addToWorkspace(
      work,
      made.id,
      others.map(({ email, role }) => ({ email, role: role as Role })),
    )
    return made
  })
  // A new project stands first in the sidebar: the one the story is about is made last.
  for (const { name, key, icon, color, every } of projects.toReversed()) {
    const project = await as(db, ownerId, async work => {
      const logo_props = { in_use: 'icon', icon: { name: icon, color } }
      const made = await createProject(work, workspace.id, { name, identifier: key, logo_props })
      await addToProject(
        work,
        made,
        others.map(({ email, role }) => ({ member_id: ids.get(email)!, role: role as Role })),
      )
      return made
    })
    const place = { workspaceId: workspace.id, projectId: project.id }
    await addIssues(db, place, every, ids)
    await as(db, ownerId, work => addPlans(work, place, ownerId))
    if (every === 1) await as(db, ownerId, work => addPages(work, place))
  }
}
