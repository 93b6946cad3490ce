import { beforeAll, describe, expect, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import { follower, until } from '../support/live.ts'
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

/** Three pages, each below the one before. */
const line = async (by: Person) => {
  const top = await pages.make(by)
  const middle = await pages.make(by, { parent: top })
  const low = await pages.make(by, { parent: middle })
  return { top, middle, low }
}
const archivedOf = async (...ids: string[]) =>
  Promise.all(ids.map(async id => (await pages.get(team.admin, id)).archived_at !== null))

describe('archiving', () => {
  test('takes all below along, answers the day of the rows, and is told to everyone', async () => {
    const { top, middle, low } = await line(team.member)
    const other = follower(server.origin, team.member, team.workspace.slug)
    await other.start()
    const { status, body } = await pages.archive(team.admin, top)
    expect([status, body]).toEqual([200, { archived_at: new Date().toISOString().slice(0, 10) }])
    await until(() => [top, middle, low].every(id => other.rows.get(`page/${id}`)?.archived_at))
    other.stop()
    expect(await pages.get(team.admin, low)).toMatchObject({ ...body, archived_by: team.admin.id })
    expect(await pages.idsIn(team.member, 'archived-pages/')).toEqual(
      expect.arrayContaining([top, middle, low]),
    )
    expect(await pages.listed(team.member)).toContain(top)
    const again = await pages.archive(team.admin, top)
    expect([again.status, again.body]).toEqual([400, { error: 'The page is already archived' }])
  })

  test('B1: takes along only pages that the caller may archive; others’ move to the top', async () => {
    const mine = await pages.make(team.member)
    const theirs = await pages.make(team.admin)
    const below = await pages.make(team.member, { parent: theirs })
    const own = await pages.make(team.member, { parent: mine })
    expect((await team.member.patch(pages.at(theirs), { parent: mine })).status).toBe(200)
    expect((await pages.archive(team.member, mine)).status).toBe(200)
    expect(await archivedOf(mine, own, theirs, below)).toEqual([true, true, false, false])
    expect(await pages.get(team.admin, theirs)).toMatchObject({ parent: null })
    expect(await pages.get(team.admin, below)).toMatchObject({ parent: theirs })
    // An admin does not archive pages that they do not see.
    const hidden = await pages.make(team.member, { parent: theirs, access: 1 })
    await pages.archive(team.admin, theirs)
    expect(await archivedOf(theirs, below)).toEqual([true, true])
    expect(await pages.get(team.member, hidden)).toMatchObject({ archived_at: null, parent: null })
  })

  test('is for the owner and for admins, and the way back as well', async () => {
    const id = await pages.make(team.admin)
    expect((await pages.archive(team.member, id)).status).toBe(403)
    expect((await pages.archive(team.admin, id)).status).toBe(200)
    expect((await pages.unarchive(team.member, id)).status).toBe(403)
    expect((await pages.unarchive(team.admin, id)).status).toBe(204)
    expect((await pages.get(team.admin, id)).archived_by).toBe(null)
    const again = await pages.unarchive(team.admin, id)
    expect([again.status, again.body]).toEqual([400, { error: 'The page is not archived' }])
  })

  test('stops every change: fields, text, lock, access, favorites', async () => {
    const id = await pages.make(team.admin, { description_html: '<p>As it was</p>' })
    await pages.archive(team.admin, id)
    const refused = [
      await team.admin.patch(pages.at(id), { name: 'x' }),
      await team.admin.post(pages.at(id, 'lock/')),
      await team.admin.post(pages.at(id, 'access/'), { access: 1 }),
      await pages.favor(team.admin, id),
    ]
    expect(refused.map(({ status, body }) => [status, body])).toEqual(
      refused.map(() => [400, { error: 'Page is archived' }]),
    )
  })
})

describe('coming back', () => {
  test('a page is a favorite again for whoever kept it to the end, and so is a page below', async () => {
    const { top, low } = await line(team.member)
    for (const id of [top, low]) await pages.favor(team.admin, id)
    await pages.favor(team.member, top)
    expect((await pages.disfavor(team.member, top)).status).toBe(204)
    const kept = async (who: Person, id: string) => (await pages.get(who, id)).is_favorite
    await pages.archive(team.member, top)
    expect([await kept(team.admin, top), await kept(team.admin, low)]).toEqual([false, false])
    await pages.unarchive(team.member, top)
    expect([await kept(team.admin, top), await kept(team.admin, low)]).toEqual([true, true])
    expect(await kept(team.member, top)).toBe(false)
  })

  test('brings what that archiving took, and leaves what was archived by itself', async () => {
    const { top, middle, low } = await line(team.member)
    await pages.archive(team.member, low)
    await pages.archive(team.member, top)
    await pages.unarchive(team.member, top)
    expect(await archivedOf(top, middle, low)).toEqual([false, false, true])
    expect((await pages.get(team.admin, middle)).parent).toBe(top)
  })

  test('from below a page that stays archived leaves that one, and takes its own along', async () => {
    const { top, middle, low } = await line(team.member)
    await pages.archive(team.member, top)
    await pages.unarchive(team.member, middle)
    expect(await archivedOf(top, middle, low)).toEqual([true, false, false])
    expect(await pages.get(team.admin, middle)).toMatchObject({ parent: null })
    expect(await pages.get(team.admin, low)).toMatchObject({ parent: middle })
    // A page that went its own way since stays there when the rest comes back.
    await pages.archive(team.member, middle)
    await pages.unarchive(team.member, top)
    expect(await archivedOf(top, middle, low)).toEqual([false, true, true])
  })
})

describe('deleting', () => {
  const remove = (who: Person, id: string) => who.delete(pages.at(id))
  const restore = (who: Person, id: string) => who.post(pages.at(id, 'restore/'))

  test('is for archived pages, by their owner or an admin; pages below move to the top', async () => {
    const { top, middle } = await line(team.admin)
    const early = await remove(team.admin, top)
    expect([early.status, early.body]).toEqual([
      400,
      { error: 'The page should be archived before deleting' },
    ])
    await pages.archive(team.admin, top)
    const refused = await remove(team.member, top)
    expect([refused.status, refused.body]).toEqual([
      403,
      { error: 'Only admin or owner can delete the page' },
    ])
    expect((await remove(team.admin, top)).status).toBe(204)
    expect((await team.admin.get(pages.at(top))).status).toBe(404)
    expect(await pages.get(team.admin, middle)).toMatchObject({ parent: null })
    expect((await team.admin.get(pages.at(top, 'versions/'))).status).toBe(404)
  })

  test('is undone by people who may delete: archived as it was, with its text, without rows that are gone', async () => {
    const { id: label } = (
      await team.admin.post<{ id: string }>(`${team.path}/issue-labels/`, { name: make.id() })
    ).body
    const id = await pages.make(team.member, { description_html: '<p>Deep</p>', labels: [label] })
    await pages.archive(team.member, id)
    expect((await restore(team.admin, id)).status).toBe(404)
    await remove(team.member, id)
    await team.admin.delete(`${team.path}/issue-labels/${label}/`)
    const hidden = await pages.make(team.member, { access: 1 })
    await pages.archive(team.member, hidden)
    await remove(team.member, hidden)
    expect((await restore(team.guest, id)).status).toBe(404)
    expect((await restore(team.admin, hidden)).status).toBe(404)
    expect((await restore(team.admin, id)).status).toBe(204)
    expect(await pages.get(team.member, id)).toMatchObject({
      description_html: '<p>Deep</p>',
      label_ids: [],
      archived_at: expect.any(String),
    })
  })

  test('B1: a member may not bring back what another owned', async () => {
    const id = await pages.make(team.admin)
    await pages.archive(team.admin, id)
    await remove(team.admin, id)
    expect((await restore(team.member, id)).status).toBe(403)
  })
})
