/** Known ways to lose shared text, one test or more for each, with the fault that led to it. */
import { updateYFragment } from '@tiptap/y-tiptap'
import { describe, expect, test } from 'vitest'
import { documentSchema } from '../../collab-server/document/index.ts'
import { darkLine } from '../support/darkLine.ts'
import type { editor } from '../support/editor.ts'
import { until } from '../support/live.ts'
import { textTeam } from '../support/textTeam.ts'
import { cutOffWaiting, holdText, waitingCalls } from '../support/troubledDatabase.ts'

type Editor = ReturnType<typeof editor>

const { server, make, team, editPage: edit, newPage, htmlOf } = await textTeam()

const twice = (text: string, word: string) => text.split(word).length > 2
const converged = (...editors: Editor[]) => new Set(editors.map(one => one.text())).size === 1

const holdRow = (page: string) => holdText(server.db, page)
const waiting = () => waitingCalls(server.db)

describe('a database that goes away', () => {
  test('L1: during a load: refused, nothing empty is kept, nothing empty is stored', async () => {
    const page = await newPage('<p>Precious</p>')
    const release = await holdRow(page)
    const [one, other] = [edit(team.admin, page), edit(team.member, page)]
    await cutOffWaiting(server.db)
    await until(() => one.isRefused() && other.isRefused())
    expect([one.text(), other.text()]).toEqual(['', ''])
    // Not a judgement: they may come again.
    expect([one.refusal(), other.refusal()]).toEqual(['unavailable', 'unavailable'])
    const stranger = edit(await make.person(), page)
    await until(() => stranger.isRefused())
    expect(stranger.refusal()).toBe('permission-denied')
    // Words that refused clients type into their empty text are not stored.
    one.write('typed over nothing')
    await release()
    const third = edit(team.admin, page)
    await third.synced()
    third.write('typed over it')
    await until(() => third.isSaved())
    expect(await htmlOf(page)).toBe('<p>Precious</p><p>typed over it</p>')
  })

  test('L4: during a store: told, tried again, and then called saved', async () => {
    const page = await newPage()
    const one = edit(team.admin, page)
    await one.synced()
    const release = await holdRow(page)
    one.write('typed in bad weather')
    await cutOffWaiting(server.db)
    await until(() => one.words.some(word => word.type === 'unsaved'))
    expect(one.isSaved()).toBe(false)
    await release()
    await until(() => one.isSaved())
    expect(await htmlOf(page)).toContain('typed in bad weather')
  })
})

describe('a slow store', () => {
  test('L2: returning before it has ended finds the typed words', async () => {
    const page = await newPage()
    const one = edit(team.admin, page)
    await one.synced()
    const release = await holdRow(page)
    one.write('on its way')
    await until(async () => (await waiting()).length > 0)
    one.close()
    const again = edit(team.admin, page)
    await again.synced()
    expect(again.text()).toContain('on its way')
    again.write('and more')
    await release()
    await until(() => again.isSaved())
    const html = await htmlOf(page)
    expect([html.includes('and more'), twice(html, 'on its way')]).toEqual([true, false])
  })

  test('L5: only one at a time, and nothing that was typed or left meanwhile is forgotten', async () => {
    const page = await newPage()
    const one = edit(team.admin, page)
    await one.synced()
    const release = await holdRow(page)
    let most = 0
    for (let n = 0; n < 8; n++) {
      one.write(`word ${n}`)
      await new Promise(resolve => setTimeout(resolve, 250))
      most = Math.max(most, (await waiting()).length)
    }
    one.write('last word')
    const witness = edit(team.member, page)
    await until(() => witness.text().includes('last word'))
    one.close()
    witness.close()
    await new Promise(resolve => setTimeout(resolve, 500))
    expect([most, (await waiting()).length]).toEqual([1, 1])
    await release()
    await until(async () => (await htmlOf(page)).includes('last word'))
    for (let n = 0; n < 8; n++) expect(twice(await htmlOf(page), `word ${n}`)).toBe(false)
  })

  test('L8: words typed while it runs are stored without another key being pressed', async () => {
    const page = await newPage()
    const one = edit(team.admin, page)
    await one.synced()
    const release = await holdRow(page)
    one.write('first')
    await until(async () => (await waiting()).length > 0)
    one.write('second')
    await release()
    await until(() => one.isSaved())
    expect(await htmlOf(page)).toContain('second')
  })
})

test('L8: words typed without a pause are stored all the same', async () => {
  const page = await newPage()
  const one = edit(team.admin, page)
  await one.synced()
  const clocks: number[] = []
  const end = Date.now() + 4_000
  for (let n = 0; Date.now() < end; n++) {
    clocks.push(one.write(`w${n}`))
    await new Promise(resolve => setTimeout(resolve, 50))
    // At no moment may more than some three seconds of typing be unstored.
    if (clocks.length > 60) expect(one.hasSaved(clocks.at(-60)!)).toBe(true)
  }
  await until(() => one.isSaved())
})

test('L6: words that the server itself puts into an open text are stored, and stay through a restart', async () => {
  const page = await newPage()
  const one = edit(team.member, page)
  await one.synced()
  one.write('typed')
  await until(() => one.isSaved())
  await team.admin.patch(`${team.path}/pages/${page}/`, {
    description_html: `${await htmlOf(page)}<p>put in</p>`,
  })
  await until(() => one.text().includes('put in') && one.isSaved())
  one.close()
  await server.restart()
  expect(await htmlOf(page)).toBe('<p>Start</p><p>typed</p><p>put in</p>')
  const again = edit(team.member, page)
  await again.synced()
  expect(again.text()).toBe(one.text())
})

