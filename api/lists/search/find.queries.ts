import type { Knex } from 'knex'
import type { FoundKind, SearchOrder } from '#contract/lists/search.ts'
import { startOfDay } from '#contract/people/zones.ts'
import { mayHave } from '#contract/scopes.ts'
import { Project } from '#contract/workspace/projects.ts'
import { bindings } from '../../db/knex.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { openProjects, visible } from '../../db/visible.ts'
import type { PageAsk } from '../../http/page.ts'
import { commonOf, type Words } from './frequency.queries.ts'
import { nearWords } from './near.ts'
import { dayOf, groupsOf, kindsOf, missingOf, neededOf, type SearchQuery, timesOf } from './query.ts'
import { NONE, onTable, type Source, sources } from './sources.ts'
import { plain } from './words.ts'

export type SearchAsk = {
  trx: Knex
  viewer: ServerViewer
  workspace: string
  query: SearchQuery
  page: PageAsk
  order: SearchOrder
}

/** A row found, and what the next query needs to show it. */
export type FoundRow = { id: string; kind: FoundKind }
export type Count = { of: string; value: string | null; count: number }
/** `isCut`: there are more hits of a kind than are counted. */
export type Found = { hits: FoundRow[]; counts: Count[]; total: number; isCut: boolean }

// How a row matches, the best first. A number that is a key names its issue alone.
const [KEY, KEY_BEFORE, NAME_IS, NAME_BEGINS, IN_NAME, IN_TEXT, IN_TALK, NEAR] = [0, 1, 2, 3, 4, 5, 6, 7]
/** One's own rows come before others' that are so much newer. */
const OWN_SECONDS = 30 * 86_400
const TALK = new Set<Source['kind']>(['comment', 'thread'])

const HAS_KEY = `(t.sequence_id = :number and (:identifier::text is null or t.project_id in (
  select p.id from projects p where folded(p.identifier) = folded(:identifier))))`

/** The key that it had where it was brought from. */
const HAD_KEY = 'coalesce(t.external_id = any(:brought::text[]), false)'

/** So many hits of a kind are ranked and counted, the newest: a word that every row has costs no more than another. */
export const MOST_RANKED = 500
type Match = { sql: string; level: string; isByEntry: boolean; values: Record<string, unknown> }
type Tests = { sql: string; values: readonly unknown[] }

// The rows of a kind that exist for the viewer: rights are judged in the same statement, before anything is counted.
const rowsOf = ({ trx, viewer, workspace }: SearchAsk, source: Source, match: Match) => {
  const { of, kind, project, person, at = 't.updated_at', where = 'true', mine } = source
  const projects = openProjects(viewer, workspace)
  const values = bindings({ ...match.values, me: viewer.id, projects, workspace })
  const sql = (text: string) => trx.raw(onTable(of, text), values)
  const rows = visible(trx, of, viewer)
    .clearSelect()
    .where(`${of.table}.${of.place.workspace}`, workspace)
    .where(sql(where))
    .where(sql(match.sql))
    .select(
      sql(`t.id, ${kind === 'issue' ? `case when t.active then 'issue' else 'request' end` : `'${kind}'`} as kind,
         ${project ?? 'null::uuid'} as project, ${person ?? 'null::uuid'} as person,
         ${kind === 'issue' ? 't.state__group' : 'null::text'} as state, ${at} as at,
         ${match.level} as level, (${mine}) as own, ${match.isByEntry ? 'e.made' : 't.created_at'} as made`),
    )
  if (match.isByEntry)
    rows.joinRaw(
      onTable(
        of,
        `join search_entries e on e.id = t.id and e.kind = '${kind}' and e.workspace = t.${of.place.workspace}`,
      ),
    )
  // Of archived projects, and of those that the viewer has not joined, nothing but a public project itself is found.
  if (project && kind !== 'project')
    rows.where(sql(`(${project} = any(:projects::uuid[])${kind === 'view' ? ' or t.project is null' : ''})`))
  return rows
}

type Sought = { needed: string; missing: string; isNear: boolean }

/** So many entries are carried from the index to the statement that joins them; of more it asks the index itself. */
const MOST_CARRIED = 2_000
type Holders = Map<string, string[] | null>

/**
 * Of words that few entries have, these entries by their kinds: nothing is asked of other kinds, and the index, whose beginnings of words
 * are dear, is asked once. They are all that there are, never a part.
 */
const holdersOf = async ({ trx, workspace }: SearchAsk, { column, needed }: Words): Promise<Holders> => {
  const rows = await trx('search_entries')
    .where({ workspace })
    .whereRaw(`${column} @@ ?::tsquery`, [needed])
    .groupBy('kind')
    .select<{ kind: string; ids: string[] | null }[]>(
      'kind',
      trx.raw('case when count(*) <= ? then array_agg(id) end as ids', [MOST_CARRIED]),
    )
  return new Map(rows.map(({ kind, ids }) => [kind, ids]))
}

