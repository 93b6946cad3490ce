/** A storied demo workspace: the people of a harbour-booking product, their projects, issues and pages. */

import { Label } from '#contract/labels.ts'
import { Page } from '#contract/pages.ts'
import type { Role } from '#contract/permissions.ts'
import { State } from '#contract/states.ts'
import { createPerson } from '../api/auth/account.service.ts'
import { findByEmail } from '../api/auth/signIn.service.ts'
import type { Db } from '../api/db/knex.ts'
import { insert } from '../api/db/rows.ts'
import { nobody, viewerOfUser } from '../api/db/viewer.ts'
import { inWork } from '../api/db/work.ts'
import { writeHtml } from '../api/documents/write.ts'
import { createIssue } from '../api/issues/issue.service.ts'
import { addMembers as addToProject } from '../api/projects/member.service.ts'
import { createProject } from '../api/projects/project.service.ts'
import { addMembers as addToWorkspace, createWorkspace } from '../api/workspaces/workspace.service.ts'
import { issues, labels, pages, people, projects } from './story.ts'
import { withDatabase } from './withDatabase.ts'

const PASSWORD = 'lantern quay at high tide'
const SLUG = 'lantern-quay'

const as = async <T>(db: Db, id: string, act: Parameters<typeof inWork<T>>[2]) =>
  (await inWork(db, { viewer: (await viewerOfUser(db, id))! }, act)).result

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10)

await withDatabase(async db => {
  const [owner] = people
  if (await findByEmail(db, owner!.email)) {
    console.log(`The demo workspace is already there. Sign in as ${owner!.email} with "${PASSWORD}".`)
    return
  }
  const ids = new Map<string, string>()
  await inWork(db, { viewer: nobody }, async work => {
    for (const person of people)
      ids.set(
        person.email,
        await createPerson(work, {
          email: person.email,
          password: PASSWORD,
          firstName: person.first,
          lastName: person.last,
        }),
      )
    await work.trx('instances').update({ is_setup_done: true, instance_name: 'Lantern Quay' })
    await work
      .trx('instance_admins')
      .insert({ id: ids.get(owner!.email), user_id: ids.get(owner!.email) })
      .onConflict('user_id')
      .ignore()
  })
  const ownerId = ids.get(owner!.email)!
  const workspace = await as(db, ownerId, work => createWorkspace(work, { name: 'Lantern Quay', slug: SLUG }))
  await as(db, ownerId, work =>
    addToWorkspace(
      work,
      workspace.id,
      people.slice(1).map(person => ({ email: person.email, role: person.role as Role })),
    ),
  )
  // A new project stands first in the sidebar: the one the story is about is made last.
  for (const story of projects.toReversed()) {
    const project = await as(db, ownerId, work =>
      createProject(work, workspace.id, {
        name: story.name,
        identifier: story.key,
        logo_props: { in_use: 'icon', icon: { name: story.icon, color: story.color } },
      }),
    )
    await as(db, ownerId, work =>
      addToProject(
        work,
        project,
        people.slice(1).map(person => ({ member_id: ids.get(person.email)!, role: person.role as Role })),
      ),
    )
    const made = await as(db, ownerId, async work => {
      const found: Record<string, string> = {}
      for (const [at, label] of labels.entries())
        found[label.name] = (
          await insert(work, Label, {
            ...label,
            project_id: project.id,
            workspace_id: workspace.id,
            sort_order: (at + 1) * 10_000,
          })
        ).id
      await insert(work, State, {
        name: 'In Review',
        color: 'st-review',
        group: 'started',
        sequence: 40_000,
        project_id: project.id,
        workspace_id: workspace.id,
      })
      return found
    })
    const states = (await db('states')
      .where('project_id', project.id)
      .orderBy('sequence')
      .select('id', 'name')) as { id: string; name: string }[]
    const list = story.key === 'BER' ? issues : issues.filter((_, at) => at % story.every === 0)
    for (const [at, issue] of list.entries())
      await as(
        db,
        ids.get(people[at % people.length]!.role >= 15 ? people[at % people.length]!.email : owner!.email)!,
        work =>
          createIssue(
            work,
            { workspaceId: workspace.id, projectId: project.id },
            {
              name: issue.name,
              state_id: states.find(state => state.name === issue.state)?.id ?? states[0]!.id,
              priority: issue.priority,
              label_ids: issue.labels.flatMap(name => made[name] ?? []),
              assignee_ids: issue.assignee ? [ids.get(issue.assignee)!] : [],
              start_date: issue.start === null ? null : day(issue.start),
              target_date: issue.due === null ? null : day(issue.due),
              ...(issue.text ? { description_html: issue.text } : {}),
            },
          ),
      )
    if (story.key !== 'BER') continue
    for (const page of pages)
      await as(db, ownerId, async work => {
        const row = await insert(work, Page, {
          name: page.name,
          owned_by: ownerId,
          workspace: workspace.id,
          project_id: project.id,
          access: 0,
        })
        await writeHtml(work, 'page', row, page.html)
      })
  }
  console.log(`Lantern Quay is there: ${people.length} people, ${projects.length} projects.`)
  console.log(`Sign in as ${owner!.email} with "${PASSWORD}"; the others have the same password.`)
})
