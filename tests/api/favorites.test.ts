import { beforeAll, describe, expect, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import { follower, until } from '../support/live.ts'
import { pagesOf } from '../support/pageWorld.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

type Favorite = Record<string, unknown> & { id: string; sequence: number; parent: string | null }

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

const all = () => `/api/workspaces/${team.workspace.slug}/user-favorites/`
const list = async (who: Person, query = '') => (await who.get<Favorite[]>(`${all()}${query}`)).body
const keep = (who: Person, body: object) => who.post<Favorite>(all(), body)
const folder = async (who: Person) =>
  (await keep(who, { entity_type: 'folder', name: 'Reefs', is_folder: true })).body.id

describe('a page at hand', () => {
  test('is kept once, by each for themselves, and told to their own browsers alone', async () => {
    const id = await pages.make(team.admin)
    const [mine, other] = [team.member, team.admin].map(who =>
      follower(server.origin, who, team.workspace.slug),
    )
    await Promise.all([mine!.start(), other!.start()])
    const keeps = (one = mine!) =>
      [...one.rows.values()].some(row => row.entity_type === 'page' && row.entity_identifier === id)
    expect((await pages.favor(team.member, id)).status).toBe(204)
    await until(() => keeps())
    expect(keeps(other)).toBe(false)
    const twice = await pages.favor(team.member, id)
    expect([twice.status, twice.body]).toEqual([400, { error: 'The payload is not valid' }])
    expect(await pages.favored(team.member)).toEqual([id])
    expect(await pages.favored(team.admin)).toEqual([])
    expect((await pages.disfavor(team.member, id)).status).toBe(204)
    await until(() => !keeps())
    expect((await pages.disfavor(team.member, id)).status).toBe(404)
    mine!.stop()
    other!.stop()
  })

  test('pressed twice at once it is kept once', async () => {
    const id = await pages.make(team.admin)
    const press = () => keep(team.member, { entity_type: 'page', entity_identifier: id })
    const replies = await Promise.all([press(), press(), press()])
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 400, 400])
    await pages.disfavor(team.member, id)
  })

  test('goes from everyone’s with its archiving, and with that of a page above', async () => {
    const top = await pages.make(team.admin)
    const below = await pages.make(team.admin, { parent: top })
    for (const who of [team.admin, team.member]) await pages.favor(who, below)
    await pages.archive(team.admin, top)
    expect([await pages.favored(team.admin), await pages.favored(team.member)]).toEqual([[], []])
    expect(await list(team.member)).toEqual([])
  })

  test('is out of sight while its owner has it private, and there again later', async () => {
    const id = await pages.make(team.admin)
    await pages.favor(team.member, id)
    await team.admin.post(pages.at(id, 'access/'), { access: 1 })
    expect([await pages.favored(team.member), await list(team.member)]).toEqual([[], []])
    await team.admin.post(pages.at(id, 'access/'), { access: 0 })
    expect(await pages.favored(team.member)).toEqual([id])
    await pages.disfavor(team.member, id)
  })
})

