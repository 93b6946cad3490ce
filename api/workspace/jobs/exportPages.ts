/** All pages of a project that a person sees, as one archive. */
import { performance } from 'node:perf_hooks'
import type { Knex } from 'knex'
import { fail } from '#contract/errors.ts'
import { MOST_BYTES, MOST_FILES, MOST_PAGES, type PageFormat, pageEndings } from '#contract/text/pageFiles.ts'
import { Page } from '#contract/text/pages.ts'
import { countOf, visible } from '../../db/visible.ts'
import type { Work } from '../../db/work.ts'
import type { FileStore } from '../../files/store.ts'
import { placesOf } from '../../text/pages/fileNames.ts'
import { entriesOf, type PageFilePart, writePage } from '../../text/pages/pageFile.service.ts'
import type { JobAtWork, Kind, Step } from './runner.ts'
import { type Bytes, type Entry, zipped } from './zip.ts'

export const EXPORT_PAGES = 'export_pages'

/** `origin`: of the site, as whoever began the job reaches it. */
export type PagesInput = { format: PageFormat; origin: string }

/** A step reads pages for so long, and so many at most. */
const STEP_MS = 1_000
const MOST_OF_STEP = 100
const ROWS_AT_ONCE = 1_000

type At = {
  nth: number
  done: number
  total: number
  pages: number
  bytes: number
  files: number
  leftOut: number
}
type Part = { nth: number; file: string; text: string; page: string; files: PageFilePart[] }

const pagesOf = ({ trx, viewer }: Work, project: string) =>
  visible(trx, Page, viewer).where('project_id', project)

/** Gives each page its path: later renaming and moving changes nothing of the archive. */
const begin = async (work: Work, { id, project }: JobAtWork): Promise<At> => {
  const pages = (await pagesOf(work, project!)
    .clearSelect()
    .select('id', 'name', 'parent')
    .orderBy(['created_at', 'id'])
    .limit(MOST_PAGES + 1)) as Pick<Page, 'id' | 'name' | 'parent'>[]
  if (pages.length > MOST_PAGES) fail('page.tooMany')
  const places = [...(await placesOf(pages))]
  // As lists: a statement with a place for each value would be put together for a tenth of a second.
  for (let at = 0; at < places.length; at += ROWS_AT_ONCE) {
    const some = places.slice(at, at + ROWS_AT_ONCE)
    await work.trx.raw(
      `insert into job_parts (job, nth, page, file, text)
         select :id, :at + n - 1, page, file, '' from unnest(:pages::uuid[], :files::text[]) with ordinality s (page, file, n)`,
      { id, at, pages: some.map(([page]) => page), files: some.map(([, file]) => file) },
    )
  }
  return { nth: -1, done: 0, total: places.length, pages: 0, bytes: 0, files: 0, leftOut: 0 }
}

/** How many pages of the project are private to others. */
const hiddenFrom = async (work: Work, project: string) => {
  const [all] = (await work.trx('pages').where('project_id', project).whereNull('deleted_at').count()) as {
    count: string
  }[]
  return Number(all?.count ?? 0) - (await countOf(pagesOf(work, project)))
}

/** Paths of those of these pages that are in the archive. */
const pathsIn = (trx: Knex, job: string) => async (ids: string[]) => {
  const rows: { page: string; file: string }[] = await trx('job_parts')
    .where({ job })
    .whereRaw('page = any(?::uuid[])', [ids])
    .select('page', 'file')
  return new Map(rows.map(({ page, file }) => [page, file]))
}

/** Writes pages one by one for about a second; one that is seen no longer leaves the archive. */
const writeSome = async (work: Work, job: JobAtWork, at: At): Promise<{ at: At; isLast: boolean }> => {
  const { trx, viewer } = work
  const { format, origin } = job.input as PagesInput
  const parts: Part[] = await trx('job_parts')
    .where('job', job.id)
    .where('nth', '>', at.nth)
    .orderBy('nth')
    .limit(MOST_OF_STEP)
    .select('nth', 'file', 'page')
  const ids = parts.map(({ page }) => page)
  const seen = await pagesOf(work, job.project!).whereRaw('pages.id = any(?::uuid[])', [ids])
  const pages = new Map(seen.map(page => [page.id, page]))
  const { slug } = (await trx('workspaces').where('id', job.workspace).first('slug')) as { slug: string }
  const now = { ...at }
  const end = performance.now() + STEP_MS
  for (const { nth, file: path, page: id } of parts) {
    if (performance.now() > end) return { at: now, isLast: false }
    const page = pages.get(id)
    const mine = trx('job_parts').where({ job: job.id, nth })
    now.nth = nth
    now.done++
    if (!page) {
      await mine.delete()
      continue
    }
    const room = { bytes: MOST_BYTES - now.bytes, files: MOST_FILES - now.files }
    const written = await writePage(trx, viewer, page, {
      ...{ format, origin, slug, path, room, images: true },
      pathsOf: pathsIn(trx, job.id),
    })
    await mine.update({ text: written.text, files: JSON.stringify(written.files) })
    now.pages++
    now.files += written.files.length
    now.bytes += Buffer.byteLength(written.text) + written.files.reduce((sum, { size }) => sum + size, 0)
    now.leftOut += written.leftOut
  }
  return { at: now, isLast: parts.length < MOST_OF_STEP }
}

/** Each step judges its pages by the rights that the job's owner has by then. */
export const exportPages: Kind = {
  kind: EXPORT_PAGES,
  step: async (work, job): Promise<Step> => {
    const before = (job.checkpoint as At | null) ?? (await begin(work, job))
    const { at, isLast } = await writeSome(work, job, before)
    const phases = [{ name: 'pages', done: at.done, total: at.total }]
    if (!isLast) return { phases, checkpoint: at }
    const { pages, files, leftOut } = at
    const hidden = await hiddenFrom(work, job.project!)
    return { phases, result: { pages, files, files_left_out: leftOut, pages_hidden: hidden } }
  },
}

/** The archive of a job that is done. */
export const pagesBytes = (
  db: Knex,
  store: FileStore,
  { id, input }: { id: string; input: object },
): Bytes => {
  const { format } = input as PagesInput
  const entries = async function* (): AsyncGenerator<Entry> {
    // One by one by their keys: to look for the next one the database might sort them all each time.
    const all: number[] = await db('job_parts').where('job', id).orderBy('nth').pluck('nth')
    for (const nth of all) {
      const part: Part | undefined = await db('job_parts')
        .where({ job: id, nth })
        .first('file', 'text', 'files')
      if (part) yield* entriesOf(store, `${part.file}.${pageEndings[format]}`, part)
    }
  }
  return zipped(entries())
}
