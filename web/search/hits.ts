/** What a hit is called, and where it leads. */
import type { FoundKind, Hit } from '#contract/lists/search.ts'
import { getRow } from '../data/rows.ts'
import { here } from '../data/viewer.ts'
import { OPEN_REQUEST } from '../intake/intakeList.ts'
import { to } from '../places/address.ts'
import { priorityNames } from '../ui/marks/PriorityIcon.tsx'

export const kindWords: Record<FoundKind, { one: string; many: string }> = {
  issue: { one: 'Issue', many: 'Issues' },
  request: { one: 'Request', many: 'Requests' },
  comment: { one: 'Comment', many: 'Comments' },
  page: { one: 'Page', many: 'Pages' },
  thread: { one: 'Page comment', many: 'Page comments' },
  attachment: { one: 'File', many: 'Files' },
  person: { one: 'Person', many: 'People' },
  project: { one: 'Project', many: 'Projects' },
  cycle: { one: 'Cycle', many: 'Cycles' },
  module: { one: 'Module', many: 'Modules' },
  view: { one: 'View', many: 'Views' },
  label: { one: 'Label', many: 'Labels' },
}

export const stateWords: Record<string, string> = {
  backlog: 'Backlog',
  unstarted: 'Unstarted',
  started: 'Started',
  completed: 'Completed',
  cancelled: 'Cancelled',
  triage: 'Waiting in Intake',
}

export const timeWords: Record<string, string> = {
  today: 'Today',
  week: 'Last 7 days',
  month: 'Last 30 days',
  year: 'Last year',
}

export const hitAddress = (hit: Hit): string => {
  const { slug } = here()
  const { id, kind, parent_id } = hit
  const projectId = hit.project_id ?? ''
  switch (kind) {
    case 'issue':
      return to('issue', { slug, projectId, issueId: id })
    case 'comment':
      return `${to('issue', { slug, projectId, issueId: parent_id ?? '' })}#comment-${id}`
    case 'attachment':
      return to('issue', { slug, projectId, issueId: parent_id ?? '' })
    case 'request':
      return `${to('intake', { slug, projectId })}?${OPEN_REQUEST}=${id}`
    case 'page':
      return to('page', { slug, projectId, pageId: id })
    case 'thread':
      return `${to('page', { slug, projectId, pageId: parent_id ?? '' })}?thread=${id}`
    case 'person':
      return to('person', { slug, personId: hit.person_id ?? '' })
    case 'project':
      return to('issues', { slug, projectId: id })
    case 'cycle':
      return to('cycle', { slug, projectId, cycleId: id })
    case 'module':
      return to('module', { slug, projectId, moduleId: id })
    case 'view':
      return hit.project_id ? to('view', { slug, projectId, viewId: id }) : to('views', { slug, view: id })
    case 'label':
      return `${to('issues', { slug, projectId })}?labels=${id}`
  }
}

const nameOf = (person: string | null) => getRow('user', person)?.display_name ?? 'Somebody'

/** Instead of a name: whose words they are, and about what. */
export const hitTitle = (hit: Hit): string | null => {
  if (hit.kind === 'comment') return `${nameOf(hit.person_id)} on ${hit.key}`
  if (hit.kind === 'thread') return `${nameOf(hit.person_id)} on ${hit.name.text || 'Untitled'}`
  if (hit.kind === 'attachment') return hit.passage ? null : hit.name.text
  return null
}

/** How it ended, or that it is wanted soon. */
const wordOfIssue = ({ state_id, priority }: Hit): string => {
  const state = getRow('state', state_id)
  if (state && (state.group === 'completed' || state.group === 'cancelled')) return state.name
  return priority === 'urgent' || priority === 'high' ? priorityNames[priority] : ''
}

/** Where it is and whose it is, in a few words. */
export const hitSource = (hit: Hit): string[] => {
  const project = getRow('project', hit.project_id)?.name
  const kind = kindWords[hit.kind].one
  if (hit.kind === 'comment') return [kind, hit.name.text]
  if (hit.kind === 'attachment') return [kind, `${hit.key} ${hit.name.text}`]
  if (hit.kind === 'person') return [kind, getRow('workspace', here().workspaceId)?.name ?? '']
  if (hit.kind === 'project' || !project) return [kind]
  if (hit.kind === 'issue') return [project, nameOf(hit.person_id), wordOfIssue(hit)]
  return [`${kind} in ${project}`]
}
