import { beforeAll, describe, expect, test } from 'vitest'
import { build, type Person } from '../support/build.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
let states: { id: string; group: string; name: string }[]

beforeAll(async () => {
  server = await sharedServer()
  make = build(server)
  team = await make.team()
  states = (await team.admin.get<typeof states>(`${team.path}/states/`)).body
})
const state = (group: string) => states.find(one => one.group === group)!.id

test('200 concurrent creations get 200 consecutive numbers', async () => {
  const project = await make.project(team.admin, team.workspace.slug)
  const made = await Promise.all(Array.from({ length: 200 }, () => make.issue(team.admin, project.path)))
  const numbers = made.map(issue => issue.sequence_id).sort((a, b) => a - b)
  expect(numbers).toEqual(Array.from({ length: 200 }, (_, at) => at + 1))
})

describe('creation', () => {
  test('places the issue after the last of its state, ten thousand further', async () => {
    const project = await make.project(team.admin, team.workspace.slug)
    const first = await make.issue(team.admin, project.path)
    const second = await make.issue(team.admin, project.path)
    expect([first.sort_order, second.sort_order]).toEqual([65535, 75535])
  })

  test('a throw-away id, counts and unknown keys are ignored and named', async () => {
    const { body, headers, status } = await team.member.post(`${team.path}/issues`, {
      id: make.id(),
      name: '  Trimmed  ',
      sequence_id: 9999,
      cycle_id: make.id(),
      tempId: 'x',
    })
    expect(status).toBe(201)
    expect(body).toMatchObject({ name: 'Trimmed' })
    expect(body.sequence_id).not.toBe(9999)
    expect(headers.get('x-ignored-fields')?.split(', ').sort()).toEqual([
      'cycle_id',
      'id',
      'sequence_id',
      'tempId',
    ])
  })

  test('in a completed state it is completed at once', async () => {
    const issue = await make.issue(team.admin, team.path, { state_id: state('completed') })
    expect(issue.completed_at).not.toBeNull()
  })

  test.each([
    [{ name: '' }, { name: ['This field may not be blank.'] }],
    [{}, { name: ['This field is required.'] }],
    [{ name: null }, { name: ['This field may not be null.'] }],
    [{ name: 'x'.repeat(256) }, { name: ['Ensure this field has no more than 255 characters.'] }],
    [{ name: 'x', priority: 'huge' }, { priority: ['"huge" is not a valid choice.'] }],
    [
      { name: 'x', target_date: '2026-02-30' },
      { target_date: ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.'] },
    ],
    [
      { name: 'x', start_date: '2026-02-02', target_date: '2026-02-01' },
      { non_field_errors: ['Start date cannot exceed target date'] },
    ],
  ])('%j is refused with its field', async (input, body) => {
    const reply = await team.member.post(`${team.path}/issues/`, input)
    expect([reply.status, reply.body]).toEqual([400, body])
    expect(reply.headers.get('x-error-code')).toBe('body.invalid')
  })

  test('A7: values of another project are refused on their field', async () => {
    const other = await make.project(team.admin, team.workspace.slug)
    const foreignState = (await team.admin.get<{ id: string }[]>(`${other.path}/states/`)).body[0]!.id
    const outsider = await make.person()
    for (const [field, value] of [
      ['state_id', foreignState],
      ['assignee_ids', [outsider.id]],
      ['label_ids', [make.id()]],
      ['parent_id', make.id()],
    ] as const) {
      const { status, body } = await team.member.post(`${team.path}/issues/`, { name: 'x', [field]: value })
      const id = Array.isArray(value) ? value[0] : value
      expect([status, body]).toEqual([400, { [field]: [`Invalid pk "${id}" - object does not exist.`] }])
    }
  })

  test('a creation repeated under its mutation id answers the row it made; another person’s id tells nothing', async () => {
    const mutation = make.id()
    const headers = { 'x-mutation-id': mutation }
    const first = await team.member.post<{ id: string; sequence_id: number }>(
      `${team.path}/issues/`,
      { name: 'Once' },
      { headers },
    )
    const again = await team.member.post<{ id: string; sequence_id: number }>(
      `${team.path}/issues/`,
      { name: 'Once' },
      { headers },
    )
    expect(first.body.id).toBe(mutation)
    expect([again.status, again.body.sequence_id]).toEqual([201, first.body.sequence_id])
    const others = await team.admin.post<{ id: string }>(
      `${team.path}/issues/`,
      { name: 'Once' },
      { headers },
    )
    expect(others.status).toBe(201)
    expect(others.body.id).not.toBe(mutation)
  })
})

describe('changes', () => {
  test('entering and leaving the completed group sets and clears the time; renaming keeps it', async () => {
    const issue = await make.issue(team.member, team.path)
    const path = `${team.path}/issues/${issue.id}/`
    const read = async () =>
      (await team.member.get<{ completed_at: string | null; state__group: string }>(path)).body
    await team.member.patch(path, { state_id: state('completed') })
    const done = await read()
    expect(done).toMatchObject({ state__group: 'completed' })
    expect(done.completed_at).not.toBeNull()
    await team.member.patch(path, { name: 'Renamed' })
    expect((await read()).completed_at).toBe(done.completed_at)
    await team.member.patch(path, { state_id: state('started') })
    expect((await read()).completed_at).toBeNull()
  })

  test('a change that changes nothing raises no revision', async () => {
    const issue = await make.issue(team.member, team.path)
    const path = `${team.path}/issues/${issue.id}/`
    const reply = await team.member.patch(path, { name: issue.name })
    expect([reply.status, reply.headers.get('x-change-seq')]).toEqual([204, null])
    expect((await team.member.get(path)).body.revision).toBe(1)
  })

  test('stored dates count when only one is given', async () => {
    const issue = await make.issue(team.member, team.path, { start_date: '2026-05-10' })
    const { status } = await team.member.patch(`${team.path}/issues/${issue.id}/`, {
      target_date: '2026-05-09',
    })
    expect(status).toBe(400)
  })

  test('no issue comes to be below itself, and parents count their children', async () => {
    const top = await make.issue(team.member, team.path)
    const child = await make.issue(team.member, team.path, { parent_id: top.id })
    const count = async () => (await team.member.get(`${team.path}/issues/${top.id}/`)).body.sub_issues_count
    expect(await count()).toBe(1)
    const loop = await team.member.patch(`${team.path}/issues/${top.id}/`, { parent_id: child.id })
    expect(loop.status).toBe(400)
    await team.member.patch(`${team.path}/issues/${child.id}/`, { parent_id: null })
    expect(await count()).toBe(0)
  })

  test('places that meet are spread anew', async () => {
    const project = await make.project(team.admin, team.workspace.slug)
    const a = await make.issue(team.admin, project.path)
    const b = await make.issue(team.admin, project.path)
    await team.admin.patch(`${project.path}/issues/${b.id}/`, { sort_order: a.sort_order })
    const { body } = await team.admin.get<{ results: { id: string; sort_order: number }[] }>(
      `${project.path}/issues/?order_by=sort_order`,
    )
    expect(body.results.map(row => [row.id, row.sort_order])).toEqual([
      [b.id, 10000],
      [a.id, 20000],
    ])
  })

  test('deleting takes the descendants along, by right', async () => {
    const top = await make.issue(team.member, team.path)
    const child = await make.issue(team.admin, team.path, { parent_id: top.id })
    expect((await team.member.delete(`${team.path}/issues/${top.id}/`)).status).toBe(403)
    expect((await team.admin.delete(`${team.path}/issues/${top.id}/`, { any: 'json' })).status).toBe(204)
    expect((await team.admin.get(`${team.path}/issues/${child.id}/`)).status).toBe(404)
  })
})

describe('the visibility of issues', () => {
  const reach = async (who: Person, id: string, path = team.path) =>
    (await who.get(`${path}/issues/${id}/`)).status

  test('a guest sees what they reported, or everything when the project says so', async () => {
    const issue = await make.issue(team.admin, team.path)
    expect(await reach(team.guest, issue.id)).toBe(404)
    const list = await team.guest.get<{ total_count: number }>(`${team.path}/issues/`)
    expect(list.body.total_count).toBe(0)
    await team.admin.patch(`${team.path}/`, { guest_view_all_features: true })
    expect(await reach(team.guest, issue.id)).toBe(200)
    await team.admin.patch(`${team.path}/`, { guest_view_all_features: false })
    expect(await reach(team.guest, issue.id)).toBe(404)
  })

  test('A6: an issue is not found under another project or workspace', async () => {
    const issue = await make.issue(team.admin, team.path)
    const project = await make.project(team.admin, team.workspace.slug)
    const elsewhere = await make.workspace(team.admin)
    expect(await reach(team.admin, issue.id, project.path)).toBe(404)
    expect(
      await reach(team.admin, issue.id, `/api/workspaces/${elsewhere.slug}/projects/${team.project.id}`),
    ).toBe(404)
    expect((await team.admin.patch(`${project.path}/issues/${issue.id}/`, { name: 'Stolen' })).status).toBe(
      404,
    )
  })

  test('a removed person loses sight at once, of their own issues too', async () => {
    const leaver = await make.person()
    await make.joinWorkspace(team.admin, team.workspace.slug, leaver, 15)
    await make.joinProject(team.admin, team.path, leaver, 15)
    const issue = await make.issue(leaver, team.path, { assignee_ids: [leaver.id] })
    const { body } = await team.admin.get<{ id: string; member: string }[]>(`${team.path}/members/`)
    await team.admin.delete(`${team.path}/members/${body.find(row => row.member === leaver.id)!.id}/`)
    expect(await reach(leaver, issue.id)).toBe(404)
    expect((await leaver.delete(`${team.path}/issues/${issue.id}/`)).status).toBe(404)
    expect((await team.admin.get(`${team.path}/issues/${issue.id}/`)).body.assignee_ids).toEqual([])
  })
})

test('ids may be sent in capitals', async () => {
  const parent = await make.issue(team.admin, team.path)
  const upper = { parent_id: parent.id.toUpperCase(), assignee_ids: [team.member.id.toUpperCase()] }
  const issue = await make.issue(team.admin, team.path, upper)
  expect(issue).toMatchObject({ parent_id: parent.id, assignee_ids: [team.member.id] })
})

test('E1, E3: text sent as HTML is cleaned by the schema', async () => {
  const issue = await make.issue(team.member, team.path, {
    description_html:
      '<p onclick="x()">Safe <a href=" javascript:alert(1)">link</a><script>alert(1)</script><img src="x" onerror="y()"></p>',
  })
  const { body } = await team.member.get<{ description_html: string }>(`${team.path}/issues/${issue.id}/`)
  expect(body.description_html).toContain('Safe')
  expect(body.description_html).not.toMatch(/script|onclick|onerror|javascript/)
})
