import { beforeAll, describe, expect, test } from 'vitest'
import { sharedServer } from '../support/server.ts'
import { MISSING, type Page, type Row, teamV1 } from '../support/v1.ts'

let team: Awaited<ReturnType<typeof teamV1>>
beforeAll(async () => {
  team = await teamV1(await sharedServer())
})

const outcome = ({ status, body }: { status: number; body: unknown }) => [status, body]
const dayFromNow = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
const issue = async () => (await team.program.post<Row>(`${team.P}/issues/`, { name: 'Tide' })).body.id

describe('cycles', () => {
  test('are made, listed by view, filled, archived and deleted', async () => {
    const { P, program, ofMember, ofGuest, admin, project } = team
    const at = `${P}/cycles/`
    const keys = { external_id: 'S-1', external_source: 'tracker' }
    const days = { start_date: `${dayFromNow(-2)}T00:00:00Z`, end_date: dayFromNow(5) }
    const made = await program.post<Row>(at, {
      name: 'Spring',
      ...days,
      ...keys,
      owned_by: 'x',
      project_id: 'y',
    })
    expect(outcome(made)).toMatchObject([
      201,
      {
        name: 'Spring',
        owned_by: admin.id,
        project: project.id,
        timezone: 'UTC',
        version: 1,
        total_issues: 0,
        ...keys,
      },
    ])
    for (const absent of ['status', 'is_favorite', 'assignee_ids', 'owned_by_id'])
      expect(made.body).not.toHaveProperty(absent)
    expect(outcome(await program.post(at, { name: 'Again', ...keys }))).toEqual([
      409,
      { error: 'Cycle with the same external id and external source already exists', id: made.body.id },
    ])
    const draft = (await program.post<Row>(at, { name: 'Draft' })).body
    expect((await program.get<Page>(at)).body.results.map(({ id }) => id)).toEqual([draft.id, made.body.id])
    expect((await program.get<Row[]>(`${at}?cycle_view=current`)).body).toMatchObject([{ id: made.body.id }])
    for (const [view, ids] of [
      ['draft', [draft.id]],
      ['upcoming', []],
      ['incomplete', [draft.id, made.body.id]],
    ] as const)
      expect((await program.get<Page>(`${at}?cycle_view=${view}`)).body.results.map(({ id }) => id)).toEqual(
        ids,
      )
    const one = `${at}${made.body.id}/`
    expect((await program.patch(one, { name: 'Summer' })).body).toMatchObject({ name: 'Summer' })
    const owner = await program.get<Row>(`${one}?expand=owned_by&fields=owned_by`)
    expect(owner.body).toMatchObject({ owned_by: { id: admin.id } })

    const held = [await issue(), await issue()]
    expect((await program.post(`${one}cycle-issues/`, { issues: [] })).status).toBe(400)
    const added = await program.post<Row[]>(`${one}cycle-issues/`, { issues: held })
    expect(added.status).toBe(200)
    expect(added.body.map(row => row.issue)).toEqual(held)
    expect(added.body[0]).toMatchObject({ cycle: made.body.id, project: project.id, sub_issues_count: 0 })
    expect((await program.get(one)).body).toMatchObject({ total_issues: 2 })
    const inside = await program.get<Page>(`${one}cycle-issues/?per_page=1`)
    expect(inside.body).toMatchObject({
      total_count: 2,
      results: [{ id: held[0], description_html: '<p></p>' }],
    })
    expect((await ofGuest.get<Page>(`${one}cycle-issues/`)).body.results).toEqual([])
    expect((await program.delete(`${one}cycle-issues/${held[0]}/`)).status).toBe(204)
    expect((await program.delete(`${one}cycle-issues/${team.unknown}/`)).status).toBe(404)
    expect((await program.post(`${one}archive/`)).body).toEqual({
      error: 'Only completed cycles can be archived',
    })
    expect((await ofMember.delete(one)).status).toBe(403)
    expect((await program.delete(one)).status).toBe(204)
    expect(outcome(await program.get(one))).toEqual(MISSING)
  })

  test('that are over are archived, and hand on what they hold', async () => {
    const { P, program } = team
    const days = { start_date: dayFromNow(-20), end_date: dayFromNow(1) }
    const over = (await program.post<Row>(`${P}/cycles/`, { name: 'Over', ...days })).body
    const next = (await program.post<Row>(`${P}/cycles/`, { name: 'Next' })).body
    const at = `${P}/cycles/${over.id}/`
    await program.post(`${at}cycle-issues/`, { issues: [await issue()] })
    expect((await program.patch(at, { end_date: dayFromNow(-10) })).status).toBe(200)
    const handed = await program.post(`${at}transfer-issues/`, { new_cycle_id: next.id })
    expect(outcome(handed)).toEqual([200, { message: 'Success' }])
    expect(outcome(await program.post(`${at}archive/`))).toEqual([204, ''])
    expect((await program.get(`${P}/cycles/${next.id}/`)).body).toMatchObject({ total_issues: 1 })
    expect(outcome(await program.get(at))).toEqual(MISSING)
    const archived = await program.get<Page>(`${P}/archived-cycles/`)
    expect(archived.body.results.map(({ id }) => id)).toEqual([over.id])
    expect((await program.delete(`${P}/archived-cycles/${over.id}/unarchive/`)).status).toBe(204)
    expect((await program.get(at)).status).toBe(200)
  })
})