describe('L15: one takes everything out while the other types', () => {
  /** An editor's edit when everything is selected and somebody types. */
  const replaceAll = (one: Editor, text: string) => {
    const { nodes } = documentSchema
    const paragraph = nodes.paragraph!.create(null, text ? documentSchema.text(text) : null)
    const node = nodes.doc!.create(null, paragraph)
    one.doc.transact(() =>
      updateYFragment(one.doc, one.doc.getXmlFragment('default'), node, {
        mapping: new Map(),
        isOMark: new Map(),
      }),
    )
  }
  const apart = async (html: string) => {
    const page = await newPage(html)
    const [one, other] = [edit(team.admin, page), edit(team.member, page)]
    await Promise.all([one.synced(), other.synced()])
    await Promise.all([one.offline(), other.offline()])
    const meet = async () => {
      one.online()
      other.online()
      await until(() => one.isSaved() && other.isSaved() && converged(one, other))
      return htmlOf(page)
    }
    return { one, other, meet }
  }

  test.each(['', 'anew'])('by selecting all and typing %j: the other’s words stay', async text => {
    const { one, other, meet } = await apart('<p>Alpha</p><p>Beta</p>')
    replaceAll(one, text)
    other.type(5, ' and typed')
    other.write('and a line')
    const html = await meet()
    expect(html).toContain(' and typed')
    expect(html).toContain('<p>and a line</p>')
    expect(html).not.toContain('Beta')
    expect(html.includes('anew')).toBe(text !== '')
  })

  test('by leaving not one block: new words are a text again', async () => {
    const { one, other, meet } = await apart('<p>Alpha</p><p>Beta</p>')
    one.doc.getXmlFragment('default').delete(0, 2)
    other.write('a line')
    expect(await meet()).toBe('<p>a line</p>')
    other.doc.getXmlFragment('default').delete(0, 1)
    await until(() => other.isSaved() && one.text() === '')
    one.write('again')
    await until(() => one.isSaved())
    expect(other.text()).toBe('<paragraph>again</paragraph>')
  })
})

test('L13: a mere deletion is called saved when PostgreSQL has it, and not before', async () => {
  const page = await newPage('<p>Alpha</p><p>Beta</p>')
  const one = edit(team.admin, page)
  await one.synced()
  await until(() => one.isSaved())
  const release = await holdRow(page)
  one.doc.getXmlFragment('default').delete(1, 1)
  expect(one.isSaved()).toBe(false)
  await until(async () => (await waiting()).length > 0)
  expect(one.isSaved()).toBe(false)
  await release()
  await until(() => one.isSaved())
  expect(await htmlOf(page)).toBe('<p>Alpha</p>')
})

test('L17: typed while the server is away, it is there when the server is back, and nothing old returns', async () => {
  const page = await newPage('<p>old</p>')
  const [one, other] = [edit(team.admin, page), edit(team.member, page)]
  await Promise.all([one.synced(), other.synced()])
  const back = server.restart(600)
  await until(() => one.provider.configuration.websocketProvider.status === 'disconnected')
  const fragment = one.doc.getXmlFragment('default')
  fragment.delete(0, 1)
  one.write('by one, while away')
  other.write('by the other, while away')
  await back
  await until(() => one.isSaved() && other.isSaved() && converged(one, other))
  const html = await htmlOf(page)
  expect(html).not.toContain('old')
  for (const words of ['by one, while away', 'by the other, while away']) {
    expect(html).toContain(words)
    expect(twice(html, words)).toBe(false)
  }
})

test('L18: on a line that is dead without having closed nothing is called saved, and a new line is sought', async () => {
  const page = await newPage()
  const line = await darkLine(server.origin)
  const one = edit(team.admin, page, { origin: line.origin, messageReconnectTimeout: 1_500 })
  const other = edit(team.member, page)
  await Promise.all([one.synced(), other.synced()])
  await until(() => one.isSaved())
  line.goDark()
  const clock = one.write('typed into the dark')
  other.write('meanwhile')
  await until(() => other.isSaved())
  expect([one.hasSaved(clock), one.text().includes('meanwhile')]).toEqual([false, false])
  await until(() => one.hasSaved(clock) && one.text().includes('meanwhile'))
  expect(await htmlOf(page)).toContain('typed into the dark')
})

test('a caller without the right to a text has nothing of it stored, and waits for no store', async () => {
  const page = await newPage()
  const path = `${team.path}/pages/${page}/`
  const one = edit(team.admin, page)
  await one.synced()
  const release = await holdRow(page)
  one.write('typed by somebody else')
  await until(async () => (await waiting()).length > 0)
  const calls = [
    team.guest.patch(path, { description_html: '<p>Mine</p>' }),
    team.guest.patch(`${path}description/`, { description_html: '<p>Mine</p>' }),
    team.guest.post(`${path}duplicate/`),
    team.guest.delete(path),
  ]
  expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([404, 404, 404, 404])
  await release()
  await until(() => one.isSaved())
})
