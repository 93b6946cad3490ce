import { afterEach, beforeAll, expect, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import { editor } from '../support/editor.ts'
import { until } from '../support/live.ts'
import { pagesOf } from '../support/pageWorld.ts'
import { startServer } from '../support/server.ts'

type Version = { id: string; editors: string[]; description_html: string }

let server: Awaited<ReturnType<typeof startServer>>
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
let pages: ReturnType<typeof pagesOf>
const open: { close(): void }[] = []

beforeAll(async () => {
  server = await startServer()
  make = build(server)
  team = await make.team()
  pages = pagesOf(make, team)
})
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

const edit = async (who: Person, page: string) => {
  const one = editor(server.origin, who, `page.${page}`)
  open.push(one)
  await one.synced()
  return one
}
const list = async (page: string) => (await team.admin.get<Version[]>(pages.at(page, 'versions/'))).body
const textOf = async (page: string, version: string) =>
  (await team.admin.get<Version>(pages.at(page, `versions/${version}/`))).body.description_html
const restore = (page: string, version: string) =>
  team.admin.post(pages.at(page, `versions/${version}/restore/`))

test('everyone who wrote in a spell is named, also who was not the last of a store', async () => {
  const page = await pages.make(team.admin)
  const [one, other] = [await edit(team.admin, page), await edit(team.member, page)]
  one.write('by one')
  await until(() => other.text().includes('by one'))
  other.write('by the other')
  one.write('by one again')
  await until(async () => one.isSaved() && other.isSaved() && (await list(page)).length > 0)
  const named = (await list(page)).flatMap(version => version.editors)
  expect(new Set(named)).toEqual(new Set([team.admin.id, team.member.id]))
})

test('what is being typed when a version comes back is in the text, or in the version before', async () => {
  const page = await pages.make(team.admin, {
    description_html: '<p>Start</p>',
  })
  const [one, other] = [await edit(team.admin, page), await edit(team.member, page)]
  one.write('much')
  await until(() => one.isSaved())
  const first = (await list(page)).at(-1)!
  expect(await textOf(page, first.id)).toBe('<p>Start</p>')
  // Into a block that goes, and not stored yet.
  other.write('typed at the last moment')
  await until(() => one.text().includes('last moment'))
  expect((await restore(page, first.id)).status).toBe(204)
  await until(() => one.text() === '<paragraph>Start</paragraph>' && other.text() === one.text())
  const before = (await list(page))[1]!
  expect(await textOf(page, before.id)).toBe('<p>Start</p><p>much</p><p>typed at the last moment</p>')
  other.type(5, ' again')
  await until(() => other.isSaved())
  expect(await pages.get(team.admin, page)).toMatchObject({ description_html: '<p>Start again</p>' })
})

test('a text that comes back with what an open editor does not know is only read there', async () => {
  const page = await pages.make(team.admin)
  const newer = editor(server.origin, team.admin, `page.${page}`, undefined, { schema: '99' })
  open.push(newer)
  await newer.synced()
  const fragment = newer.doc.getXmlFragment('default')
  const { XmlElement } = await import('yjs')
  fragment.push([new XmlElement('whirlpool')])
  await until(() => newer.isSaved())
  const [strange] = await list(page)
  await team.admin.patch(pages.at(page, `versions/${strange!.id}/`), { name: 'With a whirlpool' })
  fragment.delete(0, fragment.length)
  await until(() => newer.isSaved())
  newer.close()
  const one = await edit(team.member, page)
  await until(() => one.words.some(word => word.type === 'rights' && word.write))
  expect((await restore(page, strange!.id)).status).toBe(204)
  await until(() => one.words.some(word => word.type === 'rights' && !word.write))
  expect(one.text()).toContain('whirlpool')
})
