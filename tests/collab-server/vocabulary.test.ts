/** L14: an editor takes nodes that it does not know out of the text, for all. It may not. */
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { SCHEMA_VERSION } from '../../collab-server/document/index.ts'
import type { Person } from '../support/build.ts'
import { until } from '../support/live.ts'
import { textTeam } from '../support/textTeam.ts'

const { server, make, team, editPage, newPage, htmlOf } = await textTeam()

const OURS = String(SCHEMA_VERSION)
const NEWER = String(SCHEMA_VERSION + 1)

const edit = (who: Person, page: string, schema = OURS) => editPage(who, page, { schema })
type Editor = ReturnType<typeof edit>
const path = (page: string) => `${team.path}/pages/${page}/`
const fragment = (one: Editor) => one.doc.getXmlFragment('default')
const addChart = (one: Editor) => {
  const chart = new Y.XmlElement('chart')
  chart.setAttribute('kind', 'pie')
  fragment(one).push([chart])
}
const mayWrite = (one: Editor) => one.words.findLast(word => word.type === 'rights')?.write
/** A client that states no number is given nothing of ours: its edit is merely not taken. */
const isTold = async (one: Editor, schema: string, may: boolean) => {
  if (schema === '') expect(one.words).toEqual([])
  else await until(() => mayWrite(one) === may)
}
const CHART = '<span data-unknown="chart"></span>'

/** A page to which a newer client has added a block that this version does not know. */
const pageWithChart = async () => {
  const page = await newPage()
  const newer = edit(team.admin, page, NEWER)
  await newer.synced()
  addChart(newer)
  await until(() => newer.isSaved())
  return { page, newer }
}

test.each([
  ['states our schema', OURS],
  ['states none', ''],
  ['states an older one', '0.5'],
])(
  'L14: one who %s only reads a text that holds more, and loses the right when it comes to',
  async (_, schema) => {
    const page = await newPage()
    const [newer, here] = [edit(team.admin, page, NEWER), edit(team.member, page, schema)]
    await Promise.all([newer.synced(), here.synced()])
    await isTold(here, schema, schema !== '0.5')
    addChart(newer)
    await until(() => here.text().includes('chart'))
    // Known before the block arrived, so that nothing kept here ever learns that it was taken out.
    expect(mayWrite(here)).toBe(schema === '' ? undefined : false)
    // The edit that the binding of its editor would make at once.
    fragment(here).delete(1, 1)
    const late = edit(team.member, page, schema)
    await late.synced()
    await isTold(late, schema, false)
    fragment(late).delete(1, 1)
    newer.write('after that')
    await until(() => newer.isSaved())
    expect(newer.text()).toContain('<chart')
    expect(await htmlOf(page)).toBe(`<p>Start</p>${CHART}<p>after that</p>`)
  },
)

test('L14: when the newer one takes its block out again the others may write', async () => {
  const { page, newer } = await pageWithChart()
  const here = edit(team.member, page)
  await here.synced()
  await until(() => mayWrite(here) === false)
  fragment(newer).delete(1, 1)
  await until(() => mayWrite(here) === true)
  here.write('mine')
  await until(() => here.isSaved())
  expect(await htmlOf(page)).toBe('<p>Start</p><p>mine</p>')
})

test.each([
  ['the first', '1'],
  ['none', ''],
])('L14: one who states %s writes as long as the text holds nothing that came later', async (_, schema) => {
  const page = await newPage()
  const [ours, older] = [edit(team.admin, page), edit(team.member, page, schema)]
  await Promise.all([ours.synced(), older.synced()])
  await isTold(older, schema, true)
  older.write('older')
  await until(() => ours.text().includes('older'))
  const toggle = new Y.XmlElement('details')
  const summary = new Y.XmlElement('detailsSummary')
  toggle.insert(0, [summary])
  summary.insert(0, [new Y.XmlText('More')])
  fragment(ours).push([toggle])
  await until(() => older.text().includes('details'))
  expect(mayWrite(older)).toBe(schema === '' ? undefined : false)
  const late = edit(team.member, page, schema)
  await late.synced()
  await isTold(late, schema, false)
  fragment(ours).delete(2, 1)
  await until(() => [older, late].every(one => !one.text().includes('details')))
  for (const one of [older, late]) await isTold(one, schema, true)
  fragment(older).push([toggle.clone()])
  await isTold(older, schema, false)
  ours.write('ours')
  await until(() => ours.isSaved())
  expect(await htmlOf(page)).toBe('<p>Start</p><p>older</p><p>ours</p>')
})

test('L14: one of our schema who sends what it cannot know only reads from then on, and nothing of it is taken in', async () => {
  const page = await newPage()
  const [here, witness] = [edit(team.member, page), edit(team.admin, page)]
  await Promise.all([here.synced(), witness.synced()])
  addChart(here)
  await until(() => mayWrite(here) === false)
  here.write('behind it')
  witness.write('honest')
  await until(() => witness.isSaved())
  expect(await htmlOf(page)).toBe('<p>Start</p><p>honest</p>')
  expect(mayWrite(witness)).toBe(true)
})

test('L14: REST edits leave it where it is: as HTML, as a binary that lost it, and as one that would bring more', async () => {
  const { page, newer } = await pageWithChart()
  const reader = await make.token(team.admin, team.workspace.slug)
  await reader.visitor.get(path(page))
  const patched = await reader.visitor.patch(path(page), { description_html: '<p>Start, by REST</p>' })
  expect(patched.status).toBe(200)
  await until(() => newer.text() === '<paragraph>Start, by REST</paragraph><chart kind="pie"></chart>')

  const state = async () => {
    const row = (await server.db('documents').where('id', page).first('state')) as { state: Buffer }
    const doc = new Y.Doc()
    Y.applyUpdate(doc, row.state)
    return doc
  }
  const sent = (doc: Y.Doc, more = {}) =>
    team.admin.patch(`${path(page)}description/`, {
      description_binary: Buffer.from(Y.encodeStateAsUpdate(doc)).toString('base64'),
      ...more,
    })
  const lost = await state()
  lost.getXmlFragment('default').delete(1, 1)
  expect((await sent(lost)).status).toBe(400)
  await team.admin.get(path(page))
  expect((await sent(lost, { description_html: '<p>Start, by binary</p>' })).status).toBe(200)
  await until(() => newer.text() === '<paragraph>Start, by binary</paragraph><chart kind="pie"></chart>')

  const plain = await newPage()
  const more = new Y.Doc()
  more.getXmlFragment('default').push([new Y.XmlElement('chart')])
  const brought = await team.admin.patch(`${path(plain)}description/`, {
    description_binary: Buffer.from(Y.encodeStateAsUpdate(more)).toString('base64'),
  })
  expect(brought.status).toBe(400)
  expect(await htmlOf(plain)).toBe('<p>Start</p>')
})
