import { must } from '#contract/errors.ts'
import type { Role } from '#contract/rules.ts'
import { Page } from '#contract/text/pages.ts'
import { Issue } from '#contract/work/issues.ts'
import type { Db } from '../../db/knex.ts'
import { insert, locked } from '../../db/rows.ts'
import { nobody, viewerOfUser } from '../../db/viewer.ts'
import { inWork, inWorks, type Work } from '../../db/work.ts'
import { createPerson } from '../../people/auth/account.service.ts'
import { beginText } from '../../text/documents/write.ts'
import { createComment, lockIssue } from '../../work/comments/comment.service.ts'
import { createIssue, updateIssues } from '../../work/issues/issue.service.ts'
import { createLink } from '../../work/links/link.service.ts'
import { relate } from '../../work/relations/relation.service.ts'
import { addMembers as addToProject } from '../projects/member.service.ts'
import { createProject } from '../projects/project.service.ts'
import { addMembers as addToWorkspace } from '../workspaces/member.service.ts'
import { createWorkspace } from '../workspaces/workspace.service.ts'
import { addPlans, dateCycles, dayFrom, type Ids, type Place } from './samplePlans.ts'
import { projects } from './story/index.ts'
import { pages } from './story/pages.ts'
import { people } from './story/people.ts'
import { descriptions, links, relations, talk } from './story/texts.ts'
import { issuesOf, type ProjectStory, type ToldIssue } from './story/told.ts'

const NAME = 'Lantern Quay'
const SLUG = 'lantern-quay'
const [hero, ...others] = people
const writers = people.filter(({ role }) => role >= 15)

const find = (ids: Ids, name: string) => must(ids.get(name), `“${name}” of the story`)

const viewerOf = async (db: Db, id: string) => must(await viewerOfUser(db, id), 'a person of the story')

const as = async <T>(db: Db, id: string, act: Parameters<typeof inWork<T>>[2]) =>
  (await inWork(db, { viewer: await viewerOf(db, id) }, act)).result

type Plans = Awaited<ReturnType<typeof addPlans>>

const planned = (told: ToldIssue, plans: Plans, people: Ids) => ({
  label_ids: told.labels.map(name => find(plans.labels, name)),
  assignee_ids: told.assignee ? [find(people, told.assignee)] : [],
  module_ids: told.module ? [find(plans.modules, told.module)] : [],
  estimate_point: told.points ? find(plans.points, told.points) : null,
  cycle_id: told.cycle
    ? must(
        plans.cycles.find(({ name }) => name === told.cycle),
        `the cycle of “${told.name}”`,
      ).id
    : null,
})

// Those that nothing in the story stands above, then those below them: each lot is one transaction, and takes its numbers
// in the order of the story. What they refer to is given to them by their authors, to many at once.
const addIssues = async (db: Db, place: Place, story: ProjectStory, plans: Plans, people: Ids) => {
  const issues: Ids = new Map()
  const viewers = await Promise.all(writers.map(({ first }) => viewerOf(db, find(people, first))))
  const told = issuesOf(story)
  for (const [, lot] of Map.groupBy(told, ({ parent }) => parent !== null)) {
    const make = (one: ToldIssue) => (work: Work) =>
      createIssue(work, place, {
        name: one.name,
        state_id: find(plans.states, one.state),
        priority: one.priority,
        parent_id: one.parent ? find(issues, one.parent) : null,
        start_date: dayFrom(one.from),
        target_date: dayFrom(one.to),
        description_html: descriptions[one.name],
      })
    const works = lot.map((one, at) => ({
      author: { viewer: viewers[at % viewers.length]! },
      act: make(one),
    }))
    for (const { name, id } of (await inWorks(db, works)).results) issues.set(name, id)
  }
  const toldBy = new Map(told.map(one => [one.name, one]))
  for (const viewer of viewers)
    await inWork(db, { viewer }, async work => {
      const own = await locked(work, Issue, { project_id: place.projectId, created_by: viewer.id })
      const values = (issue: Issue) => planned(must(toldBy.get(issue.name), issue.name), plans, people)
      await updateIssues(
        work,
        place.projectId,
        own.map(issue => ({ issue, values: values(issue) })),
      )
    })
  return issues
}

const addTalk = async (db: Db, issues: Ids, people: Ids) => {
  for (const [about, who, words] of talk) {
    const say = async (work: Work) =>
      createComment(work, await lockIssue(work, find(issues, about)), { comment_html: `<p>${words}</p>` })
    await as(db, find(people, who), say)
  }
}

const addLinks = async (work: Work, issues: Ids) => {
  for (const [about, title, url] of links)
    await createLink(work, await lockIssue(work, find(issues, about)), { title, url })
  for (const [about, type, other] of relations)
    await relate(work, await lockIssue(work, find(issues, about)), type, [find(issues, other)])
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

const addProject = async (db: Db, workspaceId: string, ownerId: string, story: ProjectStory, people: Ids) => {
  const { name, key: identifier, icon, color, description } = story
  const logo_props = { in_use: 'icon', icon: { name: icon, color } }
  const project_lead = find(people, story.lead)
  const { place, plans } = await as(db, ownerId, async work => {
    const made = await createProject(work, workspaceId, {
      name,
      identifier,
      description,
      logo_props,
      project_lead,
    })
    const members = others.map(({ first, role }) => ({ member_id: find(people, first), role: role as Role }))
    await addToProject(
      work,
      made,
      members.filter(({ member_id }) => member_id !== project_lead),
    )
    const place = { workspaceId, projectId: made.id }
    return { place, plans: await addPlans(work, place, story, people) }
  })
  const issues = await addIssues(db, place, story, plans, people)
  await as(db, ownerId, work => dateCycles(work, plans.cycles, story.cycles))
  return { place, issues }
}

/**
 * A storied demo workspace in which one person leads: the others, their projects, issues and pages. Without a password
 * nobody can sign in as one of the others, and their addresses are of a domain that gets no mail.
 */
export const fillSample = async (db: Db, ownerId: string, password: string | null = null): Promise<void> => {
  const ids: Ids = new Map([[hero.first, ownerId]])
  await inWork(db, { viewer: nobody }, async work => {
    for (const { email, first, last } of others)
      ids.set(first, await createPerson(work, { email, password, firstName: first, lastName: last }))
  })
  const workspace = await as(db, ownerId, async work => {
    const made = await createWorkspace(work, { name: NAME, slug: SLUG })
    const members = others.map(({ email, role }) => ({ email, role: role as Role }))
    await addToWorkspace(work, made.id, members)
    return made
  })
  const issues: Ids = new Map()
  let first: Place | null = null
  // A new project stands first in the sidebar: the one the story is about is made last.
  for (const story of projects.toReversed()) {
    const made = await addProject(db, workspace.id, ownerId, story, ids)
    for (const [name, id] of made.issues) issues.set(name, id)
    first = made.place
  }
  await addTalk(db, issues, ids)
  await as(db, ownerId, work => addLinks(work, issues))
  await as(db, ownerId, work => addPages(work, must(first, 'the first project')))
}
