import type { Knex } from 'knex'
import { fold } from '#contract/lists/folding.ts'
import { Page, type pageRoutes, type Snippet } from '#contract/text/pages.ts'
import { visible } from '../../db/visible.ts'
import type { Ask } from '../../http/mount.ts'
import { envelope, readPage } from '../../http/page.ts'
import { favoriteIds } from '../../planning/favorites/favorite.service.ts'
import { patternsOf, placesOf, type Wanted, wantedOf } from '../documents/words.ts'

type SearchAsk = Pick<Ask<(typeof pageRoutes)['search']>, 'trx' | 'viewer' | 'projectId' | 'query'>
type FoundRow = Page & { total: number; is_named: boolean; at: number | null; excerpt: string | null }

/** Each of them brings a piece of its text. */
const MOST = 100
const SEARCH_LENGTH = 1_000
const BEFORE = 60
const LENGTH = 300
const ORDER = 'is_named desc, pages.updated_at desc, pages.id desc'

// The database's own twin of `folded`, for texts as short as a name.
const PLAIN_NAME = `regexp_replace(lower(normalize(pages.name, NFKD)), '[\u0300-\u036f]', '', 'g')`

/** The piece of a text around its first match, cut between words where there are any. */
const snippetOf = ({ at, excerpt }: FoundRow, wanted: readonly Wanted[]): Snippet | null => {
  if (excerpt === null || at === null) return null
  const isCut = { before: at > BEFORE + 1, behind: [...excerpt].length === LENGTH }
  const from = isCut.before ? excerpt.slice(0, BEFORE).search(/\s/) + 1 : 0
  const last = excerpt.search(/\s\S*$/)
  const to = isCut.behind && last > LENGTH / 2 ? last : excerpt.length
  const piece = excerpt.slice(from, to).replace(/\s+/g, ' ').trim()
  const text = `${isCut.before ? '…' : ''}${piece}${isCut.behind ? '…' : ''}`
  return { text, marks: placesOf(text, wanted) }
}

const inTexts = (trx: Knex, projectId: string, wanted: readonly Wanted[]) =>
  trx('documents')
    .select('id')
    .where({ kind: 'page', project_id: projectId })
    .whereRaw('words @@ ?::tsquery', [
      [`'${projectId}'`, ...wanted.map(({ word, begins }) => `'${word}'${begins ? ':*' : ''}`)].join(' & '),
    ])

type Asked = { search: string; wanted: readonly Wanted[]; isTextOnly: boolean }

const inName = `strpos(${PLAIN_NAME}, ?) > 0`

const isNamed = (trx: Knex, { search, wanted }: Asked) =>
  trx.raw(
    `(strpos(folded(pages.name), folded(?)) > 0 or (${wanted.map(() => inName).join(' and ') || 'false'}))`,
    [search, ...wanted.map(({ word }) => word)],
  )

/** The matches among all pages that the viewer sees. */
const narrow = (trx: Knex, rows: Knex.QueryBuilder, projectId: string, asked: Asked) => {
  const { wanted } = asked
  if (asked.isTextOnly) return rows.whereIn('pages.id', inTexts(trx, projectId, wanted))
  return rows.where(any => {
    any.whereRaw(isNamed(trx, asked))
    if (wanted.length === 0) return
    any.orWhere(all => {
      for (const one of wanted)
        all.where(either =>
          either.whereRaw(inName, [one.word]).orWhereIn('pages.id', inTexts(trx, projectId, [one])),
        )
    })
  })
}

/** Pages by the words of their names and texts: those by their names first, then the last modified. */
export const searchPages = async ({ trx, viewer, projectId, query }: SearchAsk) => {
  const given = readPage({ per_page: String(MOST), ...query })
  const page = { ...given, size: Math.min(given.size, MOST) }
  const search = (query.search ?? '').trim().slice(0, SEARCH_LENGTH).toWellFormed()
  const asked = { search, wanted: wantedOf(search), isTextOnly: query.within === 'text' }
  const { wanted } = asked
  if (fold(search) === '' || (asked.isTextOnly && wanted.length === 0)) return envelope(page, 0, 0, 0, [])
  const found = () =>
    narrow(trx, visible(trx, Page, viewer).where('pages.project_id', projectId), projectId, asked)
  const rows = found()
    .select(trx.raw('? as is_named', [isNamed(trx, asked)]), trx.raw('count(*) over ()::int as total'))
    .orderByRaw(ORDER)
    .limit(page.size)
    .offset(page.page * page.size)
  const patterns = patternsOf(wanted)
  const places = patterns.map(() => "nullif(regexp_instr(d.description_stripped, ?, 1, 1, 0, 'i'), 0), ")
  const shown = (await trx
    .from(rows.as('pages'))
    .leftJoin('documents as d', 'd.id', 'pages.id')
    .joinRaw(`cross join lateral (select coalesce(${places.join('')}null::int) as at) place`, patterns)
    .select('pages.*', 'place.at')
    .select(
      trx.raw('substr(d.description_stripped, greatest(place.at - ?, 1), ?) as excerpt', [BEFORE, LENGTH]),
    )
    .orderByRaw(ORDER)) as FoundRow[]
  const favorites = new Set(await favoriteIds(trx, viewer, 'page'))
  // Behind the last page no row says how many there are.
  const counted = shown[0] ?? (page.page > 0 ? await found().clearSelect().count('* as total').first() : null)
  const total = Number(counted?.total ?? 0)
  const results = shown.map(row => {
    const { total: _, is_named: __, at: ___, excerpt: ____, ...one } = row
    return { ...one, is_favorite: favorites.has(row.id), anchor: null, snippet: snippetOf(row, wanted) }
  })
  return envelope(page, total, total, results.length, results)
}
