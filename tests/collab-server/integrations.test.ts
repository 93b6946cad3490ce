/** Programs that edit text: the unmodified y-websocket client, by API token. */
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { describe, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import { build } from '../support/build.ts'
import { until } from '../support/live.ts'
import { startServer } from '../support/server.ts'
import { textTeam } from '../support/textTeam.ts'

const { server, make, team, closing, edit, editPage, newPage } = await textTeam()

type Way = { header?: string; first?: string; query?: string; slug?: string; origin?: string }

/** A stock client and how it brings its token. */
const stock = (page: string, { header, first, query, slug, origin = server.origin }: Way) => {
  const doc = new Y.Doc()
  const provider = new WebsocketProvider(
    `${origin.replace('http', 'ws')}/yjs/${slug ?? team.workspace.slug}`,
    `page.${page}`,
    doc,
    {
      disableBc: true,
      params: query ? { token: query } : {},
      WebSocketPolyfill: class extends WebSocket {
        constructor(url: string, protocols?: string | string[]) {
          super(url, protocols, { headers: header ? { authorization: `Bearer ${header}` } : {} })
        }
      } as unknown as typeof globalThis.WebSocket,
    },
  )
  if (first)
    provider.on('status', ({ status }) => {
      if (status === 'connected') provider.ws?.send(first)
    })
  let refusals = 0
  provider.on('connection-close', () => refusals++)
  provider.on('connection-error', () => refusals++)
  closing({ close: () => provider.destroy() })
  const fragment = doc.getXmlFragment('default')
  return {
    provider,
    isRefused: () => refusals > 0 && !provider.synced,
    synced: () => until(() => provider.synced),
    text: () => fragment.toString(),
    write: (text: string) => {
      const paragraph = new Y.XmlElement('paragraph')
      paragraph.insert(0, [new Y.XmlText(text)])
      fragment.push([paragraph])
    },
  }
}
const stateOf = async (page: string) =>
  ((await server.db('documents').where('id', page).first('state')) as { state: Buffer }).state
const ours = async (page: string) => {
  const one = editPage(team.member, page)
  await one.synced()
  return one
}
const tokens = async () => ({
  writer: await make.token(team.admin, team.workspace.slug, { label: 'Harbour log' }),
  reader: await make.token(team.admin, team.workspace.slug, { label: 'Wall screen', is_read_only: true }),
})

describe.each(['header', 'first'] as const)('by API token, given by %s', way => {
  test('a stock client and ours edit one page, and the token’s name is at its caret', async () => {
    const page = await newPage()
    const { writer } = await tokens()
    const [one, other] = [stock(page, { [way]: writer.token }), await ours(page)]
    await one.synced()
    one.write('from a program')
    other.write('from a person')
    await until(() => other.isSaved() && one.text() === other.text())
    expect(one.text()).toContain('from a program')
    expect(one.text()).toContain('from a person')
    const names = () =>
      [...other.provider.awareness!.getStates().values()].map(
        state => (state.user as { name?: string })?.name,
      )
    // A client says nothing of itself before it has something to say.
    one.provider.awareness.setLocalStateField('cursor', null)
    await until(() => names().includes('Harbour log'))
  })

  test('a read-only token reads along, and changes not a byte', async () => {
    const page = await newPage()
    const { reader } = await tokens()
    const [one, other] = [stock(page, { [way]: reader.token }), await ours(page)]
    await one.synced()
    other.write('to be read')
    await until(() => other.isSaved() && one.text().includes('to be read'))
    const before = await stateOf(page)
    one.write('vandal')
    // The server takes frames in order: after this answer the vandal's update was judged.
    const witness = stock(page, { [way]: reader.token })
    await witness.synced()
    other.write('honest')
    await until(() => other.isSaved() && witness.text().includes('honest'))
    expect(other.text()).not.toContain('vandal')
    const after = new Y.Doc()
    Y.applyUpdate(after, await stateOf(page))
    expect(after.getXmlFragment('default').toString()).toBe(other.text())
    const clients = (state: Uint8Array) => [
      ...Y.decodeStateVector(Y.encodeStateVectorFromUpdate(state)).keys(),
    ]
    expect(clients(before)).not.toContain(one.provider.doc.clientID)
    expect(clients(await stateOf(page))).not.toContain(one.provider.doc.clientID)
  })

  test('A1: a forged, revoked or foreign token opens nothing', async () => {
    const page = await newPage()
    const { writer } = await tokens()
    await team.admin.delete(`/api/workspaces/${team.workspace.slug}/api-tokens/${writer.id}/`)
    const stranger = await make.person()
    const elsewhere = await make.workspace(stranger)
    const foreign = await make.token(stranger, elsewhere.slug)
    for (const token of [writer.token, foreign.token, 'tandem_forged', 'x'.repeat(5_000)]) {
      const one = stock(page, { [way]: token })
      await until(() => one.isRefused())
      expect(one.text()).toBe('')
    }
  })
})

test('a token in the address counts only where the setting allows it', async () => {
  const page = await newPage()
  const { writer } = await tokens()
  const one = stock(page, { query: writer.token })
  await until(() => one.isRefused())
  const lax = await startServer({ YJS_TOKEN_IN_QUERY: '1' })
  const there = build(lax)
  const crew = await there.team()
  const log = (await there.page(crew.admin, crew.path)).id
  const token = await there.token(crew.admin, crew.workspace.slug)
  const [good, bad] = [token.token, 'tandem_forged'].map(query =>
    stock(log, { query, slug: crew.workspace.slug, origin: lax.origin }),
  )
  await good!.synced()
  await until(() => bad!.isRefused())
})

test('A6: a page is opened only through its own workspace and project', async () => {
  const page = await newPage()
  const { writer } = await tokens()
  const wrong = stock(page, { header: writer.token, slug: 'elsewhere' })
  await until(() => wrong.isRefused())
  const project = await make.project(team.admin, team.workspace.slug)
  const inProject = (id: string) =>
    edit(team.admin, page, {
      query: `documentType=project_page&workspaceSlug=${team.workspace.slug}&projectId=${id}`,
    })
  const [right, other] = [inProject(team.project.id), inProject(project.id)]
  await right.synced()
  await until(() => other.isRefused())
})

test('the README’s program writes into a page as it is there', async () => {
  const page = await newPage()
  const { writer } = await tokens()
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8')
  const program = /```js\n([\s\S]*?)```/.exec(readme)![1]!
  const running = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      ...process.env,
      SERVER: server.origin.replace('http', 'ws'),
      WORKSPACE: team.workspace.slug,
      PAGE: page,
      TOKEN: writer.token,
    },
  })
  onTestFinished(() => void running.kill())
  const html = async () =>
    (await team.admin.get<{ description_html: string }>(`${team.path}/pages/${page}/`)).body.description_html
  await until(async () => (await html()) === '<p>Start</p><p>Written by a program.</p>')
})
