import { beforeAll, describe, expect, test } from 'vitest'
import { LinkAnswer } from '../../api/contract/work/links.ts'
import { DENIED, type IssueTeam, issueTeam, NOT_FOUND, outcome } from '../support/issueTeam.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await sharedServer()
  team = await issueTeam(server)
})

const add = (id: string, body: object, by = team.admin) =>
  by.post<{ id: string; url: string }>(team.at(id, 'issue-links/'), body)
const INVALID = [400, { url: { error: 'Invalid URL format.' } }]
const TAKEN = [400, { error: 'URL already exists for this Issue' }]

describe('a link', () => {
  test('is answered whole, listed the newest first, and counted', async () => {
    const issue = await team.issue()
    const body = { url: 'https://tides.example/a?b=c#d', title: 'Tides', metadata: { icon: 'wave' } }
    const reply = await add(issue.id, body, team.member)
    expect(reply.status).toBe(201)
    expect(LinkAnswer.strict().parse(reply.body)).toEqual(reply.body)
    expect(reply.body).toMatchObject({
      ...body,
      issue: issue.id,
      project: team.project.id,
      workspace: team.workspace.id,
      created_by_detail: { id: team.member.id },
    })
    const second = await add(issue.id, { url: 'second.example' })
    expect(second.body).toMatchObject({ url: 'http://second.example', title: null, metadata: {} })
    expect((await team.admin.get(team.at(issue.id, 'issue-links/'))).body).toEqual([second.body, reply.body])
    expect((await team.admin.get(team.at(issue.id, `issue-links/${reply.body.id}/`))).body).toEqual(
      reply.body,
    )
    expect((await team.read(issue.id)).link_count).toBe(2)
  })

  test('changed and removed', async () => {
    const issue = await team.issue()
    const { id } = (await add(issue.id, { url: 'https://a.example', title: 'A' })).body
    const path = team.at(issue.id, `issue-links/${id}/`)
    const titled = await team.member.patch(path, { title: 'Other' })
    expect([titled.status, titled.body]).toMatchObject([200, { title: 'Other', url: 'https://a.example' }])
    expect((await team.member.patch(path, { url: 'b.example', title: '' })).body).toMatchObject({
      url: 'http://b.example',
      title: null,
    })
    expect(outcome(await team.member.delete(path))).toEqual([204, ''])
    expect(outcome(await team.admin.get(path))).toEqual(NOT_FOUND)
    expect((await team.read(issue.id)).link_count).toBe(0)
  })

  test('one address once on an issue, also by a change, also for two at once; on another issue again', async () => {
    const [issue, other] = [await team.issue(), await team.issue()]
    const url = 'https://tides.example'
    const racing = await Promise.all([add(issue.id, { url }), add(issue.id, { url }, team.member)])
    expect(racing.map(reply => reply.status).sort()).toEqual([201, 400])
    expect(outcome(racing.find(reply => reply.status === 400)!)).toEqual(TAKEN)
    const { id } = (await add(issue.id, { url: 'https://b.example' })).body
    const path = team.at(issue.id, `issue-links/${id}/`)
    expect(outcome(await team.admin.patch(path, { url }))).toEqual(TAKEN)
    expect((await team.admin.patch(path, { url: 'https://b.example', title: 'Same' })).status).toBe(200)
    expect((await add(other.id, { url })).status).toBe(201)
    const first = racing.find(reply => reply.status === 201)!.body
    await team.admin.delete(team.at(issue.id, `issue-links/${first.id}/`))
    expect((await team.admin.patch(path, { url })).status).toBe(200)
    expect((await team.read(issue.id)).link_count).toBe(1)
  })

  test.each([
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://tides.example',
    'mailto:a@b.example',
    'http://',
    'not an address',
    'foo',
    'http://-',
    '//',
    'https:///',
  ])('E3: %j is no link, made or changed', async url => {
    const issue = await team.issue()
    expect(outcome(await add(issue.id, { url }))).toEqual(INVALID)
    const { id } = (await add(issue.id, { url: 'https://a.example' })).body
    const path = team.at(issue.id, `issue-links/${id}/`)
    expect(outcome(await team.admin.patch(path, { url }))).toEqual(INVALID)
  })

  test.each([
    ['tides.example', 'http://tides.example'],
    ['tides.example:8080/x', 'http://tides.example:8080/x'],
    ['localhost:3000', 'http://localhost:3000'],
    ['HTTPS://tides.example', 'HTTPS://tides.example'],
    ['//tides.example/x', 'http://tides.example/x'],
    ['https:////tides.example//x', 'https://tides.example//x'],
    ['127.0.0.1:80/x', 'http://127.0.0.1:80/x'],
    ['http://[::1]/', 'http://[::1]/'],
    ['  https://tides.example  ', 'https://tides.example'],
  ])('%j is kept as %j', async (given, kept) => {
    expect((await add((await team.issue()).id, { url: given })).body.url).toBe(kept)
  })

  test('without an address or with too long a title: refused; fields that are not a link’s own are ignored', async () => {
    const issue = await team.issue()
    expect(outcome(await add(issue.id, {}))).toEqual([400, { url: ['This field is required.'] }])
    expect(outcome(await add(issue.id, { url: 'a.example', title: 'x'.repeat(256) }))).toEqual([
      400,
      { title: ['Ensure this field has no more than 255 characters.'] },
    ])
    const reply = await add(issue.id, { url: 'a.example', issue: team.make.id(), created_by: team.guest.id })
    expect(reply.headers.get('x-ignored-fields')).toBe('issue, created_by')
    expect(reply.body).toMatchObject({ issue: issue.id, created_by: team.admin.id })
  })

  test('A7: is found under its own issue alone', async () => {
    const [issue, other] = [await team.issue(), await team.issue()]
    const { id } = (await add(issue.id, { url: 'https://a.example' })).body
    const path = team.at(other.id, `issue-links/${id}/`)
    for (const reply of [
      await team.admin.get(path),
      await team.admin.patch(path, { title: 'Stolen' }),
      await team.admin.delete(path),
    ])
      expect(outcome(reply)).toEqual(NOT_FOUND)
  })

  test('a guest reads the links of issues that they see, and writes none', async () => {
    const issue = await team.issue()
    const { id } = (await add(issue.id, { url: 'https://a.example' })).body
    const one = team.at(issue.id, `issue-links/${id}/`)
    expect(outcome(await team.guest.get(team.at(issue.id, 'issue-links/')))).toEqual(NOT_FOUND)
    expect(outcome(await team.guest.get(one))).toEqual(NOT_FOUND)
    await server.db('issues').where('id', issue.id).update({ created_by: team.guest.id })
    await server.db('issue_links').where('issue', issue.id).update({ issue_created_by: team.guest.id })
    expect((await team.guest.get<unknown[]>(team.at(issue.id, 'issue-links/'))).body).toHaveLength(1)
    for (const reply of [
      await add(issue.id, { url: 'b.example' }, team.guest),
      await team.guest.patch(one, { title: 'x' }),
      await team.guest.delete(one),
    ])
      expect(outcome(reply)).toEqual(DENIED)
    await team.openToGuests()
    const seen = await team.issue()
    expect((await team.guest.get(team.at(seen.id, 'issue-links/'))).body).toEqual([])
  })
})
