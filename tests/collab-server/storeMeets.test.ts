/** A text that is stored all the time meets calls that change the block which is being written in. */
import { expect, test } from 'vitest'
import * as Y from 'yjs'
import { viewerOfUser } from '../../api/db/viewer.ts'
import { inWork } from '../../api/db/work.ts'
import { storeOpen } from '../../api/text/documents/store.ts'
import { runTask } from '../../api/text/documents/threads.ts'
import { toHtml } from '../../collab-server/document/html.ts'
import { nodeOf } from '../../collab-server/document/index.ts'
import { until } from '../support/live.ts'
import { steadyWriter } from '../support/steadyWriter.ts'
import { textTeam } from '../support/textTeam.ts'

const ROUNDS = 4

test('words that are stored while a call turns their block stay, and are there once', async () => {
  const team = await textTeam({ ms: 0, most: 0 })
  const page = await team.newPage('<p>Start</p><p>After</p>')
  const path = `${team.team.path}/pages/${page}/`
  const [here, there] = [team.editPage(team.team.member, page), team.editPage(team.team.admin, page)]
  await Promise.all([here.synced(), there.synced()])
  const writer = steadyWriter(here.doc, 'w')
  const shown = new Set<string>()
  const see = () => {
    for (const word of there.text().match(/w\d+/g) ?? []) shown.add(word)
  }
  there.doc.on('update', see)
  for (let round = 0; round < ROUNDS; round++) {
    const seen = writer.said.length + 10
    await until(() => there.text().includes(`w${seen}`))
    const { body } = await team.team.admin.get<{ description_html: string }>(path)
    const [, words] = /<(?:p|h2)>(.*?)<\/(?:p|h2)>/.exec(body.description_html)!
    const tag = round % 2 === 0 ? 'h2' : 'p'
    const sent = `<${tag}>${words}</${tag}><p>After</p>`
    expect((await team.team.admin.patch(path, { description_html: sent })).status).toBe(200)
  }
  writer.stop()
  await until(() => here.isSaved() && there.text() === here.text())
  const kept: string[] = (await team.htmlOf(page)).match(/w\d+/g) ?? []
  expect([...shown].filter(word => !kept.includes(word))).toEqual([])
  expect(kept.length, 'a word stands there twice').toBe(new Set(kept).size)
})

/** Beyond what the process reads by itself. */
const LONG = Array.from({ length: 1_500 }, (_, n) => `<p>Line ${n} of the long text</p>`).join('')
/** A thread keeps two. */
const TEXTS = 3

test('long texts that stay open are stored as they are, whatever changed since their last store', async () => {
  const team = await textTeam({ ms: 0, most: 0 })
  const pages = await Promise.all(Array.from({ length: TEXTS }, () => team.newPage(LONG)))
  const open = pages.map(page => ({ page, ...team.editPage(team.team.member, page) }))
  await Promise.all(open.map(one => one.synced()))
  for (let round = 0; round < ROUNDS; round++)
    for (const { page, doc, write, type, isSaved } of open) {
      type(2, `round ${round} `)
      write(`Last of round ${round}`)
      doc.getXmlFragment('default').delete(5 * round + 3, 2)
      if (round === 2) {
        const sent = `<h2>By a script</h2>${await team.htmlOf(page)}`
        const answer = await team.team.admin.patch(`${team.team.path}/pages/${page}/`, {
          description_html: sent,
        })
        expect(answer.status).toBe(200)
        await until(() => toHtml(nodeOf(doc)).includes('By a script'))
      }
      await until(isSaved)
      expect(await team.htmlOf(page)).toBe(toHtml(nodeOf(doc)))
    }
})

test('a text that lacks what a call has stored is not stored before it has taken that in', async () => {
  const { server, team, newPage, htmlOf } = await textTeam()
  const page = await newPage('<p>Start</p><p>After</p>')
  const row = () => server.db('documents').where('id', page).first()
  const { state, version, workspace_id, project_id } = await row()
  const open = new Y.Doc()
  Y.applyUpdate(open, state)
  open.getXmlFragment('default').insert(0, [new Y.XmlElement('horizontalRule')])
  const turned = { description_html: '<h2>Start</h2><p>After</p>' }
  await team.admin.patch(`${team.path}/pages/${page}/`, turned)
  const viewer = (await viewerOfUser(server.db, team.admin.id))!
  const text = Y.encodeStateAsUpdate(open)
  const derived = await runTask('derive', { state: text })
  const subject = { kind: 'page', id: page, workspace_id, project_id } as const
  const { result } = await inWork(server.db, { viewer }, work =>
    storeOpen(work, subject, { state: text, derived, known: version }, {}),
  )
  expect(result).toBe(null)
  expect(await htmlOf(page)).toBe(turned.description_html)
  expect((await row()).version).toBe(version + 1)
})
