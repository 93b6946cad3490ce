import { beforeAll, describe, expect, test } from 'vitest'
import { CommentAnswer } from '../../api/contract/work/comments.ts'
import { DENIED, type IssueTeam, issueTeam, NOT_FOUND, outcome } from '../support/issueTeam.ts'
import { sharedServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await sharedServer()
  team = await issueTeam(server)
})

type Said = Record<string, unknown> & { id: string; comment_html: string }
const say = (id: string, body: object, by = team.admin) => by.post<Said>(team.at(id, 'comments/'), body)
const said = async (id: string, html = '<p>Aye</p>', by = team.admin) =>
  (await say(id, { comment_html: html }, by)).body
const BLANK = [400, { comment_html: ['This field may not be blank.'] }]

describe('a comment', () => {
  test('is answered whole, with its author, issue, project and workspace', async () => {
    const issue = await team.issue({ name: 'Sill' })
    const { status, body } = await say(
      issue.id,
      { comment_html: '<p>Aye, <strong>now</strong></p>', comment_json: { type: 'doc' }, access: 'EXTERNAL' },
      team.member,
    )
    expect(status).toBe(201)
    expect(CommentAnswer.strict().parse(body)).toEqual(body)
    expect(body).toMatchObject({
      comment_html: '<p>Aye, <strong>now</strong></p>',
      comment_stripped: 'Aye, now',
      comment_json: { type: 'doc' },
      access: 'EXTERNAL',
      actor: team.member.id,
      issue: issue.id,
      project: team.project.id,
      workspace: team.workspace.id,
      edited_at: null,
      attachments: [],
      comment_reactions: [],
      actor_detail: { id: team.member.id },
      issue_detail: { id: issue.id, name: 'Sill' },
    })
    expect((await team.admin.get(team.at(issue.id, `comments/${body.id}/`))).body).toEqual(body)
    expect((await team.admin.get(team.at(issue.id, 'comments/'))).body).toEqual([body])
    expect((await say(issue.id, { comment_html: '<p>x</p>' })).body.access).toBe('INTERNAL')
  })

  test.each(['', '<p></p>', '<p>   </p>', '<p><br></p>', '<script>alert(1)</script>', undefined])(
    'that says nothing (%j) is refused',
    async html => {
      const issue = await team.issue()
      expect(outcome(await say(issue.id, { comment_html: html }))).toEqual(BLANK)
      const { id } = await said(issue.id)
      if (html !== undefined)
        expect(
          outcome(await team.admin.patch(team.at(issue.id, `comments/${id}/`), { comment_html: html })),
        ).toEqual(BLANK)
    },
  )

  test('reworded: its text, its plain text and the time of the change; the rest stays', async () => {
    const issue = await team.issue()
    const { id } = await said(issue.id)
    const path = team.at(issue.id, `comments/${id}/`)
    const { status, body } = await team.admin.patch(path, { comment_html: '<p>Nay</p>' })
    expect([status, body]).toMatchObject([200, { comment_html: '<p>Nay</p>', comment_stripped: 'Nay' }])
    expect(body.edited_at).toMatch(/Z$/)
    const other = await team.admin.patch(path, { access: 'EXTERNAL' })
    expect(other.body).toMatchObject({
      access: 'EXTERNAL',
      edited_at: body.edited_at,
      comment_html: '<p>Nay</p>',
    })
    expect(outcome(await team.admin.patch(path, { access: 'SECRET' }))).toEqual([
      400,
      { access: ['"SECRET" is not a valid choice.'] },
    ])
  })

  test('author, issue and files are not written by a body', async () => {
    const issue = await team.issue()
    const foreign = {
      id: team.make.id(),
      actor: team.guest.id,
      issue: team.make.id(),
      project: team.make.id(),
      workspace: team.make.id(),
      attachments: ['x'],
      comment_stripped: 'forged',
      created_by: team.guest.id,
      created_at: '2001-01-01T00:00:00Z',
      edited_at: '2001-01-01T00:00:00Z',
      deleted_at: '2001-01-01T00:00:00Z',
    }
    const reply = await say(issue.id, { comment_html: '<p>Aye</p>', ...foreign })
    expect(reply.headers.get('x-ignored-fields')?.split(', ').sort()).toEqual(Object.keys(foreign).sort())
    expect(reply.body).toMatchObject({ actor: team.admin.id, issue: issue.id, comment_stripped: 'Aye' })
    const path = team.at(issue.id, `comments/${reply.body.id}/`)
    const changed = await team.member.patch(path, foreign)
    expect(outcome(changed)).toEqual(DENIED)
    expect((await team.admin.patch(path, foreign)).body).toMatchObject({
      actor: team.admin.id,
      edited_at: null,
    })
  })

  test('is changed and deleted by its author and by admins', async () => {
    const issue = await team.issue()
    const [own, theirs] = [await said(issue.id, '<p>Mine</p>', team.member), await said(issue.id)]
    const path = (id: string) => team.at(issue.id, `comments/${id}/`)
    expect(outcome(await team.member.patch(path(theirs.id), { comment_html: '<p>x</p>' }))).toEqual(DENIED)
    expect(outcome(await team.member.delete(path(theirs.id)))).toEqual(DENIED)
    expect((await team.admin.patch(path(own.id), { comment_html: '<p>By an admin</p>' })).status).toBe(200)
    expect((await team.member.patch(path(own.id), { comment_html: '<p>Mine again</p>' })).status).toBe(200)
    expect(outcome(await team.member.delete(path(own.id)))).toEqual([204, ''])
    expect(outcome(await team.admin.delete(path(theirs.id)))).toEqual([204, ''])
    expect(outcome(await team.admin.get(path(own.id)))).toEqual(NOT_FOUND)
    expect((await team.admin.get(team.at(issue.id, 'comments/'))).body).toEqual([])
  })

  test('A7: is found under its own issue and project alone', async () => {
    const [issue, other] = [await team.issue(), await team.issue()]
    const { id } = await said(issue.id)
    expect(outcome(await team.admin.get(team.at(other.id, `comments/${id}/`)))).toEqual(NOT_FOUND)
    expect(outcome(await team.admin.delete(team.at(other.id, `comments/${id}/`)))).toEqual(NOT_FOUND)
    const project = await team.make.project(team.admin, team.workspace.slug)
    expect(outcome(await say(issue.id, {}, team.admin))).toEqual(BLANK)
    const at = `${project.path}/issues/${issue.id}/comments/`
    expect(outcome(await team.admin.post(at, { comment_html: '<p>x</p>' }))).toEqual(NOT_FOUND)
    expect(
      outcome(await team.admin.post(`${project.path}/comments/${id}/reactions/`, { reaction: '1' })),
    ).toEqual(NOT_FOUND)
  })

  test('a guest comments on issues that they see', async () => {
    const issue = await team.issue()
    const { id } = await said(issue.id)
    const calls = () =>
      Promise.all([
        say(issue.id, { comment_html: '<p>Guest</p>' }, team.guest),
        team.guest.get(team.at(issue.id, 'comments/')),
        team.guest.get(team.at(issue.id, `comments/${id}/`)),
      ])
    for (const reply of await calls()) expect(outcome(reply)).toEqual(NOT_FOUND)
    await team.openToGuests()
    expect((await calls()).map(reply => reply.status)).toEqual([201, 200, 200])
  })
})

