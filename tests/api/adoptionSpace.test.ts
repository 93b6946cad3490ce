/** The company's workspace: how it is made, and how its people are let into it, by address and by link. */
import { beforeAll, describe, expect, test } from 'vitest'
import {
  bears,
  FINISHED,
  lacks,
  ledTo,
  NOBODY,
  NOT_ALLOWED,
  NOT_THERE,
  newInstance,
  PHRASE,
  refused,
} from '../support/adoption.ts'
import type { Visitor } from '../support/visitor.ts'

type Row = Record<string, unknown> & { id: string }
let company: Awaited<ReturnType<typeof newInstance>>
/** Leads; two who have proven their addresses by a code; one who is invited before she has an account. */
let freya: Visitor
let mei: Visitor
let olu: Visitor
let sana: Visitor
const MEI = 'mei@harbour.example'
const OLU = 'olu@harbour.example'
const SANA = 'sana@harbour.example'
const space = '/api/workspaces/lantern-quay'

const byCode = async (email: string) => {
  const who = company.anyone()
  await who.form('/auth/magic-sign-up/', { email, code: await company.codeFor(who, email) })
  return who
}
beforeAll(async () => {
  company = await newInstance()
  freya = company.anyone()
  sana = company.anyone()
  await company.setUp(freya)
  mei = await byCode(MEI)
  olu = await byCode(OLU)
})

const bodyOf = async (who: Visitor, path: string) => (await who.get<Row>(path)).body
const csrfOf = async (who: Visitor) =>
  (await who.get<{ csrf_token: string }>('/auth/get-csrf-token/')).body.csrf_token

describe('the workspace', () => {
  test('is refused in the order that is written down, then made and opened by its admin', async () => {
    const make = (body: object) => freya.post('/api/workspaces/', body)
    expect(await make({ name: 'Quay' })).toMatchObject(refused('Both name and slug are required'))
    expect(await make({ name: 'Q'.repeat(81), slug: 'quay' })).toMatchObject(
      refused('The maximum length for name is 80 and for slug is 48'),
    )
    expect(await make({ name: 'Quay', slug: 'la quay' })).toMatchObject({
      status: 400,
      body: {
        slug: ['Enter a valid "slug" consisting of letters, numbers, underscores or hyphens.'],
      },
    })
    expect(await make({ name: 'Quay', slug: 'God-Mode' })).toMatchObject({
      status: 400,
      body: { slug: ['Slug is not valid'] },
    })
    const free = async () => (await freya.get('/api/workspace-slug-check/?slug=Lantern-QUAY')).body
    expect(await freya.get('/api/workspace-slug-check/')).toMatchObject(refused('Workspace Slug is required'))
    expect(await free()).toEqual({ status: true })
    const made = await make({ name: 'Lantern Quay', slug: 'lantern-quay', organization_size: '11-50' })
    const me = await bodyOf(freya, '/api/users/me/')
    expect([made.status, lacks(made.body, 'workspace')]).toEqual([201, []])
    expect(made.body).toMatchObject({ timezone: 'UTC', organization_size: '11-50', owner: { id: me.id } })
    expect(made.body).not.toHaveProperty('total_members')
    expect(lacks(made.body.owner, 'lite')).toEqual([])
    expect(await make({ name: 'Quay', slug: 'LANTERN-quay' })).toMatchObject({
      status: 400,
      body: { slug: ['Workspace with this slug already exists.'] },
    })
    expect(await free()).toEqual({ status: false })
    const [listed] = (await freya.get<Row[]>('/api/users/me/workspaces/')).body
    expect(listed).toMatchObject({ slug: 'lantern-quay', total_members: 1, total_issues: 0 })
    expect(await mei.get(`${space}/`)).toMatchObject(NOT_THERE)
  })

  test('ends the first steps of its maker', async () => {
    const { id } = await bodyOf(freya, `${space}/`)
    const finish = { onboarding_step: FINISHED, last_workspace_id: id }
    expect(await freya.patch('/api/users/me/profile/', finish)).toMatchObject({ status: 200, body: finish })
    const onboarded = await freya.patch('/api/users/me/onboard/', { is_onboarded: true })
    expect([onboarded.status, onboarded.body]).toEqual([200, { message: 'Updated successfully' }])
    expect(await freya.patch('/api/users/me/onboard/', { is_onboarded: 'perhaps' })).toMatchObject({
      status: 400,
      body: { is_onboarded: ['Must be a valid boolean.'] },
    })
    expect((await freya.patch('/api/users/me/tour-completed/', { is_tour_completed: true })).body).toEqual({
      message: 'Updated successfully',
    })
    expect((await freya.get('/api/users/me/settings/')).body).toMatchObject({
      email: 'freya@harbour.example',
      workspace: {
        last_workspace_id: id,
        last_workspace_slug: 'lantern-quay',
        fallback_workspace_id: id,
        fallback_workspace_slug: 'lantern-quay',
        invites: 0,
      },
    })
    expect((await freya.get('/api/users/last-visited-workspace/')).body).toMatchObject({
      workspace_details: { id, slug: 'lantern-quay' },
      project_details: [],
    })
    const mine = await freya.get(`${space}/workspace-members/me/`)
    expect([mine.status, lacks(mine.body, 'workspaceMemberMe')]).toEqual([200, []])
    expect(mine.body).toMatchObject({ role: 20, draft_issue_count: 0 })
    const again = company.anyone()
    const home = await again.form('/auth/sign-in/', { email: 'freya@harbour.example', password: PHRASE })
    expect(ledTo(home)).toEqual({ status: 302, path: '/lantern-quay' })
  })
})

