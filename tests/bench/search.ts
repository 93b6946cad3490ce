/** The search in a large workspace: what one waits for, beside the same rows by hand-written SQL; and what keeping it costs. */
import pg from 'pg'
import { fillNext } from '../../api/lists/search/entries.ts'
import { fillProject } from '../../migrations/populate.ts'
import { against, beside, type Figure } from './measure.ts'
import type { BenchWorld } from './world.ts'

/** Words of a text, rarer the higher their number: `word0` is in nearly each, `word19000` in a few of a thousand. */
const TEXT = (seed: string) =>
  `(select string_agg('word' || floor(20000 * power(random(), 3))::int, ' ') from generate_series(1, 40) where ${seed} is not null)`
const FILLED = 2_000
const AT_ONCE = 50_000

/** Issues and pages with their entries, written past the reader, which the last figures time apart. */
const fill = async ({ db, make, team }: BenchWorld, pool: pg.Pool, issues: number, pages: number) => {
  const project = await make.project(team.admin, team.workspace.slug)
  // A statement of the server has its limit.
  for (let left = issues; left > 0; left -= AT_ONCE)
    await fillProject(db, project.id, Math.min(left, AT_ONCE))
  const page = await make.page(team.admin, project.path, { name: 'Season plan' })
  const generated = await db.raw(
    `select string_agg(quote_ident(column_name), ', ') as columns from information_schema.columns where table_name = 'pages' and is_generated = 'NEVER'`,
  )
  const { columns } = generated.rows[0]
  await db.raw(
    `insert into pages (${columns}) select ${columns} from (select (jsonb_populate_record(p, jsonb_build_object('id', gen_random_uuid(), 'name', 'Plan ' || n))).*
       from pages p cross join generate_series(1, :pages::int) n where p.id = :id) made`,
    { pages, id: page.id },
  )
  await pool.query('drop index search_entries_words; drop index search_entries_names')
  const entries = (kind: string, table: string) =>
    pool.query(
      `insert into search_entries (id, kind, workspace, made, name, names, words)
         select id, '${kind}', $1, created_at, folded(name), to_tsvector('simple', name), to_tsvector('simple', name || ' ' || text)
           from (select t.id, t.created_at, t.name, ${TEXT('t.id')} as text from ${table} t) rows
       on conflict do nothing`,
      [team.workspace.id],
    )
  await entries('issue', 'issues')
  await entries('page', 'pages')
  for (const column of ['words', 'names'])
    await pool.query(
      `create index search_entries_${column} on search_entries using gin (${column}) with (fastupdate = off)`,
    )
  await pool.query('vacuum analyze search_entries')
  await pool.query('vacuum analyze pages')
  return project
}

/** What the least statement for the same hits costs: the newest that match, the best of them first, and their number. */
const floorOf = (pool: pg.Pool, workspace: string) => (words: string, isCommon: boolean) =>
  pool.query(
    `with found as materialized (
       select i.id, i.updated_at, e.names @@ $2::tsquery as named from search_entries e join issues i on i.id = e.id
        where e.workspace = $1 and e.kind = 'issue' and i.active
          and ${isCommon ? 'coalesce(e.words @@ $2::tsquery, false)' : 'e.words @@ $2::tsquery'}
        order by ${isCommon ? 'e.made desc' : 'extract(epoch from e.made) desc'} limit 500)
     select (select json_agg(f) from (select id from found order by named desc, updated_at desc limit 20) f), (select count(*) from found)`,
    [workspace, words],
  )

export const search = async (bench: BenchWorld, issues = 500_000, pages = 20_000): Promise<Figure[]> => {
  const { db, team, url } = bench
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  const project = await fill(bench, pool, issues, pages)
  const floor = floorOf(pool, team.workspace.id)
  const find = async (q: string) => {
    const { status } = await team.admin.get(
      `/api/workspaces/${team.workspace.slug}/find/?q=${encodeURIComponent(q)}`,
    )
    if (status !== 200) throw new Error(`find ${q}: ${status}`)
  }
  const { identifier } = project as unknown as { identifier: string }
  const asked: [name: string, q: (n: number) => string, words: (n: number) => string, isCommon: boolean][] = [
    ['a key', n => `${identifier}-${n * 37 + 1}`, n => `${identifier.toLowerCase()} & ${n * 37 + 1}`, false],
    ['a rare word', n => `word${15_000 + n} `, n => `word${15_000 + n}`, false],
    ['a word of one text in a hundred', n => `word${300 + n} `, n => `word${300 + n}`, false],
    ['a word of half the texts', () => 'word0 ', () => 'word0', true],
    ['a word of every name', () => 'season ', () => 'season', true],
    ['two words, one begun', n => `word${600 + n} word12`, n => `word${600 + n} & word12:*`, false],
    ['a typing error', () => 'seasn', () => 'season', true],
    ['a filter', () => 'is:open kind:issue', () => 'season', true],
  ]
  const figures: Figure[] = []
  for (const [name, q, words, isCommon] of asked) {
    await find(q(99))
    const both = await beside(
      40,
      n => find(q(n)),
      n => floor(words(n), isCommon),
    )
    figures.push(against(`search, ${issues} issues, ${pages} pages: ${name}`, 3, both, 'by hand-written SQL'))
  }
  const { rows } = await pool.query<{ size: string }>(
    `select pg_size_pretty(pg_total_relation_size('search_entries')) || ', its indexes ' || pg_size_pretty(pg_indexes_size('search_entries')) as size`,
  )
  figures.push({ measure: 'search: entries on disk', aim: '', value: rows[0]!.size, n: 1 })
  await db('readers').insert({ name: 'search', workspace: team.workspace.id, seq: 0 }).onConflict().ignore()
  await db('search_fills').delete()
  const from = performance.now()
  for (let n = 0; n < FILLED / 50; n++) await fillNext(db)
  const each = (performance.now() - from) / FILLED
  figures.push({
    measure: 'search: keeping an entry, behind the call',
    aim: 'none in the call',
    value: `${each.toFixed(2)} ms`,
    n: FILLED,
  })
  await pool.end()
  return figures
}
