/** The projects that a list shows, and their order: all of it is in the address. */
import { keysOf } from '#contract/keys.ts'
import type { Clock } from '#contract/lists/dateTerms.ts'
import type { RowTypes } from '../data/entities.ts'
import { oneOf } from '../shell/list/address.ts'
import {
  type FilterTable,
  type Narrowing,
  NO_LEAD,
  named,
  peopleChoices,
  sinceThen,
} from '../shell/list/filters.ts'
import type { ProjectWork } from './projectWork.ts'

type Project = RowTypes['project']

export const sorts = {
  name: 'Name',
  manual: 'Manual order',
  created: 'Created',
  updated: 'Updated',
  members: 'Members',
} as const
export type Sort = keyof typeof sorts
export type Order = { sort: Sort; isTurned: boolean }

export const orderOf = (address: URLSearchParams): Order => ({
  sort: oneOf(address.get('sort'), keysOf(sorts), 'name'),
  isTurned: address.get('turned') === 'true',
})

type Faces = {
  membersOf: (project: Project) => readonly string[]
  people: readonly RowTypes['user'][]
  clock: Clock
}

export const projectFilters = ({ membersOf, people, clock }: Faces): FilterTable<Project> => {
  const faces = peopleChoices(people)
  return [
    {
      name: 'access',
      label: 'Access',
      icon: 'lock',
      choices: named({ public: 'Public', private: 'Private' }),
      has: (project, one) => one === (project.network === 0 ? 'private' : 'public'),
    },
    {
      name: 'lead',
      label: 'Lead',
      icon: 'circle-user',
      choices: [NO_LEAD, ...faces],
      has: (project, one) => one === (project.project_lead ?? NO_LEAD.id),
    },
    {
      name: 'member',
      label: 'Members',
      icon: 'users-round',
      choices: faces,
      has: (project, one) => membersOf(project).includes(one),
    },
    sinceThen('created', 'Created', project => project.created_at, clock),
  ]
}

/** When its work was last changed, or it was archived. */
export const movedAt = (project: Project, work: ProjectWork | undefined): string =>
  project.archived_at ?? work?.updated ?? project.updated_at

/** The way that a column's order runs, as its head shows it; null where another one has the order. */
export const wayOf = ({ sort, isTurned }: Order, column: Sort): 'arrow-up' | 'arrow-down' | null => {
  if (sort !== column) return null
  // Names begin with the first, all else with the newest or the most.
  return (sort === 'name') === isTurned ? 'arrow-down' : 'arrow-up'
}

type Known = {
  membersOf: (project: Project) => readonly string[]
  rankOf: (project: Project) => number
  work: ReadonlyMap<string, ProjectWork> | null
}

export const shownProjects = (
  all: readonly Project[],
  { finds, passes }: Narrowing<Project>,
  { sort, isTurned }: Order,
  known: Known,
): Project[] => {
  const moved = (project: Project) => movedAt(project, known.work?.get(project.id))
  const orders: Record<Sort, (a: Project, b: Project) => number> = {
    name: () => 0,
    manual: (a, b) => known.rankOf(a) - known.rankOf(b),
    created: (a, b) => b.created_at.localeCompare(a.created_at),
    updated: (a, b) => moved(b).localeCompare(moved(a)),
    members: (a, b) => known.membersOf(b).length - known.membersOf(a).length,
  }
  const turn = isTurned ? -1 : 1
  return all
    .filter(project => passes(project) && finds(`${project.name} ${project.identifier}`))
    .sort((a, b) => turn * (orders[sort](a, b) || a.name.localeCompare(b.name)))
}