const CARRIED = 'e.id = any(:ids::uuid[])'

// Of the two ways to the same rows the other one is hidden from the planner, which knows nothing of words.
const ways = {
  byWords: {
    holds: (column: string) => `e.${column} @@ :needed::tsquery`,
    newest: 'extract(epoch from made) desc, id desc',
  },
  byAge: {
    holds: (column: string) => `coalesce(e.${column} @@ :needed::tsquery, false)`,
    newest: 'made desc, id desc',
  },
}

const branchesOf = async (ask: SearchAsk, { needed, missing, isNear }: Sought, tests: Tests) => {
  const { trx, query } = ask
  const places: Words[] = [
    { column: 'words', needed },
    { column: 'names', needed },
  ]
  // Null where the kinds are not known; without words there is nothing to find them by.
  const isCommon = needed === '' ? [true, true] : await commonOf(trx, ask.workspace, places)
  const kinds = await Promise.all(
    places.map(async (place, nth) =>
      isCommon[nth] || (isNear && place.column === 'words') ? null : await holdersOf(ask, place),
    ),
  )
  const anywhere = isNear ? (new Map() as Holders) : kinds[0]!
  const named = needed === '' ? (new Map() as Holders) : kinds[1]!
  const values = { needed, missing, plain: query.plain, brought: query.brought, ...query.key }
  const branches: Knex.QueryBuilder[] = []
  const add = (
    source: Source,
    newest: string,
    { ids = null, ...match }: Omit<Match, 'values'> & { ids?: string[] | null | undefined },
  ) => {
    const limited = (isLeft: boolean) =>
      trx
        .from(rowsOf(ask, source, { ...match, values: { ...values, ids } }).as('r'))
        .orderByRaw(newest)
        .limit(MOST_RANKED)
        .select('*', trx.raw('?::int as branch', [isLeft ? branches.length : -1]))
    // What the filters leave has its own newest ones: those of all may hold none of them.
    if (tests.values.length > 0) branches.push(limited(false))
    branches.push(limited(true).whereRaw(tests.sql, tests.values as never))
  }
  const mine = sources.filter(({ of }) => mayHave(ask.viewer.token, of.name))
  const issues = mine.find(({ kind }) => kind === 'issue')
  const isKeyed = query.key !== null && !isNear && issues !== undefined
  const wasKeyed = query.brought.length > 0 && !isNear && issues !== undefined
  const lacks = missing ? ' and coalesce(e.words @@ :missing::tsquery, false)' : ''
  for (const source of mine) {
    const { kind } = source
    const others = `${isKeyed && kind === 'issue' ? ` and not (${HAS_KEY})` : ''}${wasKeyed && kind === 'issue' ? ` and not ${HAD_KEY}` : ''}`
    const isTalk = TALK.has(kind)
    if (!isTalk && (named === null || named.has(kind))) {
      const { holds, newest } = named ? ways.byWords : ways.byAge
      const ids = named?.get(kind)
      const level = isNear
        ? String(NEAR)
        : `case when e.name = :plain then ${NAME_IS} when starts_with(e.name, :plain) then ${NAME_BEGINS} else ${IN_NAME} end`
      add(source, newest, {
        ...{ ids, level, isByEntry: true },
        sql: `${ids ? CARRIED : holds('names')}${lacks}${others}`,
      })
    }
    const hasText = needed === '' || source.body !== NONE
    if (hasText && (anywhere === null || anywhere.has(kind))) {
      const { holds, newest } = anywhere ? ways.byWords : ways.byAge
      const ids = anywhere?.get(kind)
      const level = String(isTalk ? IN_TALK : IN_TEXT)
      add(source, newest, {
        ...{ ids, level, isByEntry: true },
        sql: `${ids ? CARRIED : needed ? holds('words') : 'true'}${lacks}${others}`,
      })
    }
  }
  if (isKeyed)
    add(issues, ways.byAge.newest, {
      sql: HAS_KEY,
      level: String(KEY),
      isByEntry: false,
    })
  if (wasKeyed)
    add(issues, ways.byAge.newest, {
      sql: `t.external_id = any(:brought::text[])${isKeyed ? ` and not (${HAS_KEY})` : ''}`,
      level: String(KEY_BEFORE),
      isByEntry: false,
    })
  return branches
}