test('two comments of one moment have two times', async () => {
  const issue = await team.issue()
  await Promise.all(Array.from({ length: 8 }, (_, at) => said(issue.id, `<p>${at}</p>`)))
  const { body } = await team.admin.get<{ created_at: string }[]>(team.at(issue.id, 'comments/'))
  const times = body.map(row => row.created_at)
  expect([...new Set(times)].sort()).toEqual(times)
})

test.each([
  ['<p>Safe<script>alert(1)</script></p>', /script|alert\(1\)/],
  ['<p onclick="x()">Safe</p>', /onclick/],
  ['<p>Safe <a href="javascript:alert(1)">x</a></p>', /javascript/],
  ['<p>Safe <a href=" java\nscript:alert(1)">x</a></p>', /script:/],
  ['<p>Safe <a href="data:text/html,x">x</a></p>', /data:/],
  ['<p>Safe</p><img src="x" onerror="y()">', /onerror/],
  ['<p>Safe</p><img src="data:image/svg+xml;base64,PHN2Zz4=">', /data:/],
  ['<p>Safe</p><iframe src="https://evil.example"></iframe>', /iframe/],
  ['<p>Safe</p><svg onload="x()"></svg>', /svg|onload/],
  ['<p style="background:url(https://evil.example)">Safe</p>', /evil/],
])('E1, E3: %s is cleaned in comments, texts and drafts, made or changed', async (html, evil) => {
  const issue = await team.issue({ description_html: html })
  const comment = await said(issue.id, html)
  const { id } = await said(issue.id)
  const changed = await team.admin.patch(team.at(issue.id, `comments/${id}/`), { comment_html: html })
  const drafts = `/api/workspaces/${team.workspace.slug}/draft-issues/`
  const draft = await team.made(drafts, { description_html: html })
  await team.admin.patch(`${drafts}${draft.id}/`, { description_html: html })
  const texts = [
    (await team.read(issue.id)).description_html,
    comment.comment_html,
    changed.body.comment_html,
    draft.description_html,
    (await team.admin.get(`${drafts}${draft.id}/`)).body.description_html,
  ]
  for (const text of texts) {
    expect(text).toContain('Safe')
    expect(text).not.toMatch(evil)
  }
  const { comment_stripped } = comment
  expect(comment_stripped).not.toMatch(/[<>]/)
})
