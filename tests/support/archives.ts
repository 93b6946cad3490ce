import { createHash } from 'node:crypto'
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate'
import { expect } from 'vitest'
import { INSTANCE_BOT } from '../../api/contract/people/users.ts'
import type { BroughtArchive } from '../../api/contract/workspace/archives.ts'
import type { Job } from '../../api/contract/workspace/jobs.ts'
import { createLog } from '../../api/log.ts'
import { makeArchive } from '../../api/workspace/archives/archive.ts'
import { bringArchive } from '../../api/workspace/archives/bring.ts'
import { startLongRunner } from '../../api/workspace/jobs/longRunner.ts'
import { givePlaceholder } from '../../api/workspace/placeholders/give.ts'
import type { Person } from './build.ts'
import { type Announced, sendFile } from './files.ts'
import { until } from './live.ts'
import type { TestServer } from './server.ts'

type Entries = Record<string, Uint8Array>
const isOver = ({ state }: { state: string }) => ['done', 'failed', 'cancelled'].includes(state)

/** Carries on the long work of a server until this has come about. */
export const withRunner = async <T>(
  { db, dataDir }: TestServer,
  act: () => Promise<T>,
  pauses: readonly number[] = [0.01],
): Promise<T> => {
  const log = createLog((process.env.TEST_LOG as 'error') ?? 'silent')
  const runner = startLongRunner({
    db,
    log,
    kinds: [makeArchive({ dataDir }), bringArchive({ dataDir }), givePlaceholder],
    pauses,
  })
  try {
    return await act()
  } finally {
    await runner.stop()
  }
}

export const beginArchive = async (by: Person, slug: string, asked: object = {}): Promise<string> => {
  const { body, status } = await by.post<Job>(`/api/workspaces/${slug}/archives/`, asked)
  if (status !== 201) throw new Error(`archive: ${status} ${JSON.stringify(body)}`)
  return body.id
}

export const jobOf = async (by: Person, slug: string, id: string) =>
  (await by.get<Job>(`/api/workspaces/${slug}/jobs/${id}/`)).body

export const fetchArchive = async (server: { origin: string }, by: Person, slug: string, id: string) => {
  const answer = await fetch(`${server.origin}/api/workspaces/${slug}/jobs/${id}/file/`, {
    headers: { cookie: by.cookie() },
  })
  if (answer.status !== 200) throw new Error(`file: ${answer.status}`)
  return Buffer.from(await answer.arrayBuffer())
}

/** The archive of a workspace, as its maker sees it. */
export const archiveOf = async (server: TestServer, by: Person, slug: string, asked: object = {}) => {
  const id = await beginArchive(by, slug, asked)
  await withRunner(server, () => until(async () => isOver(await jobOf(by, slug, id)), 60_000))
  const job = await jobOf(by, slug, id)
  expect(job).toMatchObject({ state: 'done', said: null })
  return { job, bytes: await fetchArchive(server, by, slug, id) }
}

/** Sends an archive, and begins its way in. */
export const sendArchive = async (by: Person, bytes: Buffer, names: { name: string; slug: string }) => {
  const announced = await by.post<Announced>('/api/archives/', { size: bytes.length })
  if (announced.status !== 200)
    throw new Error(`announced: ${announced.status} ${JSON.stringify(announced.body)}`)
  const sent = await sendFile(announced.body.upload_data, bytes)
  if (sent.status !== 204) throw new Error(`sent: ${sent.status} ${await sent.text()}`)
  return by.post<BroughtArchive>(`/api/archives/${announced.body.asset_id}/`, names)
}

export const broughtOf = async (by: Person, id: string) =>
  (await by.get<BroughtArchive>(`/api/archives/jobs/${id}/`)).body

/** Brings an archive, whatever comes of it. */
export const bring = async (
  server: TestServer,
  by: Person,
  bytes: Buffer,
  names: { name: string; slug: string },
) => {
  const begun = await sendArchive(by, bytes, names)
  if (begun.status !== 201) throw new Error(`begun: ${begun.status} ${JSON.stringify(begun.body)}`)
  await withRunner(server, () => until(async () => isOver(await broughtOf(by, begun.body.id)), 60_000))
  return broughtOf(by, begun.body.id)
}

