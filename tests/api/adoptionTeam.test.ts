/** The days after: the company's projects, their people, the roles these may get, and how they leave again. */
import { beforeAll, describe, expect, test } from 'vitest'
import {
  lacks,
  ledTo,
  NOBODY,
  NOT_ALLOWED,
  NOT_THERE,
  newInstance,
  PHRASE,
  refused,
} from '../support/adoption.ts'
import { invite } from '../support/invite.ts'
import type { Visitor } from '../support/visitor.ts'

type Row = Record<string, unknown> & { id: string }
let company: Awaited<ReturnType<typeof newInstance>>
/** The admin, two members and a guest of the workspace, and their ids. */
let freya: Visitor
let mei: Visitor
let olu: Visitor
let bram: Visitor
const ids = { freya: '', mei: '', olu: '', bram: '' }
const space = '/api/workspaces/lantern-quay'
const GONE = refused('Project does not exist', 404)

const come = async (name: keyof typeof ids, role: 5 | 15 | 20) => {
  const who = company.anyone()
  const email = `${name}@harbour.example`
  await company.signUp(who, email)
  const link = new URLSearchParams((await invite(freya, 'lantern-quay', { email, role })).split('?')[1])
  const { invitation_id, token } = Object.fromEntries(link)
  await who.post(`${space}/invitations/${invitation_id}/join/`, { email, accepted: true, token })
  ids[name] = (await who.get<Row>('/api/users/me/')).body.id
  return who
}

beforeAll(async () => {
  company = await newInstance()
  freya = company.anyone()
  await company.setUp(freya)
  ids.freya = (await freya.get<Row>('/api/users/me/')).body.id
  await freya.post('/api/workspaces/', { name: 'Lantern Quay', slug: 'lantern-quay' })
  mei = await come('mei', 15)
  olu = await come('olu', 15)
  bram = await come('bram', 5)
})

const membershipOf = async (id: string) =>
  (await freya.get<(Row & { member: Row })[]>(`${space}/members/`)).body.find(row => row.member.id === id)!.id
const rolesOf = async (who: Visitor) =>
  (await who.get('/api/users/me/workspaces/lantern-quay/project-roles/')).body

