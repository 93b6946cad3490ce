import { beforeAll, describe, expect, test } from 'vitest'
import { Issue, IssueDetail } from '../../api/contract/work/issues.ts'
import { DENIED, type IssueTeam, issueTeam, NO_ISSUE, NOT_FOUND, outcome } from '../support/issueTeam.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await sharedServer()
  team = await issueTeam(server)
})

describe('one issue', () => {
  test('is answered whole: every field of its row, its text, whether one follows it', async () => {
    const issue = await team.issue({ description_html: '<p>Low water</p>' })
    const { status, body } = await team.admin.get(team.at(issue.id))
    expect(status).toBe(200)
    expect(Object.keys(body).sort()).toEqual([...Issue.columns, 'description_html', 'is_subscribed'].sort())
    expect(body).toMatchObject({
      ...issue,
      description_html: '<p>Low water</p>',
      is_subscribed: true,
      label_ids: [],
      assignee_ids: [],
      module_ids: [],
      workspace_id: team.workspace.id,
      state__group: 'backlog',
    })
    expect(body.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  })

  test('expands what is asked for and knows, and no more', async () => {
    const [parent, other] = [await team.issue(), await team.issue()]
    const issue = await team.issue({ parent_id: parent.id })
    await team.made(team.at(issue.id, 'reactions/'), { reaction: '128077' })
    await team.made(team.at(issue.id, 'issue-links/'), { url: 'tides.example', title: 'Tides' })
    await team.made(team.at(issue.id, 'issue-relation/'), { relation_type: 'blocked_by', issues: [other.id] })
    const expand = 'parent,issue_reactions,issue_link,issue_attachments,issue_relation,issue_related,state,x'
    const { body } = await team.admin.get(team.at(issue.id, `?expand=${expand}`))
    expect(IssueDetail.strict().parse(body)).toEqual(body)
    expect(body).toMatchObject({
      parent: { id: parent.id, sequence_id: parent.sequence_id, project_id: team.project.id },
      issue_reactions: [{ actor: team.admin.id, reaction: '128077', issue: issue.id }],
      issue_link: [
        { url: 'http://tides.example', title: 'Tides', issue_id: issue.id, created_by_id: team.admin.id },
      ],
      issue_attachments: [],
      issue_relation: [{ id: other.id, sequence_id: other.sequence_id, relation_type: 'blocked_by' }],
      issue_related: [],
    })
    const { body: alone } = await team.admin.get(team.at(other.id, '?expand=parent,issue_related'))
    expect(alone).toMatchObject({
      parent: null,
      issue_related: [{ id: issue.id, relation_type: 'blocked_by' }],
    })
    const detail = await team.admin.get<{ results: Record<string, unknown>[] }>(
      `${team.path}/issues-detail/?expand=issue_relation&parent=${parent.id}`,
    )
    expect(detail.body.results).toMatchObject([{ id: issue.id, issue_relation: [{ id: other.id }] }])
    expect(Object.keys(detail.body.results[0]!)).not.toContain('description_html')
  })

  test('expanded rows are hidden from a guest like the rest', async () => {
    const [issue, parent, other] = [await team.issueOfGuest(), await team.issue(), await team.issue()]
    await team.admin.patch(team.at(issue.id), { parent_id: parent.id })
    await team.made(team.at(issue.id, 'issue-relation/'), { relation_type: 'relates_to', issues: [other.id] })
    const path = team.at(issue.id, '?expand=parent,issue_relation,issue_related')
    expect((await team.guest.get(path)).body).toMatchObject({
      parent: null,
      issue_relation: [],
      issue_related: [],
    })
    await team.openToGuests()
    expect((await team.guest.get(path)).body).toMatchObject({
      parent: { id: parent.id },
      issue_relation: [{ id: other.id }],
    })
  })

  test('unknown, malformed, of another project: not found', async () => {
    expect(outcome(await team.admin.get(team.at(team.make.id())))).toEqual(NOT_FOUND)
    expect(outcome(await team.admin.get(team.at('7')))).toEqual([404, { error: 'Page not found.' }])
    const other = await team.make.project(team.admin, team.workspace.slug)
    const foreign = await team.make.issue(team.admin, other.path)
    expect(outcome(await team.admin.patch(team.at(foreign.id), { name: 'Stolen' }))).toEqual(NO_ISSUE)
    expect(outcome(await team.admin.delete(team.at(foreign.id)))).toEqual(NOT_FOUND)
  })
})

describe('a change', () => {
  test('answers 204; arrays replace, null clears, a null state is the default one', async () => {
    const [a, b] = [await team.label(), await team.label()]
    const [point] = await team.points()
    const issue = await team.issue({
      label_ids: [a],
      assignee_ids: [team.member.id],
      start_date: '2026-03-01',
      target_date: '2026-03-02',
      estimate_point: point!.id,
      state_id: team.state('started'),
    })
    const reply = await team.member.patch(team.at(issue.id), {
      label_ids: [b],
      assignee_ids: [],
      start_date: null,
      target_date: null,
      estimate_point: null,
      state_id: null,
    })
    expect(outcome(reply)).toEqual([204, ''])
    expect(await team.read(issue.id)).toMatchObject({
      label_ids: [b],
      assignee_ids: [],
      start_date: null,
      target_date: null,
      estimate_point: null,
      state_id: team.states.find(state => state.default)!.id,
      updated_by: team.member.id,
    })
  })

  test('ids given twice count once, and the same set in another order is no change', async () => {
    const [a, b] = [await team.label(), await team.label()]
    const issue = await team.issue({ label_ids: [a, a, b] })
    expect(issue.label_ids).toEqual([a, b])
    await team.admin.patch(team.at(issue.id), { label_ids: [b, a, b], assignee_ids: [] })
    expect((await team.read(issue.id)).revision).toBe(1)
  })

  test('read-only and unknown fields are ignored, never stored, and named', async () => {
    const issue = await team.issue()
    const before = await team.read(issue.id)
    const readOnly = {
      id: team.make.id(),
      sequence_id: 7777,
      project_id: team.make.id(),
      workspace_id: team.make.id(),
      created_by: team.guest.id,
      created_at: '2001-01-01T00:00:00Z',
      deleted_at: '2001-01-01T00:00:00Z',
      archived_at: '2001-01-01',
      completed_at: '2001-01-01T00:00:00Z',
      is_draft: true,
      cycle_id: team.make.id(),
      module_ids: [team.make.id()],
      sub_issues_count: 7,
      intake_status: 0,
      revision: 99,
      state__group: 'completed',
    }
    const reply = await team.admin.patch(team.at(issue.id), readOnly)
    expect(reply.status).toBe(204)
    expect(reply.headers.get('x-ignored-fields')?.split(', ').sort()).toEqual(Object.keys(readOnly).sort())
    expect(await team.read(issue.id)).toEqual(before)
  })

  test.each([
    ['state_id', 'x', ['Must be a valid UUID.']],
    ['label_ids', ['x'], ['Must be a valid UUID.']],
    ['label_ids', 'x', ['Expected a list of items.']],
    ['sort_order', 'first', ['A valid number is required.']],
    ['name', '   ', ['This field may not be blank.']],
    ['name', null, ['This field may not be null.']],
    ['priority', 'huge', ['"huge" is not a valid choice.']],
    ['start_date', '01.02.2026', ['Date has wrong format. Use one of these formats instead: YYYY-MM-DD.']],
    ['external_id', 'x'.repeat(256), ['Ensure this field has no more than 255 characters.']],
  ])('%s: %j is refused on its field', async (field, value, messages) => {
    const issue = await team.issue()
    const reply = await team.admin.patch(team.at(issue.id), { [field]: value })
    expect(outcome(reply)).toEqual([400, { [field]: messages }])
    expect((await team.read(issue.id)).revision).toBe(1)
  })

  test('a character that no text may hold is refused, not a failure', async () => {
    const issue = await team.issue()
    expect((await team.admin.patch(team.at(issue.id), { name: 'a\u0000b' })).status).toBe(400)
  })

  test('an archived issue, one that waits at the intake, a deleted one: not found', async () => {
    const done = await team.issue({ state_id: team.state('completed') })
    await team.admin.post(team.at(done.id, 'archive/'))
    expect(outcome(await team.admin.patch(team.at(done.id), { name: 'x' }))).toEqual(NO_ISSUE)
    const waiting = await team.issue()
    await server.db('issues').where('id', waiting.id).update({ intake_status: -2 })
    expect(outcome(await team.admin.patch(team.at(waiting.id), { name: 'x' }))).toEqual(NO_ISSUE)
    expect((await team.admin.get(team.at(waiting.id))).status).toBe(200)
    const gone = await team.issue()
    await team.admin.delete(team.at(gone.id))
    expect(outcome(await team.admin.patch(team.at(gone.id), { name: 'x' }))).toEqual(NO_ISSUE)
  })

  test('a guest corrects the words of their own reports and nothing else', async () => {
    const issue = await team.issueOfGuest()
    const words = { name: 'Corrected', description_html: '<p>In my words</p>' }
    expect((await team.guest.patch(team.at(issue.id), { description_markdown: 'So' })).status).toBe(204)
    expect((await team.guest.patch(team.at(issue.id), words)).status).toBe(204)
    for (const patch of [
      { priority: 'high' },
      { name: 'x', state_id: null },
      { label_ids: [] },
      { parent_id: null },
    ])
      expect(outcome(await team.guest.patch(team.at(issue.id), patch))).toEqual(DENIED)
    expect(await team.read(issue.id)).toMatchObject({ ...words, priority: 'none' })
    const foreign = await team.issue()
    expect(outcome(await team.guest.patch(team.at(foreign.id), words))).toEqual(NO_ISSUE)
    await team.openToGuests()
    expect(outcome(await team.guest.patch(team.at(foreign.id), words))).toEqual(DENIED)
    expect((await team.guest.delete(team.at(issue.id))).status).toBe(204)
  })
})

describe('a new issue', () => {
  test('without a state, or with none, begins in the default one; its parent counts it', async () => {
    const parent = await team.issue()
    const first = team.states.find(state => state.default)!
    for (const fields of [{}, { state_id: null }]) {
      const issue = await team.issue({ ...fields, parent_id: parent.id })
      expect(issue).toMatchObject({ state_id: first.id, state__group: first.group, completed_at: null })
    }
    const counted = await team.read(parent.id)
    expect(counted).toMatchObject({ sub_issues_count: 2, revision: 3 })
    expect(counted.updated_at > counted.created_at).toBe(true)
  })

  test('has the place it asks for only where nothing is yet', async () => {
    const project = await team.make.project(team.admin, team.workspace.slug)
    const places = []
    for (const sort_order of [500, 1])
      places.push((await team.make.issue(team.admin, project.path, { sort_order })).sort_order)
    expect(places).toEqual([500, 10_500])
  })

  test('keeps what others know it by, and its type, by which it is found', async () => {
    const [type_id, external_id] = [team.make.id(), 'T-1']
    const issue = await team.issue({ type_id, external_id, external_source: 'ledger' })
    expect(issue).toMatchObject({ type_id, external_id, external_source: 'ledger' })
    const found = await team.admin.get<{ results: { id: string }[] }>(
      `${team.path}/issues/?issue_type=${type_id}`,
    )
    expect(found.body.results.map(row => row.id)).toEqual([issue.id])
  })

  test('goes to the default assignee unless it names one, and never to one who left', async () => {
    const leaver = await team.make.person()
    await team.make.joinWorkspace(team.admin, team.workspace.slug, leaver, 15)
    const project = await team.make.project(team.admin, team.workspace.slug)
    await team.make.joinProject(team.admin, project.path, leaver, 15)
    await team.admin.patch(`${project.path}/`, { default_assignee: leaver.id })
    const assignees = async (fields = {}) =>
      (await team.make.issue(team.admin, project.path, fields)).assignee_ids
    expect([await assignees(), await assignees({ assignee_ids: [team.admin.id] })]).toEqual([
      [leaver.id],
      [team.admin.id],
    ])
    await server
      .db('project_members')
      .where({ project: project.id, member: leaver.id })
      .update({ is_active: false })
    expect(await assignees()).toEqual([])
  })

  test('of a guest, in an archived project: refused', async () => {
    expect(outcome(await team.guest.post(`${team.path}/issues/`, { name: 'x' }))).toEqual(DENIED)
    const project = await team.make.project(team.admin, team.workspace.slug)
    await server.db('projects').where('id', project.id).update({ archived_at: new Date() })
    expect(outcome(await team.admin.post(`${project.path}/issues/`, { name: 'x' }))).toEqual([
      404,
      { error: 'Project does not exist' },
    ])
  })
})

test('fifty creations and draft publications at once share no number and skip none', async () => {
  const project = await team.make.project(team.admin, team.workspace.slug)
  const drafts = await Promise.all(
    Array.from({ length: 25 }, () => team.made(`${project.path}/issue-drafts/`, { name: 'Later' })),
  )
  const numbers = await Promise.all([
    ...drafts.map(async draft => {
      const to = `/api/workspaces/${team.workspace.slug}/draft-to-issue/${draft.id}/`
      return (await team.made<{ sequence_id: number }>(to, {})).sequence_id
    }),
    ...Array.from({ length: 25 }, async () => (await team.make.issue(team.admin, project.path)).sequence_id),
  ])
  expect(numbers.sort((a, b) => a - b)).toEqual(Array.from({ length: 50 }, (_, at) => at + 1))
})
