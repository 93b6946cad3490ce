import { afterEach } from 'vitest'
import type * as Y from 'yjs'
import type { StorePause } from '../../collab-server/openTexts.ts'
import { build } from './build.ts'
import { type EditorSettings, editor } from './editor.ts'
import { startServer } from './server.ts'
import type { Visitor } from './visitor.ts'

type More = EditorSettings & { origin?: string; doc?: Y.Doc }

/**
 * For one test file: a server, a team, and its people as editors of texts. Connections that a test opens are closed
 * behind it.
 */
export const textTeam = async (storePause?: StorePause) => {
  const server = await startServer({}, undefined, storePause ? { storePause } : {})
  const make = build(server)
  const team = await make.team()
  const open: { close(): void }[] = []
  afterEach(() => {
    for (const one of open.splice(0)) one.close()
  })
  const closing = <One extends { close(): void }>(one: One): One => {
    open.push(one)
    return one
  }
  /** `name`: `page.<id>` or `issue.<id>`. */
  const edit = (who: Visitor, name: string, { origin = server.origin, doc, ...settings }: More = {}) =>
    closing(editor(origin, who, name, doc, settings))
  return {
    server,
    make,
    team,
    closing,
    edit,
    editPage: (who: Visitor, id: string, more?: More) => edit(who, `page.${id}`, more),
    newPage: async (html = '<p>Start</p>') =>
      (await make.page(team.admin, team.path, { description_html: html })).id,
    htmlOf: async (page: string) =>
      (await team.admin.get<{ description_html: string }>(`${team.path}/pages/${page}/`)).body
        .description_html,
  }
}