describe('projects', () => {
  let berth: Row
  let secret: Row
  const at = (project: Row) => `${space}/projects/${project.id}`
  const join = (who: Visitor, ...projects: Row[]) =>
    who.post('/api/users/me/workspaces/lantern-quay/projects/invitations/', {
      project_ids: projects.map(({ id }) => id),
    })
  const inProject = async (project: Row, id: string) =>
    (await freya.get<(Row & { member: string })[]>(`${at(project)}/members/`)).body.find(
      row => row.member === id,
    )!.id

  test('are made by members, with their states, and under a name and key of their own', async () => {
    const make = (who: Visitor, body: object) => who.post<Row>(`${space}/projects/`, body)
    const made = await make(freya, { name: 'Berth Booking', identifier: ' berth ' })
    berth = made.body
    expect([made.status, lacks(berth, 'project')]).toEqual([201, []])
    expect(berth).toMatchObject({
      identifier: 'BERTH',
      network: 2,
      module_view: true,
      cycle_view: true,
      issue_views_view: true,
      page_view: true,
      intake_view: false,
      inbox_view: false,
      guest_view_all_features: false,
      archive_in: 0,
      close_in: 0,
      logo_props: {},
      timezone: 'UTC',
      is_member: true,
      member_role: 20,
      total_members: 1,
      anchor: null,
    })
    const states = (await freya.get<Row[]>(`${at(berth)}/states/`)).body
    expect(states.map(({ name }) => name).join()).toBe('Backlog,Todo,In Progress,Done,Cancelled')
    expect(await make(mei, { name: 'Berth Booking', identifier: 'OTHER' })).toMatchObject({
      status: 410,
      body: { name: 'The project name is already taken' },
    })
    expect(await make(mei, { name: 'Other', identifier: 'Berth' })).toMatchObject({
      status: 410,
      body: { identifier: 'The project identifier is already taken' },
    })
    expect((await make(mei, { identifier: 'X' })).body).toEqual({ name: ['This field is required.'] })
    expect(await make(bram, { name: 'Mine', identifier: 'MINE' })).toMatchObject(NOT_ALLOWED)
    const taken = await mei.get(`${space}/project-identifiers/?name=berth`)
    expect(taken.body).toMatchObject({ exists: 1, identifiers: [{ name: 'BERTH', project: berth.id }] })
    expect(await mei.get(`${space}/project-identifiers/`)).toMatchObject(refused('Name is required'))
    secret = (await make(freya, { name: 'Ledger', identifier: 'LEDGE', network: 0 })).body
  })

  test('are joined by members where they are public; the others are not there', async () => {
    const named = async (who: Visitor) =>
      (await who.get<Row[]>(`${space}/projects/`)).body.map(({ name }) => name).sort()
    expect([await named(freya), await named(mei), await named(bram)]).toEqual([
      ['Berth Booking', 'Ledger'],
      ['Berth Booking'],
      [],
    ])
    expect(await mei.get(`${at(berth)}/`)).toMatchObject(GONE)
    expect(await join(bram, berth)).toMatchObject(
      refused('You do not have permission to join the project', 403),
    )
    expect(await join(mei, berth, secret), 'one refused refuses all').toMatchObject(NOT_THERE)
    expect(await rolesOf(mei)).toEqual({})
    const joined = await join(mei, berth)
    expect([joined.status, joined.body]).toEqual([201, { message: 'Projects joined successfully' }])
    expect(await rolesOf(mei)).toEqual({ [berth.id]: 15 })
    const seen = await mei.get(`${at(berth)}/`)
    expect([seen.status, lacks(seen.body, 'project', 'projectCounts')]).toEqual([200, []])
    const mine = await mei.get(`${at(berth)}/project-members/me/`)
    expect([mine.status, lacks(mine.body, 'projectMember')]).toEqual([200, []])
    const { body } = await mei.get<{ workspace_details: Row; project_details: Row[] }>(
      '/api/users/last-visited-workspace/',
    )
    expect(body.workspace_details).toMatchObject({ slug: 'lantern-quay' })
    expect(body.project_details).toMatchObject([{ role: 15, project: { id: berth.id } }])
    expect(lacks(body.project_details[0], 'projectMember')).toEqual([])
  })

  test('take in people of the workspace, by their admins', async () => {
    const add = (who: Visitor, ...members: object[]) => who.post<Row[]>(`${at(berth)}/members/`, { members })
    expect(await add(freya)).toMatchObject(refused('Atleast one member is required'))
    expect(await add(mei, { member_id: ids.bram })).toMatchObject(NOT_ALLOWED)
    expect((await add(freya, { member_id: crypto.randomUUID() })).status).toBe(404)
    expect(await add(freya, { member_id: ids.bram, role: 15 })).toMatchObject(
      refused('You cannot add a user with role higher than the workspace role'),
    )
    const added = await add(freya, { member_id: ids.bram }, { member_id: ids.olu, role: 20 })
    expect(added.status).toBe(201)
    expect(added.body.map(({ member, role }) => [member, role]).sort()).toEqual(
      [
        [ids.bram, 5],
        [ids.olu, 20],
      ].sort(),
    )
    expect(lacks(added.body[0], 'projectMemberRole')).toEqual([])
    const one = await freya.get<Row & { member: object }>(
      `${at(berth)}/members/${await inProject(berth, ids.mei)}/`,
    )
    expect(one).toMatchObject({ status: 200, body: { role: 15, member: { email: 'mei@harbour.example' } } })
    const forGuest = await bram.get(`${at(berth)}/members/${await inProject(berth, ids.mei)}/`)
    expect(forGuest.status).toBe(200)
    expect(JSON.stringify(forGuest.body)).not.toContain('@')
  })

  test('give roles that nobody gives to themselves', async () => {
    const change = async (who: Visitor, id: string, role: unknown) =>
      who.patch(`${at(berth)}/members/${await inProject(berth, id)}/`, { role })
    expect(await change(freya, ids.freya, 15)).toMatchObject(refused('You cannot update your own role'))
    expect(await change(mei, ids.olu, 5)).toMatchObject(NOT_ALLOWED)
    expect((await change(freya, ids.mei, 7)).body).toEqual({ role: ['"7" is not a valid choice.'] })
    expect((await change(freya, ids.bram, 15)).body).toEqual({
      error: 'You cannot add a user with role higher than the workspace role',
    })
    const raised = await change(freya, ids.mei, 20)
    expect(raised).toMatchObject({ status: 200, body: { role: 20, member: { id: ids.mei } } })
    expect(await rolesOf(mei)).toEqual({ [berth.id]: 20 })
  })

  test('keep an admin for those who stay', async () => {
    const leave = (who: Visitor, project: Row) => who.post(`${at(project)}/members/leave/`)
    await join(freya, secret)
    expect(
      (await freya.post(`${at(secret)}/members/`, { members: [{ member_id: ids.mei, role: 15 }] })).status,
    ).toBe(201)
    expect(await leave(freya, secret)).toMatchObject(
      refused(
        'You cannot leave the project as your the only admin of the project you will have to either delete the project or create an another admin',
      ),
    )
    expect((await leave(mei, secret)).status).toBe(204)
    expect(await mei.get(`${at(secret)}/`)).toMatchObject(GONE)
    expect(await leave(mei, secret)).toMatchObject(GONE)
    const remove = async (who: Visitor, id: string) =>
      who.delete(`${at(berth)}/members/${await inProject(berth, id)}/`)
    expect(await remove(freya, ids.freya)).toMatchObject(
      refused('You cannot remove yourself from the workspace. Please use leave workspace'),
    )
    expect(await remove(bram, ids.mei)).toMatchObject(NOT_ALLOWED)
    expect((await remove(freya, ids.bram)).status).toBe(204)
    expect(await bram.get(`${at(berth)}/`)).toMatchObject(GONE)
    expect(await rolesOf(bram)).toEqual({})
  })

  test('are archived and deleted by admins, and then take nothing', async () => {
    expect(await bram.post(`${at(berth)}/archive/`)).toMatchObject(GONE)
    const archived = await mei.post(`${at(berth)}/archive/`)
    expect(archived).toMatchObject({ status: 200, body: { archived_at: expect.stringMatching(/T.*Z$/) } })
    expect(await mei.patch(`${at(berth)}/`, { name: 'B' })).toMatchObject(
      refused('Archived projects cannot be updated'),
    )
    expect(await mei.post(`${at(berth)}/archive/`)).toMatchObject(refused('The project is already archived'))
    expect((await mei.delete(`${at(berth)}/archive/`)).status).toBe(204)
    const renamed = await mei.patch(`${at(berth)}/`, { name: 'Berths', archived_at: '2020-01-01', x: 1 })
    expect(renamed).toMatchObject({ status: 200, body: { name: 'Berths', archived_at: null } })
    expect(renamed.headers.get('x-ignored-fields')?.split(/, ?/).sort()).toEqual(['archived_at', 'x'])
    expect((await freya.delete(`${at(secret)}/`)).status).toBe(204)
    expect(await freya.get(`${at(secret)}/`)).toMatchObject(GONE)
  })

  test('follow the workspace: a role lowered there is lowered here', async () => {
    await freya.post(`${at(berth)}/members/`, { members: [{ member_id: ids.olu, role: 15 }] })
    const change = async (who: Visitor, id: string, role: unknown) =>
      who.patch(`${space}/members/${await membershipOf(id)}/`, { role })
    expect(await change(freya, ids.freya, 15)).toMatchObject(refused('You cannot update your own role'))
    expect((await change(freya, ids.mei, 'captain')).body).toEqual({
      role: ['"captain" is not a valid choice.'],
    })
    expect(await change(mei, ids.olu, 5)).toMatchObject(NOT_ALLOWED)
    const lowered = await change(freya, ids.olu, 5)
    expect([lowered.status, lacks(lowered.body, 'workspaceMember')]).toEqual([200, []])
    expect(await rolesOf(olu)).toEqual({ [berth.id]: 5 })
    expect((await change(freya, ids.olu, 15)).body).toMatchObject({ role: 15 })
    expect(await rolesOf(olu), 'raised alone').toEqual({ [berth.id]: 5 })
  })
})

