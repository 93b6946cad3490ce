import { must } from '#contract/errors.ts'
import { Profile } from '#contract/people/users.ts'
import type { Role } from '#contract/rules.ts'
import { Page } from '#contract/text/pages.ts'
import type { Db } from '../../db/knex.ts'
import { lockedOne } from '../../db/locked.ts'
import { insert, update } from '../../db/rows.ts'
import { nobody, viewerOfUser } from '../../db/viewer.ts'
import { inWork, type Work } from '../../db/work.ts'
import { createPerson } from '../../people/auth/account.service.ts'
import { beginText } from '../../text/documents/write.ts'
import { lockIssue } from '../../work/comments/comment.service.ts'
import { createLink } from '../../work/links/link.service.ts'
import { relate } from '../../work/relations/relation.service.ts'
import { addMembers as addToProject } from '../projects/member.service.ts'
import { createProject } from '../projects/project.service.ts'
import { addMembers as addToWorkspace } from '../workspaces/member.service.ts'
import { createWorkspace } from '../workspaces/workspace.service.ts'
import { addPlans, dateCycles, type Ids, type Place } from './samplePlans.ts'
import { addViews, shownActs } from './sampleShown.ts'
import { playWork, type Told } from './sampleWork.ts'
import { FIRST_DAY, instantOf, LAST_DAY, workday } from './story/days.ts'
import { projects } from './story/index.ts'
import { pages } from './story/pages.ts'
import { people } from './story/people.ts'
import { links, relations } from './story/texts.ts'
import type { ProjectStory } from './story/told.ts'

const NAME = 'Lantern Quay'
const SLUG = 'lantern-quay'
const [hero, ...others] = people
const writers = people.filter(({ role }) => role >= 15)

const find = (ids: Ids, name: string) => must(ids.get(name), `“${name}” of the story`)

const viewerOf = async (db: Db, id: string) => must(await viewerOfUser(db, id), 'a person of the story')

const as = async <T>(db: Db, id: string, act: Parameters<typeof inWork<T>>[2], at: string) =>
  (await inWork(db, { viewer: await viewerOf(db, id), at }, act)).result

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

const addProject = async (
  db: Db,
  workspaceId: string,
  ownerId: string,
  story: ProjectStory,
  people: Ids,
  at: string,
): Promise<Told> => {
  const { name, key: identifier, icon, color, description } = story
  const logo_props = { in_use: 'icon', icon: { name: icon, color } }
  const project_lead = find(people, story.lead)
  const { place, plans } = await as(
    db,
    ownerId,
    async work => {
      const made = await createProject(work, workspaceId, {
        name,
        identifier,
        description,
        logo_props,
        project_lead,
      })
      const members = others.map(({ first, role }) => ({
        member_id: find(people, first),
        role: role as Role,
      }))
      await addToProject(
        work,
        made,
        members.filter(({ member_id }) => member_id !== project_lead),
      )
      const place = { workspaceId, projectId: made.id }
      return { place, plans: await addPlans(work, place, story, people) }
    },
    at,
  )
  return { story, place, plans }
}

/**
 * A storied demo workspace in which one person leads: the others, their projects, issues and pages. Without a password
 * nobody can sign in as one of the others, and their addresses are of a domain that gets no mail.
 */
export const fillSample = async (db: Db, ownerId: string, password: string | null = null): Promise<void> => {
  const ids: Ids = new Map([[hero.first, ownerId]])
  const first = workday(FIRST_DAY)
  const acts = projects.length + 2
  const at = (nth: number) => instantOf(first, nth, acts)
  await inWork(db, { viewer: nobody, at: at(0) }, async work => {
    for (const { email, first, last } of others)
      ids.set(
        first,
        await createPerson(work, { email, password, firstName: first, lastName: last, isOnboarded: true }),
      )
  })
  const workspace = await as(
    db,
    ownerId,
    async work => {
      const made = await createWorkspace(work, { name: NAME, slug: SLUG })
      const members = others.map(({ email, role }) => ({ email, role: role as Role }))
      await addToWorkspace(work, made.id, members)
      // What first steps ask for is here already.
      const profile = must(await lockedOne(work, Profile, { user: ownerId }), 'the profile')
      await update(work, Profile, profile, { is_onboarded: true })
      return made
    },
    at(1),
  )
  const told: Told[] = []
  // A new project is first in the sidebar: the one the story is about is made last.
  for (const [nth, story] of projects.toReversed().entries())
    told.push(await addProject(db, workspace.id, ownerId, story, ids, at(nth + 2)))
  const viewers = await Promise.all(
    people.map(async ({ first }) => [first, await viewerOf(db, find(ids, first))] as const),
  )
  const issues = await playWork(
    db,
    told,
    ids,
    new Map(viewers),
    writers.map(({ first }) => first),
  )
  const end = instantOf(workday(LAST_DAY), 1, 1)
  await as(db, ownerId, work => addLinks(work, issues), end)
  const { place } = must(told.at(-1), 'the first project')
  await as(
    db,
    ownerId,
    async work => {
      await addPages(work, place)
      await addViews(work, place)
    },
    end,
  )
  for (const { who, act } of shownActs(place, ids)) await as(db, find(ids, who), act, end)
  // A cycle that is over takes no more issues: they are there before its days are.
  await as(
    db,
    ownerId,
    async work => {
      for (const { plans, story } of told) await dateCycles(work, plans.cycles, story.cycles)
    },
    end,
  )
}
