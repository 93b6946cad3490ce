import { HocuspocusProvider, HocuspocusProviderWebsocket } from 'hocuspocus-provider-2'
import { expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { build } from '../support/build.ts'
import { until } from '../support/live.ts'
import { startServer } from '../support/server.ts'

test('an existing client’s habits', async () => {
  const origin = 'https://plan.example'
  const server = await startServer({ CORS_ALLOWED_ORIGINS: origin })
  const make = build(server)
  const { admin, path, workspace } = await make.team()
  const cross = { headers: { origin } }

  // It sends an id to throw away, posts without the last slash, from an origin that the settings list.
  const thrown = make.id()
  const made = await admin.post<{ id: string }>(
    `${path}/issues`,
    { id: thrown, name: 'From elsewhere', sourceIssueId: null },
    cross,
  )
  expect(made.status).toBe(201)
  expect(made.body.id).not.toBe(thrown)
  expect(made.headers.get('access-control-allow-origin')).toBe(origin)
  expect(made.headers.get('access-control-allow-credentials')).toBe('true')
  const refused = await admin.post(
    `${path}/issues`,
    { name: 'x' },
    { headers: { origin: 'https://else.example' } },
  )
  expect(refused.status).toBe(403)
  const preflight = await admin.send('OPTIONS', `${path}/issues/`, undefined, {
    headers: {
      origin,
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'content-type',
    },
  })
  expect([preflight.status, preflight.headers.get('access-control-allow-headers')]).toEqual([
    204,
    'content-type',
  ])

  // JSON on DELETE, and on paths with and without the slash, never a redirect.
  expect((await admin.delete(`${path}/issues/${made.body.id}`, { reason: 'none' })).status).toBe(204)
  expect((await admin.get(`/api/workspaces/${workspace.slug}/project-identifiers?name=ABC`)).status).toBe(200)

  // A 2.x provider edits a page by its bare id, with the JSON of its user as token.
  const page = await make.page(admin, path)
  const websocketProvider = new HocuspocusProviderWebsocket({
    url: `${server.origin.replace('http', 'ws')}/live/collaboration?workspaceSlug=${workspace.slug}&documentType=project_page`,
    WebSocketPolyfill: class extends WebSocket {
      constructor(url: string) {
        super(url, { headers: { cookie: admin.cookie() } })
      }
    },
  })
  let synced = false
  const provider = new HocuspocusProvider({
    name: page.id,
    websocketProvider,
    token: JSON.stringify({ id: admin.id, name: 'Freya', color: '#123456' }),
    onSynced: () => {
      synced = true
    },
  })
  await until(() => synced)
  const { XmlElement, XmlText } = await import('yjs')
  const paragraph = new XmlElement('paragraph')
  paragraph.insert(0, [new XmlText('Typed by an older client')])
  provider.document.getXmlFragment('default').push([paragraph])
  await until(async () =>
    (
      (await admin.get<{ description_html: string }>(`${path}/pages/${page.id}/`)).body.description_html ?? ''
    ).includes('Typed by an older client'),
  )
  provider.destroy()
  websocketProvider.destroy()
})
