import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import { editor } from '../support/editor.ts'
import { pagesOf } from '../support/pageWorld.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
let pages: ReturnType<typeof pagesOf>

beforeAll(async () => {
  server = await sharedServer()
  make = build(server)
  team = await make.team()
  pages = pagesOf(make, team)
})

const blank = (fields: Record<string, unknown> = {}) => pages.make(team.member, { name: '', ...fields })
const discard = async (id: string, who: Person = team.member) =>
  (await who.post(pages.at(id, 'discard/'))).status

test('a page without a word goes without a trace, also after it was opened', async () => {
  const id = await blank({ description_html: '<p></p>' })
  const open = editor(server.origin, team.member, `page.${id}`)
  onTestFinished(open.close)
  await open.synced()
  expect(await discard(id)).toBe(204)
  expect(await pages.listed(team.member)).not.toContain(id)
  expect((await team.member.get(pages.at(id))).status).toBe(404)
  expect(await discard(id)).toBe(404)
})

test.each<[string, (id: string) => Promise<unknown>]>([
  [
    'a name, even one taken away again',
    async id => {
      await team.member.patch(pages.at(id), { name: 'Ebb' })
      await team.member.patch(pages.at(id), { name: '' })
    },
  ],
  ['a text', id => team.member.patch(pages.at(id), { description_html: '<p>x</p>' })],
  ['a change by somebody else', id => team.admin.patch(pages.at(id), { logo_props: { in_use: 'emoji' } })],
  ['a page below', id => blank({ parent: id })],
  ['an archive', id => pages.archive(team.member, id)],
  [
    'a key that was just typed and is not stored',
    async id => {
      const open = editor(server.origin, team.admin, `page.${id}`)
      onTestFinished(open.close)
      await open.synced()
      open.write('x')
      // The frame has arrived once the server answers the next.
      await expect.poll(() => open.provider.unsyncedChanges).toBe(0)
    },
  ],
])('%s keeps it', async (_, touch) => {
  const id = await blank()
  await touch(id)
  const refused = await team.member.post(pages.at(id, 'discard/'))
  expect([refused.status, refused.body]).toEqual([
    400,
    { error: 'The page is not empty, or it was changed since it was made' },
  ])
  expect((await team.member.get(pages.at(id))).status).toBe(200)
})

test('a first text keeps it, be it a picture; and nobody else discards it', async () => {
  const image = '<image-component src="x" width="10" height="10"></image-component>'
  for (const description_html of ['<p>x</p>', image, '<hr>'])
    expect(await discard(await blank({ description_html })), description_html).toBe(400)
  const id = await blank()
  expect(await discard(id, team.admin)).toBe(403)
  expect(await discard(id, team.guest)).toBe(404)
})
