/** An importer's walk over `/api/v1`: keys, upserts, times and authors of before, people, requests, and reading it all back. */
import { beforeAll, expect, test } from 'vitest'
import { sharedServer, type TestServer } from '../support/server.ts'
import { MISSING, type Page, type Row, teamV1 } from '../support/v1.ts'

let server: TestServer
let team: Awaited<ReturnType<typeof teamV1>>
beforeAll(async () => {
  server = await sharedServer()
  team = await teamV1(server)
})
const outcome = ({ status, body }: { status: number; body: unknown }) => [status, body]
const key = (external_id: string) => ({ external_id, external_source: 'ledger' })

test('an issue is put by its key: made once, changed from then on, however many bring it at once', async () => {
  const { P, program, ofMember, ofGuest } = team
  const put = (who: typeof program, body: object) => who.send<Row>('PUT', `${P}/work-items/`, body)
  expect(outcome(await put(program, { name: 'No key' }))).toEqual([
    400,
    { error: 'external_id and external_source are required' },
  ])
  expect((await put(program, key('L-0'))).body).toEqual({ name: ['This field is required.'] })
  const tries = await Promise.all(
    Array.from({ length: 6 }, (_, n) => put(program, { name: `Crane ${n}`, ...key('L-1') })),
  )
  expect(tries.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 200, 200, 201])
  expect(new Set(tries.map(({ body }) => body.id)).size).toBe(1)
  const id = tries[0]!.body.id
  const changed = await put(program, { priority: 'high', description_html: '<p>Greased</p>', ...key('L-1') })
  expect([changed.status, changed.body]).toMatchObject([
    200,
    { id, priority: 'high', description_html: '<p>Greased</p>' },
  ])
  expect((await put(ofGuest, { name: 'Mine', ...key('L-1') })).status).toBe(403)
  expect((await put(ofMember, { name: 'Crane two', ...key('L-1') })).status).toBe(200)
  const found = await program.get<Row>(`${P}/issues/?external_id=L-1&external_source=ledger`)
  expect(found.body).toMatchObject({ id, name: 'Crane two', priority: 'high' })
  expect(outcome(await program.post(`${P}/issues/`, { name: 'Again', ...key('L-1') }))).toEqual([
    409,
    { error: 'Issue with the same external id and external source already exists', id },
  ])
})

test('our own calls store no key twice either, and what comes back with a taken one stays', async () => {
  const { path, admin, P, program } = team
  for (const [at, noun, body] of [
    ['issues', 'Issue', { name: 'Winch' }],
    ['cycles', 'Cycle', { name: 'Winch' }],
    ['modules', 'Module', { name: 'Winch' }],
  ] as const) {
    const first = await admin.post<Row>(`${path}/${at}/`, { ...body, ...key(`own ${at}`) })
    expect([at, first.status]).toEqual([at, 201])
    expect(outcome(await admin.post(`${path}/${at}/`, { name: 'Other', ...key(`own ${at}`) }))).toEqual([
      409,
      { error: `${noun} with the same external id and external source already exists`, id: first.body.id },
    ])
    const other = await admin.post<Row>(`${path}/${at}/`, { name: 'Third' })
    expect((await admin.patch(`${path}/${at}/${other.body.id}/`, key(`own ${at}`))).status).toBe(409)
  }
  const first = await admin.post<Row>(`${path}/issues/`, { name: 'Bollard', ...key('L-2') })
  expect((await admin.delete(`${path}/issues/${first.body.id}/`)).status).toBe(204)
  expect((await admin.post(`${path}/issues/`, { name: 'New bollard', ...key('L-2') })).status).toBe(201)
  expect((await admin.post(`${path}/issues/${first.body.id}/restore/`)).status).toBe(204)
  expect((await program.get(`${P}/issues/${first.body.id}/`)).body).toMatchObject(key('L-2'))
  expect((await admin.post(`${path}/issues/`, { name: 'Third', ...key('L-2') })).status).toBe(409)
  const inDatabase = server.db('issues').where('id', first.body.id).update({ external_twin: 0 })
  await expect(inDatabase).rejects.toThrow(/issues_external/)
})

