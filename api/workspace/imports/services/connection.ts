import { z } from 'zod'
import type { ImportSource } from '#contract/workspace/imports.ts'
import type { Outgoing } from '../../../http/outgoing.ts'
import { sourceNames } from '../match.ts'
import { type Source, Unreadable } from '../read/source.ts'

/** Where a service is, what of it is read, and the key that opens it: sealed in the import, never answered. */
const Connection = z.object({
  url: z.string().optional(),
  place: z.string().optional(),
  user: z.string().optional(),
  key: z.string(),
})
export type Connection = { name: string; url: string; place: string; user: string; key: string }

/** Opens a service from a cursor on. */
export type Connect = (connection: Connection, outgoing: Outgoing, cursor: string | null) => Source

/** Reads the connection of an import. A header of HTTP holds plain signs alone. */
export const readConnection = (source: ImportSource, opened: string): Connection => {
  const { url = '', place = '', user = '', key } = Connection.parse(JSON.parse(opened))
  if (!/^[\x21-\x7e]+$/.test(key)) throw new Unreadable('The key holds signs that no key has.')
  return {
    name: sourceNames[source],
    url: url.replace(/\/+$/, ''),
    place: place.trim(),
    user: user.trim(),
    key,
  }
}
