/** Makes what the issues of an import need before they come: projects, people, states, labels, estimates, cycles, modules. */
import type { RowOf } from '#contract/define.ts'
import { Cycle } from '#contract/planning/cycles.ts'
import { Estimate, EstimatePoint, MAX_POINTS, MIN_POINTS } from '#contract/planning/estimates.ts'
import { Module } from '#contract/planning/modules.ts'
import { MEMBER, type Role } from '#contract/rules.ts'
import { Label } from '#contract/work/labels.ts'
import { State } from '#contract/work/states.ts'
import { Project } from '#contract/workspace/projects.ts'
import type { Work } from '../../../db/work.ts'
import { placeholderFor } from '../../../people/users/placeholder.service.ts'
import { createCycle, cycleOn } from '../../../planning/cycles/cycle.service.ts'
import { createEstimate } from '../../../planning/estimates/estimate.service.ts'
import { createModule } from '../../../planning/modules/module.service.ts'
import { createLabels } from '../../../work/labels/label.service.ts'
import { createState } from '../../../work/states/state.service.ts'
import { invite } from '../../invitations/invitation.service.ts'
import { addMembers } from '../../projects/member.service.ts'
import { createProject } from '../../projects/project.service.ts'
import { put } from '../named.ts'
import { isAdmin } from '../place.ts'
import type { Plan, Used } from '../plan.ts'
import { keepBeside, setTarget } from '../staging/beside.ts'
import { keepMade } from '../staging/made.ts'
import type { WholeRow } from '../staging/rows.ts'
import { folded } from '../values.ts'
import { heldIn } from './held.ts'

const COLOURS: Record<string, string> = {
  backlog: '#60646C',
  unstarted: '#60646C',
  started: '#F59E0B',
  completed: '#46A758',
  cancelled: '#9AA4BC',
}

const nextProject = (plan: Plan) =>
  Object.entries(plan.projects).find(([, one]) => one.to === 'new' && !one.id)

/** Why the next of the new projects cannot be made: somebody has made one of its name or key since the dry run. */
export const takenSince = async (work: Work, row: WholeRow, plan: Plan): Promise<string | null> => {
  const [, next] = nextProject(plan) ?? []
  if (!next) return null
  const taken = await work
    .trx('projects')
    .where('workspace', row.workspace)
    .where(same => same.where('name', next.name).orWhere('identifier', next.identifier))
    .whereNull('deleted_at')
    .first<{ name: string } | undefined>('name')
  if (!taken) return null
  const what = taken.name === next.name ? `name “${next.name}”` : `key ${next.identifier}`
  return `A project with the ${what} was made since the dry run: do it again.`
}

/** Makes the next of the new projects; false when all are there. */
export const makeProject = async (work: Work, row: WholeRow, plan: Plan): Promise<boolean> => {
  const next = nextProject(plan)
  if (!next || !isAdmin(work.viewer, row.workspace)) return false
  const [value, project] = next
  const made = await createProject(work, row.workspace, {
    name: project.name,
    identifier: project.identifier,
    cycle_view: true,
    module_view: true,
  })
  await keepMade(work, row.id, Project, [made])
  put(plan.projects, value, { ...project, id: made.id })
  await keepBeside(work, row.id, { plan })
  await setTarget(work, row.id, value, made.id)
  return true
}

const INVITED_AT_ONCE = 50

/** Gives the people of the source an account here or a place to wait for one; false when all have theirs. */
export const makePeople = async (work: Work, row: WholeRow, plan: Plan): Promise<boolean> => {
  const open = Object.entries(plan.people).filter(([, { to, id }]) => to !== 'none' && !id)
  if (open.length === 0) return false
  const some = open.slice(0, INVITED_AT_ONCE)
  for (const [key, person] of some) {
    person.id = await placeholderFor(work, row.workspace, {
      name: person.name,
      email: key.includes('@') ? key : null,
    })
  }
  const invited = some.flatMap(([email, { to, role }]) =>
    to === 'invite' && isAdmin(work.viewer, row.workspace) ? [{ email, role: role ?? MEMBER }] : [],
  )
  if (invited.length > 0) await invite(work, row.workspace, { emails: invited, is_mailed: true })
  await keepBeside(work, row.id, { plan })
  return true
}

type Place = { workspaceId: string; projectId: string }

const makeStates = async (work: Work, row: WholeRow, plan: Plan, place: Place, used: Used) => {
  const { states } = await heldIn(work.trx, place.projectId)
  const wanted = new Map(Object.values(plan.states).map(state => [folded(state.name), state]))
  for (const name of used.states) {
    const state = wanted.get(folded(name))
    if (!state || states.has(folded(name))) continue
    const made = await createState(work, place, {
      name: state.name,
      group: state.group as RowOf<typeof State>['group'],
      color: COLOURS[state.group] ?? '#60646C',
    })
    states.set(folded(name), made)
    await keepMade(work, row.id, State, [made])
  }
}

