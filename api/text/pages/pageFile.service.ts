/** A page as a file for other programs, with the pictures and files that its text shows. */
import type { Knex } from 'knex'
import { type Asset, textAssets } from '#contract/files/files.ts'
import { MOST_BYTES, MOST_FILES, type PageFormat, pageEndings } from '#contract/text/pageFiles.ts'
import type { Page } from '#contract/text/pages.ts'
import { Label } from '#contract/work/labels.ts'
import type { ServerViewer } from '../../db/viewer.ts'
import { visible } from '../../db/visible.ts'
import type { FileStore } from '../../files/store.ts'
import { seenAmong } from '../../files/subjects.ts'
import { type Bytes, bytesOf, type Entry, zipped } from '../../workspace/jobs/zip.ts'
import { calledIssues } from '../documents/markdown.ts'
import { runTask } from '../documents/threads.ts'
import { embeddedIssues } from '../documents/write.ts'
import { addressFrom, FILES, namesOnce, safeName } from './fileNames.ts'

/** A file of a page: its path in the archive, and its key in the store. */
export type PageFilePart = { path: string; key: string; size: number }
export type PageFile = { text: string; files: PageFilePart[]; leftOut: number }

/** The bytes and files that an archive still has room for. */
export type Room = { bytes: number; files: number }
export const WHOLE_ROOM: Room = { bytes: MOST_BYTES, files: MOST_FILES }

type Asked = {
  format: PageFormat
  images: boolean
  origin: string
  slug: string
  /** Of the page in its archive, without ending. */
  path: string
  room: Room
  /** The paths of those of these ids that are pages of the same archive. */
  pathsOf: (ids: string[]) => Promise<Map<string, string>>
}

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g

/** The uploaded files among these ids that the viewer may see. */
const filesAmong = async (trx: Knex, viewer: ServerViewer, ids: string[], images: boolean) => {
  const rows = await trx('file_assets')
    .whereRaw('id = any(?::uuid[])', [ids])
    .whereIn('entity_type', textAssets)
    .where('is_uploaded', true)
    .whereNull('deleted_at')
    .orderBy('id')
    .select<Asset[]>('*')
  const wanted = rows.filter(({ attributes }) => images || !attributes.type.startsWith('image/'))
  return seenAmong(trx, viewer, wanted)
}

const partsOf = (rows: readonly Asset[], { path, room }: Asked) => {
  const name = namesOnce()
  const left = { ...room }
  return new Map(
    rows.flatMap((row): [string, PageFilePart][] => {
      const size = Number(row.size)
      if (size > left.bytes || left.files === 0) return []
      left.bytes -= size
      left.files--
      const [, stem = '', ending = ''] = /^(.*?)(\.[^.]{1,16})?$/su.exec(row.attributes.name) ?? []
      const called = name(safeName(stem, 'File'), { ending: ending && `.${safeName(ending, 'bin')}` })
      return [[row.id, { path: `${path}/${FILES}/${called}`, key: row.asset, size }]]
    }),
  )
}

const escaped = (text: string) => text.replace(/[&<>"]/g, sign => `&#${sign.charCodeAt(0)};`)

const STYLE =
  'body{max-width:46rem;margin:2rem auto;padding:0 1rem;font:16px/1.6 system-ui,sans-serif;overflow-wrap:break-word}img{max-width:100%;height:auto}table{border-collapse:collapse}td,th{border:1px solid #bbb;padding:.25rem .5rem;vertical-align:top}pre{overflow-x:auto;padding:.75rem;background:#f5f5f5}aside{padding:.1rem 1rem;background:#f5f5f5}blockquote{margin-left:0;padding-left:1rem;border-left:3px solid #bbb}figure{margin:1rem 0}ul[data-type=taskList]{list-style:none;padding-left:0}li[data-type=taskItem]{display:flex;gap:.5rem}'

type Facts = { title: string; created: string; updated: string; labels: string[]; archived: string | null }

/** Facts of a page before its Markdown. Each value is JSON, which is YAML, too. */
const front = ({ title, created, updated, labels, archived }: Facts) =>
  [
    '---',
    `title: ${JSON.stringify(title)}`,
    `created: ${created}`,
    `updated: ${updated}`,
    ...(labels.length > 0 ? [`labels: ${JSON.stringify(labels)}`] : []),
    ...(archived ? [`archived: ${archived}`] : []),
    '---\n\n',
  ].join('\n')

const wholeText = (format: PageFormat, facts: Facts, body: string) =>
  format === 'markdown'
    ? front(facts) + body
    : `<!doctype html>\n<html>\n<head>\n<meta charset="utf-8">\n<meta name="viewport" content="width=device-width">\n<title>${escaped(facts.title)}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n<h1>${escaped(facts.title)}</h1>\n${body}\n</body>\n</html>\n`

/** Reads a page and writes it as a file; what the viewer may not see of it stays an address. */
export const writePage = async (
  trx: Knex,
  viewer: ServerViewer,
  page: Page,
  asked: Asked,
): Promise<PageFile> => {
  const { format, images, origin, slug, path, pathsOf } = asked
  const text = await trx('documents')
    .where('id', page.id)
    .first<{ description_html: string } | undefined>('description_html')
  const html = text?.description_html ?? ''
  const ids = [...new Set(html.match(UUID) ?? [])]
  const rows = await filesAmong(trx, viewer, ids, images)
  const parts = partsOf(rows, asked)
  const pages = await pathsOf(ids)
  const labels = await visible(trx, Label, viewer).whereRaw('labels.id = any(?::uuid[])', [page.label_ids])
  const title = page.name || 'Untitled'
  const out = {
    ...{ origin, slug, project: page.project_id, images },
    issues: await calledIssues(trx, viewer, await embeddedIssues(trx, page.id)),
    files: Object.fromEntries([...parts].map(([id, part]) => [id, addressFrom(path, part.path)])),
    pages: Object.fromEntries(
      [...pages].map(([id, to]) => [id, addressFrom(path, `${to}.${pageEndings[format]}`)]),
    ),
  }
  const written = await runTask('outside', { html, title, format, out }, { person: viewer.id })
  const facts = {
    ...{ title, created: page.created_at, updated: page.updated_at, archived: page.archived_at },
    labels: labels.map(({ name }) => name),
  }
  return {
    text: wholeText(format, facts, written),
    files: [...parts.values()],
    leftOut: rows.length - parts.size,
  }
}

/** Pictures and most files are packed already. */
const isText = (path: string) => /\.(txt|csv|md|json|xml|svg|html|bmp|wav)$/i.test(path)

async function* bytesIn(store: FileStore, files: readonly PageFilePart[]): AsyncGenerator<Entry> {
  for (const { path, key } of files) {
    const held = await store.read(key)
    if (!held) continue
    yield { name: path, bytes: held.stream, isPacked: !isText(path) }
  }
}

/** The entries of an archive that a page makes. */
export async function* entriesOf(
  store: FileStore,
  name: string,
  { text, files }: Pick<PageFile, 'text' | 'files'>,
): AsyncGenerator<Entry> {
  yield { name, bytes: bytesOf([text]) }
  yield* bytesIn(store, files)
}

/** One page as a file by itself: with pictures or files an archive. */
export const pageAlone = (store: FileStore, name: string, file: PageFile): Bytes =>
  file.files.length === 0 ? bytesOf([file.text]) : zipped(entriesOf(store, name, file))
