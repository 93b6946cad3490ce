/** The rows that tools name, looked up once a call: what the caller sees of them, and nothing else. */
import type { z } from 'zod'
import { issueListRoutes } from '#contract/lists/issueLists.ts'
import type { CycleAnswer } from '#contract/planning/cycles.ts'
import { cycleRoutes } from '#contract/planning/cycles.ts'
import { estimateRoutes } from '#contract/planning/estimates.ts'
import { moduleRoutes } from '#contract/planning/modules.ts'
import type { Issue } from '#contract/work/issues.ts'
import { labelRoutes } from '#contract/work/labels.ts'
import { stateRoutes } from '#contract/work/states.ts'
import { projectRoutes } from '#contract/workspace/projects.ts'
import { workspaceMemberRoutes } from '#contract/workspace/workspaceMembers.ts'
import { type Call, CallRefused } from './within.ts'

/** A mistake in the arguments that their sender can mend: its words say how. */
export class Mistake extends Error {}

type Named = { id: string }
export type CycleSeen = z.infer<typeof CycleAnswer>

/** Candidates that an error names. */
const MOST_NAMED = 20
const listed = (names: string[]) => {
  const rest = names.length - MOST_NAMED
  return names.slice(0, MOST_NAMED).join(', ') + (rest > 0 ? ` and ${rest} more` : '')
}
const alike = (name: string) => name.trim().toLowerCase()

/** The one row of this id or name; a mistake that lists the candidates where there is none or more than one. */
const oneOf = <R extends Named>(
  kind: string,
  rows: readonly R[],
  given: string,
  namesOf: (row: R) => string[],
  told: (row: R) => string = row => namesOf(row)[0]!,
): R => {
  const wanted = alike(given)
  const byId = rows.find(row => row.id === wanted)
  if (byId) return byId
  const found = rows.filter(row => namesOf(row).some(name => name && alike(name) === wanted))
  if (found.length === 1) return found[0]!
  if (found.length > 1)
    throw new Mistake(
      `"${given}" is the name of ${found.length} ${kind}s. Send one of these ids: ${listed(found.map(row => `${row.id} (${told(row)})`))}.`,
    )
  const there = rows.map(told)
  throw new Mistake(
    there.length === 0
      ? `There is no ${kind} "${given}", nor any other ${kind} that you can see.`
      : `There is no ${kind} "${given}". There are: ${listed(there)}.`,
  )
}

const once = <T>(load: () => Promise<T>) => {
  let loaded: Promise<T> | null = null
  return () => {
    loaded ??= load()
    return loaded
  }
}

export type Directory = ReturnType<typeof createDirectory>

export const createDirectory = (call: Call, me: string) => {
  const projects = once(async () =>
    (await call(projectRoutes.list)).answer.filter(project => project.is_member && !project.archived_at),
  )
  const states = once(async () => (await call(stateRoutes.listAcross)).answer)
  const labels = once(async () => (await call(labelRoutes.listAcross)).answer)
  const cycles = once(async () => (await call(cycleRoutes.listAcross)).answer)
  const modules = once(async () => (await call(moduleRoutes.listAcross)).answer)
  const estimates = once(async () => (await call(estimateRoutes.listAcross)).answer)
  const people = once(async () => (await call(workspaceMemberRoutes.members)).answer.map(row => row.member))
  const inProject = <R extends { project_id: string | null }>(rows: readonly R[], project: string | null) =>
    project ? rows.filter(row => row.project_id === project) : rows

  /** Names for rows that an answer shows. What the token may not list is shown by its id. */
  const shown = async <R>(load: () => Promise<readonly R[]>): Promise<readonly R[]> => {
    try {
      return await load()
    } catch (error) {
      if (error instanceof CallRefused && error.status === 403) return []
      throw error
    }
  }

  const issueOf = async (given: string): Promise<Issue> => {
    if (!/^[\w-]{1,64}$/.test(given.trim()))
      throw new Mistake(`"${given}" is neither the key of an issue, such as HRB-12, nor an id.`)
    try {
      return (await call(issueListRoutes.named, { params: { named: given.trim() } })).answer
    } catch (error) {
      if (error instanceof CallRefused && error.status === 404)
        throw new Mistake(`There is no issue "${given}" that you can see.`)
      throw error
    }
  }

  const byName = (row: { name: string }) => [row.name]
  return {
    ...{ projects, states, labels, cycles, modules, people, estimates, shown },
    issue: issueOf,
    project: async (given: string) =>
      oneOf('project', await projects(), given, row => [row.identifier, row.name]),
    person: async (given: string) => {
      const everyone = await people()
      const self = alike(given) === 'me' ? everyone.find(one => one.id === me) : null
      const namesOf = (one: (typeof everyone)[number]) => [
        ...[one.display_name, one.email ?? ''],
        ...[`${one.first_name} ${one.last_name}`, one.first_name],
      ]
      return self ?? oneOf('person', everyone, given.replace(/^@/, ''), namesOf)
    },
    state: async (given: string, project: string | null) =>
      oneOf('state', inProject(await states(), project), given, byName),
    label: async (given: string, project: string | null) =>
      oneOf('label', inProject(await labels(), project), given, byName),
    /** `current` is the one under way in the project. */
    cycle: async (given: string, project: string | null): Promise<CycleSeen> => {
      const rows = inProject(await cycles(), project)
      const current = rows.filter(row => row.status === 'current')
      return alike(given) === 'current' && current.length === 1
        ? current[0]!
        : oneOf('cycle', rows, given, byName)
    },
    module: async (given: string, project: string | null) =>
      oneOf('module', inProject(await modules(), project), given, byName),
    estimatePoint: async (given: string, project: string) => {
      const scale = (await estimates()).find(one => one.project === project && one.last_used)
      if (!scale) throw new Mistake('This project does not estimate its issues.')
      return oneOf('estimate', scale.points, given, row => [row.value])
    },
  }
}
