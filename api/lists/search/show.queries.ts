/** Hits as they are shown: their names and the best pieces of their texts, with the words marked. */
import type { Knex } from 'knex'
import type { Hit } from '#contract/lists/search.ts'
import { bindings } from '../../db/knex.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'
import { patternsOf } from '../../text/documents/words.ts'
import type { FoundRow } from './find.queries.ts'
import { onTable, type Source, sources } from './sources.ts'
import { isPaired, marksIn, type Wanted } from './words.ts'

const BEFORE = 60
const LENGTH = 300
/** A passage is looked for in so much of a text. */
const LOOKED_THROUGH = 100_000

type Row = Omit<Hit, 'kind' | 'name' | 'passage'> & {
  name: string
  excerpt: string | null
  place: number | null
}

// Cut between words where there are any.
const passageOf = ({ place, excerpt }: Row, wanted: readonly Wanted[]): Hit['passage'] => {
  if (!excerpt?.trim() || place === null) return null
  const isCut = { before: place > BEFORE + 1, behind: [...excerpt].length === LENGTH }
  const from = isCut.before ? excerpt.slice(0, BEFORE).search(/\s/) + 1 : 0
  const last = excerpt.search(/\s\S*$/)
  const to = isCut.behind && last > LENGTH / 2 ? last : excerpt.length
  const piece = excerpt.slice(from, to).replace(/\s+/g, ' ').trim()
  const text = `${isCut.before ? '…' : ''}${piece}${isCut.behind ? '…' : ''}`
  return { text, marks: marksIn(text, wanted) }
}

const PARENTS = {
  issue: {
    join: 'join issues pi on pi.id = t.issue join projects pp on pp.id = pi.project_id',
    columns: `pi.id as parent_id, pi.name as name, pp.identifier || '-' || pi.sequence_id as key`,
  },
  page: {
    join: 'join pages pi on pi.id = t.page',
    columns: 'pi.id as parent_id, pi.name as name, null as key',
  },
} as const

const partsOf = ({ kind, name, within, join = '' }: Source) => {
  if (within) return { join: `${join} ${PARENTS[within].join}`, columns: PARENTS[within].columns }
  if (kind !== 'issue') return { join, columns: `null::uuid as parent_id, ${name} as name, null as key` }
  return {
    join: `${join} join projects pp on pp.id = t.project_id`,
    columns: `t.parent_id, t.name as name, pp.identifier || '-' || t.sequence_id as key`,
  }
}

const rowsOf = (
  trx: Knex,
  source: Source,
  { viewer, ids, wanted }: { viewer: ServerViewer; ids: string[]; wanted: readonly Wanted[] },
) => {
  const { of, kind, project, person, at = 't.updated_at' } = source
  const { join, columns } = partsOf(source)
  // A file is found by its own name, and shown with that of its issue.
  const body = kind === 'attachment' ? source.name : source.body
  const patterns = [
    ...patternsOf(wanted.filter(({ word }) => !isPaired(word))),
    ...wanted.flatMap(({ word }) => (isPaired(word) ? [word] : [])),
  ]
  const places = patterns.map(() => "nullif(regexp_instr(b.body, ?, 1, 1, 0, 'i'), 0), ").join('')
  return visible(trx, of, viewer)
    .clearSelect()
    .whereRaw('?? = any(?::uuid[])', [`${of.table}.id`, ids])
    .joinRaw(onTable(of, join))
    .joinRaw(
      onTable(
        of,
        `cross join lateral (select left(${body}, ${LOOKED_THROUGH}) as body) b
         cross join lateral (select coalesce(${places}1) as place) l`,
      ),
      bindings(patterns) as never,
    )
    .select<Row[]>(
      trx.raw(
        onTable(
          of,
          `t.id, ${columns}, ${project ?? 'null::uuid'} as project_id, ${kind === 'person' ? 't.member_id' : (person ?? 'null::uuid')} as person_id,
           ${kind === 'issue' ? 't.state_id' : 'null::uuid'} as state_id, ${kind === 'issue' ? 't.priority' : 'null'} as priority, ${at} as at, l.place,
           substr(b.body, greatest(l.place - ${BEFORE}, 1), ${LENGTH}) as excerpt`,
        ),
      ),
    )
}

/** In the order of `found`. Read through the viewer again: what they have lost meanwhile is left out. */
export const showHits = async (
  trx: Knex,
  viewer: ServerViewer,
  found: readonly FoundRow[],
  wanted: readonly Wanted[],
): Promise<Hit[]> => {
  const hits = new Map<string, Omit<Hit, 'kind'>>()
  for (const source of sources) {
    const ids = found.flatMap(({ id, kind }) =>
      kind === source.kind || (kind === 'request' && source.kind === 'issue') ? [id] : [],
    )
    if (ids.length === 0) continue
    for (const row of await rowsOf(trx, source, { viewer, ids, wanted })) {
      const { name, excerpt: _, place: __, ...rest } = row
      hits.set(row.id, {
        ...rest,
        name: { text: name, marks: marksIn(name, wanted) },
        passage: passageOf(row, wanted),
      })
    }
  }
  return found.flatMap(({ id, kind }) => {
    const hit = hits.get(id)
    return hit ? [{ ...hit, kind }] : []
  })
}
