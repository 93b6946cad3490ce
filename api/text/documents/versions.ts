/** Versions of a page's text: its content at the end of each editing spell. */

import type { Knex } from 'knex'
import { v7 } from 'uuid'
import { fail } from '#contract/errors.ts'
import { PageVersion } from '#contract/text/pageVersions.ts'
import { selected } from '../../db/selected.ts'
import type { Work } from '../../db/work.ts'
import { EMPTY, type Locked, type Stored } from './stored.ts'
import { runTask } from './threads.ts'

/**
 * A spell ends with a pause of five minutes: writing after that is a new thought. It ends after thirty minutes as well,
 * or an afternoon of steady writing would be one version. And it ends when someone joins, so that the text before the
 * newcomer's first key can be had again; from then on they write in one spell.
 */
const PAUSE_MS = 5 * 60_000
const LIMIT_MS = 30 * 60_000

/** `isOwn`: a version of its own begins with this store. `authors`: everyone who wrote what it brings. */
export type Spell = { isOwn?: boolean; authors?: string[] }

type Open = PageVersion & { company: string[] }
type Version = PageVersion & { state: Buffer | null }

const columns = Object.keys(PageVersion.shape)
const distinct = (ids: (string | null)[]) =>
  [...new Set(ids.filter(id => id !== null && id !== ''))] as string[]

const isWithin = (work: Work, since: string, span: number) => Date.parse(work.now) - Date.parse(since) <= span

const insertVersion = (
  work: Work,
  page: Locked,
  values: { last_saved_at: string; owned_by: string | null; editors: string[] } & Record<string, unknown>,
) =>
  work.trx('page_versions').insert({
    id: v7(),
    page: page.id,
    workspace: page.workspace_id,
    created_at: values.last_saved_at,
    updated_at: values.last_saved_at,
    created_by: values.owned_by,
    updated_by: values.owned_by,
    company: [],
    ...values,
  })

// The page's own text as it is stored, without its bytes coming here.
const present = (work: Work, page: string) =>
  work.trx.raw('(select state from documents where id = ?)', [page])

// Keeps the text that a page was made with, before anyone's first spell.
const keepFirst = async (work: Work, before: Locked) => {
  const known = await work.trx('page_versions').where('page', before.id).first('id')
  if (known || before.description_html === EMPTY) return
  const owned_by = before.updated_by ?? before.created_by
  await insertVersion(work, before, {
    last_saved_at: before.updated_at,
    owned_by,
    editors: distinct([owned_by]),
    state: present(work, before.id),
    document_version: before.version,
  })
}

/** A page's text that is about to be stored anew. */
type Given = { work: Work; before: Locked; how: Spell }

const goOn = async (work: Work, versions: { id: string; owned_by: string | null; editors: string[] }[]) => {
  if (versions.length === 0) return
  await work.trx.raw(
    `update page_versions v set last_saved_at = ?, owned_by = g.owned_by, editors = g.editors
       from jsonb_to_recordset(?::jsonb) as g(id uuid, owned_by uuid, editors uuid[]) where v.id = g.id`,
    [work.now, JSON.stringify(versions)],
  )
}

/**
 * Called with each store of pages' texts, under their locks and in its transaction. The current version holds no text:
 * that is the page's own. It gets the page's old text when the next spell begins; so a store costs no more for having
 * versions.
 */
export const keepVersions = async (given: readonly Given[]): Promise<void> => {
  const [first] = given
  if (!first) return
  const { trx } = first.work
  const current = await trx('page_versions')
    .whereIn(
      'page',
      given.map(({ before }) => before.id),
    )
    .whereNull('state')
    .select<Open[]>([...columns, 'company'])
  const openOf = new Map(current.map(version => [version.page, version]))
  const going: Parameters<typeof goOn>[1] = []
  for (const { work, before, how } of given) {
    const { isOwn = false, authors = distinct([work.viewer.id]) } = how
    const last = work.viewer.id || null
    const open = openOf.get(before.id)
    const isFresh = open !== undefined && isWithin(work, open.last_saved_at, PAUSE_MS)
    const goesOn =
      isFresh &&
      !isOwn &&
      isWithin(work, open.created_at, LIMIT_MS) &&
      authors.every(id => open.company.includes(id))
    if (goesOn) {
      const editors = distinct([...open.editors, ...authors])
      going.push({ id: open.id, owned_by: last ?? open.owned_by, editors })
      continue
    }
    if (open)
      await work
        .trx('page_versions')
        .where('id', open.id)
        .update({ state: present(work, before.id), document_version: before.version })
    else await keepFirst(work, before)
    await insertVersion(work, before, {
      last_saved_at: work.now,
      owned_by: last,
      editors: authors,
      company: distinct([...(isFresh ? open.company : []), ...authors]),
      state: null,
    })
  }
  await goOn(first.work, going)
}

const ofPage = (trx: Knex, pageId: string) =>
  trx('page_versions').where('page', pageId).orderByRaw('last_saved_at desc, id desc').select(columns)

export const listVersions = (trx: Knex, pageId: string): Promise<PageVersion[]> =>
  selected<PageVersion>(ofPage(trx, pageId))

/** A version with its state; of the one that is being written that is the page's own. */
export const findVersion = async (trx: Knex, pageId: string, id: string): Promise<Version> => {
  const version = await ofPage(trx, pageId).where('id', id).select('state').first<Version | undefined>()
  return version ?? fail('row.notFound')
}

export const composeVersion = async (trx: Knex, { state, ...version }: Version) => {
  const bytes =
    state ?? (await trx('documents').where('id', version.page).first<{ state: Buffer }>('state')).state
  const { html, json } = await runTask('formsOf', { state: bytes })
  return {
    ...version,
    description_binary: bytes.toString('base64'),
    description_html: html,
    description_json: json,
  }
}

/** Names a version. A current one ends with that: the named text stays as it is. */
export const nameVersion = async (
  work: Work,
  version: Version,
  present: Stored,
  name: string | null,
): Promise<PageVersion> => {
  const [row] = (await work
    .trx('page_versions')
    .where('id', version.id)
    .update({
      name,
      ...(version.state ? {} : { state: present.state, document_version: present.version }),
      updated_at: work.now,
      updated_by: work.viewer.id || null,
      revision: work.trx.raw('revision + 1'),
    })
    .returning(columns)) as PageVersion[]
  return row!
}
