/** The names of the source for its issues: who has which, and which issues come a second time. */
import type { ImportSource } from '#contract/workspace/imports.ts'
import type { Work } from '../../db/work.ts'
import type { Draft } from './draft.ts'
import { keyOfTitle } from './keyOfTitle.ts'
import { claimNames, claimOwn, countTitles } from './staging/beside.ts'
import type { WholeRow } from './staging/rows.ts'

const MOST_WORDS = 255

type Claimed = { nth: number; key: string; draft: Draft | null; verdict: string }

/** Tasks of Asana name their parents by titles. */
const namesOf = (draft: Draft, source: ImportSource): string[] => [
  ...draft.otherKeys,
  ...(source === 'asana' ? [draft.name] : []),
]

/** Gives each row its key: that of the source, otherwise one of its title, the second of a title another than the first. */
const giveKeys = async (work: Work, row: WholeRow, open: Claimed[]): Promise<void> => {
  const untold = open.filter(({ draft }) => !draft!.key)
  const titles = Map.groupBy(untold, ({ draft }) => keyOfTitle(draft!.name))
  const before = await countTitles(
    work,
    row.id,
    [...titles].map(([key, rows]) => ({ key, nth: rows[0]!.nth, uses: rows.length })),
  )
  for (const [key, rows] of titles)
    for (const [at, one] of rows.entries()) {
      const place = (before.get(key) ?? 0) + at
      one.key = place === 0 ? key : `${key}-${place + 1}`
    }
  for (const one of open) if (one.draft!.key) one.key = one.draft!.key.slice(0, MOST_WORDS)
}

/**
 * Gives rows their keys and claims all their names. A key of its own is an issue's before it is another name of a different one.
 * Answers the lines whose keys earlier lines have.
 */
export const claimKeys = async (
  work: Work,
  row: WholeRow,
  judged: Claimed[],
): Promise<Map<number, number>> => {
  const open = judged.filter(({ verdict, draft }) => verdict !== 'skipped' && draft)
  await giveKeys(work, row, open)
  await claimOwn(
    work,
    row.id,
    [...Map.groupBy(open, ({ key }) => key)].map(([key, rows]) => ({ key, nth: rows[0]!.nth })),
  )
  await claimNames(
    work,
    row.id,
    open.flatMap(({ nth, key, draft }) =>
      // Keys of a list written by hand are named in either case.
      [...new Set([...namesOf(draft!, row.source), key.toLowerCase()])].map(name => ({ key: name, nth })),
    ),
  )
  const { rows } = await work.trx.raw<{ rows: { nth: number; line: number }[] }>(
    `select g.nth, r.line from jsonb_to_recordset(?) as g(key text, nth int)
       join import_keys k on k.import = ? and k.key = left(g.key, 500) join import_rows r on r.import = k.import and r.nth = k.nth
      where k.nth <> g.nth`,
    [JSON.stringify(open.map(({ nth, key }) => ({ nth, key }))), row.id],
  )
  return new Map(rows.map(({ nth, line }) => [nth, line]))
}

/** Sub-issues without a project of their own get that of the parent before them; `only`: where they go when none is found. */
export const inheritProjects = async (
  work: Work,
  row: WholeRow,
  drafts: readonly (Draft | null)[],
  only: string,
): Promise<void> => {
  const homeless = drafts.filter(draft => draft && !draft.project && draft.parent)
  if (homeless.length === 0) return
  const found: { key: string; project: string }[] = await work
    .trx('import_keys as k')
    .join('import_rows as r', own => own.on('r.import', 'k.import').on('r.nth', 'k.nth'))
    .where('k.import', row.id)
    .whereNotNull('r.project')
    .whereRaw('k.key = any(?)', [[...new Set(homeless.map(draft => draft!.parent.slice(0, 500)))]])
    .select('k.key', 'r.project')
  const projects = new Map(found.map(({ key, project }) => [key, project]))
  for (const draft of drafts) {
    if (!draft) continue
    if (!draft.project && draft.parent) draft.project = projects.get(draft.parent) ?? only
    for (const name of [draft.key, ...namesOf(draft, row.source)])
      if (name && !projects.has(name)) projects.set(name, draft.project)
  }
}
