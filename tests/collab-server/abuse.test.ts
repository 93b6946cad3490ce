import { describe, expect, test } from 'vitest'
import * as Y from 'yjs'
import type { Person } from '../support/build.ts'
import { authFrame, FRAME, rawSocket, textFrame, updateFrame } from '../support/frames.ts'
import { until } from '../support/live.ts'
import { textTeam } from '../support/textTeam.ts'

const { server, make, team, closing, editPage: edit, htmlOf } = await textTeam()

const raw = async (who: Person | null, query?: string) => closing(await rawSocket(server.origin, who, query))
const newPage = async (fields: Record<string, unknown> = {}) =>
  (await make.page(team.admin, team.path, { description_html: '<p>Start</p>', ...fields })).id

/** An update that adds a paragraph. */
const paragraph = (text: string) => {
  const doc = new Y.Doc()
  const element = new Y.XmlElement('paragraph')
  element.insert(0, [new Y.XmlText(text)])
  doc.getXmlFragment('default').push([element])
  return Y.encodeStateAsUpdate(doc)
}
test('a cell over millions of columns harms nobody, however it comes', async () => {
  const span = 3_000_000
  const cell = { type: 'tableCell', attrs: { colspan: span }, content: [{ type: 'paragraph' }] }
  const description = {
    type: 'doc',
    content: [{ type: 'table', content: [{ type: 'tableRow', content: [cell] }] }],
  }
  const asJson = await team.admin.post(`${team.path}/pages/`, { name: 'Wide', description })
  expect(asJson.status).toBe(400)
  const page = await newPage({
    description_html: `<p>Start</p><table><tr><td colspan="${span}"><p>a</p></td></tr></table>`,
  })
  expect((await htmlOf(page)).length).toBeLessThan(400)
  const [honest, hostile] = [edit(team.admin, page), edit(team.member, page)]
  await Promise.all([honest.synced(), hostile.synced()])
  const table = hostile.doc.getXmlFragment('default').get(1) as Y.XmlElement
  const first = (table.get(0) as Y.XmlElement).get(0) as Y.XmlElement
  first.setAttribute('colspan', span as unknown as string)
  await until(() => hostile.words.some(word => word.type === 'rights' && !word.write))
  honest.type(0, 'Still ')
  await until(() => honest.isSaved())
  expect(await htmlOf(page)).toMatch(/<p>Still Start<\/p>.*colspan="1"/)
})

/** Blocks within each other, as no editor makes them. */
const nest = (root: Y.XmlFragment, depth: number) => {
  let within = root
  for (let level = 0; level < depth; level++) {
    const element = new Y.XmlElement('blockquote')
    within.insert(within.length, [element])
    within = element
  }
}

test('blocks deeper than anyone could read are refused, at once and little by little; the text stays', async () => {
  const page = await newPage()
  // A client that states to know more than we do may not nest deeper either.
  const [honest, hostile, newer, patient] = [
    edit(team.admin, page),
    edit(team.member, page),
    edit(team.member, page, { schema: '99' }),
    edit(team.member, page),
  ]
  await Promise.all([honest, hostile, newer, patient].map(one => one.synced()))
  for (const one of [hostile, newer]) {
    one.doc.transact(() => nest(one.doc.getXmlFragment('default'), 2_000))
    await until(() => one.words.some(word => word.type === 'rights' && !word.write))
    expect(one.words.at(-1)).toEqual({ type: 'rights', write: false, why: 'beyondReading' })
  }
  nest(patient.doc.getXmlFragment('default'), 300)
  await until(() => patient.words.some(word => word.type === 'rights' && !word.write))
  honest.type(0, 'Still ')
  await until(() => honest.isSaved())
  const html = await htmlOf(page)
  expect(html).toContain('<p>Still Start</p>')
  expect(html.split('<blockquote>').length - 1).toBe(60)
  // A handed-out text can be sent back.
  const back = html.replace('Still', 'And still')
  expect((await team.admin.patch(`${team.path}/pages/${page}/`, { description_html: back })).status).toBe(200)
  const deep = new Y.Doc()
  nest(deep.getXmlFragment('default'), 300)
  const description_binary = Buffer.from(Y.encodeStateAsUpdate(deep)).toString('base64')
  const sent = await team.admin.patch(`${team.path}/pages/${page}/description/`, { description_binary })
  expect(sent.status).toBe(400)
  expect((await team.admin.post(`${team.path}/pages/`, { name: 'Deep', description_binary })).status).toBe(
    400,
  )
})

describe('L9: a flood before sign-in', () => {
  const flooded = async (frames: Uint8Array[]) => {
    const socket = await raw(null)
    socket.send(...frames)
    await until(() => socket.closed() > 0)
    return socket.closed()
  }
  const name = 'page.00000000-0000-7000-8000-000000000000'

  test('of many frames ends the socket', async () => {
    expect(await flooded(Array.from({ length: 150 }, () => updateFrame(name, paragraph('x'))))).toBe(4205)
  })
  test('of many bytes ends the socket', async () => {
    const big = updateFrame(name, new Uint8Array(200_000))
    expect(await flooded([big, big, big])).toBe(4205)
  })
  test('of many names ends the socket', async () => {
    const names = Array.from({ length: 30 }, (_, at) => `${name.slice(0, -2)}${10 + at}`)
    expect(await flooded(names.map(one => updateFrame(one, paragraph('x'))))).toBe(4205)
  })
})