describe('the end', () => {
  test('of a membership, by an admin or by oneself; the last admin stays', async () => {
    const remove = async (who: Visitor, id: string) =>
      who.delete(`${space}/members/${await membershipOf(id)}/`)
    const leave = (who: Visitor) => who.post(`${space}/members/leave/`)
    expect(await remove(freya, ids.freya)).toMatchObject(
      refused('You cannot remove yourself from the workspace. Please use leave workspace'),
    )
    expect(await remove(bram, ids.mei)).toMatchObject(NOT_ALLOWED)
    expect(await leave(freya)).toMatchObject(
      refused(
        'You cannot leave the workspace as you are the only admin of the workspace you will have to either delete the workspace or promote another user to admin.',
      ),
    )
    expect((await remove(freya, ids.bram)).status).toBe(204)
    expect(await bram.get(`${space}/`)).toMatchObject(NOT_THERE)
    const made = await mei.post<Row>(`${space}/projects/`, {
      name: 'Tide tables',
      identifier: 'TIDE',
      members: [{ member_id: ids.olu, role: 15 }],
    })
    expect(made.status).toBe(201)
    expect(await remove(freya, ids.mei)).toMatchObject(
      refused(
        'User is a part of some projects where they are the only admin, they should either leave that project or promote another user to admin.',
      ),
    )
    expect(await leave(mei)).toMatchObject(
      refused(
        'You are a part of some projects where you are the only admin, you should either leave the project or promote another user to admin.',
      ),
    )
    expect(await mei.delete('/api/users/me/')).toMatchObject(
      refused('You cannot deactivate account as you are the only admin in some projects.'),
    )
    expect((await leave(olu)).status).toBe(204)
    expect(await olu.get(`${space}/`)).toMatchObject(NOT_THERE)
    expect((await olu.get('/api/users/me/workspaces/')).body).toEqual([])
  })

  test('of an account, which those who are needed keep', async () => {
    expect(await freya.delete('/api/users/me/')).toMatchObject(
      refused('You cannot deactivate your account since you are an instance admin'),
    )
    const ended = await bram.delete('/api/users/me/')
    expect(ended.status).toBe(204)
    expect(await bram.get('/api/users/me/')).toMatchObject(NOBODY)
    expect((await company.box.take('bram@harbour.example')).subject).toBeTruthy()
    const again = await bram.form('/auth/sign-in/', { email: 'bram@harbour.example', password: PHRASE })
    expect(ledTo(again)).toMatchObject({ path: '/sign-in' })
    expect(await bram.get('/api/users/me/')).toMatchObject(NOBODY)
  })

  test('of the workspace, whose name stays taken', async () => {
    expect(await mei.delete(`${space}/`)).toMatchObject(NOT_ALLOWED)
    expect((await freya.delete(`${space}/`)).status).toBe(204)
    expect(await mei.get(`${space}/`)).toMatchObject(NOT_THERE)
    expect(
      await freya.post('/api/workspaces/', { name: 'Lantern Quay', slug: 'lantern-quay' }),
    ).toMatchObject({
      status: 410,
      body: { slug: 'The workspace with the slug already exists' },
    })
  })
})
