/** The projects that a list shows, and their order: all of it stands in the address. */
import type { Clock } from '#contract/lists/dateTerms.ts'
import { fold } from '#contract/lists/folding.ts'
import type { RowTypes } from '../data/entities.ts'
import { spanIn } from '../shell/spans/namedSpans.ts'
import { momentsIn, spansBack } from '../shell/spans/pastSpans.ts'
import type { SpanFilter } from '../shell/spans/SpanFilters.tsx'
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
const isSort = (name: string | null): name is Sort => name !== null && Object.hasOwn(sorts, name)

export type ListQuery = {
  words: string
  /** Empty: both. */
  access: readonly string[]
  leads: readonly string[]
  members: readonly string[]
  /** When they were made. */
  created: string | null
  sort: Sort
  isTurned: boolean
}

const listIn = (address: URLSearchParams, name: string) => address.get(name)?.split(',').filter(Boolean) ?? []

export const readQuery = (address: URLSearchParams): ListQuery => {
  const sort = address.get('sort')
  return {
    words: address.get('q') ?? '',
    access: listIn(address, 'access'),
    leads: listIn(address, 'lead'),
    members: listIn(address, 'member'),
    created: spanIn(address, 'created', spansBack),
    sort: isSort(sort) ? sort : 'name',
    isTurned: address.get('turned') === 'true',
  }
}

/** A change of the list’s address. */
export type Narrowing = Record<string, string | null>
export const noFilter = { access: null, lead: null, member: null, created: null }
/** How many filters narrow the list. */
export const filtersIn = ({ access, leads, members, created }: ListQuery) =>
  access.length + leads.length + members.length + (created ? 1 : 0)

export const isFiltered = (query: ListQuery) => query.words.trim() !== '' || filtersIn(query) > 0

export const spansOf = ({ created }: ListQuery): SpanFilter[] => [
  { name: 'created', label: 'Created', names: spansBack, value: created },
]
export const accesses = [
  { id: 'public', label: 'Public' },
  { id: 'private', label: 'Private' },
]

type Known = {
  membersOf: (project: Project) => readonly string[]
  rankOf: (project: Project) => number
  work: ReadonlyMap<string, ProjectWork> | null
  clock: Clock
}

/** When its work was last changed, or it was archived. */
export const movedAt = (project: Project, work: ProjectWork | undefined): string =>
  project.archived_at ?? work?.updated ?? project.updated_at

/** The way that a column's order runs, as its head shows it; null where another one has the order. */
export const wayOf = ({ sort, isTurned }: ListQuery, column: Sort): 'arrow-up' | 'arrow-down' | null => {
  if (sort !== column) return null
  // Names begin with the first, all else with the newest or the most.
  return (sort === 'name') === isTurned ? 'arrow-down' : 'arrow-up'
}

const holds = (wanted: readonly string[], has: (one: string) => boolean) =>
  wanted.length === 0 || wanted.some(has)

export const shownProjects = (all: readonly Project[], query: ListQuery, known: Known): Project[] => {
  const words = fold(query.words.trim())
  const isMade = momentsIn(query.created, known.clock)
  const moved = (project: Project) => movedAt(project, known.work?.get(project.id))
  const orders: Record<Sort, (a: Project, b: Project) => number> = {
    name: () => 0,
    manual: (a, b) => known.rankOf(a) - known.rankOf(b),
    created: (a, b) => b.created_at.localeCompare(a.created_at),
    updated: (a, b) => moved(b).localeCompare(moved(a)),
    members: (a, b) => known.membersOf(b).length - known.membersOf(a).length,
  }
  const turn = query.isTurned ? -1 : 1
  return all
    .filter(
      project =>
        fold(`${project.name} ${project.identifier}`).includes(words) &&
        holds(query.access, one => one === (project.network === 0 ? 'private' : 'public')) &&
        holds(query.leads, one => one === (project.project_lead ?? 'none')) &&
        holds(query.members, one => known.membersOf(project).includes(one)) &&
        isMade(project.created_at),
    )
    .sort((a, b) => turn * (orders[query.sort](a, b) || a.name.localeCompare(b.name)))
}
