import { describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { WebsocketProvider } from 'y-websocket'
import * as Y from 'yjs'
import { until } from '../support/live.ts'
import { textTeam } from '../support/textTeam.ts'

const { server, make, team, closing, edit, htmlOf } = await textTeam()

test('a stock y-websocket client and our own edit one page', async () => {
  const page = await make.page(team.admin, team.path)
  const ours = edit(team.member, `page.${page.id}`)
  await ours.synced()
  const doc = new Y.Doc()
  const stock = new WebsocketProvider(
    `${server.origin.replace('http', 'ws')}/yjs/${team.workspace.slug}`,
    `page.${page.id}`,
    doc,
    {
      WebSocketPolyfill: class extends WebSocket {
        constructor(url: string, protocols?: string | string[]) {
          super(url, protocols, { headers: { cookie: team.admin.cookie() } })
        }
      } as unknown as typeof globalThis.WebSocket,
      disableBc: true,
    },
  )
  closing({ close: () => stock.destroy() })
  await until(() => stock.synced)
  ours.write('from ours')
  const paragraph = new Y.XmlElement('paragraph')
  paragraph.insert(0, [new Y.XmlText('from stock')])
  doc.getXmlFragment('default').push([paragraph])
  await until(
    () => ours.text().includes('from stock') && doc.getXmlFragment('default').toString() === ours.text(),
  )
  await until(async () => (await htmlOf(page.id)).includes('from stock'))
  expect(await htmlOf(page.id)).toContain('from ours')
})

describe('rights', () => {
  test('while an issue waits at the intake, its sender and admins write; a member from its acceptance on', async () => {
    await team.admin.patch(`${team.path}/`, { inbox_view: true })
    const at = `${team.path}/inbox-issues/`
    const { id } = (await team.guest.post<{ id: string }>(at, { issue: { name: 'A leak' } })).body
    const [member, guest, admin] = [team.member, team.guest, team.admin].map(who => edit(who, `issue.${id}`))
    for (const one of [member!, guest!, admin!]) await one.synced()
    for (const [one, write] of [
      [member, false],
      [guest, true],
      [admin, true],
    ] as const)
      expect(one!.words).toContainEqual(expect.objectContaining({ type: 'rights', write }))
    await team.admin.patch(`${at}${id}/`, { status: 1 })
    await until(() => member!.words.some(word => word.type === 'rights' && word.write))
  })

  test('a reader cannot change a byte', async () => {
    const open = await make.issue(team.admin, team.path, { description_html: '<p>Fixed</p>' })
    await team.admin.patch(`${team.path}/`, { guest_view_all_features: true })
    const guest = edit(team.guest, `issue.${open.id}`)
    await guest.synced()
    expect(guest.words).toContainEqual({ type: 'rights', write: false, why: 'readOnly' })
    const before = (await server.db('documents').where('id', open.id).first('state')) as { state: Buffer }
    guest.write('vandal')
    const witness = edit(team.member, `issue.${open.id}`)
    await witness.synced()
    witness.write('honest')
    await until(() => witness.isSaved())
    const after = (await server.db('documents').where('id', open.id).first('description_html')) as {
      description_html: string
    }
    expect(after.description_html).toContain('honest')
    expect(after.description_html).not.toContain('vandal')
    expect(before.state.length).toBeGreaterThan(0)
    await team.admin.patch(`${team.path}/`, { guest_view_all_features: false })
  })

  test('strangers, and people of other workspaces, are refused', async () => {
    const page = await make.page(team.admin, team.path)
    const stranger = await make.person()
    const one = edit(stranger, `page.${page.id}`)
    await until(() => one.isRefused())
    const privatePage = await make.page(team.admin, team.path, { access: 1 })
    const colleague = edit(team.member, `page.${privatePage.id}`)
    await until(() => colleague.isRefused())
  })

  test('losing the membership while connected closes the document', async () => {
    const leaver = await make.person()
    await make.joinWorkspace(team.admin, team.workspace.slug, leaver, 15)
    await make.joinProject(team.admin, team.path, leaver, 15)
    const page = await make.page(team.admin, team.path)
    const [one, other] = [edit(leaver, `page.${page.id}`), edit(team.admin, `page.${page.id}`)]
    await Promise.all([one.synced(), other.synced()])
    const { body } = await team.admin.get<{ id: string; member: string }[]>(`${team.path}/members/`)
    await team.admin.delete(`${team.path}/members/${body.find(row => row.member === leaver.id)!.id}/`)
    await until(() => one.words.some(word => word.type === 'gone'))
    one.write('after the end')
    other.write('still here')
    await until(() => other.isSaved())
    expect(await htmlOf(page.id)).not.toContain('after the end')
  })
})

test('L13: "saved" is said after commit, never before', async () => {
  const page = await make.page(team.admin, team.path)
  const one = edit(team.admin, `page.${page.id}`)
  await one.synced()
  // A lock on the row keeps the store waiting: in that time nothing may be called saved.
  const lock = await server.db.transaction()
  await lock('documents').where('id', page.id).forUpdate().first('id')
  one.write('not yet stored')
  await new Promise(resolve => setTimeout(resolve, 1_200))
  expect(one.isSaved()).toBe(false)
  await lock.rollback()
  await until(() => one.isSaved())
  expect(await htmlOf(page.id)).toContain('not yet stored')
})

test('L4: a store that fails is tried again, the text stays, and the editors are told', async () => {
  const page = await make.page(team.admin, team.path)
  const one = edit(team.admin, `page.${page.id}`)
  await one.synced()
  await server.db.raw('alter table documents rename to documents_away')
  one.write('survives a broken store')
  await until(() => one.words.some(word => word.type === 'unsaved'))
  expect(one.isSaved()).toBe(false)
  one.close()
  await server.db.raw('alter table documents_away rename to documents')
  await until(async () => (await htmlOf(page.id)).includes('survives a broken store'))
})

test('L1: a load that fails refuses, and leaves no empty text behind', async () => {
  const page = await make.page(team.admin, team.path, { description_html: '<p>Precious</p>' })
  await server.db.raw('alter table documents rename to documents_away')
  const one = edit(team.admin, `page.${page.id}`)
  await until(() => one.isRefused())
  one.close()
  await server.db.raw('alter table documents_away rename to documents')
  const again = edit(team.admin, `page.${page.id}`)
  await again.synced()
  expect(again.text()).toContain('Precious')
  expect(await htmlOf(page.id)).toContain('Precious')
})

test('L16: opened by many at once for the first time, a text begins once', async () => {
  const issue = await make.issue(team.admin, team.path)
  const editors = Array.from({ length: 6 }, () => edit(team.member, `issue.${issue.id}`))
  const binaries = team.admin.get(
    `${team.path}/pages/${(await make.page(team.admin, team.path)).id}/description/`,
  )
  await Promise.all([...editors.map(one => one.synced()), binaries])
  await until(() => new Set(editors.map(one => one.text())).size === 1)
  expect(editors[0]!.text()).toBe('<paragraph></paragraph>')
})

test('text sent as Markdown is merged into what is being typed, and keeps what Markdown cannot tell', async () => {
  const coloured = (words: string) => `<p><span data-text-color="peach">${words}</span></p>`
  const page = await make.page(team.admin, team.path, {
    description_html: `${coloured('The boat')}<p>Comes in</p>`,
  })
  const path = `${team.path}/pages/${page.id}/`
  const integration = await make.token(team.admin, team.workspace.slug)
  const { body } = await integration.visitor.get<{ description_markdown: string }>(
    `${path}?expand=description_markdown`,
  )
  expect(body.description_markdown).toBe('The boat\n\nComes in\n')
  const here = edit(team.member, `page.${page.id}`)
  await here.synced()
  here.type(4, 'big ')
  const sent = await integration.visitor.patch(path, {
    description_markdown: 'The boat\n\nComes in **late**',
  })
  expect(sent.status).toBe(200)
  await until(() => here.text().includes('late'))
  await until(
    async () =>
      (await htmlOf(page.id)) === `${coloured('The big boat')}<p>Comes in <strong>late</strong></p>`,
  )
})

test('two editors, one of them away, and a REST edit of the text before both: all three survive', async () => {
  const page = await make.page(team.admin, team.path, { description_html: '<p>The boat comes in</p>' })
  const integration = await make.token(team.admin, team.workspace.slug)
  const base = await integration.visitor.get<{ description_html: string }>(`${team.path}/pages/${page.id}/`)
  expect(base.body.description_html).toBe('<p>The boat comes in</p>')
  const [here, away] = [edit(team.admin, `page.${page.id}`), edit(team.member, `page.${page.id}`)]
  await Promise.all([here.synced(), away.synced()])
  await away.offline()
  here.type(4, 'big ')
  away.type(0, 'Soon: ')
  await until(() => here.isSaved())
  await integration.visitor.patch(`${team.path}/pages/${page.id}/`, {
    description_html: '<p>The boat comes in late</p>',
  })
  await until(() => here.text().includes('late'))
  away.online()
  await until(() => away.text() === here.text() && here.text().includes('Soon'))
  expect(here.text()).toBe('<paragraph>Soon: The big boat comes in late</paragraph>')
  await until(async () => (await htmlOf(page.id)) === '<p>Soon: The big boat comes in late</p>')
})

describe('binary', () => {
  const binary = async (id: string, nouns = 'pages') => {
    const response = await fetch(`${server.origin}${team.path}/${nouns}/${id}/description/`, {
      headers: { cookie: team.admin.cookie() },
    })
    return new Uint8Array(await response.arrayBuffer())
  }

  test.each(['pages', 'issues'] as const)('of %s is never empty, and an update of it merges', async nouns => {
    const of = { pages: make.page, issues: make.issue }[nouns]
    const { id } = await of(team.admin, team.path)
    const doc = new Y.Doc()
    const state = await binary(id, nouns)
    expect(state.length).toBeGreaterThan(2)
    Y.applyUpdate(doc, state)
    const paragraph = new Y.XmlElement('paragraph')
    paragraph.insert(0, [new Y.XmlText('by REST')])
    doc.getXmlFragment('default').push([paragraph])
    const description_binary = Buffer.from(Y.encodeStateAsUpdate(doc)).toString('base64')
    const at = `${team.path}/${nouns}/${id}/`
    const reply = await team.admin.patch(`${at}description/`, { description_binary })
    expect([reply.status, reply.body]).toEqual([200, { message: 'Updated successfully' }])
    await team.admin.patch(`${at}description/`, { description_binary })
    const { body } = await team.admin.get<{ description_html: string }>(at)
    expect(body.description_html).toBe('<p></p><p>by REST</p>')
    expect((await team.guest.patch(`${at}description/`, { description_binary })).status).toBe(404)
  })

  test.each([undefined, '', '%%%', 'aGVsbG8gd29ybGQ='])(
    'garbage (%s) is refused without harm',
    async description_binary => {
      const page = await make.page(team.admin, team.path, { description_html: '<p>Whole</p>' })
      const reply = await team.admin.patch(`${team.path}/pages/${page.id}/description/`, {
        description_binary,
      })
      expect([reply.status, reply.body]).toEqual([400, { error: 'No binary data provided' }])
      expect(await htmlOf(page.id)).toBe('<p>Whole</p>')
    },
  )
})