const LABELS_AT_ONCE = 200

const makeLabels = async (work: Work, row: WholeRow, plan: Plan, place: Place, used: Used) => {
  const { labels } = await heldIn(work.trx, place.projectId)
  const colours = new Map(
    Object.values(plan.labels).flatMap(({ name, color }) =>
      name && color ? [[folded(name), color] as const] : [],
    ),
  )
  const names = new Map(used.labels.map(name => [folded(name), name.slice(0, 255)]))
  const missing = [...names]
    .filter(([name]) => !labels.has(name))
    .map(([key, name]) => ({ name, color: colours.get(key) }))
  for (let at = 0; at < missing.length; at += LABELS_AT_ONCE)
    await keepMade(
      work,
      row.id,
      Label,
      await createLabels(work, place, missing.slice(at, at + LABELS_AT_ONCE)),
    )
}

/** A scale of the values that are used most, where the project has none. */
const makeEstimate = async (work: Work, row: WholeRow, place: Place, used: Used) => {
  const { points } = await heldIn(work.trx, place.projectId)
  const values = [...new Set(used.estimates)].slice(0, MAX_POINTS)
  if (points.size > 0 || values.length < MIN_POINTS) return
  const isNumbers = values.every(value => Number.isFinite(Number(value)))
  const sorted = isNumbers ? values.toSorted((a, b) => Number(a) - Number(b)) : values
  const made = await createEstimate(work, place, {
    estimate: { type: isNumbers ? 'points' : 'categories', last_used: true },
    estimate_points: sorted.map((value, key) => ({ key, value: value.slice(0, 20), description: '' })),
  })
  await keepMade(work, row.id, Estimate, [made])
  const own = await work
    .trx('estimate_points')
    .where('estimate', made.id)
    .select<{ id: string; revision: number }[]>('id', 'revision')
  await keepMade(work, row.id, EstimatePoint, own)
}

const makePlans = async (work: Work, row: WholeRow, place: Place, used: Used) => {
  const held = await heldIn(work.trx, place.projectId)
  for (const [name, { start, end }] of Object.entries(used.cycles)) {
    if (held.cycles.has(folded(name))) continue
    const days =
      start && end && start <= end
        ? { start_date: start, end_date: end }
        : { start_date: null, end_date: null }
    // No two cycles of a project share a day: the later one comes without its days.
    const isFree = days.start_date === null || !(await cycleOn(work.trx, place.projectId, days))
    const made = await createCycle(work, place, {
      name: name.slice(0, 255),
      ...(isFree ? days : { start_date: null, end_date: null }),
    })
    await keepMade(work, row.id, Cycle, [made])
  }
  for (const name of used.modules) {
    if (held.modules.has(folded(name))) continue
    const made = await createModule(work, place, { name: name.slice(0, 255), lead_id: null, member_ids: [] })
    held.modules.set(folded(name), made)
    await keepMade(work, row.id, Module, [made])
  }
}

/** Members of the workspace whom the issues of a new project name become members of it. */
const enrolPeople = async (work: Work, row: WholeRow, plan: Plan, projectId: string) => {
  const isNew = Object.values(plan.projects).some(one => one.to === 'new' && one.id === projectId)
  const ids = Object.values(plan.people).flatMap(({ to, id }) => (to === 'member' && id ? [id] : []))
  if (!isNew || ids.length === 0) return
  const here: string[] = await work
    .trx('project_members')
    .where({ project: projectId, is_active: true })
    .pluck('member')
  const roles: { member_id: string; role: Role }[] = await work
    .trx('workspace_members')
    .where({ workspace_id: row.workspace, is_active: true })
    .whereIn(
      'member_id',
      ids.filter(id => !here.includes(id)),
    )
    .select('member_id', 'role')
  const project = await work
    .trx('projects')
    .where('id', projectId)
    .first<RowOf<typeof Project>>(Project.columns)
  if (roles.length > 0)
    await addMembers(
      work,
      project,
      roles.map(({ member_id, role }) => ({ member_id, role: Math.min(role, MEMBER) as Role })),
    )
}

/** Makes all that the issues of one project name and it does not have; what only admins may make is left out for others. */
export const makeParts = async (
  work: Work,
  row: WholeRow,
  plan: Plan,
  projectId: string,
  used: Used,
): Promise<void> => {
  const place = { workspaceId: row.workspace, projectId }
  const mayMake = isAdmin(work.viewer, row.workspace)
  await enrolPeople(work, row, plan, projectId)
  if (mayMake) await makeStates(work, row, plan, place, used)
  await makeLabels(work, row, plan, place, used)
  if (mayMake) await makeEstimate(work, row, place, used)
  await makePlans(work, row, place, used)
}