describe('favorites', () => {
  test('are in the order they were kept, and say what they stand for', async () => {
    const [first, second] = [await pages.make(team.admin, { name: 'Lights' }), await pages.make(team.admin)]
    const one = await keep(team.admin, { entity_type: 'page', entity_identifier: first, entity_data: {} })
    expect([one.status, one.body]).toMatchObject([
      200,
      {
        entity_type: 'page',
        entity_identifier: first,
        is_folder: false,
        project_id: team.project.id,
        entity_data: { id: first, name: 'Lights', project_id: team.project.id },
      },
    ])
    const two = (await keep(team.admin, { entity_type: 'page', entity_identifier: second })).body
    expect(two.sequence).toBe(one.body.sequence + 10_000)
    expect((await list(team.admin)).map(row => row.id)).toEqual([two.id, one.body.id])
  })

  test.each(['cycle', 'module', 'project'] as const)(
    'of a %s is told with it, to its person alone',
    async kind => {
      const project = await make.project(team.admin, team.workspace.slug)
      await make.joinProject(team.admin, project.path, team.member, 15)
      const name = 'Spring'
      const created =
        kind === 'project' ? project : (await team.admin.post(`${project.path}/${kind}s/`, { name })).body
      const id = created.id as string
      const one = kind === 'project' ? `${project.path}/` : `${project.path}/${kind}s/${id}/`
      const kept = await keep(team.member, {
        entity_type: kind,
        entity_identifier: id,
        project_id: project.id,
      })
      const within = kind === 'project' ? {} : { project_id: project.id }
      expect([kept.status, kept.body.entity_data]).toMatchObject([200, { id, ...within }])
      expect((await keep(team.member, { entity_type: kind, entity_identifier: id })).status).toBe(400)
      expect((await list(team.member))[0]).toMatchObject({ id: kept.body.id, entity_type: kind })
      expect((await team.member.get(one)).body.is_favorite).toBe(true)
      expect((await team.admin.get(one)).body.is_favorite).toBe(false)
      // A guest who sees it may, once it is seen.
      const byGuest = () => keep(team.guest, { entity_type: kind, entity_identifier: id })
      expect((await byGuest()).status).toBe(400)
      await make.joinProject(team.admin, project.path, team.guest, 5)
      const kept5 = await byGuest()
      expect(kept5.status).toBe(200)
      expect((await team.guest.get(one)).body.is_favorite).toBe(true)
      expect((await team.guest.delete(`${all()}${kept5.body.id}/`)).status).toBe(204)
      await team.member.delete(`${all()}${kept.body.id}/`)
      expect((await team.member.get(one)).body.is_favorite).toBe(false)
      if (kind === 'project') return
      const secret = await make.project(team.admin, team.workspace.slug)
      const unseen = (await team.admin.post(`${secret.path}/${kind}s/`, { name })).body.id
      const refused = await keep(team.member, { entity_type: kind, entity_identifier: unseen })
      expect([refused.status, Object.keys(refused.body)]).toEqual([400, ['entity_identifier']])
      await server.db(`${kind}s`).where('id', id).update({ archived_at: new Date() })
      expect((await keep(team.member, { entity_type: kind, entity_identifier: id })).status).toBe(400)
    },
  )

  test('are put into folders and out of them; a folder that goes leaves what it held', async () => {
    const id = await pages.make(team.member)
    const into = await folder(team.member)
    const kept = (await keep(team.member, { entity_type: 'page', entity_identifier: id, parent: into })).body
    expect((await list(team.member)).map(row => row.id)).toEqual([into])
    expect((await list(team.member, `?all=true`)).map(row => row.id)).toEqual([kept.id, into])
    const group = await team.member.get<Favorite[]>(`${all()}${into}/group/`)
    expect(group.body.map(row => row.id)).toEqual([kept.id])
    await team.member.patch(`${all()}${into}/`, { name: 'Shoals', sequence: 5 })
    expect((await list(team.member))[0]).toMatchObject({ name: 'Shoals', sequence: 5, entity_data: null })
    await team.member.delete(`${all()}${into}/`)
    expect(await list(team.member)).toMatchObject([{ id: kept.id, parent: null }])
    // Brought back it holds what it held, but for what is in another folder by now, and nothing of others.
    const other = await folder(team.member)
    const second = await pages.make(team.member)
    const theirs = (await keep(team.admin, { entity_type: 'page', entity_identifier: second })).body.id
    const moved = (await keep(team.member, { entity_type: 'page', entity_identifier: second, parent: other }))
      .body
    const back = (who: Person, id: string) =>
      who.post(`${all()}${id}/restore/`, { holds: [kept.id, moved.id, theirs] })
    expect((await back(team.admin, into)).status).toBe(404)
    expect((await back(team.member, into)).status).toBe(204)
    expect((await back(team.member, into)).status).toBe(404)
    expect((await back(team.member, 'x')).status).toBe(404)
    const parents = Object.fromEntries(
      (await list(team.member, '?all=true')).map(row => [row.id, row.parent]),
    )
    expect(parents).toEqual({ [into]: null, [other]: null, [kept.id]: into, [moved.id]: other })
    expect((await list(team.admin)).map(row => row.id)).toContain(theirs)
    for (const id of [other, moved.id]) await team.member.delete(`${all()}${id}/`)
    await team.admin.delete(`${all()}${theirs}/`)
  })

  test('that come into a folder at the moment it goes are there afterwards', async () => {
    for (let n = 0; n < 8; n++) {
      const [into, inIt, next] = [
        await folder(team.member),
        await pages.make(team.member),
        await pages.make(team.member),
      ]
      const at = { entity_type: 'page', parent: into }
      const kept = (await keep(team.member, { ...at, parent: null, entity_identifier: inIt })).body.id
      const [made] = await Promise.all([
        keep(team.member, { ...at, entity_identifier: next }),
        team.member.patch(`${all()}${kept}/`, { parent: into }),
        team.member.delete(`${all()}${into}/`),
      ])
      const left = (await list(team.member, '?all=true')).map(row => row.id)
      expect(left).toEqual(expect.arrayContaining(made.status === 201 ? [kept, made.body.id] : [kept]))
      const held = { parent: into, deleted_at: null }
      expect(await server.db('favorites').where(held)).toEqual([])
      for (const id of left) await team.member.delete(`${all()}${id}/`)
    }
  })

  test('A1, A7: of others, in others’ folders, of hidden pages are not to be had', async () => {
    const theirs = await folder(team.admin)
    for (const call of [
      team.member.patch(`${all()}${theirs}/`, { name: 'x' }),
      team.member.delete(`${all()}${theirs}/`),
      team.member.get(`${all()}${theirs}/group/`),
    ])
      expect((await call).status).toBe(404)
    const [mine, hidden] = [await pages.make(team.member), await pages.make(team.admin, { access: 1 })]
    const refusals = [
      await keep(team.member, { entity_type: 'page', entity_identifier: mine, parent: theirs }),
      await keep(team.member, { entity_type: 'page', entity_identifier: hidden }),
      await keep(team.member, { entity_type: 'page' }),
      await keep(team.member, { entity_type: 'folder' }),
      await keep(team.member, { entity_type: 'rudder' }),
    ]
    expect(refusals.map(({ status, body }) => [status, Object.keys(body)])).toEqual([
      [400, ['parent']],
      [400, ['entity_identifier']],
      [400, ['entity_identifier']],
      [400, ['name']],
      [400, ['entity_type']],
    ])
    expect(await list(team.guest)).toEqual([])
  })
})

