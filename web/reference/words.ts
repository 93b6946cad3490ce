/** Calls and shapes in words. */
import type { Call, Schema } from './description.ts'

const USUAL: Record<string, string> = {
  list: 'List',
  create: 'Create',
  get: 'Get one',
  update: 'Change',
  remove: 'Delete',
  restore: 'Bring back',
}

const apart = (name: string) =>
  name.replace(/([a-z])([A-Z])/g, (_, a: string, b: string) => `${a} ${b.toLowerCase()}`)
const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `issueLists` → Issue lists. */
export const tagWords = (tag: string) => capital(apart(tag))

export const callWords = ({ name }: Pick<Call, 'name'>) => {
  const verb = name.split('.')[1] ?? ''
  return USUAL[verb] ?? capital(apart(verb))
}

const ONE: Record<string, string> = {
  issues: 'an issue',
  comments: 'a comment',
  relations: 'a relation',
  links: 'a link',
  attachments: 'an attachment',
  drafts: 'a draft',
  cycles: 'a cycle',
  modules: 'a module',
  moduleLinks: 'a link of a module',
  views: 'a view',
  analyticViews: 'a saved chart',
  pages: 'a page',
  pageComments: 'a thread of a page',
  intake: 'a request',
  savedReplies: 'a saved reply',
  projects: 'a project',
  states: 'a state',
  labels: 'a label',
  estimates: 'an estimate',
  invitations: 'an invitation',
  favorites: 'a favourite',
  quickLinks: 'a quick link',
  notifications: 'a notification',
  apiTokens: 'a token',
  workspaces: 'a workspace',
}

/** `Change an issue`. */
export const titleOf = (call: Call): string => {
  const verb = call.name.split('.')[1] ?? ''
  const one = ONE[call.tag]
  if (verb === 'list') return `List ${apart(call.tag).toLowerCase()}`
  if (verb in USUAL && one) return `${verb === 'get' ? 'Get' : USUAL[verb]} ${one}`
  return `${callWords(call)} · ${tagWords(call.tag)}`
}

const PLAIN: Record<string, string> = {
  integer: 'number',
  number: 'number',
  boolean: 'true, false',
  null: 'null',
}
const FORMATS: Record<string, string> = { uuid: 'id', 'date-time': 'time', date: 'date', binary: 'bytes' }

/** `text, to 255`, `list of ids`, `date or null`. */
export const typeWords = (schema: Schema | undefined): string => {
  if (!schema) return 'any'
  if (schema.$ref) {
    const name = schema.$ref.split('/').at(-1) ?? ''
    return { uuid: 'id', day: 'date' }[name] ?? name.replaceAll('_', ' ')
  }
  const either = schema.anyOf ?? schema.oneOf
  if (either) return [...new Set(either.map(typeWords))].join(' or ')
  if (schema.enum) return 'one of'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  if (Array.isArray(schema.type)) return schema.type.map(type => typeWords({ ...schema, type })).join(' or ')
  if (schema.type === 'array') {
    const one = typeWords(schema.items)
    return one === 'id' ? 'list of ids' : `list of ${one}`
  }
  if (schema.type === 'string')
    return FORMATS[schema.format ?? ''] ?? (schema.maxLength ? `text, to ${schema.maxLength}` : 'text')
  return PLAIN[schema.type ?? ''] ?? 'object'
}

/** The values that it can have, if those are few words. */
export const choicesOf = (schema: Schema | undefined): string[] => {
  if (!schema) return []
  if (schema.enum) return schema.enum.map(String)
  return (schema.anyOf ?? schema.oneOf ?? []).flatMap(choicesOf)
}

const PARTS: Record<string, string> = {
  ws: 'Short name of the workspace',
  p: 'Id of the project',
  named: 'Key of the issue: BER-214',
  reaction: 'Code point of the emoji: 128077',
  userId: 'Id of the person',
}
/** What is in a path for this name. */
export const partWords = (name: string): string =>
  PARTS[name] ??
  (name.endsWith('Id') ? `Id of the ${apart(name.slice(0, -2)).toLowerCase()}, as in a list` : '')

const FIELDS: Record<string, string> = {
  name: 'Its name',
  description: 'A few words about it',
  description_html: 'Its text as HTML; merged into what others write',
  description_markdown: 'Its text as Markdown, in place of HTML',
  comment_html: 'What is said, as HTML',
  state_id: 'A state of the project',
  parent_id: 'The issue that it is part of; null takes it out',
  assignee_ids: 'Replaces all; members of the project',
  label_ids: 'Replaces all; labels of the project',
  module_ids: 'Replaces all; modules of the project',
  cycle_id: 'A cycle of the project that is not over',
  start_date: 'Not after the last day',
  target_date: 'Due date; not before the start',
  end_date: 'The last day',
  estimate_point: 'A point of the project’s estimate',
  sort_order: 'Its place where lists are sorted by hand',
  external_id: 'Its key in the system that it was brought from: one row of the project has it',
  external_source: 'The name of that system',
  color: 'As #46a758',
  email: 'An e-mail address',
  role: '20 admin, 15 member, 5 guest',
  url: 'A web address',
  title: 'Words in place of the address',
  issues: 'Ids of issues',
  per_page: 'Rows of a page',
  cursor: 'The next_cursor of the page before',
  expand: 'Names of ids to answer as rows, with commas between',
  order_by: 'The order of the rows; a minus turns it round',
  after: 'The last change that you know',
  limit: 'At most so many',
  'If-Match': 'The ETag of the row that this is a change of',
}
export const fieldWords = (name: string): string => FIELDS[name] ?? ''

const SCOPES: Record<string, string> = {
  issues: 'Issues',
  cycles: 'Cycles and modules',
  views: 'Views',
  pages: 'Pages',
  intake: 'Intake',
  projects: 'Projects',
  members: 'Members',
  connections: 'Webhooks and exports',
}
/** `Issues: write`. */
export const scopeText = (scope: string): string => {
  const [noun = '', verb] = scope.split(':')
  return noun === 'all' ? (verb ? 'Read everything' : 'Everything I can') : `${SCOPES[noun] ?? noun}: ${verb}`
}

export type Outcome = { status: string; word: string; text: string }

/** What the call may answer, the success first. */
export const outcomesOf = (call: Call): Outcome[] => {
  const done = call.responses.flatMap(([status, response]): Outcome[] =>
    /^[23]/.test(status)
      ? [
          {
            status,
            word: 'OK',
            text: response.content ? 'The answer, as in the example' : 'Done; there is no body',
          },
        ]
      : [],
  )
  const isWrite = call.method !== 'GET'
  return [
    ...done,
    ...(call.body || call.query.length > 0
      ? [{ status: '400', word: 'invalid', text: 'The body names the field and the reason' }]
      : []),
    { status: '401', word: 'unknown', text: 'There is no token, or it is no longer valid' },
    { status: '403', word: 'not allowed', text: 'Your role, or the token’s scope, does not include it' },
    { status: '404', word: 'not found', text: 'There is none, or you may not see it' },
    ...(isWrite && call.responses.some(([status]) => status === '412')
      ? [{ status: '412', word: 'changed', text: 'Somebody changed it since the state of your If-Match' }]
      : []),
    { status: '429', word: 'too many', text: 'Wait as many seconds as Retry-After says' },
  ]
}
