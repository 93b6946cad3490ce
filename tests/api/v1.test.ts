import { beforeAll, describe, expect, test } from 'vitest'
import { facesV1, routesV1 } from '../../api/contract/v1/index.ts'
import { sharedServer, startServer, type TestServer } from '../support/server.ts'
import { MISSING, type Page, type Row, teamV1 } from '../support/v1.ts'
import { visitor } from '../support/visitor.ts'

let server: TestServer
let team: Awaited<ReturnType<typeof teamV1>>

beforeAll(async () => {
  server = await sharedServer()
  team = await teamV1(server)
})

const outcome = ({ status, body }: { status: number; body: unknown }) => [status, body]

describe('the way in', () => {
  test('is a token; a session is none', async () => {
    const { P, admin, W } = team
    for (const who of [visitor(server.origin), admin])
      expect(outcome(await who.get(`${P}/states/`))).toEqual([
        401,
        { detail: 'Authentication credentials were not provided.' },
      ])
    const wrong = await visitor(server.origin, 'tandem_wrong').get(`${P}/states/`)
    expect(outcome(wrong)).toEqual([401, { detail: 'Given API token is not valid' }])
    const other = await team.make.workspace(admin)
    expect((await team.program.get(`/api/v1/workspaces/${other.slug}/projects/`)).status).toBe(404)
    const readOnly = await team.make.token(admin, team.workspace.slug, { is_read_only: true })
    expect((await readOnly.visitor.get(`${W}/projects/`)).status).toBe(200)
    expect((await readOnly.visitor.post(`${P}/labels/`, { name: 'No' })).status).toBe(403)
  })

  test('the rate is told in headers, when it is exceeded too', async () => {
    const strict = await startServer({ RATE_LIMIT_TOKEN: '3' })
    const { program, P } = await teamV1(strict)
    const now = Date.now() / 1000
    for (const left of ['2', '1', '0']) {
      const { headers } = await program.get(`${P}/states/`)
      expect(headers.get('x-ratelimit-remaining')).toBe(left)
      expect(Math.abs(Number(headers.get('x-ratelimit-reset')) - now - 60)).toBeLessThan(10)
    }
    const { status, body, headers } = await program.get(`${P}/states/`)
    expect([status, body]).toEqual([429, { error_code: 5900, error_message: 'RATE_LIMIT_EXCEEDED' }])
    expect(headers.get('x-ratelimit-remaining')).toBe('0')
    expect(Number(headers.get('x-ratelimit-reset'))).toBeGreaterThan(now)
    expect(Number(headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('without the last slash it answers alike, an unknown method 405', async () => {
    const { P, program } = team
    expect((await program.get(`${P}/states`)).status).toBe(200)
    const put = await program.send('PUT', `${P}/states/`, {})
    expect([put.status, put.headers.get('allow')?.split(', ').sort()]).toEqual([405, ['GET', 'HEAD', 'POST']])
    expect((await program.get(`${P}/nothing/`)).status).toBe(404)
  })
})

describe('rights', () => {
  test('every call: nobody without a token, nothing for those outside, no write by a token that reads', async () => {
    const { make, admin, workspace, member } = team
    const secret = await make.project(admin, workspace.slug, { network: 0 })
    const stranger = await teamV1(server)
    const reading = (await make.token(admin, workspace.slug, { is_read_only: true })).visitor
    for (const route of facesV1.flatMap(routesV1)) {
      const named: Record<string, string> = { ws: workspace.slug, p: secret.id }
      const path = route.path.replace(/:(\w+)/g, (_, name: string) => named[name] ?? team.unknown)
      const asked = async (who: Pick<typeof admin, 'send'>) =>
        (await who.send(route.method, path, route.method === 'GET' ? undefined : {})).status
      const told = [route.method, path]
      expect([...told, await asked(visitor(server.origin)), await asked(member)]).toEqual([...told, 401, 401])
      if (route.in === 'session') continue
      expect([...told, await asked(stranger.program)]).toEqual([...told, 404])
      if (route.in === 'project') expect([...told, await asked(team.ofMember)]).toEqual([...told, 404])
      if (route.method !== 'GET') expect([...told, await asked(reading)]).toEqual([...told, 403])
    }
  })
})

describe('projects', () => {
  test('are listed, made, changed, archived and deleted', async () => {
    const { W, program, workspace } = team
    const made = await program.post<Row>(`${W}/projects/`, {
      name: 'Harbour',
      identifier: 'HRB',
      emoji: null,
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({ name: 'Harbour', identifier: 'HRB', is_deployed: false })
    for (const absent of ['is_favorite', 'anchor', 'members', 'revision'])
      expect(made.body).not.toHaveProperty(absent)
    expect(outcome(await program.post(`${W}/projects/`, { name: 'Harbour', identifier: 'X' }))).toEqual([
      410,
      { name: 'The project name is already taken' },
    ])
    expect(outcome(await program.post(`${W}/projects/`, { name: 'Other', identifier: 'hrb' }))).toEqual([
      410,
      { identifier: 'The project identifier is already taken' },
    ])
    expect((await program.post(`${W}/projects/`, {})).status).toBe(400)
    const at = `${W}/projects/${made.body.id}/`
    expect((await program.get(at)).body).toMatchObject({ id: made.body.id, workspace: made.body.workspace })
    expect((await program.patch(at, { description: 'Tides' })).body).toMatchObject({ description: 'Tides' })
    const list = await program.get<Page>(`${W}/projects/?order_by=-created_at`)
    expect(list.body.results[0]).toMatchObject({ id: made.body.id })
    const expanded = await program.get<Row>(
      `${at}?expand=workspace,project_lead,name&fields=workspace,name,project_lead`,
    )
    expect(expanded.body).toEqual({
      name: 'Harbour',
      project_lead: null,
      workspace: { id: workspace.id, name: workspace.slug, slug: workspace.slug },
    })
    const archived = await program.post(`${at}archive/`)
    expect([archived.status, archived.body]).toEqual([204, ''])
    expect(outcome(await program.get(at))).toEqual([404, { error: 'Project does not exist' }])
    expect((await program.patch(at, { name: 'No' })).body).toEqual({
      error: 'Archived project cannot be updated',
    })
    expect((await program.delete(`${at}archive/`)).status).toBe(204)
    expect((await program.delete(at)).status).toBe(204)
    expect((await program.get(at)).status).toBe(404)
  })

  test('are seen and changed by the rights of our own calls', async () => {
    const { W, P, ofMember, ofGuest, admin, workspace, make } = team
    const secret = await make.project(admin, workspace.slug, { network: 0 })
    for (const who of [ofMember, ofGuest]) {
      const { results } = (await who.get<Page>(`${W}/projects/`)).body
      expect(results.map(({ id }) => id)).not.toContain(secret.id)
      expect((await who.get(`${W}/projects/${secret.id}/`)).status).toBe(404)
      expect((await who.patch(`${P}/`, { description: 'No' })).status).toBe(403)
    }
    expect((await ofGuest.post(`${W}/projects/`, { name: 'G', identifier: 'G' })).status).toBe(403)
  })
})

describe('states', () => {
  test('are listed by sequence, made with 200, changed and deleted', async () => {
    const { P, program } = team
    const keys = { external_id: 's-1', external_source: 'harbour' }
    const made = await program.post<Row>(`${P}/states/`, {
      name: 'Moored',
      color: '#123',
      group: 'started',
      ...keys,
    })
    expect(made.status).toBe(200)
    expect(made.body).toMatchObject({
      name: 'Moored',
      group: 'started',
      is_triage: false,
      slug: 'moored',
      ...keys,
    })
    for (const key of ['created_at', 'updated_at', 'created_by', 'project', 'workspace'])
      expect(made.body[key], key).toEqual(expect.any(String))
    const list = await program.get<Page>(`${P}/states/`)
    const sequences = list.body.results.map(row => Number(row.sequence))
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b))
    expect(list.body.results.at(-1)).toEqual(made.body)
    expect(outcome(await program.post(`${P}/states/`, { name: 'Moored', color: '#123' }))).toEqual([
      409,
      { error: 'State with the same name already exists in the project', id: made.body.id },
    ])
    const taken = {
      error: 'State with the same external id and external source already exists',
      id: made.body.id,
    }
    expect(outcome(await program.post(`${P}/states/`, { name: 'Afloat', color: '#123', ...keys }))).toEqual([
      409,
      taken,
    ])
    const second = await program.post<Row>(`${P}/states/`, { name: 'Afloat', color: '#123' })
    const at = `${P}/states/${second.body.id}/`
    expect(outcome(await program.patch(at, keys))).toEqual([409, taken])
    expect(outcome(await program.patch(`${P}/states/${made.body.id}/`, keys))).toMatchObject([200, keys])
    expect((await program.patch(at, { name: 'Moored' })).status).toBe(400)
    expect((await program.patch(at, { color: '#456' })).body).toMatchObject({ color: '#456', name: 'Afloat' })
    expect((await program.get(at)).body).toMatchObject({ color: '#456' })
    expect((await program.delete(at)).status).toBe(204)
    expect(outcome(await program.get(at))).toEqual(MISSING)
    const [first] = list.body.results
    expect(outcome(await program.delete(`${P}/states/${first?.id}/`))[0]).toBe(400)
  })

  test('an id and key that two programs bring at once is stored once', async () => {
    const { P, program } = team
    const bring = (at: number) =>
      program.post(`${P}/states/`, {
        name: `Both ${at}`,
        color: '#123',
        external_id: 'b',
        external_source: 'b',
      })
    const statuses = (await Promise.all([1, 2, 3, 4].map(bring))).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409, 409, 409])
  })

  test('a member reads and does not change, whoever is not in the project finds nothing', async () => {
    const { P, ofMember, make, admin, workspace } = team
    expect((await ofMember.get(`${P}/states/`)).status).toBe(200)
    expect((await ofMember.post(`${P}/states/`, { name: 'M', color: '#123' })).status).toBe(403)
    const other = await make.project(admin, workspace.slug)
    expect(outcome(await ofMember.get(`${team.W}/projects/${other.id}/states/`))).toEqual([
      404,
      { error: 'Project does not exist' },
    ])
  })
})

describe('labels', () => {
  test('are paged to the end, the newest first', async () => {
    const { P, program } = team
    const made: string[] = []
    for (const name of ['One', 'Two', 'Three', 'Four', 'Five']) {
      const { status, body } = await program.post<Row>(`${P}/labels/`, { name, color: '#abc' })
      expect(status).toBe(201)
      made.unshift(body.id)
    }
    const seen: string[] = []
    let cursor = ''
    for (let hasMore = true; hasMore; ) {
      const { body } = await program.get<Page>(`${P}/labels/?per_page=2${cursor && `&cursor=${cursor}`}`)
      expect(body).toMatchObject({
        total_count: 5,
        prev_page_results: seen.length > 0,
        count: body.results.length,
      })
      seen.push(...body.results.map(({ id }) => id))
      cursor = body.next_cursor
      hasMore = body.next_page_results
    }
    expect(seen).toEqual(made)
    for (const wrong of ['per_page=0', 'per_page=1001', 'per_page=2&cursor=x'])
      expect((await program.get(`${P}/labels/?${wrong}`)).status).toBe(400)
    const narrow = await program.get<Page>(`${P}/labels/?fields=name&per_page=1`)
    expect(narrow.body.results).toEqual([{ name: 'Five' }])
    const nothing = await program.get<Page>(`${P}/labels/?fields=whatever&per_page=1`)
    expect(nothing.body.results).toEqual([{}])
  })

  test('keep their key, and are compared by it only where it is sent', async () => {
    const { P, program, unknown, admin } = team
    const keys = { external_id: 'l-1', external_source: 'harbour' }
    const made = await program.post<Row>(`${P}/labels/`, { name: 'Keyed', ...keys })
    expect(made.body).toMatchObject({ ...keys, description: '', parent: null, created_by: admin.id })
    const error = 'Label with the same external id and external source already exists'
    const again = await program.post(`${P}/labels/`, { name: 'Again', ...keys })
    expect(outcome(again)).toEqual([409, { error, id: made.body.id }])
    expect(outcome(await program.post(`${P}/labels/`, { name: 'Keyed' }))).toEqual([
      409,
      { error: 'Label with the same name already exists in the project', id: made.body.id },
    ])
    const other = await program.post<Row>(`${P}/labels/`, { name: 'Plain' })
    const at = `${P}/labels/${other.body.id}/`
    expect(outcome(await program.patch(at, { ...keys }))).toEqual([409, { error, id: made.body.id }])
    expect((await program.patch(at, { color: '#fff', sort_order: 5 })).body).toMatchObject({
      color: '#fff',
      sort_order: 5,
    })
    expect((await program.patch(at, { name: 'Keyed' })).status).toBe(400)
    expect((await program.delete(at)).status).toBe(204)
    expect(outcome(await program.get(at))).toEqual(MISSING)
    expect(outcome(await program.get(`${P}/labels/${unknown}/`))).toEqual(MISSING)
  })
})
