import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { ModuleDetail } from '../../api/contract/planning/modules.ts'
import { DENIED, type IssueTeam, issueTeam, NOT_FOUND, noPk, outcome } from '../support/issueTeam.ts'
import { follower, until } from '../support/live.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
})

const NO_MODULE = [404, { error: 'Module not found' }]
const refused = (error: string) => [400, { error }]
const at = (id: string, rest = '') => `${team.path}/modules/${id}/${rest}`
const patch = (id: string, body: object, by = team.admin) => by.patch(at(id), body)
const read = async (id: string) => (await team.admin.get<Record<string, unknown>>(at(id))).body
const fill = (id: string, issues: string[]) => team.admin.post(at(id, 'issues/'), { issues })
const modulesOf = async (id: string) => (await team.read(id)).module_ids
const favorites = () => `${team.path}/user-favorite-modules/`

describe('changing a module', () => {
  test('its fields and people; given members replace those that it had, by PUT as by PATCH', async () => {
    const id = await team.module({ member_ids: [team.admin.id, team.guest.id], lead_id: team.admin.id })
    const body = { name: ' Pier ', member_ids: [team.member.id], status: 'paused', lead_id: team.member.id }
    const changed = await patch(id, body, team.member)
    const want = { name: 'Pier', member_ids: [team.member.id], status: 'paused', lead_id: team.member.id }
    expect(outcome(changed)).toMatchObject([200, want])
    const put = await team.admin.send('PUT', at(id), { start_date: '2040-01-02', sort_order: 3 })
    expect(outcome(put)).toMatchObject([200, { ...want, start_date: '2040-01-02', sort_order: 3 }])
    expect((await team.guest.send('PUT', at(id), { name: 'Mole' })).status).toBe(403)
    const detail = await read(id)
    expect(ModuleDetail.strict().parse(detail)).toEqual(detail)
  })

  test('cycles, modules and links carry no more than every browser can hold', async () => {
    const id = await team.module()
    const long = 'a'.repeat(20_001)
    const tooLong = (field: string) => [
      400,
      { [field]: [expect.stringMatching(/^Ensure this field has no more than 20000 characters\.$/)] },
    ]
    for (const base of ['cycles', 'modules']) {
      const post = (body: object) =>
        team.admin.post(`${team.path}/${base}/`, { name: team.unique('L'), ...body })
      expect(outcome(await post({ description: long }))).toEqual(tooLong('description'))
      expect(outcome(await post({ view_props: { long } }))).toEqual(tooLong('view_props'))
      expect(outcome(await post({ logo_props: { long } }))).toEqual(tooLong('logo_props'))
      expect((await post({ description: long.slice(1) })).status).toBe(201)
    }
    expect(outcome(await patch(id, { description: long }))).toEqual(tooLong('description'))
    const link = { url: 'https://tides.example', metadata: { long } }
    expect(outcome(await team.admin.post(at(id, 'module-links/'), link))).toEqual(tooLong('metadata'))
  })

  test('a taken name, a range turned by the stored date, people of elsewhere: refused', async () => {
    const name = team.unique('Mole')
    await team.module({ name })
    const id = await team.module({ start_date: '2040-01-05', target_date: '2040-01-09' })
    expect(outcome(await patch(id, { name }))).toEqual(refused('Module with this name already exists'))
    expect(outcome(await patch(id, { target_date: '2040-01-01' }))).toEqual([
      400,
      { non_field_errors: ['Start date cannot exceed target date'] },
    ])
    const stranger = (await team.make.person()).id
    expect(outcome(await patch(id, { lead_id: stranger }))).toEqual(noPk('lead_id', stranger))
    expect(outcome(await patch(id, { member_ids: [stranger] }))).toEqual(noPk('member_ids', stranger))
    expect(outcome(await patch(id, { status: 'sunk' }))).toEqual([
      400,
      { status: ['"sunk" is not a valid choice.'] },
    ])
    expect(outcome(await patch(team.make.id(), { name: 'Mole' }))).toEqual(NO_MODULE)
    expect(outcome(await patch(id, { name: 'Mole' }, team.guest))).toEqual(DENIED)
  })

  test('of two that take one name at once, one is told so', async () => {
    const [one, two, name] = [await team.module(), await team.module(), team.unique('Mole')]
    const replies = await Promise.all([patch(one, { name }), patch(two, { name }, team.member)])
    expect(replies.map(reply => reply.status).sort()).toEqual([200, 400])
  })

  test('a member who has left the project stays in it until somebody takes them out', async () => {
    const extra = await team.make.person()
    await team.make.joinWorkspace(team.admin, team.workspace.slug, extra, 15)
    await team.make.joinProject(team.admin, team.path, extra, 15)
    const id = await team.module({ lead_id: extra.id, member_ids: [extra.id] })
    await extra.post(`${team.path}/members/leave/`)
    const both = { lead_id: extra.id, member_ids: [extra.id, team.member.id] }
    expect(outcome(await patch(id, both))).toMatchObject([200, both])
  })
})

