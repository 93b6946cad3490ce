import { beforeAll, describe, expect, test } from 'vitest'
import { announce, attach, attachmentsAt } from '../support/files.ts'
import { sharedServer } from '../support/server.ts'
import { MISSING, type Page, type Row, teamV1 } from '../support/v1.ts'

let team: Awaited<ReturnType<typeof teamV1>>
beforeAll(async () => {
  team = await teamV1(await sharedServer())
})

const outcome = ({ status, body }: { status: number; body: unknown }) => [status, body]
const issue = async (fields: object = {}) => {
  const { status, body } = await team.program.post<Row>(`${team.P}/issues/`, { name: 'Tide', ...fields })
  expect([status, body.id]).toEqual([201, expect.any(String)])
  return body
}

describe('work items', () => {
  test('are made in the words of either spelling, and told in those of the public API', async () => {
    const { P, program, member, admin, project } = team
    const states = (await program.get<Page>(`${P}/states/`)).body.results
    const started = states.find(state => state.group === 'started')!
    const label = (await program.post<Row>(`${P}/labels/`, { name: 'Ebb' })).body
    const parent = await issue()
    const made = await program.post<Row>(`${P}/work-items/`, {
      name: 'Moor the ship',
      description_html: '<p>At the <strong>quay</strong></p>',
      priority: 'high',
      state: started.id,
      parent: parent.id,
      assignees: [member.id],
      label_ids: [label.id],
      start_date: '2026-11-01',
      target_date: '2026-11-30',
      id: null,
      created_at: null,
      whatever: 1,
    })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      name: 'Moor the ship',
      description_html: '<p>At the <strong>quay</strong></p>',
      priority: 'high',
      state: started.id,
      parent: parent.id,
      assignees: [member.id],
      labels: [label.id],
      start_date: '2026-11-01',
      point: null,
      description_binary: null,
      project: project.id,
      created_by: admin.id,
      is_draft: false,
      external_id: null,
    })
    for (const absent of ['state_id', 'label_ids', 'cycle_id', 'revision', 'link_count'])
      expect(made.body).not.toHaveProperty(absent)
    expect(made.headers.get('x-ignored-fields')).toBe('id, whatever')
    const at = `${P}/issues/${made.body.id}/`
    expect((await program.get(at)).body).toEqual(made.body)
    const expanded = await program.get<Row>(
      `${at}?expand=state,parent,assignees,labels,project,created_by,members`,
    )
    expect(expanded.body).toMatchObject({
      state: { id: started.id, name: started.name, color: started.color, group: 'started' },
      parent: { id: parent.id, sequence_id: parent.sequence_id, project_id: project.id },
      assignees: [{ id: member.id, email: member.email }],
      labels: [{ id: label.id, name: 'Ebb', parent: null, project: project.id, external_id: null }],
      project: { id: project.id, identifier: project.identifier },
      created_by: { id: admin.id },
    })
    expect((await program.get(`${P}/issues/${parent.id}/?expand=parent&fields=parent`)).body).toEqual({
      parent: null,
    })
    const named = `${team.W}/work-items/${project.identifier}-${made.body.sequence_id}/`
    expect((await program.get(named)).body).toEqual(made.body)
    for (const wrong of [`${project.identifier}-99999`, 'NONE-1', `${project.identifier}-x`])
      expect(outcome(await program.get(`${team.W}/issues/${wrong}/`))).toEqual(MISSING)
  })

  test('are changed and deleted by the rights of our own calls, and recorded', async () => {
    const { P, path, program, ofMember, ofGuest, unknown, admin } = team
    const one = await issue({ description_html: '<p>Old</p>' })
    const at = `${P}/issues/${one.id}/`
    const patched = await program.patch<Row>(at, {
      name: 'New',
      priority: 'low',
      description_html: '<p>New</p>',
    })
    expect(outcome(patched)).toMatchObject([
      200,
      { name: 'New', priority: 'low', description_html: '<p>New</p>' },
    ])
    const told = await admin.get<{ field: string }[]>(
      `${path}/issues/${one.id}/history/?activity_type=issue-property`,
    )
    expect(told.body.map(({ field }) => field)).toEqual(expect.arrayContaining(['name', 'priority']))
    const activities = await program.get<Page>(`${at}activities/?expand=actor`)
    expect(activities.body.results[0]).toMatchObject({
      field: null,
      verb: 'created',
      actor: { id: admin.id },
    })
    expect(activities.body.results.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['name', 'priority']),
    )
    expect(activities.body.results[0]).not.toHaveProperty('actor_detail')
    expect(outcome(await program.patch(at, { state: unknown }))[0]).toBe(400)
    expect(outcome(await program.patch(at, { assignees: [unknown] }))[0]).toBe(400)
    expect(outcome(await program.patch(at, { start_date: '2026-12-02', target_date: '2026-12-01' }))[0]).toBe(
      400,
    )
    expect((await program.post(`${P}/issues/`, {})).body).toEqual({ name: ['This field is required.'] })
    // A guest sees their own issues alone; a member deletes none of others.
    expect(outcome(await ofGuest.get(at))).toEqual(MISSING)
    expect(outcome(await ofGuest.patch(at, { name: 'Mine' }))).toEqual(MISSING)
    expect((await ofGuest.get<Page>(`${P}/issues/`)).body.results).toEqual([])
    expect((await ofMember.delete(at)).status).toBe(403)
    expect((await ofMember.patch(at, { name: 'Theirs' })).status).toBe(200)
    expect((await program.delete(at)).status).toBe(204)
    expect(outcome(await program.get(at))).toEqual(MISSING)
    expect(outcome(await program.get(`${P}/issues/${unknown}/`))).toEqual(MISSING)
  })

  test('keep a key of their own, by which one is found, and none has that of another', async () => {
    const { P, program } = team
    const keys = { external_id: 'T-1', external_source: 'tracker' }
    const one = await issue(keys)
    const error = 'Issue with the same external id and external source already exists'
    expect(outcome(await program.post(`${P}/issues/`, { name: 'Twice', ...keys }))).toEqual([
      409,
      { error, id: one.id },
    ])
    expect((await program.post(`${P}/issues/`, { ...keys })).status).toBe(400)
    const other = await issue({ external_id: 'T-2', external_source: 'tracker' })
    const patched = await program.patch(`${P}/issues/${other.id}/`, { external_id: 'T-1' })
    expect(outcome(patched)).toEqual([409, { error, id: one.id }])
    const found = await program.get<Row>(`${P}/issues/?external_id=T-1&external_source=tracker`)
    expect(found.body).toEqual(one)
    expect(outcome(await program.get(`${P}/issues/?external_id=T-9&external_source=tracker`))).toEqual(
      MISSING,
    )
    // Calls that wait for each other are committed together: of several with one key one is stored.
    for (const round of [1, 2, 3]) {
      const key = { external_id: `R-${round}`, external_source: 'r' }
      const bodies = [{ name: 'First' }, ...[1, 2, 3, 4].map(() => ({ name: 'Race', ...key }))]
      const all = await Promise.all(bodies.map(body => program.post(`${P}/issues/`, body)))
      expect(all.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409])
    }
  })

  test('are written once, however often a call is sent again under its id', async () => {
    const { P, program, make } = team
    const own = make.id()
    const headers = { 'x-mutation-id': own }
    const body = { name: 'Once', external_id: 'O', external_source: 'o' }
    const first = await program.post<Row>(`${P}/work-items/`, body, { headers })
    const again = await program.post<Row>(`${P}/work-items/`, body, { headers })
    expect([first.body.id, again.status]).toEqual([own, 201])
    expect(again.body).toEqual(first.body)
    const other = { headers: { 'x-mutation-id': make.id() } }
    const patched = await program.patch<Row>(`${P}/issues/${own}/`, { name: 'Twice' }, other)
    const repeated = await program.patch<Row>(`${P}/issues/${own}/`, { name: 'Twice' }, other)
    expect(patched.body).toMatchObject({ name: 'Twice', external_id: 'O' })
    expect(outcome(repeated)).toEqual([200, patched.body])
  })

  test('nothing that a guest does not see comes by way of `expand`', async () => {
    const { P, program, ofGuest, guest, make } = team
    const parent = await issue({ name: 'Hidden' })
    const child = await issue({ parent: parent.id })
    await (await sharedServer()).db('issues').where('id', child.id).update({ created_by: guest.id })
    const seen = await ofGuest.get<Row>(`${P}/issues/${child.id}/?expand=parent,assignees,created_by`)
    expect(seen.body).toMatchObject({ parent: parent.id, created_by: { id: guest.id, email: guest.email } })
    expect((await program.get(`${P}/issues/${child.id}/?expand=parent`)).body).toMatchObject({
      parent: { id: parent.id },
    })
    expect(outcome(await ofGuest.get(`${P}/issues/${parent.id}/comments/`))).toEqual(MISSING)
    expect(outcome(await ofGuest.get(`${P}/issues/${make.id()}/activities/`))).toEqual(MISSING)
  })

  test('are paged to the end, ordered as asked, filters ignored', async () => {
    const { W, admin, workspace, program, make } = team
    const { id } = await make.project(admin, workspace.slug)
    const at = `${W}/projects/${id}/issues/`
    const made: string[] = []
    for (const priority of ['low', 'urgent', 'none', 'high'])
      made.unshift((await program.post<Row>(at, { name: priority, priority })).body.id)
    const seen: string[] = []
    let query = '?per_page=3&priority=urgent'
    for (;;) {
      const { body } = await program.get<Page>(at + query)
      expect(body).toMatchObject({ total_count: 4, total_results: 4, total_pages: 2, extra_stats: null })
      seen.push(...body.results.map(row => row.id))
      if (!body.next_page_results) break
      query = `?per_page=3&cursor=${body.next_cursor}`
    }
    expect(seen).toEqual(made)
    const by = async (order: string) =>
      (await program.get<Page>(`${at}?order_by=${order}&fields=name`)).body.results.map(({ name }) => name)
    expect(await by('priority')).toEqual(['urgent', 'high', 'low', 'none'])
    expect(await by('-priority')).toEqual(['none', 'low', 'high', 'urgent'])
    expect((await program.get(`${at}?order_by=nothing`)).status).toBe(400)
  })

  test('archived ones are gone from reads until they return', async () => {
    const { P, program } = team
    const states = (await program.get<Page>(`${P}/states/`)).body.results
    const one = await issue({ state: states.find(({ group }) => group === 'completed')!.id })
    const at = `${P}/work-items/${one.id}/`
    expect((await program.post(`${at}archive/`)).status).toBe(204)
    expect(outcome(await program.get(at))).toEqual(MISSING)
    expect((await program.delete(`${at}unarchive/`)).status).toBe(204)
    expect((await program.get(at)).status).toBe(200)
  })
})