test('an importer says when, and by whom, issues, comments and links were made', async () => {
  const { P, program, ofMember, member, guest, unknown, admin, path } = team
  const was = { created_at: '2024-03-01T08:00:00+02:00', created_by: member.id }
  const made = await program.post<Row>(`${P}/issues/`, { name: 'Old tide table', ...was })
  expect([made.status, made.body]).toMatchObject([
    201,
    { created_at: '2024-03-01T06:00:00.000Z', created_by: member.id },
  ])
  const at = `${P}/issues/${made.body.id}`
  const { body: history } = await program.get<Page>(`${at}/activities/`)
  expect(history.results[0]).toMatchObject({ actor: member.id, created_at: '2024-03-01T06:00:00.000Z' })
  const one = await program.get<Row>(`${at}/activities/${history.results[0]!.id}/`)
  expect(one.body).toEqual(history.results[0])
  expect(outcome(await program.get(`${at}/activities/${unknown}/`))).toEqual(MISSING)
  const comment = await program.post<Row>(`${at}/comments/`, {
    comment_html: '<p>Seen</p>',
    created_at: '2024-03-02T08:00:00Z',
    created_by: guest.id,
  })
  expect(comment.body).toMatchObject({
    created_at: '2024-03-02T08:00:00.000Z',
    created_by: guest.id,
    actor: guest.id,
  })
  const link = await program.post<Row>(`${at}/links/`, {
    url: 'https://tides.example',
    created_by: member.id,
  })
  expect(link.body).toMatchObject({ created_by: member.id })
  // Null is as good as absent.
  expect(
    (await program.post<Row>(`${P}/issues/`, { name: 'Now', created_at: null, created_by: null })).body
      .created_by,
  ).toBe(admin.id)
  expect((await ofMember.post(`${P}/issues/`, { name: 'Mine', ...was, created_by: admin.id })).status).toBe(
    403,
  )
  expect(outcome(await program.post(`${P}/issues/`, { name: 'X', created_by: unknown }))).toMatchObject([
    400,
    { created_by: [expect.stringContaining('Invalid pk')] },
  ])
  expect((await program.post(`${P}/issues/`, { name: 'X', created_at: '2999-01-01T00:00:00Z' })).status).toBe(
    400,
  )
  expect((await program.post(`${P}/issues/`, { name: 'X', created_at: 'tomorrow' })).status).toBe(400)
  const { body: all } = await program.get<Page>(`${P}/issues/?per_page=100`)
  expect(all.results.filter(({ name }) => name === 'X')).toEqual([])
  // A copy that follows by the time of change still gets it.
  const sync = await admin.get<{ results: Row[] }>(`${path}/v2/issues/?updated_at__gt=2025-01-01T00:00:00Z`)
  expect(sync.body.results.map(({ id }) => id)).toContain(made.body.id)
})

test('an importer says afterwards who made an issue: from then on it is theirs, with all that belongs to it', async () => {
  const { P, program, ofMember, ofGuest, member, guest, unknown, admin, make } = team
  const issue = (await program.post<Row>(`${P}/issues/`, { name: 'Fog signal' })).body
  const at = `${P}/issues/${issue.id}`
  await program.post(`${at}/comments/`, { comment_html: '<p>Heard at noon</p>' })
  const gone = (await program.post<Row>(`${at}/comments/`, { comment_html: '<p>Gone</p>' })).body
  await program.send('DELETE', `${at}/comments/${gone.id}/`)
  await program.post(`${at}/links/`, { url: 'https://fog.example' })
  expect((await ofGuest.get(`${at}/`)).status).toBe(404)
  const stranger = await make.person()
  for (const [who, created_by, status] of [
    [ofMember, member.id, 403],
    [program, unknown, 400],
    [program, stranger.id, 400],
    [program, 'nobody', 400],
  ] as const)
    expect([created_by, (await who.patch(`${at}/`, { created_by, name: 'No' })).status]).toEqual([
      created_by,
      status,
    ])
  // Null is as good as absent, and the present author no change.
  for (const created_by of [null, admin.id])
    expect((await program.patch<Row>(`${at}/`, { created_by })).body).toMatchObject({
      name: 'Fog signal',
      created_by: admin.id,
    })
  const given = await program.patch<Row>(`${at}/`, { created_by: guest.id, priority: 'high' })
  expect([given.status, given.body]).toMatchObject([200, { created_by: guest.id, priority: 'high' }])
  expect((await program.get<Row>(`${at}/`)).body.created_by).toBe(guest.id)
  expect((await ofGuest.get<Row>(`${at}/`)).body).toMatchObject({ id: issue.id, priority: 'high' })
  const seen = async (part: string) => (await ofGuest.get<Page>(`${at}/${part}/`)).body.results.length
  expect([await seen('comments'), await seen('links')]).toEqual([1, 1])
  expect(await seen('activities')).toBeGreaterThan(1)
  const copies = await server.db('issue_comments').where('issue', issue.id).pluck('issue_created_by')
  expect(copies).toEqual([guest.id, guest.id])
  expect((await program.patch<Row>(`${at}/`, { created_by: member.id })).body.created_by).toBe(member.id)
  expect((await ofGuest.get(`${at}/`)).status).toBe(404)
  expect((await ofGuest.get(`${at}/comments/`)).status).toBe(404)
})

