import { placeOf, type RowOf } from '#contract/define.ts'
import { fail, failFields, missingPk, must } from '#contract/errors.ts'
import { can } from '#contract/permissions.ts'
import { ADMIN, MEMBER, type Role } from '#contract/rules.ts'
import { Project } from '#contract/workspace/projects.ts'
import { lockedOne } from '../../db/locked.ts'
import { insert, remove, update } from '../../db/rows.ts'
import type { Work } from '../../db/work.ts'
import { bindCover, mustBeShown, takeOff } from '../../files/picture.service.ts'
import { followRule } from '../../planning/cycles/ahead.service.ts'
import { markUsed } from '../../planning/estimates/estimate.service.ts'
import { dropFavoritesIn, returnFavoritesIn } from '../../planning/favorites/favorite.service.ts'
import { beginIntake } from '../../work/intake/begin.ts'
import { beginLike, beginStates, exampleOf, featuresOf } from './like.service.ts'
import { addMembers, enrol } from './member.service.ts'

type ProjectRow = RowOf<typeof Project>
type Input = Partial<Omit<ProjectRow, 'identifier' | 'name'>> & {
  name?: string
  identifier?: string
  inbox_view?: boolean
}
type NewProject = Input & {
  name: string
  identifier: string
  like?: string | null
  members?: { member_id: string; role: Role }[]
}

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

/** The role of a person who is to be named: in the workspace for a new project, in the project from then on. */
const roleAmong = async (work: Work, among: 'workspace' | 'project', placeId: string, userId: string) => {
  const { table, columns } = {
    workspace: { table: 'workspace_members', columns: { workspace_id: placeId, member_id: userId } },
    project: { table: 'project_members', columns: { project: placeId, member: userId } },
  }[among]
  const row = await work
    .trx(table)
    .where({ ...columns, is_active: true })
    .first<{ role: Role } | undefined>('role')
  return row?.role
}

// A guest must not come to lead.
const judgePeople = async (work: Work, among: 'workspace' | 'project', placeId: string, input: Input) => {
  for (const field of ['project_lead', 'default_assignee'] as const) {
    const userId = input[field]
    if (!userId) continue
    const role = await roleAmong(work, among, placeId, userId)
    if (role === undefined || (field === 'project_lead' && role < MEMBER))
      failFields({ [field]: [missingPk(userId)] })
  }
}

// A project may name only its own parts. A new one has none yet.
const judgeParts = async (work: Work, projectId: string, { default_state, estimate }: Input) => {
  if (default_state) {
    const state = await work
      .trx('states')
      .where({ id: default_state, project_id: projectId })
      .whereNot('group', 'triage')
      .whereNull('deleted_at')
      .first('id')
    if (!state) failFields({ default_state: [missingPk(default_state)] })
  }
  if (estimate) await markUsed(work, projectId, estimate)
}

const columnsOf = ({ inbox_view, ...rest }: Input) => ({
  ...rest,
  ...(inbox_view === undefined ? {} : { intake_view: inbox_view }),
})

/** A project with its members, its states and its counter, in one transaction. */
export const createProject = async (
  work: Work,
  workspaceId: string,
  { like, members = [], ...input }: NewProject,
): Promise<ProjectRow> => {
  const identifier = cleanIdentifier(input.identifier)
  await mustBeFree(work, workspaceId, 'name', input.name, null)
  await mustBeFree(work, workspaceId, 'identifier', identifier, null)
  await judgePeople(work, 'workspace', workspaceId, input)
  mustBeShown({}, input, ['cover_image_asset'])
  const example = like ? await exampleOf(work, workspaceId, like) : null
  const project = await insert(work, Project, {
    ...(example && featuresOf(example)),
    ...columnsOf(input),
    identifier,
    workspace: workspaceId,
  })
  await judgeParts(work, project.id, input)
  await work.trx('project_counters').insert({ project_id: project.id })
  await enrol(work, project, work.viewer.id, ADMIN)
  const lead = project.project_lead
  if (lead && lead !== work.viewer.id) await enrol(work, project, lead, ADMIN)
  const others = members.filter(({ member_id }) => member_id !== work.viewer.id && member_id !== lead)
  if (others.length > 0) await addMembers(work, project, others)
  if (!example) await beginStates(work, project)
  await beginIntake(work, project)
  await followRule(work, null, project)
  return example ? beginLike(work, project, example) : project
}

/** The project with the cover that a change gives to it, or without the one that it takes off. */
const withCover = async (work: Work, project: ProjectRow, input: Input): Promise<ProjectRow> => {
  const { cover_image_asset: cover } = input
  if (cover === null) await takeOff(work, 'PROJECT_COVER', project.id)
  if (!cover || cover === project.cover_image_asset) return project
  const place = { workspaceId: project.workspace, projectId: project.id }
  if (!(await bindCover(work, place, project.id, [cover])))
    failFields({ cover_image_asset: [missingPk(cover)] })
  return must(await lockedOne(work, Project, { id: project.id }), 'the project')
}

export const updateProject = async (work: Work, project: ProjectRow, input: Input): Promise<ProjectRow> => {
  if (project.archived_at) fail('project.archived')
  if (input.name !== undefined) await mustBeFree(work, project.workspace, 'name', input.name, project.id)
  if (input.identifier !== undefined) {
    input.identifier = cleanIdentifier(input.identifier)
    await mustBeFree(work, project.workspace, 'identifier', input.identifier, project.id)
  }
  await judgePeople(work, 'project', project.id, input)
  await judgeParts(work, project.id, input)
  const updated = await update(work, Project, await withCover(work, project, input), columnsOf(input))
  await beginIntake(work, updated)
  await followRule(work, project, updated)
  return updated
}

/** Kept as it is, and out of everyone's way; nobody keeps it or anything in it at hand any more. */
export const archiveProject = async (work: Work, project: ProjectRow): Promise<ProjectRow> => {
  if (project.archived_at) fail('project.alreadyArchived')
  await dropFavoritesIn(work, project.id)
  return update(work, Project, project, { archived_at: work.now })
}

export const unarchiveProject = async (work: Work, project: ProjectRow): Promise<void> => {
  if (!project.archived_at) fail('project.notArchived')
  await update(work, Project, project, { archived_at: null })
  await returnFavoritesIn(work, project.id, project.archived_at)
}

/** Marks the project alone: everything in it is reached through it, and goes with it. */
export const deleteProject = async (work: Work, project: ProjectRow): Promise<void> => {
  await dropFavoritesIn(work, project.id)
  await remove(work, Project, project)
}

/** Joins public projects; workspace admins any. One that may not be joined refuses the whole call. */
export const joinProjects = async (work: Work, workspaceId: string, ids: string[]): Promise<void> => {
  const role = work.viewer.workspaces[workspaceId]!
  const projects = await work
    .trx('projects')
    .where('workspace', workspaceId)
    .whereIn('id', ids)
    .whereNull('deleted_at')
    .whereNull('archived_at')
    .select<ProjectRow[]>(Project.columns)
  const open = projects.filter(project =>
    can(work.viewer, 'project.enter', project, placeOf(Project, project)),
  )
  if (open.length !== new Set(ids).size) fail('row.notFound')
  for (const project of open)
    if (!work.viewer.projects[project.id]) await enrol(work, project, work.viewer.id, role)
}