describe('invitations', () => {
  const at = `${space}/invitations/`
  const invite = (emails: object[], by = freya) => by.post(at, { emails })
  const sent = async () => (await freya.get<(Row & { email: string })[]>(at)).body
  const linkIn = (text: string) =>
    Object.fromEntries(new URL(/\S+\/workspace-invitations\/\S+/.exec(text)![0]).searchParams)

  test('are sent to addresses by admins, all or none', async () => {
    expect(await invite([])).toMatchObject(refused('Emails are required'))
    expect(await invite([{ email: 'freya@harbour.example' }])).toMatchObject({
      status: 400,
      body: {
        error: 'Some users are already member of workspace',
        workspace_users: [{ role: 20, member: { first_name: 'Freya' } }],
      },
    })
    expect(await invite([{ email: SANA }, { email: 'not one' }])).toMatchObject({
      status: 400,
      body: { error: expect.stringMatching(/^Invalid email - /) },
    })
    expect(await sent()).toEqual([])
    const done = await invite([
      { email: SANA.toUpperCase(), role: 15 },
      { email: MEI, role: 15 },
      { email: OLU },
    ])
    expect([done.status, done.body]).toMatchObject([200, { message: 'Emails sent successfully' }])
    const rows = await sent()
    expect(rows.map(row => [row.email, row.role, row.accepted, row.responded_at]).sort()).toEqual([
      [MEI, 15, false, null],
      [OLU, 5, false, null],
      [SANA, 15, false, null],
    ])
    expect([lacks(rows[0], 'invitation'), lacks(rows[0]?.workspace, 'workspace')]).toEqual([[], []])
    expect(rows[0]).not.toHaveProperty('token')
    expect(await invite([{ email: 'x@y.example' }], mei)).toMatchObject(NOT_THERE)
    expect(await mei.get(at)).toMatchObject(NOT_THERE)
    expect(await company.anyone().get(at)).toMatchObject(NOBODY)
  })

  test('by their link let in the person who comes to have that address', async () => {
    const { invitation_id, slug, token } = linkIn((await company.box.take(SANA)).text)
    expect(slug).toBe('lantern-quay')
    const link = `${at}${invitation_id}/join/`
    const seen = await sana.get(link)
    expect([seen.status, lacks(seen.body, 'invitation')]).toEqual([200, []])
    expect(seen.body).not.toHaveProperty('token')
    expect(await sana.get(`${at}${crypto.randomUUID()}/join/`)).toMatchObject(NOT_THERE)
    const answer = (body: object) => sana.post(link, body)
    expect(await answer({ email: OLU, accepted: true })).toMatchObject(
      refused('You do not have permission to join the workspace', 403),
    )
    const accepted = await answer({ email: SANA, accepted: true, token })
    expect([accepted.status, accepted.body]).toEqual([200, { message: 'Workspace Invitation Accepted' }])
    expect(ledTo(await company.signUp(sana, SANA))).toEqual({ status: 302, path: '/onboarding' })
    expect(await sana.get(`${space}/workspace-members/me/`)).toMatchObject({
      status: 200,
      body: { role: 15 },
    })
    expect((await sent()).map(row => row.email).sort()).toEqual([MEI, OLU])
    expect(await invite([{ email: 'x@y.example' }], sana), 'members invite nobody').toMatchObject(NOT_ALLOWED)
  })

  test('wait in the account of the person who has proven the address, and are declined by the link', async () => {
    const mine = '/api/users/me/workspaces/invitations/'
    const [waiting] = (await olu.get<Row[]>(mine)).body
    expect(lacks(waiting, 'invitation')).toEqual([])
    expect(waiting).toMatchObject({ email: OLU, total_members: 2, workspace: { slug: 'lantern-quay' } })
    expect(await bodyOf(olu, '/api/users/me/settings/')).toMatchObject({ workspace: { invites: 1 } })
    const others = (await sent()).find(row => row.email === MEI)!
    const taken = await olu.post(mine, { invitations: [waiting!.id, others.id] })
    expect(taken.status).toBe(204)
    expect(await olu.get(`${space}/workspace-members/me/`)).toMatchObject({ status: 200, body: { role: 5 } })
    expect((await olu.get(mine)).body).toEqual([])
    const link = `${at}${others.id}/join/`
    const declined = await mei.post(link, { email: MEI, accepted: false })
    expect([declined.status, declined.body]).toEqual([
      200,
      { message: 'Workspace Invitation was not accepted' },
    ])
    expect(await mei.post(link, { email: MEI, accepted: true })).toMatchObject(
      refused('You have already responded to the invitation request'),
    )
    expect((await mei.get(mine)).body).toEqual([])
    await invite([{ email: MEI, role: 5 }])
    const [again] = (await mei.get<Row[]>(mine)).body
    expect(await freya.patch(`${at}${again!.id}/`, { role: 7 })).toMatchObject({
      status: 400,
      body: { role: ['"7" is not a valid choice.'] },
    })
    const raised = await freya.patch(`${at}${again!.id}/`, { role: 15, accepted: true })
    expect(raised).toMatchObject({ status: 200, body: { role: 15, accepted: false } })
    expect((await mei.post(mine, { invitations: [again!.id] })).status).toBe(204)
    expect(await mei.get(`${space}/workspace-members/me/`)).toMatchObject({ body: { role: 15 } })
    await invite([{ email: 'late@harbour.example' }])
    const [late] = await sent()
    expect((await freya.delete(`${at}${late!.id}/`)).status).toBe(204)
    expect(await freya.get(`${at}${late!.id}/`)).toMatchObject(NOT_THERE)
  })

  test('are the page after the first steps, until they are answered', async () => {
    const email = 'bram@harbour.example'
    const who = await byCode(email)
    const lands = async () => {
      // With a password already, for those without one are asked for it.
      await who.form('/auth/sign-out/', {})
      const code = await company.codeFor(who, email)
      return ledTo(await who.form('/auth/magic-sign-in/', { email, code })).path
    }
    expect(await lands()).toBe('/onboarding')
    await who.patch('/api/users/me/profile/', { onboarding_step: FINISHED })
    await who.post(
      '/auth/set-password/',
      { password: PHRASE },
      { headers: { 'x-csrftoken': await csrfOf(who) } },
    )
    expect((await company.box.take(email)).subject).toMatch(/^Your password was changed/)
    expect(await lands()).toBe('/create-workspace')
    await invite([{ email }])
    await company.box.take(email)
    expect(await lands()).toBe('/invitations')
    const mine = '/api/users/me/workspaces/invitations/'
    const [one] = (await who.get<Row[]>(mine)).body
    await who.post(mine, { invitations: [one!.id] })
    expect(await lands()).toBe('/lantern-quay')
    const [row] = (await freya.get<Row[]>(`${space}/members/?search=bram`)).body
    expect((await freya.delete(`${space}/members/${row!.id}/`)).status).toBe(204)
  })

  test('lead to people whose addresses guests are never told', async () => {
    const people = async (who: Visitor) =>
      (await who.get<(Row & { member: Record<string, unknown> })[]>(`${space}/members/`)).body
    const [one] = await people(freya)
    expect(lacks(one, 'workspaceMember')).toEqual([])
    expect((await people(mei)).map(row => row.member.email).sort()).toEqual([
      'freya@harbour.example',
      MEI,
      OLU,
      SANA,
    ])
    const told = await people(olu)
    expect(told).toHaveLength(4)
    expect(JSON.stringify(told)).not.toContain('@')
    expect(Object.keys(told[0]!.member)).toEqual(expect.arrayContaining(bears.lite.split(' ')))
  })
})
