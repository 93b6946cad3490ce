import { randomBytes } from 'node:crypto'
import type { Knex } from 'knex'
import type { z } from 'zod'
import type { ProjectLite } from '#contract/belongs.ts'
import type { Patch } from '#contract/define.ts'
import { fail, failFields, must } from '#contract/errors.ts'
import { Intake, type IntakeAnswer, MAX_INTAKES } from '#contract/work/intake.ts'
import { PENDING } from '#contract/work/intakeStatus.ts'
import { Project } from '#contract/workspace/projects.ts'
import { locked } from '../../db/locked.ts'
import { insert, remove, update } from '../../db/rows.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'
import { lockProject } from '../../workspace/projects/lock.ts'
import { defaultOf, idOfDefault } from './begin.ts'

type Place = { workspaceId: string; projectId: string }

/** SQL for the status as it is by now: the twin of `statusNow`. */
export const STATUS_NOW =
  'case when intake_issues.status = 0 and intake_issues.snoozed_till <= now() then -2 else intake_issues.status end'

const NAMED = ['id', 'identifier', 'name', 'cover_image', 'cover_image_url', 'logo_props', 'description']

/** The project, as every viewer of its intake is notified of it. */
export const projectLite = async (trx: Knex, id: string): Promise<z.infer<typeof ProjectLite>> =>
  must(await trx('projects').where('id', id).first(NAMED), 'the project')

/** With the figures of the project's intake, which all issues come to. */
export const composeIntake = async (trx: Knex, row: Intake): Promise<z.infer<typeof IntakeAnswer>> => {
  const [counted] = await trx('intake_issues')
    .where('project', row.project)
    .whereIn('status', [-2, 0])
    .whereNull('deleted_at')
    .whereRaw(`${STATUS_NOW} = ?`, [PENDING])
    .select<{ total: number }[]>(trx.raw('count(*)::int as total'))
  const total = row.is_default ? counted!.total : 0
  return { ...row, project_detail: await projectLite(trx, row.project), pending_issue_count: total }
}

/** The project's own intake, for those who may see it. */
export const defaultIntake = async (trx: Knex, viewer: ServerViewer, projectId: string): Promise<Intake> =>
  (await visible(trx, Intake, viewer).where({ project: projectId, is_default: true }).first()) ??
  fail('row.notFound')

export type Ways = Pick<Intake, 'id' | 'anchor' | 'is_in_app_enabled' | 'is_form_enabled'>

/** The settings of a project's intake: as usual while it has never used one. */
export const readWays = async (trx: Knex, viewer: ServerViewer, projectId: string): Promise<Ways> =>
  (await visible(trx, Intake, viewer).where({ project: projectId, is_default: true }).first()) ?? {
    id: idOfDefault(projectId),
    anchor: null,
    is_in_app_enabled: true,
    is_form_enabled: false,
  }

/** The ways by which a project may be reached now; none where it does not use the intake. */
export const waysIn = async (trx: Knex, projectId: string) =>
  await trx('intakes')
    .join('projects', 'projects.id', 'intakes.project')
    .where({ 'intakes.project': projectId, 'intakes.is_default': true, 'projects.intake_view': true })
    .whereNull('intakes.deleted_at')
    .first<Pick<Intake, 'is_in_app_enabled' | 'is_form_enabled'> | undefined>(
      'intakes.is_in_app_enabled',
      'intakes.is_form_enabled',
    )

const judgeName = async (work: Work, projectId: string, name: string, except: string | null) => {
  const rows = await locked(work, Intake, { project: projectId })
  if (rows.some(row => row.name === name && row.id !== except))
    failFields({ name: ['Intake with this name already exists in the project'] })
  return rows.length
}

export const createIntake = async (
  work: Work,
  { workspaceId, projectId }: Place,
  input: Patch<Intake> & { name: string },
): Promise<Intake> => {
  await lockProject(work, projectId)
  if ((await judgeName(work, projectId, input.name, null)) >= MAX_INTAKES) fail('intake.tooMany')
  return insert(work, Intake, { ...input, workspace: workspaceId, project: projectId })
}

export const updateIntake = async (work: Work, row: Intake, input: Patch<Intake>): Promise<Intake> => {
  if (input.name !== undefined) await judgeName(work, row.project, input.name, row.id)
  return update(work, Intake, row, input)
}

export const deleteIntake = async (work: Work, row: Intake): Promise<void> => {
  if (row.is_default) fail('intake.default')
  await remove(work, Intake, row)
}

/** Random, so that nobody can guess it. */
const newAnchor = () => randomBytes(16).toString('hex')

/** The project's own intake, under the project's lock; made where it has never used one. */
const lockedDefault = async (work: Work, projectId: string): Promise<Intake> => {
  const [project] = await locked(work, Project, { id: projectId })
  return defaultOf(work, must(project, 'the project'))
}

type WaysGiven = { is_in_app_enabled?: boolean | undefined; is_form_enabled?: boolean | undefined }

/** Opens and closes ways in. A form that is closed keeps its address for when it is opened again. */
export const setWays = async (work: Work, projectId: string, ways: WaysGiven): Promise<Intake> => {
  const row = await lockedDefault(work, projectId)
  const begins = ways.is_form_enabled && row.anchor === null
  return update(work, Intake, row, { ...ways, ...(begins ? { anchor: newAnchor() } : {}) } as Partial<Intake>)
}

export const renewAnchor = async (work: Work, projectId: string): Promise<Intake> =>
  update(work, Intake, await lockedDefault(work, projectId), { anchor: newAnchor() })
