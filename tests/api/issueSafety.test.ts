/** Facts that could be learnt of issues, or acts that could be done to them, by asking in another way. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Issue } from '../../api/contract/work/issues.ts'
import { type IssueTeam, issueTeam, outcome } from '../support/issueTeam.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
let theirs: IssueTeam

beforeAll(async () => {
  server = await sharedServer()
  team = await issueTeam(server)
  theirs = await issueTeam(server)
})

const space = () => `/api/workspaces/${team.workspace.slug}`
/** Every call that answers a list of issues. */
const lists = async () => [
  `${team.path}/issues/`,
  `${team.path}/issues-detail/`,
  `${team.path}/archived-issues/`,
  `${team.path}/issue-drafts/`,
  `${team.path}/cycles/${await team.cycle()}/cycle-issues/`,
  `${team.path}/modules/${await team.module()}/issues/`,
  `${space()}/issues/`,
  `${space()}/my-issues/`,
  `${space()}/user-issues/${team.admin.id}/`,
]

describe('F1, F2: an order or group is one of the list', () => {
  const paths = [
    'password',
    'created_by__password',
    'created_by__email',
    'assignees__email',
    'assignees__password',
    'project__workspace__owner__email',
    'state__project__name',
    'constructor',
    '__proto__',
    'toString',
    'name; drop table issues',
    'sort_order desc, (select 1)',
    '--name',
    'id',
  ]

  test.each(paths)('%s is refused by every list', async value => {
    for (const path of await lists()) {
      for (const field of ['order_by', 'group_by']) {
        // The detailed list knows no groups.
        if (path.includes('detail') && field === 'group_by') continue
        const reply = await team.admin.get(`${path}?${new URLSearchParams({ [field]: value })}`)
        expect([path, field, ...outcome(reply)]).toEqual([
          path,
          field,
          400,
          { [field]: [`"${value}" is not a valid choice.`] },
        ])
      }
    }
  })

  test('a filter that the list does not know filters nothing, and one that holds no value takes nothing', async () => {
    const issue = await team.issue()
    const count = async (query: string) =>
      (await team.admin.get<{ total_count: number }>(`${team.path}/issues/?${query}`)).body.total_count
    const all = await count('')
    for (const query of [
      'created_by__email=a',
      'assignees__password__startswith=a',
      'id=1',
      '__proto__=x',
      'logged_by=x',
    ])
      expect(await count(query)).toBe(all)
    for (const query of [
      "state=' or 1=1 --",
      'labels=x',
      'priority=nonsense',
      'created_by=1',
      'cycle=undefined',
    ])
      expect(await count(query)).toBe(0)
    for (const name of ["' or 1=1 --", '%', '_____', '\\'])
      expect(await count(new URLSearchParams({ name }).toString())).toBe(0)
    expect((await team.read(issue.id)).id).toBe(issue.id)
  })
})

describe('A7, A10: ids of elsewhere in a query find nothing of elsewhere', () => {
  test('by any filter, in any list', async () => {
    const label = await theirs.label()
    const issue = await theirs.issue({
      label_ids: [label],
      assignee_ids: [theirs.member.id],
      name: 'Their secret',
    })
    const filters = {
      labels: label,
      state: issue.state_id,
      project: theirs.project.id,
      created_by: theirs.admin.id,
      assignees: theirs.member.id,
      subscriber: theirs.admin.id,
      name: 'Their secret',
    }
    for (const path of await lists())
      for (const filter of Object.entries(filters)) {
        const reply = await team.admin.get(`${path}?${new URLSearchParams([filter])}`)
        expect([path, ...filter, JSON.stringify(reply.body).includes('Their secret')]).toEqual([
          path,
          ...filter,
          false,
        ])
        expect([path, reply.body.total_count]).toEqual([path, 0])
      }
    expect((await team.admin.get(`${team.path}/issues/list/?issues=${issue.id}`)).body).toEqual([])
    const person = await team.admin.get(`${space()}/user-issues/${theirs.admin.id}/`)
    expect(person.body).toMatchObject({ total_count: 0, results: [] })
    for (const query of [`issues/?cycle=${await theirs.cycle()}`, `issues/?group_by=project_id`])
      expect(JSON.stringify((await team.admin.get(`${team.path}/${query}`)).body)).not.toContain(
        theirs.project.id,
      )
  })

  test('groups across projects are those that the caller is in', async () => {
    const secret = await team.make.project(team.admin, team.workspace.slug)
    await team.make.issue(team.admin, secret.path)
    await team.issue()
    const grouped = await team.member.get(`${space()}/issues/?group_by=project_id`)
    expect(JSON.stringify(grouped.body)).not.toContain(secret.id)
    const states = await team.member.get(`${space()}/issues/?group_by=state_id`)
    const [state] = (await team.admin.get<{ id: string }[]>(`${secret.path}/states/`)).body
    expect(JSON.stringify(states.body)).not.toContain(state!.id)
  })
})

