/** Issues come, go to the archive and go for good, each with its way back. */
import { broughtIn, unset } from '#contract/lists/setFields.ts'

import type { IssueChange } from '#contract/work/issues.ts'
import { type Issue, type IssueInput, issueRoutes, MAX_BULK } from '#contract/work/issues.ts'
import { mutate, mutateMany } from '../../data/mutate.ts'
import { getRow, getRows } from '../../data/rows.ts'
import { bindFiles } from '../../data/texts/bindFiles.ts'
import { remember } from '../../data/undo.ts'
import { here, may, viewer } from '../../data/viewer.ts'
import { toast } from '../../ui/popups/Toast.tsx'
import { byProject, changeIssues, placeOf, subjectOf } from './issueActions.ts'

export type NewIssue = IssueInput & Pick<IssueChange, 'cycle_id' | 'module_ids'>

type BulkRoute = (typeof issueRoutes)['bulkDelete' | 'bulkRestore' | 'bulkArchive' | 'bulkUnarchive']
type Act = {
  route: BulkRoute
  doing: string
  failure: string
  /** The fields that show at once; none where only the server can say. */
  shows?: () => { patch: Partial<Issue>; removes?: boolean }
}

const today = () => new Date().toISOString().slice(0, 10)
const acts = {
  remove: {
    route: issueRoutes.bulkDelete,
    doing: 'Deleting issues',
    failure: 'Nothing was deleted.',
    shows: () => ({ patch: {}, removes: true }),
  },
  // Only the server knows the sub-issues and others that come back with them.
  bringBack: { route: issueRoutes.bulkRestore, doing: 'Restoring issues', failure: 'Nothing was restored.' },
  archive: {
    route: issueRoutes.bulkArchive,
    doing: 'Archiving issues',
    failure: 'Nothing was archived.',
    shows: () => ({ patch: { archived_at: today(), archived_by: viewer()?.id ?? null } }),
  },
  unarchive: {
    route: issueRoutes.bulkUnarchive,
    doing: 'Restoring issues',
    failure: 'Nothing was restored.',
    shows: () => ({ patch: { archived_at: null, archived_by: null } }),
  },
} satisfies Record<string, Act>

/** Answers the issues that it was done with: not all when it was refused or stopped on the way. */
const act = async (name: keyof typeof acts, issues: readonly Issue[]): Promise<Issue[]> => {
  const { route, doing, failure, shows }: Act = acts[name]
  const all: Issue[] = []
  for (const [projectId, own] of byProject(issues)) {
    const done = await mutateMany({
      route,
      params: { ws: here().slug, p: projectId },
      entity: 'issue',
      ids: own.map(issue => issue.id),
      ...(shows ? { targetOf: (id: string) => ({ id, ...shows() }) } : {}),
      chunk: MAX_BULK,
      bodyOf: issue_ids => ({ issue_ids }),
      doing,
      failure,
    })
    const ids = new Set(done)
    all.push(...own.filter(issue => ids.has(issue.id)))
  }
  return all
}

const withWayBack = (
  issues: readonly Issue[],
  does: keyof typeof acts,
  undoes: keyof typeof acts,
  message: string,
) => {
  let done: readonly Issue[] = issues
  const run = async (name: keyof typeof acts) => {
    const now = await act(name, done)
    if (now.length > 0) done = now
    return now.length > 0
  }
  remember(
    { message, sent: run(does), back: () => run(undoes), again: () => run(does) },
    { tell: issues.length > MAX_BULK ? 'done' : true },
  )
}

const leftOut = (count: number, why: string) =>
  count > 0 ? `; ${count.toLocaleString()} left out because ${why}` : ''

/** With the sub-issues that go with it: those that are not known here are taken for somebody else's. */
export const mayDelete = (issue: Issue): boolean => {
  if (!may('issue.delete', issue, placeOf(issue))) return false
  if (issue.sub_issues_count === 0 || may('issue.delete', {}, placeOf(issue))) return true
  const below = getRows('issue').filter(one => one.parent_id === issue.id)
  return below.length >= issue.sub_issues_count && below.every(mayDelete)
}
export const mayArchive = (issue: Issue) => may('issue.archive', issue, placeOf(issue))
const hasEnded = (issue: Issue) => ['completed', 'cancelled'].includes(issue.state__group)
export const isArchivable = (issue: Issue) => mayArchive(issue) && !issue.archived_at && hasEnded(issue)

