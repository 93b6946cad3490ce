import { beforeAll, describe, expect, test } from 'vitest'
import { CommentReaction } from '../../api/contract/work/comments.ts'
import { IssueReactionAnswer } from '../../api/contract/work/reactions.ts'
import { type IssueTeam, issueTeam, NOT_FOUND, outcome } from '../support/issueTeam.ts'
import { sharedServer } from '../support/server.ts'

let team: IssueTeam

beforeAll(async () => {
  team = await issueTeam(await sharedServer())
})

const THUMB = '128077'
const HEART = '10084-65039'
const TAKEN = [400, { error: 'The payload is not valid' }]

const onIssue = async () => team.at((await team.issue()).id, 'reactions/')
const onComment = async () => {
  const issue = await team.issue()
  const comment = await team.made(team.at(issue.id, 'comments/'), { comment_html: '<p>Aye</p>' })
  return `${team.path}/comments/${comment.id}/reactions/`
}

describe.each([
  ['an issue', onIssue, IssueReactionAnswer],
  ['a comment', onComment, CommentReaction.schema],
] as const)('reactions on %s', (_, make, schema) => {
  test('one of each kind for each person, the newest first', async () => {
    const path = await make()
    const { status, body } = await team.member.post(path, { reaction: THUMB })
    expect(status).toBe(201)
    expect(schema.strict().parse(body)).toEqual(body)
    expect(body).toMatchObject({ reaction: THUMB, actor: team.member.id, project: team.project.id })
    expect(outcome(await team.member.post(path, { reaction: THUMB }))).toEqual(TAKEN)
    expect((await team.member.post(path, { reaction: HEART })).status).toBe(201)
    expect((await team.admin.post(path, { reaction: THUMB })).status).toBe(201)
    const { body: all } = await team.admin.get<{ reaction: string; actor: string }[]>(path)
    expect(all.map(row => [row.reaction, row.actor])).toEqual([
      [THUMB, team.admin.id],
      [HEART, team.member.id],
      [THUMB, team.member.id],
    ])
  })

  test('are taken back by who gave them, and may be given again', async () => {
    const path = await make()
    await team.member.post(path, { reaction: THUMB })
    expect(outcome(await team.admin.delete(`${path}${THUMB}/`))).toEqual(NOT_FOUND)
    expect(outcome(await team.member.delete(`${path}${THUMB}/`))).toEqual([204, ''])
    expect(outcome(await team.member.delete(`${path}${THUMB}/`))).toEqual(NOT_FOUND)
    expect((await team.admin.get(path)).body).toEqual([])
    expect((await team.member.post(path, { reaction: THUMB })).status).toBe(201)
  })

  test('given twice at once count once', async () => {
    const path = await make()
    const replies = await Promise.all([1, 2, 3].map(() => team.member.post(path, { reaction: THUMB })))
    expect(replies.map(reply => reply.status).sort()).toEqual([201, 400, 400])
    expect((await team.admin.get(path)).body).toHaveLength(1)
  })

  test.each([
    [{}, ['This field is required.']],
    [{ reaction: '' }, ['This field may not be blank.', 'Not a valid value.']],
    [{ reaction: '1'.repeat(21) }, ['Ensure this field has no more than 20 characters.']],
    [{ reaction: '<script>' }, ['Not a valid value.']],
  ])('E1: %j is no reaction', async (body, messages) => {
    expect(outcome(await team.member.post(await make(), body))).toEqual([400, { reaction: messages }])
  })

  test('a guest reacts to issues that they see', async () => {
    const path = await make()
    for (const reply of [
      await team.guest.get(path),
      await team.guest.post(path, { reaction: THUMB }),
      await team.guest.delete(`${path}${THUMB}/`),
    ])
      expect(outcome(reply)).toEqual(NOT_FOUND)
    await team.openToGuests()
    expect((await team.guest.post(path, { reaction: THUMB })).status).toBe(201)
  })
})

test('a comment carries its reactions, and a history too', async () => {
  const issue = await team.issue()
  const comment = await team.made(team.at(issue.id, 'comments/'), { comment_html: '<p>Aye</p>' })
  await team.member.post(`${team.path}/comments/${comment.id}/reactions/`, { reaction: THUMB })
  for (const path of ['comments/', 'history/?activity_type=issue-comment']) {
    const { body } = await team.admin.get(team.at(issue.id, path))
    expect(body).toMatchObject([{ comment_reactions: [{ reaction: THUMB, actor: team.member.id }] }])
  }
})
