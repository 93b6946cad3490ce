import type { Knex } from 'knex'
import { Page, type pageRoutes, type Snippet } from '#contract/pages.ts'
import { visible } from '../db/visible.ts'
import { patternsOf, placesOf, type Wanted, wantedOf } from '../documents/words.ts'
import { favoriteIds } from '../favorites/favorite.service.ts'
import type { Ask } from '../http/mount.ts'
import { envelope, readPage } from '../http/page.ts'

type SearchAsk = Pick<Ask<(typeof pageRoutes)['search']>, 'trx' | 'viewer' | 'projectId' | 'query'>
type FoundRow = Page & { total: number; is_named: boolean; at: number | null; excerpt: string | null }
type Counted = { total: number }

/** Each of them brings a piece of its text. */
const MOST = 100
const SEARCH_LENGTH = 1_000
const BEFORE = 60
const LENGTH = 300
const ORDER = 'is_named desc, pages.updated_at desc, pages.id desc'

// The database's own twin of `folded`, for what is as short as a name.
const PLAIN_NAME = `regexp_replace(lower(normalize(pages.name, NFKD)), '[\u0300-\u036f]', '', 'g')`

const oneLine = (text: string) => text.replace(/\s+/g, ' ').trim()

/** The piece of a text from its first match on, as whole words. */
const snippetOf = ({ at, excerpt }: FoundRow, wanted: readonly Wanted[]): Snippet | null => {
  if (excerpt === null || at === null) return null
  const isCut = [at > BEFORE + 1, [...excerpt].length === LENGTH]
  const from = isCut[0] ? excerpt.search(/\s/) + 1 : 0
  // What is cut within a word ends before that, unless it is one long word.
  const to = isCut[1] ? excerpt.search(/\s\S*$/) : excerpt.length
  const whole = to > from ? excerpt.slice(from, to) : excerpt
  const text = `${isCut[0] ? '…' : ''}${oneLine(whole)}${isCut[1] ? '…' : ''}`
  return { text, marks: placesOf(text, wanted) }
}

const inTexts = (trx: Knex, projectId: string, wanted: readonly Wanted[]) =>
  trx('documents')
    .select('id')
    .where({ kind: 'page', project_id: projectId })
    .whereRaw('words @@ ?::tsquery', [
      [`'${projectId}'`, ...wanted.map(({ word, begins }) => `'${word}'${begins ? ':*' : ''}`)].join(' & '),
    ])

/** Pages by the words of their names and texts: those by their names first, then the last modified. */
export const searchPages = async ({ trx, viewer, projectId, query }: SearchAsk) => {
  const asked = readPage({ per_page: String(MOST), ...query })
  const page = { ...asked, size: Math.min(asked.size, MOST) }
  const search = (query.search ?? '').trim().slice(0, SEARCH_LENGTH).toWellFormed()
  const wanted = wantedOf(search)
  const isTextOnly = query.within === 'text'
  if (search === '' || (isTextOnly && wanted.length === 0)) return envelope(page, 0, 0, 0, [])
  const named = `strpos(${PLAIN_NAME}, ?) > 0`
  const words = wanted.map(({ word }) => word)
  const allNamed = words.length > 0 ? words.map(() => named).join(' and ') : 'false'
  const isNamed = trx.raw(`(strpos(lower(pages.name), lower(?)) > 0 or (${allNamed}))`, [search, ...words])
  const rows = visible(trx, Page, viewer).where('pages.project_id', projectId)
  if (isTextOnly) rows.whereIn('pages.id', inTexts(trx, projectId, wanted))
  else
    rows.where(any => {
      any.whereRaw(isNamed)
      if (wanted.length === 0) return
      any.orWhere(all => {
        for (const one of wanted)
          all.where(either =>
            either.whereRaw(named, [one.word]).orWhereIn('pages.id', inTexts(trx, projectId, [one])),
          )
      })
    })
  const count = async () => {
    const [counted] = (await rows
      .clone()
      .clearSelect()
      .select(trx.raw('count(*)::int as total'))) as Counted[]
    return counted?.total ?? 0
  }
  const found = rows
    .clone()
    .select(trx.raw('? as is_named', [isNamed]), trx.raw('count(*) over ()::int as total'))
    .orderByRaw(ORDER)
    .limit(page.size)
    .offset(page.page * page.size)
  const patterns = patternsOf(wanted)
  const place = patterns.map(() => "nullif(regexp_instr(d.description_stripped, ?, 1, 1, 0, 'i'), 0)")
  const shown = (await trx
    .from(found.as('pages'))
    .leftJoin('documents as d', 'd.id', 'pages.id')
    .joinRaw(
      `left join lateral (select coalesce(${[...place, 'null::int'].join(', ')}) as at) place on true`,
      patterns,
    )
    .select('pages.*', 'place.at')
    .select(
      trx.raw('substr(d.description_stripped, greatest(place.at - ?, 1), ?) as excerpt', [BEFORE, LENGTH]),
    )
    .orderByRaw(ORDER)) as FoundRow[]
  const favorites = new Set(await favoriteIds(trx, viewer, 'page'))
  // Behind the last page no row tells how many there are.
  const total = shown[0]?.total ?? (page.page > 0 ? await count() : 0)
  const results = shown.map(row => {
    const { total: _, is_named: __, at: ___, excerpt: ____, ...found } = row
    return { ...found, is_favorite: favorites.has(row.id), anchor: null, snippet: snippetOf(row, wanted) }
  })
  return envelope(page, total, total, results.length, results)
}