describe('the archive of modules', () => {
  test('takes what has ended, out of lists and everyone’s favorites, and gives it back whole', async () => {
    const issue = await team.issue()
    const id = await team.module({ status: 'cancelled' })
    await fill(id, [issue.id])
    await team.admin.post(at(id, 'module-links/'), { url: 'https://tides.example' })
    for (const by of [team.admin, team.member])
      expect((await by.post(favorites(), { module: id })).status).toBe(204)
    const { status, body } = await team.member.post<{ archived_at: string }>(at(id, 'archive/'))
    expect([status, Object.keys(body)]).toEqual([200, ['archived_at']])
    expect(JSON.stringify((await team.admin.get(`${team.path}/modules/`)).body)).not.toContain(id)
    const list = await team.member.get<{ id: string }[]>(`${team.path}/archived-modules/`)
    expect(list.body).toEqual([
      expect.objectContaining({ id, ...body, archived_by: team.member.id, total_issues: 1 }),
    ])
    const detail = await team.admin.get(`${team.path}/archived-modules/${id}/`)
    expect(detail.body).toMatchObject({ ...body, link_module: [{ url: 'https://tides.example' }] })
    expect(outcome(await team.admin.get(at(id)))).toEqual(NO_MODULE)
    expect((await team.member.get(favorites())).body).toEqual([])
    expect(outcome(await team.guest.get(`${team.path}/archived-modules/`))).toEqual(DENIED)
    expect(outcome(await team.guest.get(at(id, 'module-links/')))).toEqual(NO_MODULE)
    expect(outcome(await team.admin.post(at(id, 'archive/')))).toEqual(
      refused('The module is already archived'),
    )
    expect(outcome(await patch(id, { name: 'Mole' }))).toEqual(refused('Archived module cannot be updated'))
    expect(outcome(await team.admin.post(at(id, 'module-links/'), { url: 'https://ebb.example' }))).toEqual(
      refused('Archived module cannot be updated'),
    )
    expect(outcome(await team.admin.delete(at(id, 'archive/')))).toEqual([204, ''])
    expect((await team.member.get<unknown[]>(favorites())).body).toHaveLength(1)
    expect(await read(id)).toMatchObject({ total_issues: 1, is_favorite: true, archived_by: null })
    expect(outcome(await team.admin.delete(at(id, 'archive/')))).toEqual(
      refused('The module is not archived'),
    )
  })

  test('takes nothing that has not ended', async () => {
    const id = await team.module({ status: 'in-progress' })
    expect(outcome(await team.admin.post(at(id, 'archive/')))).toEqual(
      refused('Only completed or cancelled modules can be archived'),
    )
    expect(outcome(await team.admin.post(at(team.make.id(), 'archive/')))).toEqual(NO_MODULE)
  })

  test('takes it off its issues in one change, with a line in their histories, and shows it on them again', async () => {
    const [id, next] = [await team.module({ status: 'completed' }), await team.module()]
    const issues = [(await team.issue()).id, (await team.issue({ state_id: team.state('started') })).id]
    await fill(next, issues)
    await fill(id, issues)
    const seen = follower(server.origin, team.member, team.workspace.slug)
    await seen.start()
    onTestFinished(seen.stop)
    const shown = () => issues.map(issue => seen.rows.get(`issue/${issue}`)?.module_ids)
    const raised = () => server.db('change_counters').where('scope_id', team.workspace.id).first('seq')
    const before = await raised()
    await team.admin.post(at(id, 'archive/'))
    await until(() => JSON.stringify(shown()) === JSON.stringify([[next], [next]]))
    expect((await team.told(issues[0]!)).at(-1)).toMatchObject({ field: 'modules', verb: 'deleted' })
    const changes = await server
      .db('changes')
      .where('seq', '>', before?.seq)
      .whereIn('row_id', issues)
      .where('entity', 'issue')
    expect(changes).toHaveLength(2)
    // It alone says its issues, and goes on saying them.
    const list = await team.member.get<{ total_count: number }>(at(id, 'issues/'))
    expect(list.body.total_count).toBe(2)
    await team.admin.patch(team.at(issues[0]!), { state_id: team.state('completed') })
    const kept = await team.admin.get(`${team.path}/archived-modules/${id}/`)
    expect(kept.body).toMatchObject({
      total_issues: 2,
      completed_issues: 1,
      started_issues: 1,
      distribution: { assignees: [{ total_issues: 2, completed_issues: 1 }] },
    })
    await team.admin.delete(at(id, 'archive/'))
    await until(
      () =>
        JSON.stringify(shown()) ===
        JSON.stringify([
          [next, id],
          [next, id],
        ]),
    )
    expect((await team.told(issues[0]!)).at(-1)).toMatchObject({ field: 'modules', verb: 'created' })
    expect(await read(id)).toMatchObject({ total_issues: 2, completed_issues: 1 })
  })

  test('loses no issue that is deleted, archived or put elsewhere meanwhile, nor itself by its deletion', async () => {
    const [id, next] = [await team.module({ status: 'completed' }), await team.module()]
    const done = { state_id: team.state('completed') }
    const [early, late, put] = [await team.issue(done), await team.issue(done), await team.issue()].map(
      issue => issue.id,
    ) as [string, string, string]
    await fill(id, [early, late, put])
    await team.admin.delete(team.at(early))
    await team.admin.post(at(id, 'archive/'))
    await team.admin.delete(team.at(late))
    const back = (issue: string) =>
      team.admin.post(`${team.path}/bulk-restore-issues/`, { issue_ids: [issue] })
    await back(early)
    expect(await modulesOf(early)).toEqual([])
    expect((await fill(next, [put])).status).toBe(201)
    const total = async () =>
      (await team.admin.get(`${team.path}/archived-modules/${id}/`)).body.total_issues as number
    expect(await total()).toBe(2)
    await team.admin.post(team.at(early, 'archive/'))
    expect(await total()).toBe(1)
    await team.admin.delete(at(id))
    await team.admin.delete(team.at(early, 'archive/'))
    expect(await modulesOf(early)).toEqual([])
    await team.admin.post(at(id, 'restore/'))
    expect([await total(), await modulesOf(put)]).toEqual([2, [next]])
    await team.admin.delete(at(id, 'archive/'))
    await back(late)
    expect(await Promise.all([early, late, put].map(modulesOf))).toEqual([[id], [id], [next, id]])
    expect((await read(id)).total_issues).toBe(3)
  })
})

