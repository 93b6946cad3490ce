/** A line of an archive as a row of the new workspace. */
import { isTooDeep } from '#contract/bounds.ts'
import { idOfNote } from '../../planning/privateNotes/privateNote.service.ts'
import { idOfProperties } from '../../planning/userProperties/userProperties.service.ts'
import { cleanBrought, readBrought } from '../../text/documents/brought.ts'
import { fileColumns } from './files.ts'
import { type Ids, isId, LineFault } from './ids.ts'
import type { ArchivedTable, ColumnKind } from './tables.ts'

export type Into = {
  ids: Ids
  /** People of the archive by their ids there. */
  people: ReadonlyMap<string, string>
  /** Those of them here who have no account. */
  placeholders: ReadonlySet<string>
  workspace: string
  /** The addresses of both workspaces, for the addresses of files. */
  slugs: { from: string; to: string }
  importer: string
  salt: string
}

type Row = Record<string, unknown>
type Convert = (value: unknown, into: Into, column: string, row: Row) => unknown

const ADDRESS = /^(?:https?:\/\/[^\s\\]+|\/(?![/])[^\s\\]*)?$/i

const text = (value: unknown, { ids }: Into) => (typeof value === 'string' ? ids.within(value) : value)
const person = (value: unknown, { people }: Into) => (isId(value) ? (people.get(value) ?? null) : null)
const list = (value: unknown) => (Array.isArray(value) ? value.filter(isId) : [])
const html: Convert = async (value, into, column) => {
  if (typeof value !== 'string') return value
  const clean = await cleanBrought(into.ids.within(value), { person: into.importer })
  if (!clean) throw new LineFault(`${column} is longer than a text may be.`)
  return clean.html
}
const needed =
  (one: Convert, said: string): Convert =>
  (value, into, column, row) => {
    const found = one(value, into, column, row)
    if (found === null) throw new LineFault(`${column} ${said}.`)
    return found
  }
const known: Convert = (value, { ids }) => (isId(value) && ids.isKnown(value) ? ids.of(value) : null)

const converters: Record<Exclude<ColumnKind, 'yjs'>, Convert> = {
  id: (value, { ids }) => ids.of(value as string),
  value: value => value,
  workspace: (_, { workspace }) => workspace,
  person: needed(person, 'names nobody of people.jsonl'),
  'person?': person,
  people: (value, into) => [...new Set(list(value).flatMap(id => into.people.get(id) ?? []))],
  row: needed(known, 'names a row that the archive does not hold'),
  'row?': known,
  rows: (value, { ids }) => list(value).flatMap(id => (ids.isKnown(id) ? ids.of(id) : [])),
  loose: (value, { ids }) => (isId(value) ? ids.of(value) : null),
  looses: (value, { ids }) => list(value).map(id => ids.of(id)),
  text,
  html,
  told: (value, into, column, row) =>
    row.field === 'description' ? html(value, into, column, row) : text(value, into),
  json: (value, { ids }, column) => {
    if (value === null || value === undefined) return value
    if (isTooDeep(value)) throw new LineFault(`${column} is deeper than any value may be.`)
    return JSON.parse(ids.within(JSON.stringify(value))) as unknown
  },
  url: (value, { ids, slugs }, column) => {
    if (value === null || value === undefined) return value
    const moved = ids.within(String(value)).replace(`/workspaces/${slugs.from}/`, `/workspaces/${slugs.to}/`)
    if (!ADDRESS.test(moved) || !URL.canParse(moved, 'http://here'))
      throw new LineFault(`${column} is no address that may be followed.`)
    return moved
  },
}

const bytesOf = (value: string, ids: Ids) =>
  // Ids are in a state as letters, and the new ones are as long: the bytes around them stay as they are.
  Buffer.from(ids.within(Buffer.from(value, 'base64').toString('latin1')), 'latin1')

const state = async (row: Row, column: string, into: Into): Promise<Row> => {
  const value = row[column]
  if (typeof value !== 'string') return { [column]: null }
  const read = await readBrought(bytesOf(value, into.ids), { person: into.importer })
  if (!read) throw new LineFault('Its text cannot be read.')
  const { state: bytes, words, ...derived } = read
  return { ...derived, words_of: words, [column]: `\\x${Buffer.from(bytes).toString('hex')}` }
}

/** A row's own id where it is made of what it belongs to. */
const ownIds: Record<string, (row: Row) => string> = {
  private_notes: row => idOfNote(row.user as string, row.workspace as string),
  user_properties: row =>
    idOfProperties(row.user as string, {
      workspace: row.workspace as string,
      ...Object.fromEntries(
        ['project', 'cycle', 'module'].flatMap(name => (row[name] ? [[name, row[name]]] : [])),
      ),
    }),
}

export const convert = async ({ table, columns }: ArchivedTable, given: Row, into: Into): Promise<Row> => {
  const row: Row = {}
  for (const [name, kind] of Object.entries(columns))
    if (kind === 'yjs') Object.assign(row, await state(given, name, into))
  // What is made of a text is made of the one that was read, whatever the line says.
  for (const [name, kind] of Object.entries(columns))
    if (kind !== 'yjs' && !(name in row))
      row[name] = await converters[kind](given[name] ?? null, into, name, given)
  // Nobody is in a project who is nobody: a placeholder has been a member at most.
  if (table === 'project_members' && into.placeholders.has(row.member as string)) row.is_active = false
  const own = ownIds[table]
  if (own) row.id = own(row)
  return table === 'file_assets' ? { ...row, ...fileColumns(row, given.id as string, into) } : row
}