export const deleteIssues = (issues: readonly Issue[]) => {
  const own = issues.filter(mayDelete)
  if (own.length === 0) return toast.failure('You may not delete this.')
  const left = leftOut(issues.length - own.length, 'you may not delete them')
  withWayBack(own, 'remove', 'bringBack', `${subjectOf(own)} deleted${left}`)
}

export const archiveIssues = (issues: readonly Issue[]) => {
  const own = issues.filter(isArchivable)
  if (own.length === 0) return toast.failure('Only completed or cancelled issues can be archived.')
  const left = leftOut(issues.length - own.length, 'they are not done')
  withWayBack(own, 'archive', 'unarchive', `${subjectOf(own)} archived${left}`)
}

export const unarchiveIssues = (issues: readonly Issue[]) => {
  const own = issues.filter(issue => issue.archived_at && mayArchive(issue))
  if (own.length > 0) withWayBack(own, 'unarchive', 'archive', `${subjectOf(own)} restored`)
}

const standIn = (projectId: string, input: NewIssue): Omit<Issue, 'id' | 'revision'> | null => {
  const states = getRows('state')
    .filter(state => state.project_id === projectId)
    .sort((a, b) => a.sequence - b.sequence)
  const state = states.find(one => one.id === input.state_id) ?? states.find(one => one.default) ?? states[0]
  const project = getRow('project', projectId)
  if (!state || !project) return null
  const now = new Date().toISOString()
  return {
    created_at: now,
    updated_at: now,
    deleted_at: null,
    created_by: viewer()?.id ?? null,
    updated_by: viewer()?.id ?? null,
    name: input.name,
    sequence_id: 0,
    sort_order: Number.MAX_SAFE_INTEGER,
    ...unset(),
    ...broughtIn(input),
    state_id: state.id,
    state__group: state.group,
    completed_at: null,
    delegate_id: null,
    cycle_added_at: input.cycle_id ? now : null,
    archived_at: null,
    archived_by: null,
    is_draft: false,
    project_id: projectId,
    workspace_id: project.workspace,
    sub_issues_count: 0,
    attachment_count: 0,
    link_count: 0,
    type_id: null,
    intake_status: null,
    external_id: null,
    external_source: null,
  }
}

const create = async (
  projectId: string,
  given: NewIssue,
  reopen: (() => boolean) | undefined,
): Promise<Issue | null> => {
  const patch = standIn(projectId, given)
  const retry = () => void createIssues(projectId, [given])
  if (!patch) {
    const why = 'Its project is not in this workspace, or you are no longer in it.'
    toast.failure(`“${given.name}” was not created. ${why}`, { retry })
    return null
  }
  const { cycle_id, module_ids, ...input } = given
  const answer = await mutate({
    route: issueRoutes.create,
    params: { ws: here().slug, p: projectId },
    body: input,
    entity: 'issue',
    patch,
    failure: `“${input.name}” was not created.`,
    retry,
    ...(reopen ? { reopen } : {}),
  })
  const made = answer ? getRow('issue', answer.id) : null
  if (made) bindFiles(projectId, made.id, input.description_html)
  const places = { ...(cycle_id ? { cycle_id } : {}), ...(module_ids?.length ? { module_ids } : {}) }
  if (made && Object.keys(places).length > 0) await changeIssues([made], places, { within: true })
  return made
}

/** Shows new issues at once, under the ids that the server will give them; several stay in their order. */
export const createIssues = async (
  projectId: string,
  given: readonly NewIssue[],
  { message, reopen }: { message?: string; reopen?: () => boolean } = {},
): Promise<Issue[]> => {
  const made: Issue[] = []
  const all = async () => {
    for (const one of given) {
      const issue = await create(projectId, one, reopen)
      if (issue) made.push(issue)
    }
    return made.length > 0
  }
  const sent = all()
  const fact = given.length === 1 ? `“${given[0]?.name}” created` : `${given.length} issues created`
  remember(
    {
      message: message ?? fact,
      sent,
      back: async () => (await act('remove', made)).length > 0,
      again: async () => (await act('bringBack', made)).length > 0,
    },
    { tell: message !== undefined },
  )
  await sent
  return made
}