test('a project is kept at hand by a call of its own', async () => {
  const { admin, guest, project, workspace } = await make.team()
  const favorites = `/api/workspaces/${workspace.slug}/user-favorite-projects/`
  const keepAt = (who: Person, id = project.id) => who.post(favorites, { project: id })
  expect((await keepAt(admin)).status).toBe(204)
  expect(await keepAt(admin)).toMatchObject({ status: 400, body: { error: 'The payload is not valid' } })
  expect((await admin.get<Favorite[]>(favorites)).body).toMatchObject([
    { entity_type: 'project', entity_identifier: project.id, entity_data: { name: project.identifier } },
  ])
  const [one] = (await admin.get<Favorite[]>(favorites)).body
  expect(Object.keys(one!.entity_data as object)).not.toContain('project_id')
  expect((await admin.get<object[]>(`/api/workspaces/${workspace.slug}/projects/`)).body).toMatchObject([
    { is_favorite: true },
  ])
  const hidden = await keepAt(team.admin)
  expect(hidden.status, 'of another workspace').toBe(404)
  expect((await keepAt(admin, team.project.id)).body).toHaveProperty('project')
  expect((await keepAt(guest)).status).toBe(204)
  expect((await guest.get<Favorite[]>(favorites)).body).toMatchObject([{ entity_identifier: project.id }])
  // Archived, it and what is in it are nobody's any more; it comes back with both.
  const kept = async () => (await admin.get<Favorite[]>(favorites)).body.map(one => one.entity_identifier)
  const at = `/api/workspaces/${workspace.slug}/projects/${project.id}/archive/`
  await admin.post(at)
  expect(await kept()).toEqual([])
  expect((await admin.delete(at)).status).toBe(204)
  expect(await kept()).toEqual([project.id])
  const release = () => admin.delete(`${favorites}${project.id}/`)
  expect([(await release()).status, (await release()).status]).toEqual([204, 404])
})