describe('files', () => {
  test('of an issue are told without a page: those that have arrived, to its viewers', async () => {
    const { P, program, ofGuest, admin, path, unknown } = team
    const { id } = await issue()
    const at = `${P}/issues/${id}/issue-attachments/`
    expect(outcome(await program.get(at))).toEqual([200, []])
    const files = attachmentsAt(path, id)
    const sent = await attach(admin, files)
    await announce(admin, files, { name: 'never.txt' })
    const { body } = await program.get<Row[]>(at)
    expect(body).toMatchObject([
      { id: sent.asset_id, issue: id, is_uploaded: true, entity_type: 'ISSUE_ATTACHMENT', external_id: null },
    ])
    for (const absent of ['asset_url', 'issue_created_by', 'revision'])
      expect(body[0]).not.toHaveProperty(absent)
    expect((await program.get(at.replace('/issues/', '/work-items/'))).body).toEqual(body)
    expect(outcome(await ofGuest.get(at))).toEqual(MISSING)
    expect(outcome(await program.get(`${P}/issues/${unknown}/issue-attachments/`))).toEqual(MISSING)
    expect((await program.post(at, { name: 'a', size: 1 })).status).toBe(405)
  })

  test('`expand=issue` tells the issue that a row belongs to, to those who see it', async () => {
    const { P, program } = team
    const { id } = await issue({ name: 'Moored' })
    const at = `${P}/issues/${id}`
    const link = (await program.post<Row>(`${at}/links/`, { url: 'https://quay.example/' })).body
    const whole = (await program.get<Row>(`${at}/`)).body
    expect((await program.get<Row>(`${at}/links/${link.id}/?expand=issue`)).body.issue).toEqual(whole)
    await program.post(`${at}/comments/`, { comment_html: '<p>Fast</p>' })
    const { results } = (await program.get<Page>(`${at}/comments/?expand=issue&fields=issue`)).body
    expect(results).toMatchObject([{ issue: { id, name: 'Moored' } }])
  })
})