describe('a guest learns of no issue but their own', () => {
  test('not by counts, groups, filters, orders, search, sync, bulk calls or lists of ids', async () => {
    const label = await team.label()
    const cycle = await team.cycle()
    const hidden = await team.issue({
      name: 'Undersea cable',
      label_ids: [label],
      assignee_ids: [team.guest.id],
    })
    const own = await team.issueOfGuest({ name: 'Mine' })
    await team.made(`${team.path}/cycles/${cycle}/cycle-issues/`, { issues: [hidden.id, own.id] })
    await team.made(team.at(hidden.id, 'comments/'), { comment_html: '<p>Undersea cable</p>' })
    const queries = [
      ...['issues/', 'issues-detail/', `issues/?labels=${label}`, `issues/?assignees=${team.guest.id}`],
      ...[
        'issues/?name=Undersea',
        'issues/?group_by=labels__id',
        'issues/?group_by=state_id&sub_group_by=priority',
      ],
      ...[
        `cycles/${cycle}/cycle-issues/`,
        `issues/list/?issues=${hidden.id},${own.id}`,
        'v2/issues/?description=true',
      ],
      ...['search-issues/?search=Undersea', `search-issues/?search=${hidden.sequence_id}`, 'deleted-issues/'],
    ]
    for (const query of queries) {
      const reply = await team.guest.get(`${team.path}/${query}`)
      expect([query, reply.status]).toEqual([query, 200])
      const text = JSON.stringify(reply.body)
      expect([query, text.includes(hidden.id) || text.includes('Undersea')]).toEqual([query, false])
    }
    const count = await team.guest.get<{ total_count: number }>(`${team.path}/issues/`)
    const mine = await server
      .db('issues')
      .where({ project_id: team.project.id, created_by: team.guest.id, active: true })
    expect(count.body.total_count).toBe(mine.length)
    for (const list of [
      'issues/',
      'my-issues/',
      `user-issues/${team.admin.id}/`,
      `user-activity/${team.admin.id}/`,
    ]) {
      const reply = await team.guest.get(`${space()}/${list}`)
      expect([list, JSON.stringify(reply.body).includes('Undersea')]).toEqual([list, false])
    }
    const rests = [
      '',
      'history/',
      'comments/',
      'reactions/',
      'issue-links/',
      'issue-relation/',
      'sub-issues/',
      'subscribe/',
    ]
    for (const rest of rests)
      expect([rest, (await team.guest.get(team.at(hidden.id, rest))).status]).toEqual([rest, 404])
  })

  test('their own issue tells of its parent and children only those that they see', async () => {
    const [parent, own] = [await team.issue({ name: 'Undersea cable' }), await team.issueOfGuest()]
    const child = await team.issue({ name: 'Undersea plug', parent_id: own.id })
    await team.admin.patch(team.at(own.id), { parent_id: parent.id })
    for (const rest of ['?expand=parent', 'sub-issues/']) {
      const reply = await team.guest.get(team.at(own.id, rest))
      expect(reply.status).toBe(200)
      expect(JSON.stringify(reply.body)).not.toContain('Undersea')
      expect(JSON.stringify(reply.body)).not.toContain(child.id)
    }
  })

  test('a former member of a project finds nothing there: made, assigned or followed', async () => {
    const leaver = await team.make.person()
    await team.make.joinWorkspace(team.admin, team.workspace.slug, leaver, 15)
    await team.make.joinProject(team.admin, team.path, leaver, 15)
    const own = await team.issue({ name: 'Undersea cable', assignee_ids: [leaver.id] }, leaver)
    await server
      .db('project_members')
      .where({ project: team.project.id, member: leaver.id })
      .update({ is_active: false })
    expect((await leaver.get(team.at(own.id))).status).toBe(404)
    for (const list of [
      'issues/',
      'my-issues/',
      `user-issues/${leaver.id}/`,
      `user-activity/${leaver.id}/`,
    ]) {
      const reply = await leaver.get(`${space()}/${list}`)
      expect([list, reply.status, reply.body.total_count]).toEqual([list, 200, 0])
    }
    expect(outcome(await leaver.patch(team.at(own.id), { name: 'x' }))).toEqual([
      404,
      { error: 'Project does not exist' },
    ])
  })
})

