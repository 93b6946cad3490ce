/** The key of a source goes to its own host alone: wherever else a file lies, it is asked for without. */
import type { ImportSource } from '#contract/workspace/imports.ts'
import type { Connection } from '../services/connection.ts'

export type Headers = Record<string, string>
type Access = { origins: readonly string[]; headers: Headers }

const originOf = (url: string): string[] => (URL.canParse(url) ? [new URL(url).origin] : [])

const accesses: Partial<Record<ImportSource, (connection: Connection) => Access>> = {
  jira: ({ url, user, key }) => ({
    origins: originOf(url),
    headers: {
      authorization: user ? `Basic ${Buffer.from(`${user}:${key}`).toString('base64')}` : `Bearer ${key}`,
    },
  }),
  linear: ({ url, key }) => ({
    origins: url ? originOf(url) : ['https://uploads.linear.app'],
    headers: { authorization: key },
  }),
  // Its other hosts of files are public, and refuse a call that has a key.
  github: ({ url, key }) => ({
    origins: url ? originOf(url) : ['https://github.com'],
    headers: { authorization: `Bearer ${key}` },
  }),
  gitlab: ({ url, key }) => ({
    origins: url ? originOf(url) : ['https://gitlab.com'],
    headers: { 'private-token': key },
  }),
  plane: ({ url, key }) => ({ origins: originOf(url), headers: { 'x-api-key': key } }),
}

/** The headers for a call of this address. */
export const headersFor = (source: ImportSource, connection: Connection) => {
  const access = accesses[source]?.(connection)
  return (address: string): Headers =>
    access?.origins.includes(new URL(address).origin) ? access.headers : {}
}