describe('links and comments', () => {
  test('links are made with a scheme of the web alone', async () => {
    const { P, program, unknown } = team
    const at = `${P}/issues/${(await issue()).id}/links/`
    const made = await program.post<Row>(at, { url: 'https://quay.example/', title: 'Quay' })
    expect(outcome(made)).toMatchObject([201, { url: 'https://quay.example/', title: 'Quay', metadata: {} }])
    expect(made.body).not.toHaveProperty('created_by_detail')
    expect((await program.post(at, { url: 'quay' })).body).toEqual({ url: ['Invalid URL format.'] })
    expect((await program.post(at, { url: 'ftp://quay.example' })).body).toEqual({
      url: ['Invalid URL scheme.'],
    })
    expect((await program.post(at, { url: 'https://quay.example/' })).body).toEqual({
      error: 'URL already exists for this Issue',
    })
    expect((await program.patch(`${at}${made.body.id}/`, { title: 'Pier' })).body).toMatchObject({
      title: 'Pier',
    })
    expect((await program.get<Page>(at)).body.results).toMatchObject([{ id: made.body.id, title: 'Pier' }])
    expect((await program.get(`${at}${made.body.id}/`)).status).toBe(200)
    expect((await program.delete(`${at}${made.body.id}/`)).status).toBe(204)
    expect(outcome(await program.get(`${at}${made.body.id}/`))).toEqual(MISSING)
    expect(
      outcome(await program.post(`${P}/issues/${unknown}/links/`, { url: 'https://a.example' })),
    ).toEqual(MISSING)
  })

  test('comments have a key, and are changed by their authors', async () => {
    const { P, program, ofMember, admin } = team
    const at = `${P}/work-items/${(await issue()).id}/comments/`
    const keys = { external_id: 'C-1', external_source: 'tracker' }
    const made = await program.post<Row>(at, { comment_html: '<p>Ebb</p>', ...keys })
    expect(outcome(made)).toMatchObject([
      201,
      { comment_html: '<p>Ebb</p>', actor: admin.id, access: 'INTERNAL', ...keys },
    ])
    expect(made.body).not.toHaveProperty('is_member')
    const again = await program.post(at, { comment_html: '<p>Ebb</p>', ...keys })
    const error = 'Issue Comment with the same external id and external source already exists'
    expect(outcome(again)).toEqual([409, { error, id: made.body.id }])
    const second = await program.post<Row>(at, { comment_html: '<p>Flow</p>' })
    const list = await program.get<Page>(`${at}?expand=actor`)
    expect(list.body.results).toMatchObject([
      { id: second.body.id, is_member: true, actor: { id: admin.id } },
      { id: made.body.id },
    ])
    const one = `${at}${made.body.id}/`
    expect((await ofMember.patch(one, { comment_html: '<p>Not mine</p>' })).status).toBe(403)
    expect((await program.patch(one, { comment_html: '<p>Tide</p>' })).body).toMatchObject({
      comment_html: '<p>Tide</p>',
    })
    expect((await program.delete(one)).status).toBe(204)
    expect(outcome(await program.get(one))).toEqual(MISSING)
  })
})

