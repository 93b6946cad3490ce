import { z } from 'zod'
import { pageRoutes } from '#contract/text/pages.ts'
import { issueRoutes } from '#contract/work/issues.ts'
import { Mistake } from '../directory.ts'
import { name, tool } from '../tool.ts'
import { pageOf } from './reading.ts'

const markdown = z.string().max(500_000).describe('Markdown.')

export const createPage = tool({
  name: 'create_page',
  title: 'Create a page',
  description: 'Creates a page and answers it.',
  does: 'adds',
  input: z.object({
    project: name,
    name,
    text: markdown.optional(),
    parent: name.optional().describe('Page that it is below.'),
    private: z.boolean().optional().describe('Only for you.'),
  }),
  run: async (given, asked) => {
    const project = await asked.directory.project(given.project)
    const parent = given.parent === undefined ? null : await pageOf(given.parent, project.id, asked)
    const { answer, header } = await asked.call(pageRoutes.create, {
      params: { p: project.id },
      body: {
        name: given.name,
        ...(given.text === undefined ? {} : { description_markdown: given.text }),
        ...(parent ? { parent: parent.id } : {}),
        access: given.private ? 1 : 0,
      },
    })
    return {
      id: answer.id,
      name: answer.name,
      project: project.identifier,
      base_version: header('x-text-version'),
      url: asked.address(`projects/${project.id}/pages/${answer.id}`),
    }
  },
})

export const editText = tool({
  name: 'edit_text',
  title: 'Edit a page or the text of an issue',
  description:
    'Writes the whole text as Markdown. With the `base_version` that reading gave, it is merged with what others have ' +
    'written since; without, it is compared with the present text. `replace` writes over everything. Answers the new base_version.',
  does: 'sets',
  destroys: true,
  input: z.object({
    issue: z.string().max(64).optional(),
    page: name.optional().describe('Name or id; either this or `issue`.'),
    project: name.optional(),
    text: markdown,
    base_version: z.string().max(200).optional(),
    replace: z.boolean().optional(),
    name: name.optional().describe('New name of the page.'),
  }),
  run: async (given, asked) => {
    const { call, directory, address } = asked
    if ((given.issue === undefined) === (given.page === undefined))
      throw new Mistake('Give either `page` or `issue`.')
    const headers = {
      ...(given.base_version ? { 'x-base-version': given.base_version } : {}),
      ...(given.replace ? { 'x-text-mode': 'replace' } : {}),
    }
    const description_markdown = given.text
    if (given.issue !== undefined) {
      const issue = await directory.issue(given.issue)
      const { header } = await call(issueRoutes.update, {
        params: { p: issue.project_id, issueId: issue.id },
        body: { description_markdown },
        headers,
      })
      return {
        issue: given.issue,
        title: issue.name,
        base_version: header('x-text-version'),
        merged: header('x-text-merged') === 'true',
        url: address(`browse/${issue.id}`),
      }
    }
    const page = await pageOf(given.page!, given.project, asked)
    const { answer, header } = await call(pageRoutes.update, {
      params: { p: page.project.id, pageId: page.id },
      body: { description_markdown, ...(given.name === undefined ? {} : { name: given.name }) },
      headers,
    })
    return {
      id: page.id,
      name: answer.name,
      base_version: header('x-text-version'),
      merged: header('x-text-merged') === 'true',
      url: address(`projects/${page.project.id}/pages/${page.id}`),
    }
  },
})