describe('modules', () => {
  test('are made with people, filled, archived and deleted', async () => {
    const { P, program, ofMember, admin, member, unknown } = team
    const at = `${P}/modules/`
    const keys = { external_id: 'M-1', external_source: 'tracker' }
    const made = await program.post<Row>(at, { name: 'Quay', lead: admin.id, members: [member.id], ...keys })
    expect(outcome(made)).toMatchObject([
      201,
      { name: 'Quay', lead: admin.id, members: [member.id], status: 'planned', total_issues: 0, ...keys },
    ])
    for (const absent of ['lead_id', 'member_ids', 'link_module', 'is_favorite'])
      expect(made.body).not.toHaveProperty(absent)
    expect(outcome(await program.post(at, { name: 'Again', ...keys }))).toEqual([
      409,
      { error: 'Module with the same external id and external source already exists', id: made.body.id },
    ])
    expect((await program.post(at, { name: 'Quay' })).body).toEqual({
      error: 'Module with this name already exists',
    })
    expect((await program.post(at, { name: 'Who', lead: unknown })).status).toBe(400)
    const one = `${at}${made.body.id}/`
    const patched = await program.patch(one, { members: [admin.id], lead: null, status: 'completed' })
    expect(patched.body).toMatchObject({ members: [admin.id], lead: null })
    // Existing clients read the members, whatever fields they ask for.
    for (const fields of ['name', 'name,members'])
      expect((await program.get<Row>(`${one}?fields=${fields}`)).body).toEqual({
        name: 'Quay',
        members: [admin.id],
      })
    expect((await program.get<Page>(at)).body.results).toMatchObject([{ id: made.body.id }])
    const held = await issue()
    const added = await program.post<Row[]>(`${one}module-issues/`, { issues: [held] })
    expect(outcome(added)).toMatchObject([200, [{ issue: held, module: made.body.id }]])
    expect((await program.get<Page>(`${one}module-issues/`)).body.results).toMatchObject([
      { id: held, name: 'Tide' },
    ])
    expect((await program.delete(`${one}module-issues/${held}/`)).status).toBe(204)
    expect((await ofMember.delete(one)).status).toBe(403)
    expect((await program.delete(`${one}module-issues/${held}/`)).status).toBe(404)
    expect((await program.post(`${one}archive/`)).status).toBe(204)
    expect(outcome(await program.get(one))).toEqual(MISSING)
    expect((await program.get<Page>(`${P}/archived-modules/`)).body.results).toMatchObject([
      { id: made.body.id },
    ])
    expect((await program.delete(`${P}/archived-modules/${made.body.id}/unarchive/`)).status).toBe(204)
    expect((await program.delete(one)).status).toBe(204)
    expect(outcome(await program.get(one))).toEqual(MISSING)
  })
})