describe('members', () => {
  test('are people, with roles for the workspace, without addresses for guests', async () => {
    const { P, W, program, ofGuest, admin, member, guest } = team
    const ids = [admin.id, guest.id, member.id].sort()
    const inProject = await program.get<Row[]>(`${P}/members/`)
    expect(inProject.body.map(({ id }) => id).sort()).toEqual(ids)
    expect(inProject.body).toContainEqual(expect.objectContaining({ id: member.id, email: member.email }))
    expect(inProject.body[0]).not.toHaveProperty('role')
    const inWorkspace = await program.get<Row[]>(`${W}/members/`)
    expect(inWorkspace.body).toContainEqual(
      expect.objectContaining({ id: guest.id, role: 5, email: guest.email }),
    )
    for (const { id, email } of (await ofGuest.get<Row[]>(`${P}/members/`)).body)
      expect(email).toBe(id === guest.id ? guest.email : null)
    expect((await program.get('/api/v1/users/me/')).body).toMatchObject({ id: admin.id, email: admin.email })
  })
})

describe('intake', () => {
  test('brings requests, lists all of them, decides, by either name', async () => {
    const { P, program, ofGuest, unknown } = team
    await program.patch(`${P}/`, { inbox_view: true })
    const at = `${P}/intake-issues/`
    const made = await program.post<Row>(at, { issue: { name: 'Leak', priority: 'high' } })
    expect(outcome(made)).toMatchObject([
      200,
      { status: -2, issue_detail: { name: 'Leak', priority: 'high' } },
    ])
    expect(made.body.intake).toBe(made.body.inbox)
    const one = `${P}/inbox-issues/${made.body.issue}/`
    expect((await program.get(one)).body).toMatchObject({ id: made.body.id, issue: made.body.issue })
    expect(outcome(await program.get(`${P}/issues/${made.body.issue}/`))).toEqual(MISSING)
    expect(outcome(await ofGuest.get(one))).toEqual(MISSING)
    expect((await program.post(at, { issue: {} })).body).toEqual({ error: 'Name is required' })
    const accepted = await program.patch<Row>(one, { status: 1, issue: { priority: 'low' } })
    expect(outcome(accepted)).toMatchObject([200, { status: 1, issue_detail: { priority: 'low' } }])
    const list = await program.get<Page>(at)
    expect(list.body.results).toMatchObject([{ id: made.body.id, status: 1 }])
    expect((await program.get(`${P}/issues/${made.body.issue}/`)).status).toBe(200)
    const second = await program.post<Row>(at, { issue: { name: 'Rust' } })
    expect((await program.delete(`${at}${second.body.issue}/`)).status).toBe(204)
    expect(outcome(await program.get(`${at}${unknown}/`))).toEqual(MISSING)
  })
})