describe('deleting a module', () => {
  test('leaves its issues in their others, tells their histories, and all of it comes back', async () => {
    const [id, other, issue] = [await team.module(), await team.module(), await team.issue()]
    await fill(other, [issue.id])
    await fill(id, [issue.id])
    await team.admin.post(favorites(), { module: id })
    expect(outcome(await team.admin.delete(at(id)))).toEqual([204, ''])
    expect(outcome(await team.admin.get(at(id)))).toEqual(NO_MODULE)
    expect(await modulesOf(issue.id)).toEqual([other])
    expect((await team.told(issue.id)).at(-1)).toMatchObject({ field: 'modules', verb: 'deleted' })
    expect(outcome(await team.admin.post(at(id, 'restore/')))).toEqual([204, ''])
    expect(await modulesOf(issue.id)).toEqual([other, id])
    expect(await read(id)).toMatchObject({ total_issues: 1, is_favorite: true, archived_by: null })
  })

  test('is for admins and its creator, and refused where its name is taken by now', async () => {
    const name = team.unique('Mole')
    const id = await team.module({ name })
    expect(outcome(await team.member.delete(at(id)))).toEqual(DENIED)
    await team.admin.delete(at(id))
    await team.module({ name })
    expect(outcome(await team.admin.post(at(id, 'restore/')))).toEqual(
      refused('Module with this name already exists'),
    )
    expect(outcome(await team.admin.post(at(team.make.id(), 'restore/')))).toEqual(NO_MODULE)
  })
})

describe('links of a module', () => {
  const add = (id: string, body: object, by = team.admin) =>
    by.post<{ id: string }>(at(id, 'module-links/'), body)

  test('are added, told with it the newest first, changed and removed', async () => {
    const id = await team.module()
    const first = await add(id, { url: 'tides.example/low', title: '' }, team.member)
    expect(outcome(first)).toMatchObject([201, { url: 'http://tides.example/low', title: null, module: id }])
    const second = await add(id, { url: 'https://ebb.example', title: 'Ebb', metadata: { a: 1 } })
    const links = [{ id: second.body.id }, { id: first.body.id }]
    expect((await team.guest.get(at(id, 'module-links/'))).body).toMatchObject(links)
    expect((await team.guest.get(at(id))).body).toMatchObject({ link_module: links })
    const one = at(id, `module-links/${first.body.id}/`)
    expect((await team.guest.get(one)).body).toMatchObject({ url: 'http://tides.example/low' })
    const changed = await team.admin.patch(one, { title: 'Low' })
    expect(outcome(changed)).toMatchObject([200, { title: 'Low', url: 'http://tides.example/low' }])
    expect((await team.admin.delete(one)).status).toBe(204)
    expect(outcome(await team.admin.get(one))).toEqual(NOT_FOUND)
  })

  test('twice the same, no address, an unknown module, a guest: refused', async () => {
    const [id, other] = [await team.module(), await team.module()]
    const { body } = await add(id, { url: 'https://tides.example' })
    const taken = { url: 'https://tides.example' }
    expect(outcome(await add(id, taken))).toEqual(refused('URL already exists.'))
    expect((await add(other, taken)).status).toBe(201)
    for (const url of ['javascript:alert(1)', 'http://'])
      expect(outcome(await add(id, { url }))).toEqual([400, { url: ['Enter a valid URL.'] }])
    const second = (await add(id, { url: 'https://ebb.example' })).body.id
    expect(outcome(await team.admin.patch(at(id, `module-links/${second}/`), taken))).toEqual(
      refused('URL already exists for this Issue'),
    )
    expect(outcome(await add(team.make.id(), taken))).toEqual(NO_MODULE)
    expect(outcome(await add(id, { url: 'https://neap.example' }, team.guest))).toEqual(DENIED)
    expect(outcome(await team.admin.get(at(other, `module-links/${body.id}/`)))).toEqual(NOT_FOUND)
  })
})