type Row = Record<string, unknown>
/** The database orders the names of an object by their letters, ids among them. */
const inOrder = (json: string) =>
  JSON.stringify(JSON.parse(json), (_, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
const linesOf = (bytes: Uint8Array): Row[] =>
  strFromU8(bytes)
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line) as Row)

const UUID = /[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/g
/** Rows whose ids are made of others: their order says nothing. */
const MADE = ['private_notes', 'user_properties']

/**
 * What an archive says but for its ids: each is the number of its first place. People are gone through first, by their names, and
 * bytes of texts as letters.
 */
export const withoutIds = (bytes: Buffer) => {
  const entries: Entries = unzipSync(bytes)
  const numbers = new Map<string, string>()
  const numbered = (text: string) =>
    text.replace(UUID, id => {
      if (!numbers.has(id)) numbers.set(id, `#${numbers.size}`)
      return numbers.get(id)!
    })
  const manifest = JSON.parse(strFromU8(entries['manifest.json']!)) as {
    workspace: Row
    entries: Record<string, { lines: number }>
  }
  const told: Record<string, unknown> = {}
  const { created_at: _, id, ...workspace } = manifest.workspace
  told.id = numbered(String(id))
  // A program comes as somebody without an account: it has left what it was in.
  const programs = new Set(
    linesOf(entries['people.jsonl']!).flatMap(({ id, is_bot }) =>
      is_bot && id !== INSTANCE_BOT ? [id] : [],
    ),
  )
  const people = linesOf(entries['people.jsonl']!)
    .sort((a, b) => (String(a.display_name) < String(b.display_name) ? -1 : 1))
    .map(({ joined_at, ...person }) =>
      programs.has(person.id) ? { ...person, is_bot: false, is_active: false } : person,
    )
  told.people = people.map(person => numbered(JSON.stringify(person)))
  const names = Object.keys(entries).filter(name => name.endsWith('.jsonl') && name !== 'people.jsonl')
  const isMade = (name: string) => MADE.includes(name.replace('.jsonl', ''))
  for (const name of names.sort((a, b) => Number(isMade(a)) - Number(isMade(b)))) {
    const rows = linesOf(entries[name]!).map(row =>
      JSON.stringify(
        'state' in row && /documents|page_versions/.test(name)
          ? { ...row, state: row.state && Buffer.from(String(row.state), 'base64').toString('latin1') }
          : programs.has(row.member)
            ? { ...row, is_active: false }
            : row,
      ),
    )
    told[name] = isMade(name)
      ? rows.map(row => numbered(row.replace(/^\{"id":"[^"]*",/, '{'))).sort()
      : rows.map(row => inOrder(numbered(row)))
  }
  told.workspace = numbered(JSON.stringify(workspace))
  const files = Object.keys(entries).filter(name => name.startsWith('files/'))
  told.files = files.map(name => [numbered(name), strFromU8(entries[name]!, true)]).sort()
  return told
}

/** An archive with other contents, which says of itself that it is whole. */
export const altered = (bytes: Buffer, change: (entries: Record<string, string>) => void): Buffer => {
  const entries = unzipSync(bytes)
  const texts = Object.fromEntries(
    Object.entries(entries).flatMap(([name, data]) =>
      name.endsWith('.jsonl') ? [[name, strFromU8(data)]] : [],
    ),
  )
  change(texts)
  const manifest = JSON.parse(strFromU8(entries['manifest.json']!)) as { entries: Record<string, object> }
  for (const [name, text] of Object.entries(texts)) {
    const data = strToU8(text)
    entries[name] = data
    const sha256 = createHash('sha256').update(data).digest('hex')
    manifest.entries[name] = { bytes: data.length, sha256, lines: text.split('\n').length - 1 }
  }
  entries['manifest.json'] = strToU8(JSON.stringify(manifest))
  return Buffer.from(zipSync(entries))
}

/** With each line of one entry changed, or left out. */
export const withLines = (
  bytes: Buffer,
  name: string,
  change: (row: Row, nth: number) => Row | null,
): Buffer =>
  altered(bytes, entries => {
    entries[name] = linesOf(strToU8(entries[name]!))
      .flatMap((row, nth) => change(row, nth) ?? [])
      .map(row => `${JSON.stringify(row)}\n`)
      .join('')
  })

export const rowsOf = (bytes: Buffer, name: string): Row[] => linesOf(unzipSync(bytes)[name]!)
