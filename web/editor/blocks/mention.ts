/** What stands in a text for a person, an issue or a page. */
import type { JSONContent } from '@tiptap/core'
import type { Page } from '#contract/pages.ts'
import { here } from '../../data/viewer.ts'

/** Names of the kinds, as stored; people are `user_mention`. */
export const ISSUE = 'issue'
export const PAGE = 'page_mention'

/** The project that an address leads into; '' where it leads elsewhere. */
export const projectOf = (address: string) => /\/projects\/([\w-]+)\//.exec(address)?.[1] ?? ''

const mention = (attrs: Record<string, string>): JSONContent => ({
  type: 'mention',
  attrs: { id: crypto.randomUUID(), ...attrs },
})

export const personMention = (id: string, name: string) =>
  mention({ label: name, target: 'users', entity_name: 'user_mention', entity_identifier: id })

export const issueMention = (id: string, key: string, project: string) =>
  mention({
    label: key,
    target: 'issues',
    entity_name: ISSUE,
    entity_identifier: id,
    redirect_uri: `/${here().slug}/projects/${project}/issues/${id}`,
  })

export const pageMention = (page: Pick<Page, 'id' | 'name' | 'project_id'>) =>
  mention({
    label: page.name || 'Untitled',
    target: 'pages',
    entity_name: PAGE,
    entity_identifier: page.id,
    redirect_uri: `/${here().slug}/projects/${page.project_id}/pages/${page.id}`,
  })

export const issueEmbed = (id: string, project: string): JSONContent => ({
  type: 'issue-embed-component',
  attrs: {
    id: crypto.randomUUID(),
    entity_name: 'issue',
    entity_identifier: id,
    project_identifier: project,
    workspace_identifier: here().slug,
  },
})
