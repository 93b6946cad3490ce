/** The text of a page by ordinary calls, for when its socket cannot be had. */
import * as buffer from 'lib0/buffer'
import { type Page, pageRoutes } from '#contract/pages.ts'
import { call } from '../data/client.ts'
import { here } from '../data/viewer.ts'
import type { SaveByCall } from '../editor/connection.ts'

export const saveByCallOf =
  (page: Page): SaveByCall =>
  async update => {
    const params = { ws: here().slug, p: page.project_id, pageId: page.id }
    await call(pageRoutes.updateBinary, { params, body: { description_binary: buffer.toBase64(update) } })
    const path = pageRoutes.getBinary.path.replace(
      /:(\w+)/g,
      (_, name: string) => params[name as keyof typeof params],
    )
    const answer = await fetch(path)
    if (!answer.ok) throw new Error(`The server answered ${answer.status}.`)
    return new Uint8Array(await answer.arrayBuffer())
  }
