import { beforeAll, expect, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import { filesIn, PNG, picturesAt, sendFile, sendImage, sendPicture, type Upload } from '../support/files.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<typeof make.team>>
let ofTeam: string
const mine = picturesAt()

beforeAll(async () => {
  server = await startServer()
  make = build(server)
  team = await make.team()
  ofTeam = picturesAt(team.workspace.slug)
})

const picture = { name: 'a.png', type: 'image/png', size: PNG.length }
const announce = async (by: Person, at: string, given: Record<string, unknown>) =>
  by.post<{ asset_id: string; asset_url: string; upload_data: Upload }>(at, { ...picture, ...given })
const statusOf = async (by: Person, at: string, given: Record<string, unknown>) =>
  (await announce(by, at, given)).status
const me = async (by: Person) => (await by.get<Record<string, unknown>>('/api/users/me/')).body
const workspace = async () =>
  (await team.admin.get<Record<string, unknown>>(`/api/workspaces/${team.workspace.slug}/`)).body
const project = async (path = team.path) => (await team.admin.get<Record<string, unknown>>(`${path}/`)).body
/** The answer of an address to anyone at all, without a session. */
const shows = async (address: unknown) => {
  const { location, status } = await visitor(server.origin).get(String(address))
  if (status !== 302) return status
  const file = await fetch(new URL(String(location), server.origin))
  return [file.headers.get('content-disposition')?.split(';')[0], (await file.arrayBuffer()).byteLength]
}
const seen = ['inline', PNG.length]

test('a person’s picture is shown to others, replaced by the next one, and taken away', async () => {
  const { asset_id, asset_url } = await sendPicture(team.member, mine, 'USER_AVATAR')
  expect(asset_url).toBe(`/api/assets/v2/static/${asset_id}/`)
  expect(await me(team.member)).toMatchObject({ avatar_url: asset_url, avatar: '' })
  const { body } = await team.guest.get<{ member: { id: string; avatar_url: string } }[]>(
    `/api/workspaces/${team.workspace.slug}/members/`,
  )
  expect(body.find(one => one.member.id === team.member.id)?.member.avatar_url).toBe(asset_url)
  expect(await shows(asset_url)).toEqual(seen)

  const next = await sendPicture(team.member, mine, 'USER_AVATAR')
  expect(await me(team.member)).toMatchObject({ avatar_url: next.asset_url })
  expect(await shows(asset_url)).toBe(404)
  expect((await team.member.delete(`${mine}${next.asset_id}/`)).status).toBe(204)
  expect(await me(team.member)).toMatchObject({ avatar_url: null })
  expect(await shows(next.asset_url)).toBe(404)
})

test('a cover and a picture of one person do not displace each other', async () => {
  const cover = await sendPicture(team.member, mine, 'USER_COVER')
  const avatar = await sendPicture(team.member, mine, 'USER_AVATAR')
  expect(await me(team.member)).toMatchObject({
    cover_image_url: cover.asset_url,
    avatar_url: avatar.asset_url,
  })
})

test('a picture and a cover may be addresses; what is sent goes before them, and what is taken off is gone', async () => {
  const patch = async (body: object) =>
    (await team.member.patch<Record<string, unknown>>('/api/users/me/', body)).body
  const avatar = 'https://pictures.example/mei.png'
  const cover_image = '/api/project-covers/waves-teal/'
  const off = { avatar_asset: null, cover_image_asset: null }
  expect(await patch({ ...off, avatar, cover_image })).toMatchObject({
    avatar,
    avatar_url: avatar,
    cover_image,
    cover_image_url: cover_image,
  })
  const { body } = await team.guest.get<{ member: { id: string; avatar_url: string } }[]>(
    `/api/workspaces/${team.workspace.slug}/members/`,
  )
  expect(body.find(one => one.member.id === team.member.id)?.member.avatar_url).toBe(avatar)
  const [face, cover] = [
    await sendPicture(team.member, mine, 'USER_AVATAR'),
    await sendPicture(team.member, mine, 'USER_COVER'),
  ]
  expect(await me(team.member)).toMatchObject({
    avatar: '',
    avatar_url: face.asset_url,
    cover_image: null,
    cover_image_url: cover.asset_url,
  })
  // A client that sends back the whole answer takes nothing off.
  const whole = {
    avatar: '',
    avatar_asset: face.asset_id,
    cover_image: null,
    cover_image_asset: cover.asset_id,
  }
  expect(await patch(whole)).toMatchObject({
    ...whole,
    avatar_url: face.asset_url,
    cover_image_url: cover.asset_url,
  })
  expect(await patch({ avatar_asset: cover.asset_id })).toHaveProperty('avatar_asset')
  expect(await patch({ ...off, cover_image })).toMatchObject({
    avatar_url: null,
    cover_image_url: cover_image,
  })
  expect([await shows(face.asset_url), await shows(cover.asset_url)]).toEqual([404, 404])
  expect((await team.member.patch('/api/users/me/', { cover_image: 'javascript:1' })).status).toBe(400)
})

test('a logo and a project’s cover that are taken off are gone for whoever has their addresses', async () => {
  const space = `/api/workspaces/${team.workspace.slug}/`
  const logo = await sendPicture(team.admin, ofTeam, 'WORKSPACE_LOGO')
  // A client that sends back the whole answer takes nothing off; it names no picture but the one that is shown.
  const patch = (body: object) => team.admin.patch<Record<string, unknown>>(space, body)
  expect((await patch(await workspace())).body).toMatchObject({
    logo_asset: logo.asset_id,
    logo_url: logo.asset_url,
  })
  expect(await shows(logo.asset_url)).toEqual(seen)
  expect(await patch({ logo_asset: team.project.id })).toMatchObject({
    status: 400,
    body: { logo_asset: [expect.stringContaining(team.project.id)] },
  })
  await patch({ ...(await workspace()), logo_url: '' })
  const cover = await sendPicture(team.admin, ofTeam, 'PROJECT_COVER', team.project.id)
  await team.admin.patch(`${team.path}/`, { cover_image_asset: null })
  expect([(await workspace()).logo_url, (await project()).cover_image_url]).toEqual([null, null])
  expect([await shows(logo.asset_url), await shows(cover.asset_url)]).toEqual([404, 404])
})

test('nobody touches another’s picture', async () => {
  const { body } = await announce(team.member, mine, {
    entity_type: 'USER_AVATAR',
    entity_identifier: team.admin.id,
  })
  await sendFile(body.upload_data, PNG)
  for (const at of [mine, ofTeam]) {
    expect((await team.admin.patch(`${at}${body.asset_id}/`)).status).toBe(404)
    expect((await team.admin.delete(`${at}${body.asset_id}/`)).status).toBe(404)
  }
  expect((await team.member.patch(`${mine}${body.asset_id}/`)).status).toBe(204)
  expect((await me(team.admin)).avatar_url).toBeNull()
})

test('only an admin gives a workspace its logo, whatever id is named', async () => {
  const other = await make.team()
  for (const by of [team.member, team.guest])
    expect(await statusOf(by, ofTeam, { entity_type: 'WORKSPACE_LOGO' })).toBe(403)
  expect(await statusOf(other.admin, ofTeam, { entity_type: 'WORKSPACE_LOGO' })).toBe(404)
  const logo = await sendPicture(team.admin, ofTeam, 'WORKSPACE_LOGO', other.workspace.id)
  expect(await workspace()).toMatchObject({ logo_asset: logo.asset_id, logo_url: logo.asset_url })
  const theirs = await other.admin.get<Record<string, unknown>>(`/api/workspaces/${other.workspace.slug}/`)
  expect(theirs.body.logo_asset).toBeNull()
  expect(await shows(logo.asset_url)).toEqual(seen)
  const address = `${ofTeam}${logo.asset_id}/`
  expect((await team.guest.get(address)).status).toBe(302)
  expect((await other.admin.get(`${picturesAt(other.workspace.slug)}${logo.asset_id}/`)).status).toBe(404)
  expect((await team.member.delete(address)).status).toBe(403)
  expect((await team.member.patch(address)).status).toBe(403)
  expect((await team.admin.delete(address)).status).toBe(204)
  expect(await workspace()).toMatchObject({ logo_asset: null, logo_url: null })
})

test('an admin who is none any more can no longer confirm a logo', async () => {
  const former = await make.person()
  await make.joinWorkspace(team.admin, team.workspace.slug, former, 20)
  const { body } = await announce(former, ofTeam, { entity_type: 'WORKSPACE_LOGO' })
  await sendFile(body.upload_data, PNG)
  await server.db('workspace_members').where('member_id', former.id).update({ role: 15 })
  expect((await former.patch(`${ofTeam}${body.asset_id}/`)).status).toBe(403)
  expect((await workspace()).logo_asset).toBeNull()
})

test('a project’s cover is given by its admins, and makes way for one from elsewhere', async () => {
  const given = { entity_type: 'PROJECT_COVER', entity_identifier: team.project.id }
  expect(await statusOf(team.member, ofTeam, given)).toBe(403)
  const other = await make.team()
  for (const foreign of [other.project.id, 'nothing'])
    expect(await statusOf(team.admin, ofTeam, { ...given, entity_identifier: foreign })).toBe(400)
  const cover = await sendPicture(team.admin, ofTeam, 'PROJECT_COVER', team.project.id)
  expect(await project()).toMatchObject({
    cover_image_asset: cover.asset_id,
    cover_image_url: cover.asset_url,
  })
  const elsewhere = 'https://pictures.example/quay.jpg'
  const patch = { cover_image: elsewhere, cover_image_asset: null }
  expect((await team.admin.patch(`${team.path}/`, patch)).status).toBe(200)
  expect(await project()).toMatchObject({ cover_image_asset: null, cover_image_url: elsewhere })
  expect((await team.admin.patch(`${team.path}/`, { cover_image_asset: cover.asset_id })).status).toBe(400)
})

test('a project’s cover goes by the address of its assets, too', async () => {
  const at = `${team.path.replace('/api/', '/api/assets/v2/')}/`
  expect(await statusOf(team.member, at, { entity_type: 'PROJECT_COVER' })).toBe(403)
  const other = await make.project(team.admin, team.workspace.slug)
  const foreign = { entity_type: 'PROJECT_COVER', entity_identifier: other.path.split('/').at(-1) }
  expect(await statusOf(team.admin, at, foreign)).toBe(400)
  const cover = await sendPicture(team.admin, at, 'PROJECT_COVER')
  expect(await project()).toMatchObject({
    cover_image_asset: cover.asset_id,
    cover_image_url: cover.asset_url,
  })
  expect(await shows(cover.asset_url)).toEqual(seen)
  expect((await team.guest.get(`${at}${cover.asset_id}/`)).status).toBe(302)
  expect((await team.member.delete(`${at}${cover.asset_id}/`)).status).toBe(403)
  expect((await team.admin.delete(`${at}${cover.asset_id}/`)).status).toBe(204)
  expect(await project()).toMatchObject({ cover_image_asset: null })
})

test('a cover sent before its project was there is given to it afterwards, by its sender', async () => {
  const cover = await sendPicture(team.admin, ofTeam, 'PROJECT_COVER')
  expect((await team.member.get(`${ofTeam}${cover.asset_id}/`)).status).toBe(404)
  const made = await make.project(team.admin, team.workspace.slug)
  await make.joinProject(team.admin, made.path, team.member, 20)
  const id = made.path.split('/').at(-1) ?? ''
  const bind = (by: Person, entity: string, ids: string[]) =>
    by.post(`${made.path.replace('/api/', '/api/assets/v2/')}/${entity}/bulk/`, { asset_ids: ids })
  expect((await bind(team.member, id, [cover.asset_id])).status).toBe(404)
  expect((await bind(team.admin, team.project.id, [cover.asset_id])).status).toBe(404)
  const image = await sendImage(team.admin, made.path)
  expect((await bind(team.admin, id, [cover.asset_id, image.asset_id])).status).toBe(404)
  expect((await bind(team.admin, id, [cover.asset_id])).status).toBe(204)
  expect(await project(made.path)).toMatchObject({ cover_image_asset: cover.asset_id })
  expect((await bind(team.admin, id, [cover.asset_id])).status).toBe(404)
  // By the field of a change as well, which may also name the cover that is shown.
  const next = await sendPicture(team.admin, ofTeam, 'PROJECT_COVER')
  const give = (by: Person, cover_image_asset: string) =>
    by.patch<object>(`${made.path}/`, { cover_image_asset })
  expect(await give(team.member, next.asset_id)).toMatchObject({
    status: 400,
    body: { cover_image_asset: [expect.stringContaining(next.asset_id)] },
  })
  for (const times of [1, 2])
    expect((await give(team.admin, next.asset_id)).body, `${times}`).toMatchObject({
      cover_image_asset: next.asset_id,
      cover_image_url: next.asset_url,
    })
  expect(await shows(cover.asset_url)).toBe(404)
  expect((await give(team.admin, cover.asset_id)).status).toBe(400)
})

test('a picture is of a known kind, of four types, of a fitting size, and true to its type', async () => {
  for (const [at, entity_type] of [
    [mine, 'WORKSPACE_LOGO'],
    [mine, 'ISSUE_DESCRIPTION'],
    [mine, undefined],
    [ofTeam, 'USER_AVATAR'],
    [ofTeam, 'ISSUE_ATTACHMENT'],
    [ofTeam, 'toString'],
  ] as const)
    expect((await announce(team.admin, at, { entity_type })).body).toEqual({
      error: 'Invalid entity type.',
      status: false,
    })
  const avatar = { entity_type: 'USER_AVATAR' }
  for (const wrong of [
    { type: 'image/svg+xml' },
    { type: 'text/html' },
    { size: 0 },
    { size: 1e9 },
    { name: '..' },
  ])
    expect(await statusOf(team.admin, mine, { ...avatar, ...wrong }), JSON.stringify(wrong)).toBe(400)
  const { body } = await announce(team.admin, mine, avatar)
  const before = await filesIn(server.dataDir)
  await sendFile(body.upload_data, Buffer.alloc(PNG.length, '<'))
  expect((await team.admin.patch(`${mine}${body.asset_id}/`)).status).toBe(400)
  expect(await filesIn(server.dataDir)).toEqual(before)
  expect(await shows(body.asset_url)).toBe(404)
})

test('an address without a session shows pictures only', async () => {
  const image = await sendImage(team.admin, team.path)
  expect(await shows(`/api/assets/v2/static/${image.asset_id}/`)).toBe(400)
  expect(await shows(`/api/assets/v2/static/${team.project.id}/`)).toBe(404)
  expect(await shows('/api/assets/v2/static/nothing/')).toBe(404)
})
