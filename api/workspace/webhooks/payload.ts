/** The body of a delivery, under the names that existing receivers read. */
import type { Row } from '#contract/rules.ts'
import type { Told } from './events.ts'
import { type Facts, MOST_TEXT } from './facts.queries.ts'

/** Of the form of bodies: raised when a name in them changes its meaning or goes. */
export const VERSION = '1'

const without = (row: Row, names: readonly string[]): Row =>
  Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)))
const bounded = (value: unknown) => (typeof value === 'string' && value.length > MOST_TEXT ? null : value)
const allBounded = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, bounded(value)]))

/** The key of an issue and its name. */
export const keyOf = ({ issues, projects }: Facts, id: string): { key: string; name: string } => {
  const issue = issues.get(id)
  const project = issue && projects.get(issue.project_id)
  return { key: project ? `${project.identifier}-${issue.sequence_id}` : '', name: issue?.name ?? '' }
}

/** Existing receivers know what a row names without `_id`; our own names are kept beside. */
const NAMED = ['project', 'workspace', 'parent', 'type', 'owned_by', 'lead']
const named = (row: Row): Row => ({
  ...row,
  ...Object.fromEntries(NAMED.flatMap(name => (`${name}_id` in row ? [[name, row[`${name}_id`]]] : []))),
})

const issueData = (facts: Facts, told: Told): Row => {
  const issue = facts.issues.get(told.subject)
  // An end is known by the row as it was; else by the row as it is, for several changes are reported at once.
  if (!issue || told.action === 'deleted') return named(told.change.row)
  return {
    ...named(issue),
    labels: issue.label_ids.flatMap(id => facts.labels.get(id) ?? []),
    assignees: issue.assignee_ids.flatMap(id => facts.people.get(id) ?? []),
    state: facts.states.get(issue.state_id) ?? null,
  }
}

const dataOf = (facts: Facts, told: Told): Row => {
  const { row } = told.change
  switch (told.event) {
    case 'issue':
      return issueData(facts, told)
    case 'issue_comment':
      return without(row, ['comment_json', 'comment_stripped'])
    case 'module':
      return {
        ...named(row),
        members: (row.member_ids as string[]).flatMap(id => facts.people.get(id) ?? []),
      }
    case 'intake_issue': {
      const request = facts.issues.get(row.issue as string) ?? null
      return {
        ...row,
        issue_detail: request && named(request),
        inbox: row.intake ?? null,
      }
    }
    case 'attachment':
      return without(row, ['asset'])
    case 'cycle':
      return named(row)
    default:
      return row
  }
}

/** Who did it, as bodies name people; null where the program did it by itself. */
export const actorOf = (facts: Facts, { change }: Told): Row | null => {
  const person = facts.people.get(change.actor_id ?? '')
  return person ? without(person, ['is_bot']) : null
}

/** One body for one webhook; `activity` as its owner may know it. */
export const bodyOf = (facts: Facts, told: Told, activity: Told['activity'], webhook: string): string =>
  JSON.stringify({
    version: VERSION,
    event: told.event,
    action: told.action,
    webhook_id: webhook,
    workspace_id: told.change.row.workspace_id ?? told.change.row.workspace,
    project_id: told.project,
    created_at: told.change.at,
    data: allBounded(dataOf(facts, told)),
    activity: { ...allBounded(activity), actor: actorOf(facts, told) },
  })

const nameIn = ({ name, title, url }: Row) => String(name ?? title ?? url ?? '')

/** What it reports, in words and as a path of a screen. */
export const aboutOf = (facts: Facts, told: Told): { about: string; path: string } => {
  const { row } = told.change
  const who = String(actorOf(facts, told)?.display_name ?? 'Tandem')
  const at = `/${facts.slug}/projects/${told.project}`
  if (told.issue) {
    const { key, name } = keyOf(facts, told.issue)
    const path = `${at}/issues/${told.issue}`
    if (told.event === 'issue_comment') return { about: `${who} on ${key}`, path }
    if (told.event === 'link') return { about: `${nameIn(row)} on ${key}`, path }
    if (told.event === 'attachment') {
      const { name: file } = row.attributes as { name: string }
      return { about: `${file} on ${key}`, path }
    }
    return { about: `${key} ${name}`, path }
  }
  switch (told.event) {
    case 'cycle':
    case 'module':
    case 'page':
      return { about: nameIn(row), path: `${at}/${told.event}s/${row.id}` }
    case 'view':
      return { about: nameIn(row), path: told.project ? `${at}/views/${row.id}` : `/${facts.slug}` }
    case 'import':
      return { about: nameIn(row) || 'An import', path: `/${facts.slug}/settings/imports/${row.id}` }
    case 'page_comment':
      return {
        about: `${who} on ${facts.pages.get(row.page as string)?.name || 'a page'}`,
        path: `${at}/pages/${row.page}`,
      }
    case 'member': {
      const person = facts.people.get(String(row.member ?? row.member_id))
      return {
        about: person?.display_name ?? 'A member',
        path: told.project ? `${at}/issues` : `/${facts.slug}`,
      }
    }
    default:
      return { about: nameIn(row), path: `${at}/issues` }
  }
}