test('L9: one frame beyond all measure ends the socket, also of one who has signed in', async () => {
  const name = `page.${await newPage()}`
  const socket = await raw(team.member)
  socket.send(authFrame(name))
  await until(() => socket.kinds.includes(FRAME.stateless))
  socket.send(updateFrame(name, new Uint8Array(11_000_000)))
  await until(() => socket.closed() > 0)
  expect(socket.closed()).toBe(1009)
})

describe('L11: frames that wait behind a refusal', () => {
  test('is not taken in: of a page that is not theirs', async () => {
    const page = await newPage({ access: 1 })
    const name = `page.${page}`
    const socket = await raw(team.member)
    socket.send(authFrame(name), ...[1, 2, 3].map(n => updateFrame(name, paragraph(`pushed ${n}`))))
    await until(() => socket.bodies.some(body => body.includes('permission-denied')))
    socket.send(updateFrame(name, paragraph('pushed later')))
    // A page of their own, on the same socket and after all that, works.
    const own = (await make.page(team.member, team.path)).id
    socket.send(authFrame(`page.${own}`), updateFrame(`page.${own}`, paragraph('mine')))
    await until(async () => (await htmlOf(own)).includes('mine'))
    expect(await htmlOf(page)).toBe('<p>Start</p>')
  })

  test('is not taken in: by one who may only read', async () => {
    const page = await newPage()
    const name = `page.${page}`
    const token = await make.token(team.admin, team.workspace.slug, { is_read_only: true })
    const socket = await raw(null)
    socket.send(authFrame(name, token.token), updateFrame(name, paragraph('pushed')))
    await until(() => socket.kinds.includes(8))
    const witness = edit(team.admin, page)
    await witness.synced()
    witness.write('honest')
    await until(() => witness.isSaved())
    expect(await htmlOf(page)).toBe('<p>Start</p><p>honest</p>')
  })

  test('L10: is not taken in: a frame that only servers send, which reaches nobody', async () => {
    const page = await newPage()
    const name = `page.${page}`
    const witness = edit(team.admin, page)
    await witness.synced()
    const forged = JSON.stringify({ type: 'gone' })
    const socket = await raw(team.member)
    socket.send(authFrame(name))
    await until(() => socket.kinds.includes(FRAME.stateless))
    socket.send(
      textFrame(name, FRAME.broadcastStateless, forged),
      updateFrame(name, paragraph('behind the forged one')),
      textFrame(name, FRAME.stateless, forged),
    )
    await until(() => socket.kinds.includes(FRAME.close))
    witness.write('still here')
    await until(() => witness.isSaved())
    expect(witness.words.some(word => word.type === 'gone')).toBe(false)
    expect(await htmlOf(page)).toBe('<p>Start</p><p>still here</p>')
  })
})

describe('L12: clients that have left', () => {
  test('leaves no text in memory: the next one is given what is stored', async () => {
    const page = await newPage()
    const people = Array.from({ length: 20 }, (_, at) => edit(at % 2 ? team.admin : team.member, page))
    await Promise.all(people.map(one => one.synced()))
    people[0]!.write('all were here')
    await until(() => people[0]!.isSaved())
    for (const one of people) one.close()
    // Behind the program's back: only a text that is loaded anew can show it.
    const doc = new Y.Doc()
    const row = (await server.db('documents').where('id', page).first('state')) as { state: Buffer }
    Y.applyUpdate(doc, row.state)
    const element = new Y.XmlElement('paragraph')
    element.insert(0, [new Y.XmlText('by another hand')])
    doc.getXmlFragment('default').push([element])
    await server
      .db('documents')
      .where('id', page)
      .update({ state: Buffer.from(Y.encodeStateAsUpdate(doc)) })
    await until(async () => {
      const one = edit(team.admin, page)
      await one.synced()
      const seen = one.text().includes('by another hand')
      one.close()
      return seen
    })
  })
})

test('E1, E3: content that a client puts into the text past the editor comes out harmless', async () => {
  const page = await newPage()
  const one = edit(team.member, page)
  await one.synced()
  const element = (name: string, attributes: Record<string, unknown>, text = '') => {
    const made = new Y.XmlElement(name)
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value as string)
    if (text) made.insert(0, [new Y.XmlText(text)])
    return made
  }
  const linked = new Y.XmlText()
  linked.insert(0, 'click', { link: { href: ' java\tscript:alert(1)', onclick: 'x()' } })
  const link = new Y.XmlElement('paragraph')
  link.insert(0, [linked])
  const nasty = '"><script>alert(1)</script>'
  one.doc
    .getXmlFragment('default')
    .push([
      link,
      element('image', { src: 'javascript:alert(1)', onerror: 'x()', alt: nasty }),
      element('image', { src: 'data:text/html,<script>alert(1)</script>', width: nasty }),
      element('imageComponent', { src: 'javascript:alert(1)', id: nasty }),
      element('codeBlock', { language: nasty }, nasty),
      element('heading', { level: nasty, textAlign: 'left;background:url(javascript:alert(1))' }, nasty),
      element('mention', { entity_identifier: nasty, redirect_uri: 'javascript:alert(1)', label: nasty }),
      element('orderedList', { start: nasty, type: nasty }),
      element('paragraph', { onclick: 'x()', style: 'color:red' }, nasty),
    ])
  await until(() => one.isSaved())
  const html = await htmlOf(page)
  expect(html).toContain('click')
  const tags = [...html.matchAll(/<[^>]*>/g)].map(([tag]) => tag)
  for (const tag of tags) {
    const bare = tag.replace(/="[^"]*"/g, '')
    expect(bare).not.toMatch(/script|iframe|\son\w+/i)
    expect(tag).not.toMatch(/(href|src|uri)="\s*(java\s*script|data|vbscript):|url\(/i)
  }
})
