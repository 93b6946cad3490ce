import { placeOf, type RowOf } from '#contract/define.ts'
import { fail, failFields, missingPk } from '#contract/errors.ts'
import { can } from '#contract/permissions.ts'
import { State } from '#contract/work/states.ts'
import { Project } from '#contract/workspace/projects.ts'
import { insert, update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { markUsed } from '../../planning/estimates/estimate.service.ts'
import { enrol } from './member.service.ts'

type ProjectRow = RowOf<typeof Project>
type Input = Partial<Omit<ProjectRow, 'identifier' | 'name'>> & {
  name?: string
  identifier?: string
  inbox_view?: boolean
}

const DEFAULT_STATES = [
  { name: 'Backlog', color: '#A3A3A3', sequence: 15000, group: 'backlog', default: true },
  { name: 'Todo', color: '#3A3A3A', sequence: 25000, group: 'unstarted' },
  { name: 'In Progress', color: '#F59E0B', sequence: 35000, group: 'started' },
  { name: 'Done', color: '#16A34A', sequence: 45000, group: 'completed' },
  { name: 'Cancelled', color: '#EF4444', sequence: 55000, group: 'cancelled' },
]

const cleanIdentifier = (identifier: string) => {
  const clean = identifier.trim().toUpperCase()
  if (!/^[0-9A-ZÇŞĞİÖÜ]{1,12}$/.test(clean))
    failFields({ identifier: ['Only letters and digits are allowed, at most 12.'] })
  return clean
}

const mustBeFree = async (
  work: Work,
  workspaceId: string,
  column: 'name' | 'identifier',
  value: string,
  except: string | null,
) => {
  const taken = await work
    .trx('projects')
    .where({ workspace: workspaceId, [column]: value })
    .whereNull('deleted_at')
    .whereNot('id', except ?? '00000000-0000-0000-0000-000000000000')
    .first('id')
  if (taken) fail(column === 'name' ? 'project.nameTaken' : 'project.identifierTaken')
}

const workspaceRoleOf = async (
  work: Work,
  workspaceId: string,
  userId: string,
): Promise<number | undefined> =>
  (
    (await work
      .trx('workspace_members')
      .where({ workspace_id: workspaceId, member_id: userId, is_active: true })
      .first('role')) as { role: number } | undefined
  )?.role

// People named in the project must be of the workspace; a guest of it must not come to lead.
const judgePeople = async (work: Work, workspaceId: string, input: Input) => {
  for (const field of ['project_lead', 'default_assignee'] as const) {
    const userId = input[field]
    if (!userId) continue
    const role = await workspaceRoleOf(work, workspaceId, userId)
    if (role === undefined || (field === 'project_lead' && role < 15))
      failFields({ [field]: [missingPk(userId)] })
  }
}

const columnsOf = ({ inbox_view, ...rest }: Input) => ({
  ...rest,
  ...(inbox_view === undefined ? {} : { intake_view: inbox_view }),
})

/** A project with its members, its five states and its counter, in one transaction. */
export const createProject = async (
  work: Work,
  workspaceId: string,
  input: Input & { name: string; identifier: string },
): Promise<ProjectRow> => {
  const identifier = cleanIdentifier(input.identifier)
  await mustBeFree(work, workspaceId, 'name', input.name, null)
  await mustBeFree(work, workspaceId, 'identifier', identifier, null)
  await judgePeople(work, workspaceId, input)
  const project = await insert(work, Project, {
    ...columnsOf(input),
    identifier,
    workspace: workspaceId,
  })
  await work.trx('project_counters').insert({ project_id: project.id })
  await enrol(work, project, work.viewer.id, 20)
  if (project.project_lead && project.project_lead !== work.viewer.id)
    await enrol(work, project, project.project_lead, 20)
  for (const state of DEFAULT_STATES)
    await insert(work, State, { ...state, project_id: project.id, workspace_id: workspaceId })
  return project
}

export const updateProject = async (work: Work, project: ProjectRow, input: Input): Promise<ProjectRow> => {
  if (project.archived_at) fail('project.archived')
  if (input.name !== undefined) await mustBeFree(work, project.workspace, 'name', input.name, project.id)
  if (input.identifier !== undefined) {
    input.identifier = cleanIdentifier(input.identifier)
    await mustBeFree(work, project.workspace, 'identifier', input.identifier, project.id)
  }
  await judgePeople(work, project.workspace, input)
  if (input.default_state) {
    const state = await work
      .trx('states')
      .where({ id: input.default_state, project_id: project.id })
      .whereNull('deleted_at')
      .first('id')
    if (!state) failFields({ default_state: [missingPk(input.default_state)] })
  }
  if (input.estimate) await markUsed(work, project.id, input.estimate)
  return update(work, Project, project, columnsOf(input))
}

/** Joins public projects; workspace admins any. One that may not be joined refuses the whole call. */
export const joinProjects = async (work: Work, workspaceId: string, ids: string[]): Promise<void> => {
  const role = work.viewer.workspaces[workspaceId]!
  const projects = (await work
    .trx('projects')
    .where('workspace', workspaceId)
    .whereIn('id', ids)
    .whereNull('deleted_at')
    .whereNull('archived_at')
    .select(Project.columns)) as ProjectRow[]
  const open = projects.filter(project =>
    can(work.viewer, 'project.enter', project, placeOf(Project, project)),
  )
  if (open.length !== new Set(ids).size) fail('row.notFound')
  for (const project of open)
    if (!work.viewer.projects[project.id]) await enrol(work, project, work.viewer.id, role)
}
