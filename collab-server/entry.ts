/** The meaning of an upgrade's address. */
import { decoded } from '../api/http/address.ts'
import type { Context } from './context.ts'
import { existingClient, type FrameTranslator, plainYjs } from './frames.ts'

export type Entry = { asked: Context['asked']; translator: FrameTranslator | null }

/** Null when it is not ours. */
export const entryOf = ({ pathname, searchParams }: URL): Entry | null => {
  const path = pathname.replace(/\/$/, '')
  if (path === '/live/collaboration') {
    const asked = { workspace: searchParams.get('workspaceSlug'), project: searchParams.get('projectId') }
    // A client that states no schema number is not of ours.
    const isOurs = Number(searchParams.get('schema')) > 0
    const namesPages = searchParams.get('documentType') === 'project_page'
    return { asked, translator: isOurs && !namesPages ? null : existingClient({ isOurs, namesPages }) }
  }
  const [, workspace, name] = /^\/yjs\/([^/]+)\/([^/]+)$/.exec(path)?.map(decoded) ?? []
  if (!workspace || !name) return null
  return { asked: { workspace, project: null }, translator: plainYjs(name) }
}
