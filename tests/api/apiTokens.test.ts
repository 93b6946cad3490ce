import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { build } from '../support/build.ts'
import { follower, until } from '../support/live.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
let base: string

beforeAll(async () => {
  server = await startServer()
  make = build(server)
})
beforeEach(async () => {
  team = await make.team()
  base = `/api/workspaces/${team.workspace.slug}`
})

describe('API tokens', () => {
  test('the secret is shown once; only its hash is kept', async () => {
    const made = await make.token(team.admin, team.workspace.slug)
    const list = await team.admin.get<{ id: string }[]>(`${base}/api-tokens/`)
    expect(list.body.map(row => row.id)).toContain(made.id)
    expect(JSON.stringify(list.body)).not.toContain(made.token)
    const row = await server.db('api_tokens').where('id', made.id).first<Record<string, unknown>>()
    expect(JSON.stringify(row)).not.toContain(made.token)
    const log = await server.db('changes').where('entity', 'api_token')
    expect(JSON.stringify(log)).not.toContain(row.token_hash)
  })

  test('no browser is told of them, neither with the snapshot nor by the log', async () => {
    const browser = follower(server.origin, team.admin, team.workspace.slug)
    await browser.start()
    const before = browser.at().user
    await make.token(team.admin, team.workspace.slug)
    await until(() => browser.at().user > before)
    const later = follower(server.origin, team.admin, team.workspace.slug)
    await later.start()
    const told = [...browser.seen.map(({ entity }) => entity), ...later.rows.keys()]
    expect(told.filter(name => name.startsWith('api_token'))).toEqual([])
    for (const one of [browser, later]) one.stop()
  })

  test('opens its workspace and nothing else, ends with its date and with its owner’s role', async () => {
    const other = await make.workspace(team.admin)
    const made = await make.token(team.admin, team.workspace.slug)
    expect((await made.visitor.get(`${base}/`)).status).toBe(200)
    expect((await made.visitor.get(`/api/workspaces/${other.slug}/`)).status).toBe(404)
    expect((await made.visitor.get('/api/users/me/workspaces/')).status).toBe(404)
    await server
      .db('api_tokens')
      .where('id', made.id)
      .update({ expired_at: new Date(Date.now() - 1000) })
    const late = await made.visitor.get(`${base}/`)
    expect([late.status, late.body]).toEqual([401, { detail: 'Given API token is not valid' }])
  })

  test('makes and takes back no tokens, its owner’s included', async () => {
    const made = await make.token(team.admin, team.workspace.slug)
    const other = await make.token(team.admin, team.workspace.slug)
    expect((await made.visitor.post(`${base}/api-tokens/`, { label: 'Child' })).status).toBe(403)
    for (const { id } of [made, other])
      expect((await made.visitor.delete(`${base}/api-tokens/${id}/`)).status).toBe(403)
    const bearer = { headers: { authorization: `Bearer ${made.token}` } }
    const { status } = await visitor(server.origin).send(
      'POST',
      `${base}/api-tokens/`,
      { label: 'Child' },
      bearer,
    )
    expect(status).toBe(403)
    expect((await other.visitor.get(`${base}/`)).status).toBe(200)
  })

  test('a day given as expiry is the end of that day where its owner lives', async () => {
    await team.admin.patch('/api/users/me/', { user_timezone: 'Asia/Tokyo' })
    const { body } = await team.admin.post(`${base}/api-tokens/`, { expired_at: '2030-06-01' })
    expect(body.expired_at).toBe('2030-06-01T14:59:59.999Z')
    // A day is over at its end, where its owner lives.
    const today = new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Tokyo' }).format(new Date())
    const yesterday = new Date(Date.parse(today) - 86_400_000).toISOString().slice(0, 10)
    expect((await team.admin.post(`${base}/api-tokens/`, { expired_at: today })).status).toBe(201)
    for (const expired_at of [yesterday, new Date(Date.now() - 1000).toISOString()])
      expect(await team.admin.post(`${base}/api-tokens/`, { expired_at })).toMatchObject({
        status: 400,
        body: { expired_at: ['This time has already passed.'] },
      })
    const exact = await team.admin.post(`${base}/api-tokens/`, { expired_at: '2030-06-01T10:00:00+02:00' })
    expect(exact.body.expired_at).toBe('2030-06-01T08:00:00.000Z')
  })

  test('without a day it never ends, also where a form sends an empty text', async () => {
    for (const expired_at of ['', null]) {
      const { status, body } = await team.admin.post(`${base}/api-tokens/`, { label: 'Crane', expired_at })
      expect([status, body.expired_at]).toEqual([201, null])
    }
  })

  test('another admin neither sees nor revokes it', async () => {
    const other = await make.person()
    await make.joinWorkspace(team.admin, team.workspace.slug, other, 20)
    const made = await make.token(team.admin, team.workspace.slug)
    expect((await other.get(`${base}/api-tokens/`)).body).toEqual([])
    expect((await other.delete(`${base}/api-tokens/${made.id}/`)).status).toBe(404)
    expect((await made.visitor.get(`${base}/`)).status).toBe(200)
    expect((await team.admin.delete(`${base}/api-tokens/${made.id}`)).status).toBe(204)
    expect((await made.visitor.get(`${base}/`)).status).toBe(401)
  })
})
