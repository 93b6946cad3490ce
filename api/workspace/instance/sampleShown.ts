/** The requests, views, favourites and threads of the demo workspace’s first project. */
import { must } from '#contract/errors.ts'
import { Page } from '#contract/text/pages.ts'
import { Issue } from '#contract/work/issues.ts'
import { Project } from '#contract/workspace/projects.ts'
import { lockedOne } from '../../db/locked.ts'
import { newId } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { addFavorite } from '../../planning/favorites/favorite.service.ts'
import { createView } from '../../planning/views/view.service.ts'
import { runTask } from '../../text/documents/threads.ts'
import { createComment } from '../../text/pageComments/pageComment.service.ts'
import { bringInApp } from '../../work/intake/intakeIssue.service.ts'
import { updateProject } from '../projects/project.service.ts'
import type { Ids, Place } from './samplePlans.ts'
import { favorites, requests, threads, views } from './story/shown.ts'

/** Words of a comment as HTML; `@Name` mentions a person. */
export const saidHtml = (words: string, people: Ids): string =>
  `<p>${words.replace(/@(\w+)/g, (written, name: string) => {
    const id = people.get(name)
    return id
      ? `<mention-component id="${id}" target="users" entity_name="user_mention" entity_identifier="${id}"></mention-component>`
      : written
  })}</p>`

/** Opens the intake, keeps the views and what the person who leads has at hand. */
export const addViews = async (work: Work, { workspaceId, projectId }: Place) => {
  const project = must(await lockedOne(work, Project, { id: projectId }, 'any'), 'the first project')
  await updateProject(work, project, { inbox_view: true })
  const place = { workspace: workspaceId, project: projectId }
  for (const { name, filters, layout } of views)
    await createView(work, place, { name, filters, display_filters: { layout }, access: 1 })
  for (const [entity_type, names] of Object.entries(favorites))
    for (const name of names) {
      const of = entity_type === 'page' ? 'project_id' : entity_type === 'cycle' ? 'project_id' : 'project'
      const thing = await work
        .trx(`${entity_type}s`)
        .where({ name, [of]: projectId })
        .first<{ id: string }>('id')
      await addFavorite(work, workspaceId, {
        entity_type: entity_type as keyof typeof favorites,
        entity_identifier: must(thing, name).id,
        project_id: projectId,
      })
    }
}

type Act = { who: string; act: (work: Work) => Promise<unknown> }

/** What the people of the story send to the intake and say on pages, in its order. */
export const shownActs = (place: Place, people: Ids): Act[] => [
  ...requests.map(([who, name, words, priority]) => ({
    who,
    act: (work: Work) =>
      bringInApp(work, place, newId(work, Issue), { name, priority, description_html: `<p>${words}</p>` }),
  })),
  ...threads.flatMap(({ page, quote, said }) => {
    let first: string | null = null
    return said.map(([who, words]) => ({
      who,
      act: async (work: Work) => {
        const row = must(await lockedOne(work, Page, { name: page, project_id: place.projectId }), page)
        const text = await work.trx('documents').where('id', row.id).first<{ state: Buffer }>('state')
        const { state } = must(text, page)
        const about = first
          ? { parent: first }
          : must(await runTask('anchor', { state, quote }), `“${quote}” on its page`)
        const made = await createComment(work, row, { ...about, comment_html: saidHtml(words, people) })
        first ??= made.id
      },
    }))
  }),
]
