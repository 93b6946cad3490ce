import { expect, test } from 'vitest'
import type { Person } from '../support/build.ts'
import { until } from '../support/live.ts'
import { pagesOf } from '../support/pageWorld.ts'
import { textTeam } from '../support/textTeam.ts'

type Version = { id: string; editors: string[]; description_html: string }

const { make, team, editPage } = await textTeam()
const pages = pagesOf(make, team)

const edit = async (who: Person, page: string) => {
  const one = editPage(who, page)
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

test('words being typed when a version comes back are in the text, or in the version before', async () => {
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

test('a text that comes back with blocks unknown to an open editor is only read there', async () => {
  const page = await pages.make(team.admin)
  const newer = editPage(team.admin, page, { schema: '99' })
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
