/** What was found in a source: its columns and the values of each kind, with how often each occurs. */

import type { ImportFormat, MatchKind } from '#contract/workspace/imports.ts'
import type { Draft, SourcePerson } from './draft.ts'
import { own, put } from './named.ts'
import { folded } from './values.ts'

/** So many values of a kind are matched one by one; the rest is answered by guesses alone. */
const MOST_VALUES = 1_000

/** `colour`: of a label. */
export type FoundValue = { count: number; detail: string; colour?: string }
export type Values = Record<string, FoundValue>
export type FoundColumn = { name: string; filled: number; sample: string; distinct: number; isWeb: boolean }
export type Found = {
  format: ImportFormat | null
  /** Of a table; empty for a source whose issues come with names of their own. */
  columns: FoundColumn[]
  values: Record<Exclude<MatchKind, 'columns'>, Values>
  rows: number
  /** Names of people by the ids that columns beside them give. */
  people?: Record<string, string>
  /** Zips within the zip of an import, by the keys of their own. */
  parts?: string[]
}

export const nothingFound = (): Found => ({
  format: null,
  columns: [],
  values: { projects: {}, states: {}, people: {}, labels: {}, priorities: {}, estimates: {} },
  rows: 0,
})

/** How many values there are of a kind: counted once, not with each that is new. */
const sizes = new WeakMap<Values, number>()
const sizeOf = (values: Values) => sizes.get(values) ?? Object.keys(values).length

const count = (values: Values, value: string, detail: string, colour?: string) => {
  const known = own(values, value)
  if (known) {
    known.count++
    known.detail ||= detail
    if (colour) known.colour ??= colour
  } else if (sizeOf(values) < MOST_VALUES) {
    sizes.set(values, sizeOf(values) + 1)
    put(values, value, { count: 1, detail, ...(colour && { colour }) })
  }
}

/** The people of a draft: whoever wrote it or its comments, and its assignees. */
export const peopleOf = (draft: Draft): SourcePerson[] => [
  ...draft.assignees,
  ...(draft.author ? [draft.author] : []),
  ...draft.comments.flatMap(({ author }) => author ?? []),
]

/** Counts the values of a draft. `project` of a draft without one is the empty word. */
export const countDraft = ({ values }: Found, draft: Draft): void => {
  // Without a project of its own a sub-issue goes where its parent does.
  if (draft.project || !draft.parent) count(values.projects, draft.project, draft.projectKey)
  if (draft.state) count(values.states, draft.state, draft.group)
  count(values.priorities, draft.priority, '')
  for (const label of new Set(draft.labels)) count(values.labels, label, '', own(draft.colours, label))
  if (draft.estimate) count(values.estimates, draft.estimate, '')
  const people = new Map(peopleOf(draft).map(person => [person.key, person]))
  for (const { key, name } of people.values()) count(values.people, key, name)
}

/** Columns of Jira that name a person beside one of their ids, by which its comments name their authors. */
const PEOPLE = ['assignee', 'reporter', 'creator']
const MOST_PEOPLE = 5_000
const LONGEST_NAME = 255

const pairs = new WeakMap<FoundColumn[], [id: number, name: number][]>()
const pairsOf = (columns: FoundColumn[]) => {
  const known = pairs.get(columns)
  if (known) return known
  const places = new Map(columns.map(({ name }, at) => [folded(name), at]))
  const found = PEOPLE.flatMap((column): [number, number][] => {
    const [id, name] = [places.get(`${column} id`), places.get(column)]
    return id === undefined || name === undefined ? [] : [[id, name]]
  })
  pairs.set(columns, found)
  return found
}

/** Keeps the names of people whose ids are beside them. */
export const notePeople = (found: Found, cells: readonly string[]): void => {
  for (const [idAt, nameAt] of pairsOf(found.columns)) {
    const [id, name] = [(cells[idAt] ?? '').trim(), (cells[nameAt] ?? '').trim()]
    if (!id || !name || id.length > LONGEST_NAME || name.length > LONGEST_NAME) continue
    found.people ??= {}
    if (own(found.people, id) === undefined && Object.keys(found.people).length < MOST_PEOPLE)
      put(found.people, id, name)
  }
}
