/** Sources that are services: asked page by page with the key of the person who imports. */
import type { ImportSource } from '#contract/workspace/imports.ts'
import { type Source, Unreadable } from '../read/source.ts'

/** Opens a service from a cursor on. */
type Connect = (connection: string, cursor: string | null) => Promise<Source>

const services: Partial<Record<ImportSource, Connect>> = {}

export const connect = async (
  source: ImportSource,
  connection: string,
  cursor: string | null,
): Promise<Source> => {
  const open = services[source]
  if (!open) throw new Unreadable('This tool is imported from a file.')
  return open(connection, cursor)
}