/** What the filters stand for: by column, the values of which a row has one. Unknown names stand for nothing. */
const filtersOf = async ({ trx, viewer, workspace, query: { filters } }: SearchAsk) => {
  // As PostgreSQL reads the beginning of a day in a zone.
  const days = (words: readonly string[]) =>
    words.map(word => {
      const day = dayOf(word)
      return day && `${day} ${viewer.timezone}`
    })
  const named = filters.in && (await visible(trx, Project, viewer).where('workspace', workspace))
  const inProjects = (filters.in ?? []).map(plain)
  const people =
    filters.by &&
    (await trx('users as u')
      .join('workspace_members as m', 'm.member_id', 'u.id')
      .where('m.workspace_id', workspace)
      .select<{ id: string; display_name: string }[]>('u.id', 'u.display_name'))
  const by = (filters.by ?? []).map(plain)
  return {
    ...(filters.kind && { kind: kindsOf(filters.kind) }),
    ...(named && {
      project: named
        .filter(
          ({ identifier, name }) =>
            inProjects.includes(plain(identifier)) || inProjects.includes(plain(name)),
        )
        .map(({ id }) => id),
    }),
    ...(people && {
      person: people
        .filter(
          ({ id, display_name }) =>
            by.includes(plain(display_name)) || (id === viewer.id && by.includes('me')),
        )
        .map(({ id }) => id),
    }),
    ...(filters.is && { state: groupsOf(filters.is) }),
    ...(filters.before && { before: days(filters.before) }),
    ...(filters.after && { after: days(filters.after) }),
  } as Record<string, (string | null)[]>
}

const TESTS: Record<string, string> = {
  kind: 'kind = any(:kind::text[])',
  project: 'project = any(:project::uuid[])',
  person: 'person = any(:person::uuid[])',
  state: 'state = any(:state::text[])',
  before: 'at < (select min(d) from unnest(:before::timestamptz[]) d)',
  after: 'at >= (select max(d) from unnest(:after::timestamptz[]) d)',
}
const ORDERS: Record<SearchOrder, string> = {
  best: `level, extract(epoch from at) + case when own then ${OWN_SECONDS} else 0 end desc, id desc`,
  newest: 'at desc, id desc',
  oldest: 'at, id',
}
const FACETS = ['kind', 'project', 'person', 'state']

// Every figure is of rows that the viewer sees: there are no others in `found`.
const run = async (ask: SearchAsk, near?: Map<string, string[]>): Promise<Found> => {
  const { trx, page, order, viewer } = ask
  const filters = await filtersOf(ask)
  const used = Object.keys(filters)
  const testOf = (name: string) => `coalesce(${TESTS[name]}, false)`.replaceAll(/:(\w+)::/g, '?::')
  const given = used.map(name => filters[name]!)
  const all = { sql: used.map(testOf).join(' and ') || 'true', values: given }
  const sought = {
    needed: neededOf(ask.query, near),
    missing: missingOf(ask.query),
    isNear: near !== undefined,
  }
  const branches = await branchesOf(ask, sought, all)
  if (branches.length === 0)
    return {
      hits: [],
      counts: used.map(value => ({ of: 'without', value, count: 0 })),
      total: 0,
      isCut: false,
    }
  const others = (without: string) =>
    used
      .filter(name => name !== without)
      .map(name => `f_${name}`)
      .join(' and ') || 'true'
  const counts = [
    ...FACETS.map(
      name =>
        `select '${name}' as of, ${name}::text as value, count(*) from marked where ${others(name)} and ${name} is not null group by 2`,
    ),
    ...timesOf(viewer.timezone).map(
      ({ id, day }) =>
        `select 'time', '${id}', count(*) from marked where ${others('after')} and at >= '${startOfDay(day, viewer.timezone)}'`,
    ),
    ...used.map(name => `select 'without', '${name}', count(*) from marked where ${others(name)}`),
    `select 'total', null, count(*) from marked where ${others('')}`,
    `select 'ranked', null, max(n) from (select count(*) as n from found where branch >= 0 group by branch) each`,
  ]
  const { rows } = await trx.raw<{ rows: { hits: FoundRow[]; counts: Count[] }[] }>(
    `with found as materialized (${branches.map(() => '(?)').join(' union all ')}), marked as materialized (select best.*${used
      .map(name => `, ${testOf(name)} as f_${name}`)
      .join('')} from (select distinct on (id) * from found order by id, level) best)
     select
       (select coalesce(json_agg(json_build_object('id', id, 'kind', kind)), '[]') from (
          select id, kind from marked where ${others('')}
           order by ${ORDERS[order]}
           limit ? offset ?) hit) as hits,
       (select json_agg(counted) from (${counts.join(' union all ')}) counted) as counts`,
    bindings([...branches, ...given, page.size, page.page * page.size]),
  )
  const { hits, counts: told } = rows[0]!
  const figure = (name: string) => told.find(({ of }) => of === name)?.count ?? 0
  return { hits, counts: told, total: figure('total'), isCut: figure('ranked') >= MOST_RANKED }
}

/** Exact matches; where the viewer has none, names with one typing error. */
export const find = async (ask: SearchAsk): Promise<Found & { isNear: boolean }> => {
  const exact = await run(ask)
  if (exact.total > 0 || ask.query.parts.every(({ isMissing }) => isMissing))
    return { ...exact, isNear: false }
  const near = await nearWords(ask)
  if (near.size === 0) return { ...exact, isNear: false }
  const found = await run(ask, near)
  return found.total > 0 ? { ...found, isNear: true } : { ...exact, isNear: false }
}
