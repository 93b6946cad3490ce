/** Sources that are services: asked page by page with the key of the person who imports. */
import type { ImportSource } from '#contract/workspace/imports.ts'
import type { Outgoing } from '../../../http/outgoing.ts'
import { type Source, Unreadable } from '../read/source.ts'
import { type Connect, readConnection } from '../services/connection.ts'
import { github } from '../services/github.ts'
import { gitlab } from '../services/gitlab.ts'
import { jira } from '../services/jira.ts'
import { linear } from '../services/linear.ts'
import { plane } from '../services/plane.ts'

const services: Partial<Record<ImportSource, Connect>> = { github, gitlab, jira, linear, plane }

/** Opens a service from `cursor` on; `connection` as it was given, with its key. */
export const connect = (
  source: ImportSource,
  connection: string,
  outgoing: Outgoing,
  cursor: string | null,
): Source => {
  const open = services[source]
  if (!open) throw new Unreadable('This tool is imported from a file.')
  return open(readConnection(source, connection), outgoing, cursor)
}
