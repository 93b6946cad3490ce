/** What an id of a call may name: the rows of a list, read with one's own session when they are asked for. */
import type { Call } from './description.ts'

export type RowChoice = { id: string; name: string; words?: string }

const IN_PROJECT = '/api/workspaces/{ws}/projects/{p}/'
const LISTS: Record<string, string> = {
  p: '/api/workspaces/{ws}/projects/',
  project: '/api/workspaces/{ws}/projects/',
  user: '/api/workspaces/{ws}/members/',
  issue: `${IN_PROJECT}issues/`,
  state: `${IN_PROJECT}states/`,
  label: `${IN_PROJECT}issue-labels/`,
  cycle: `${IN_PROJECT}cycles/`,
  module: `${IN_PROJECT}modules/`,
  view: `${IN_PROJECT}views/`,
  page: `${IN_PROJECT}pages/`,
  estimate: `${IN_PROJECT}estimates/`,
  comment: `${IN_PROJECT}issues/{issueId}/comments/`,
  webhook: '/api/workspaces/{ws}/webhooks/',
  draft: '/api/workspaces/{ws}/draft-issues/',
}

const NOUNS: Record<string, string> = {
  duplicate_to: 'issue',
  related_issue: 'issue',
  issues: 'issue',
  assignee: 'user',
  lead: 'user',
  member: 'user',
  owner: 'user',
  delegate: 'user',
  project_lead: 'user',
  default_assignee: 'user',
  default_state: 'state',
  new_state: 'state',
  new_cycle: 'cycle',
  new_estimate: 'estimate',
}

/** `state_id`, `stateId` and `state_ids` name states. */
const nounOf = (name: string): string => {
  const one = name.replace(/(Id|_ids?)$/, '')
  return NOUNS[one] ?? one
}

/** Where the rows are listed that a part of the call's path names: as a rule, in the path before it. */
export const listOfPart = (call: Call, name: string, paths: ReadonlySet<string>): string | null => {
  const before = call.path.slice(0, call.path.indexOf(`{${name}}`))
  return paths.has(before) ? before : (LISTS[nounOf(name)] ?? null)
}

const PARENTS: Record<string, string> = { issues: 'issue', drafts: 'issue', labels: 'label', pages: 'page' }

/** Where the rows are listed that a field of a body names. */
export const listOfField = (call: Call, name: string): string | null => {
  const noun = nounOf(name)
  const list = LISTS[noun === 'parent' ? (PARENTS[call.tag] ?? '') : noun]
  // In a path that has no project, the rows of one cannot be listed.
  return list && [...list.matchAll(/\{\w+\}/g)].every(([part]) => call.path.includes(part)) ? list : null
}

/** The address with the given values in it; null while one is missing. */
export const addressOf = (path: string, values: Record<string, string>): string | null => {
  let isWhole = true
  const address = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]?.trim()
    if (!value) isWhole = false
    return encodeURIComponent(value ?? '')
  })
  return isWhole ? address : null
}

type Named = Partial<
  Record<'display_name' | 'name' | 'title' | 'label' | 'comment_stripped' | 'identifier', unknown>
>
type Listed = Named & { id?: unknown; member?: unknown; sequence_id?: unknown }

const isRow = (value: unknown): value is Listed => typeof value === 'object' && value !== null
const MOST_LETTERS = 80

const nameOf = (row: Named): string => {
  const { display_name, name, title, label, comment_stripped } = row
  const found = [display_name, name, title, label, comment_stripped].find(
    one => typeof one === 'string' && one.trim() !== '',
  )
  return typeof found === 'string' ? found.slice(0, MOST_LETTERS) : ''
}

const choiceOf = (row: Listed, isPerson: boolean): RowChoice[] => {
  const member = isRow(row.member) ? row.member : null
  const id = isPerson && member ? member.id : row.id
  if (typeof id !== 'string') return []
  const number = typeof row.sequence_id === 'number' ? `${row.sequence_id} ` : ''
  const words = typeof row.identifier === 'string' ? row.identifier : id
  return [{ id, name: `${number}${nameOf(member ?? row)}` || id, words }]
}

/** So many rows are offered; another is named by its id. */
const MOST = 100

/** `isPerson`: the id is that of the person, not of their membership. Throws where the list is refused. */
export const readChoices = async (address: string, isPerson: boolean): Promise<RowChoice[]> => {
  const response = await fetch(`${address}?per_page=${MOST}`)
  if (!response.ok) throw new Error(String(response.status))
  const answer: unknown = await response.json()
  const listed = isRow(answer) && 'results' in answer ? answer.results : answer
  if (!Array.isArray(listed)) return []
  return listed
    .filter(isRow)
    .flatMap(row => choiceOf(row, isPerson))
    .slice(0, MOST)
}

/** Whether the id is that of a person. */
export const namesPerson = (name: string): boolean => nounOf(name) === 'user' && name !== 'memberId'
