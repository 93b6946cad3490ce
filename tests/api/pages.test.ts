import { beforeAll, describe, expect, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>

beforeAll(async () => {
  server = await sharedServer()
  make = build(server)
  team = await make.team()
})

const at = (id: string) => `${team.path}/pages/${id}/`
const names = async (who: Person, search = '') =>
  (await who.get<{ name: string }[]>(`${team.path}/pages/${search}`)).body.map(page => page.name)

test('a new page is its maker’s, public, and its text is kept', async () => {
  const page = await make.page(team.member, team.path, { description_html: '<p>High water</p>' })
  expect(page).toMatchObject({
    owned_by: team.member.id,
    access: 0,
    is_locked: false,
    project_ids: [team.project.id],
    description_html: '<p>High water</p>',
  })
  expect((await team.admin.get(at(page.id))).body.description_html).toBe('<p>High water</p>')
  expect(await names(team.admin, '?search=TIDES')).toContain('Tides')
  expect(await names(team.admin, '?search=%25')).toEqual([])
})

describe('private', () => {
  test('is its owner’s alone: not in lists, not by id, not for writing, not for workspace admins', async () => {
    const page = await make.page(team.member, team.path, { name: 'Diary', access: 1 })
    expect(await names(team.member)).toContain('Diary')
    for (const who of [team.admin, team.guest]) {
      expect(await names(who)).not.toContain('Diary')
      expect((await who.get(at(page.id))).status).toBe(404)
      expect((await who.get(`${at(page.id)}description/`)).status).toBe(404)
      expect((await who.patch(at(page.id), { name: 'Read' })).status).toBe(404)
    }
  })

  test('only its owner turns a page private or public', async () => {
    const page = await make.page(team.member, team.path)
    const refused = await team.admin.patch(at(page.id), { access: 1 })
    expect([refused.status, refused.body]).toEqual([
      400,
      { error: 'Access cannot be updated since this page is owned by someone else' },
    ])
    expect((await team.member.patch(at(page.id), { access: 1 })).status).toBe(200)
  })

  test('when its owner is gone the project’s admins stand in, until the owner returns', async () => {
    const owner = await make.person()
    await make.joinWorkspace(team.admin, team.workspace.slug, owner, 15)
    await make.joinProject(team.admin, team.path, owner, 15)
    const page = await make.page(owner, team.path, { name: 'Handover', access: 1 })
    const { body } = await team.admin.get<{ id: string; member: string }[]>(`${team.path}/members/`)
    await team.admin.delete(`${team.path}/members/${body.find(row => row.member === owner.id)!.id}/`)
    expect((await owner.get(at(page.id))).status).toBe(404)
    expect(await names(team.member)).not.toContain('Handover')
    expect((await team.admin.get(at(page.id))).status).toBe(200)
    expect((await team.admin.patch(at(page.id), { access: 0 })).status).toBe(200)
    expect(await names(team.member)).toContain('Handover')
    await team.admin.patch(at(page.id), { access: 1 })
    await make.joinProject(team.admin, team.path, owner, 15)
    expect((await owner.get(at(page.id))).status).toBe(200)
    expect((await team.admin.get(at(page.id))).status).toBe(404)
  })
})

describe('a locked or archived page', () => {
  test.each([
    [{ is_locked: true }, { error: 'Page is locked' }, { error_code: 4701, error_message: 'PAGE_LOCKED' }],
    [
      { archived_at: '2026-11-01' },
      { error: 'Page is archived' },
      { error_code: 4702, error_message: 'PAGE_ARCHIVED' },
    ],
  ])('%j is not changed by anyone', async (columns, ofFields, ofText) => {
    const page = await make.page(team.admin, team.path, { description_html: '<p>As it was</p>' })
    await server.db('pages').where('id', page.id).update(columns)
    const fields = await team.admin.patch(at(page.id), { name: 'x', description_html: '<p>y</p>' })
    expect([fields.status, fields.body]).toEqual([400, ofFields])
    const text = await team.admin.patch(`${at(page.id)}description/`, { description_binary: 'AAA=' })
    expect([text.status, text.body]).toEqual([400, ofText])
    expect((await team.admin.get(at(page.id))).body).toMatchObject({
      name: 'Tides',
      description_html: '<p>As it was</p>',
    })
  })
})

test('guests read public pages only where the project shows them everything, and never write', async () => {
  const page = await make.page(team.admin, team.path)
  expect((await team.guest.get(at(page.id))).status).toBe(404)
  await team.admin.patch(`${team.path}/`, { guest_view_all_features: true })
  expect((await team.guest.get(at(page.id))).status).toBe(200)
  expect((await team.guest.patch(at(page.id), { name: 'x' })).status).toBe(403)
  expect((await team.guest.patch(`${at(page.id)}description/`, { description_binary: 'AAA=' })).status).toBe(
    403,
  )
  await team.admin.patch(`${team.path}/`, { guest_view_all_features: false })
})

test('fields that are not for writing are left alone, and named', async () => {
  const page = await make.page(team.admin, team.path)
  const { body, headers } = await team.admin.patch(at(page.id), {
    name: 'Kept',
    owned_by: team.member.id,
    is_locked: true,
    project_ids: [],
    archived_at: '2020-01-01',
  })
  expect(body).toMatchObject({ name: 'Kept', owned_by: team.admin.id, is_locked: false, archived_at: null })
  expect(headers.get('x-ignored-fields')?.split(', ').sort()).toEqual([
    'archived_at',
    'is_locked',
    'owned_by',
    'project_ids',
  ])
})