test('issues are found by words and keys; those of cycles and modules one by one', async () => {
  const { W, P, program, unknown, project } = team
  const made = await program.post<Row & { sequence_id: number }>(`${P}/issues/`, { name: 'Sluice gate seal' })
  for (const noun of ['issues', 'work-items'])
    for (const asked of [
      'q=sluice%20gate',
      'search=Sluice',
      `q=${project.identifier}-${made.body.sequence_id}`,
    ]) {
      const { body } = await program.get<{ issues: Row[] }>(`${W}/${noun}/search/?${asked}`)
      expect(body.issues[0]).toEqual({
        id: made.body.id,
        name: 'Sluice gate seal',
        sequence_id: made.body.sequence_id,
        project__identifier: project.identifier,
        project_id: project.id,
        workspace__slug: team.workspace.slug,
      })
    }
  expect((await program.get(`${W}/issues/search/?q=`)).body).toEqual({ issues: [] })
  const cycle = await program.post<Row>(`${P}/cycles/`, { name: 'Spring' })
  const module = await program.post<Row>(`${P}/modules/`, { name: 'Locks' })
  for (const [at, noun] of [
    [`${P}/cycles/${cycle.body.id}/cycle-issues/`, 'cycle'],
    [`${P}/modules/${module.body.id}/module-issues/`, 'module'],
  ] as const) {
    await program.post(at, { issues: [made.body.id] })
    const one = await program.get<Row>(`${at}${made.body.id}/`)
    expect([one.status, one.body]).toMatchObject([200, { issue: made.body.id, sub_issues_count: 0 }])
    expect(one.body).toHaveProperty(noun)
    expect((await program.get(`${at}${unknown}/`)).status).toBe(404)
    expect((await program.delete(`${at}${made.body.id}/`)).status).toBe(204)
    expect((await program.get(`${at}${made.body.id}/`)).status).toBe(404)
  }
})

test('labels keep their description, and one state is the default', async () => {
  const { P, program } = team
  const label = await program.post<Row>(`${P}/labels/`, { name: 'Tidal', description: 'By the moon' })
  expect(label.body.description).toBe('By the moon')
  const at = `${P}/labels/${label.body.id}/`
  expect((await program.patch<Row>(at, { description: 'By the wind' })).body.description).toBe('By the wind')
  expect((await program.get<Row>(at)).body.description).toBe('By the wind')
  const first = await program.post<Row>(`${P}/states/`, { name: 'Ashore', color: '#123', default: true })
  expect(first.body.default).toBe(true)
  const second = await program.post<Row>(`${P}/states/`, { name: 'At sea', color: '#123' })
  expect((await program.patch<Row>(`${P}/states/${second.body.id}/`, { default: true })).body.default).toBe(
    true,
  )
  const { body } = await program.get<Page>(`${P}/states/`)
  expect(body.results.filter(row => row.default).map(({ id }) => id)).toEqual([second.body.id])
  // There is always one.
  expect((await program.patch<Row>(`${P}/states/${second.body.id}/`, { default: false })).body.default).toBe(
    true,
  )
})

test('people come by their addresses', async () => {
  const { P, W, program, ofMember, admin, make, workspace } = team
  const bring = (email: string, more = {}) =>
    program.post<Row>(`${P}/members/`, { email, display_name: 'Bo', role: 15, ...more })
  expect(outcome(await program.post(`${P}/members/`, { email: 'a@b.example' }))).toEqual([
    400,
    {
      error:
        'Expected email, display_name, workspace_slug, project_id, one or more of the fields are missing.',
    },
  ])
  expect(outcome(await bring('nobody'))).toEqual([400, { error: 'Invalid email provided' }])
  const colleague = await make.person()
  await make.joinWorkspace(admin, workspace.slug, colleague, 15)
  const added = await bring(colleague.email)
  expect([added.status, added.body]).toMatchObject([201, { id: colleague.id, email: colleague.email }])
  expect((await program.get<Row[]>(`${P}/members/`)).body.map(({ id }) => id)).toContain(colleague.id)
  expect(outcome(await bring(colleague.email))).toEqual([
    400,
    { error: 'User is already part of the workspace and project' },
  ])
  // Whoever shares no workspace with the caller is invited instead, known or not.
  const stranger = await make.person()
  for (const email of [stranger.email, 'never@seen.example'])
    expect(outcome(await bring(email))).toEqual([400, { error: 'Invite them instead', emails: [email] }])
  expect((await ofMember.post(`${P}/members/`, { email: stranger.email, display_name: 'S' })).status).toBe(
    403,
  )
  expect((await program.get<Row[]>(`${W}/members/`)).body.map(({ id }) => id)).not.toContain(stranger.id)
})

test('a request keeps what its sender knows of it', async () => {
  const { P, program, ofMember } = team
  await program.patch(`${P}/`, { inbox_view: true })
  const known = { extra: { berth: 12 }, source_email: 'pilot@harbour.example', ...key('R-1') }
  const made = await program.post<Row & { issue: string }>(`${P}/intake-issues/`, {
    issue: { name: 'Leak' },
    ...known,
  })
  expect([made.status, made.body]).toMatchObject([200, { status: -2, ...known }])
  const at = `${P}/inbox-issues/${made.body.issue}/`
  expect((await program.get<Row>(at)).body).toMatchObject(known)
  expect((await program.patch<Row>(at, { extra: { berth: 13 } })).body.extra).toEqual({ berth: 13 })
  expect((await ofMember.patch(at, { extra: {} })).status).toBe(403)
})