test('creation takes no column that is not its own to give', async () => {
  const forged: Partial<Record<keyof Issue | string, unknown>> = {
    project_id: theirs.project.id,
    workspace_id: theirs.workspace.id,
    created_by: team.guest.id,
    updated_by: team.guest.id,
    created_at: '2001-01-01T00:00:00Z',
    archived_at: '2001-01-01',
    completed_at: '2001-01-01T00:00:00Z',
    deleted_at: '2001-01-01T00:00:00Z',
    sequence_id: 1,
    intake_status: -2,
    link_count: 9,
    attachment_count: 9,
    sub_issues_count: 9,
    state__group: 'completed',
    description_stripped: 'forged',
    revision: 99,
  }
  const reply = await team.member.post<Issue>(`${team.path}/issues/`, { name: 'Plain', ...forged })
  expect(reply.status).toBe(201)
  expect(reply.headers.get('x-ignored-fields')?.split(', ').sort()).toEqual(Object.keys(forged).sort())
  for (const [name, value] of Object.entries(forged))
    expect([name, reply.body[name as keyof Issue]]).not.toEqual([name, value])
  expect(reply.body).toMatchObject({ project_id: team.project.id, created_by: team.member.id, revision: 1 })
})

test.each([
  [
    'cycles/',
    {
      owned_by_id: 'x',
      archived_at: '2001-01-01T00:00:00Z',
      progress_snapshot: { a: 1 },
      status: 'completed',
    },
  ],
  ['modules/', { archived_at: '2001-01-01T00:00:00Z', description_html: {}, total_issues: 7 }],
  [
    'issue-drafts/',
    { sequence_id: 7, archived_at: '2001-01-01', completed_at: '2001-01-01T00:00:00Z', cycle_id: 'x' },
  ],
  ['issue-labels/', { sort_order: 7 }],
  ['states/', { sequence: 7, default: true, color: undefined }],
])('nor does %s', async (kind, own) => {
  const forged: Record<string, unknown> = {
    ...JSON.parse(JSON.stringify(own)),
    id: team.make.id(),
    created_by: team.guest.id,
    created_at: '2001-01-01T00:00:00Z',
    deleted_at: '2001-01-01T00:00:00Z',
    workspace_id: theirs.workspace.id,
    revision: 99,
  }
  const body = { name: team.unique('Plain'), ...(kind === 'states/' ? { color: '#ffffff' } : {}) }
  const reply = await team.admin.post(`${team.path}/${kind}`, { ...body, ...forged })
  expect(reply.status).toBeLessThan(300)
  expect(reply.headers.get('x-ignored-fields')?.split(', ').sort()).toEqual(Object.keys(forged).sort())
  for (const [name, value] of Object.entries(forged))
    expect([name, reply.body[name]]).not.toEqual([name, value])
  expect(reply.body).toMatchObject({ workspace_id: team.workspace.id, revision: 1 })
})
