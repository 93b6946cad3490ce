/** Choices that narrow a search, each with its name, the word that it adds to the query, and its count. */
import type { Knex } from 'knex'
import type { FacetChoice, FindAnswer } from '#contract/lists/search.ts'
import { Project } from '#contract/workspace/projects.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'
import type { Count } from './find.queries.ts'
import { groupsOf, kindsOf, type SearchQuery, timesOf } from './query.ts'
import { plain } from './words.ts'

const MOST = 20
const quoted = (name: string) => (/^[^\s",]+$/u.test(name) ? name : `"${name.replaceAll('"', ' ')}"`)

type Named = Map<string, { name: string; word: string; isChosen: boolean }>
const choicesOf = (counts: readonly Count[], of: string, named: Named): FacetChoice[] =>
  counts
    .flatMap(({ of: facet, value, count }) => {
      const known = facet === of && value !== null ? named.get(value) : undefined
      return known
        ? [{ id: value!, name: known.name, word: known.word, count, is_chosen: known.isChosen }]
        : []
    })
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .filter((choice, nth) => nth < MOST || choice.is_chosen)

type FacetAsk = {
  trx: Knex
  viewer: ServerViewer
  workspace: string
  query: SearchQuery
  counts: readonly Count[]
}

export const facetsOf = async ({
  trx,
  viewer,
  workspace,
  query,
  counts,
}: FacetAsk): Promise<FindAnswer['facets']> => {
  const values = (of: string) =>
    counts.flatMap(one => (one.of === of && one.value !== null ? [one.value] : []))
  const { filters } = query
  const words = (values: readonly string[], name: string, chosen: readonly string[]): Named =>
    new Map(
      values.map(value => [
        value,
        { name: value, word: `${name}:${value}`, isChosen: chosen.includes(value) },
      ]),
    )
  const inProjects = (filters.in ?? []).map(plain)
  const by = (filters.by ?? []).map(plain)
  const projects = await visible(trx, Project, viewer)
    .where({ workspace })
    .whereIn('projects.id', values('project'))
  const people: { id: string; display_name: string }[] = await trx('users')
    .whereIn('id', values('person'))
    .select('id', 'display_name')
  return {
    kind: choicesOf(counts, 'kind', words(values('kind'), 'kind', kindsOf(filters.kind ?? []))),
    time: timesOf(viewer.timezone).map(({ id, day }) => ({
      id,
      name: id,
      word: `after:${day}`,
      count: counts.find(({ of, value }) => of === 'time' && value === id)?.count ?? 0,
      is_chosen: (filters.after ?? []).includes(day),
    })),
    state: choicesOf(counts, 'state', words(values('state'), 'is', groupsOf(filters.is ?? []))),
    project: choicesOf(
      counts,
      'project',
      new Map(
        projects.map(({ id, name, identifier }) => [
          id,
          {
            name,
            word: `in:${identifier}`,
            isChosen: [identifier, name].some(one => inProjects.includes(plain(one))),
          },
        ]),
      ),
    ),
    person: choicesOf(
      counts,
      'person',
      new Map(
        people.map(({ id, display_name: name }) => {
          const isMe = id === viewer.id
          return [
            id,
            {
              name,
              word: isMe ? 'by:me' : `by:${quoted(name)}`,
              isChosen: by.includes(plain(name)) || (isMe && by.includes('me')),
            },
          ]
        }),
      ),
    ),
  }
}

const FILTER_OF: Record<string, 'in' | 'by' | 'is'> = { project: 'in', person: 'by', state: 'is' }
export const withoutEach = (query: SearchQuery, counts: readonly Count[]): FindAnswer['filters'] =>
  counts.flatMap(({ of, value, count }) => {
    if (of !== 'without' || value === null) return []
    const name = FILTER_OF[value] ?? (value as 'kind' | 'before' | 'after')
    return (query.filters[name] ?? []).map(one => ({ word: `${name}:${quoted(one)}`, total_without: count }))
  })
