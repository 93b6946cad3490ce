/** Activity of an issue's parts: its text, comments, links, files, reactions, relations. */
import { beforeAll, expect, test } from 'vitest'
import type { Activity } from '../../api/contract/work/activity.ts'
import { rowsOf as allRows, during as duringOf } from '../support/activityRows.ts'
import { attach, attachmentsAt } from '../support/files.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
})

/** The rows that an act brought, as short as they can be read. */
const during = async (id: string, act: () => Promise<unknown>) =>
  (await duringOf(server, team)(id, act)).map(one => [
    one.verb,
    one.field,
    one.old_value,
    one.new_value,
    one.old_identifier,
    one.new_identifier,
    one.comment,
  ])
const rowsOf = (id: string) => allRows(server, id)

test('comments: made, reworded, deleted', async () => {
  const issue = await team.issue()
  let id = ''
  const made = await during(issue.id, async () => {
    id = (await team.made(team.at(issue.id, 'comments/'), { comment_html: '<p>Aye</p>' })).id
  })
  expect(made).toEqual([['created', 'comment', null, '<p>Aye</p>', null, id, 'created a comment']])
  const path = team.at(issue.id, `comments/${id}/`)
  expect(await during(issue.id, () => team.admin.patch(path, { comment_html: '<p>Nay</p>' }))).toEqual([
    ['updated', 'comment', '<p>Aye</p>', '<p>Nay</p>', id, id, 'updated a comment'],
  ])
  expect(await during(issue.id, () => team.admin.patch(path, { comment_html: '<p>Nay</p>' }))).toEqual([])
  expect(await during(issue.id, () => team.admin.delete(path))).toEqual([
    ['deleted', 'comment', null, null, null, null, 'deleted the comment'],
  ])
  expect((await rowsOf(issue.id)).map(row => row.issue_comment)).toEqual([null, id, id, null])
  expect((await team.told(issue.id)).map(row => row.field)).toEqual([null])
})

test('links: made, another address, deleted; another title is no news', async () => {
  const issue = await team.issue()
  let id = ''
  const made = await during(issue.id, async () => {
    id = (await team.made(team.at(issue.id, 'issue-links/'), { url: 'https://a.example' })).id
  })
  expect(made).toEqual([['created', 'link', null, 'https://a.example', null, id, 'created a link']])
  const path = team.at(issue.id, `issue-links/${id}/`)
  expect(await during(issue.id, () => team.admin.patch(path, { title: 'Tides' }))).toEqual([])
  expect(await during(issue.id, () => team.admin.patch(path, { url: 'https://b.example' }))).toEqual([
    ['updated', 'link', 'https://a.example', 'https://b.example', id, id, 'updated a link'],
  ])
  expect(await during(issue.id, () => team.admin.delete(path))).toEqual([
    ['deleted', 'link', 'https://b.example', '', null, null, 'deleted the link'],
  ])
})

test('files: confirmed the first time, deleted', async () => {
  const issue = await team.issue()
  const at = attachmentsAt(team.path, issue.id)
  let id = ''
  const made = await during(issue.id, async () => {
    id = (await attach(team.admin, at)).asset_id
  })
  expect(made).toEqual([['created', 'attachment', null, `${at}${id}/`, null, id, 'created an attachment']])
  expect(await during(issue.id, () => team.admin.patch(`${at}${id}/`))).toEqual([])
  expect(await during(issue.id, () => team.admin.delete(`${at}${id}/`))).toEqual([
    ['deleted', 'attachment', null, null, null, null, 'deleted the attachment'],
  ])
})

test('reactions on an issue and on its comments: the row of each, not shown in the history', async () => {
  const issue = await team.issue()
  const comment = await team.made(team.at(issue.id, 'comments/'), { comment_html: '<p>Aye</p>' })
  for (const path of [team.at(issue.id, 'reactions/'), `${team.path}/comments/${comment.id}/reactions/`]) {
    let id = ''
    const made = await during(issue.id, async () => {
      id = (await team.made(path, { reaction: '128077' })).id
    })
    expect(made).toEqual([['created', 'reaction', null, '128077', null, id, 'added the reaction']])
    expect(await during(issue.id, () => team.admin.delete(`${path}128077/`))).toEqual([
      ['deleted', 'reaction', '128077', null, id, null, 'removed the reaction'],
    ])
  }
  expect((await team.told(issue.id)).map(row => row.field)).toEqual([null])
})

const INVERSE = {
  blocked_by: 'blocking',
  blocking: 'blocked_by',
  relates_to: 'relates_to',
  duplicate: 'duplicate',
}

test.each(Object.entries(INVERSE))(
  'a %s relation: a row on each end, by the name that it has there',
  async (type, inverse) => {
    const [issue, other] = [await team.issue(), await team.issue()]
    const key = (of: { sequence_id: number }) => `${team.project.identifier}-${of.sequence_id}`
    const act = (path: string, body: object) => () => team.admin.post(team.at(issue.id, path), body)
    const relate = act('issue-relation/', { relation_type: type, issues: [other.id] })
    const beside = (await rowsOf(other.id)).length
    expect(await during(issue.id, relate)).toEqual([
      ['updated', type, '', key(other), other.id, null, `added ${type} relation`],
    ])
    expect(await during(issue.id, relate)).toEqual([])
    const end = act('remove-relation/', { relation_type: type, related_issue: other.id })
    expect(await during(issue.id, end)).toEqual([
      ['deleted', type, key(other), '', other.id, null, `deleted ${type} relation`],
    ])
    const mirror = (await rowsOf(other.id)).slice(beside)
    expect(
      mirror.map(row => [row.verb, row.field, row.old_value, row.new_value, row.old_identifier]),
    ).toEqual([
      ['updated', inverse, '', key(issue), issue.id],
      ['deleted', inverse, key(issue), '', issue.id],
    ])
  },
)

test('a text: one row for a spell of one person’s editing, which moves along with it', async () => {
  const issue = await team.issue({ description_html: '<p>One</p>' })
  const write = (text: string, by = team.admin) =>
    by.patch(team.at(issue.id), { description_html: `<p>${text}</p>` })
  expect(await during(issue.id, () => write('One'))).toEqual([])
  expect(await during(issue.id, () => write('Two'))).toEqual([
    ['updated', 'description', '<p>One</p>', '<p>Two</p>', null, null, 'updated the description to'],
  ])
  const first = (await rowsOf(issue.id)).at(-1)!
  expect(await during(issue.id, () => write('Three'))).toEqual([])
  const moved = (await rowsOf(issue.id)).at(-1)!
  expect(moved).toMatchObject({ id: first.id, old_value: '<p>One</p>', new_value: '<p>Three</p>' })
  expect(moved.created_at > first.created_at).toBe(true)
  // Polled after its first time, the row is answered again.
  const poll = new URLSearchParams({
    activity_type: 'issue-property',
    created_at__gt: new Date(first.created_at).toISOString(),
  })
  const later = await team.admin.get<Activity[]>(team.at(issue.id, `history/?${poll}`))
  expect(later.body.map(row => row.id)).toEqual([first.id])

  // Somebody else's row, or another change, ends nobody's spell.
  await team.member.get(team.at(issue.id))
  expect(await during(issue.id, () => write('Four', team.member))).toHaveLength(1)
  await team.admin.patch(team.at(issue.id), { priority: 'high' })
  await team.admin.get(team.at(issue.id))
  expect(await during(issue.id, () => write('Five'))).toEqual([])
  await team.member.get(team.at(issue.id))
  expect(await during(issue.id, () => write('Six', team.member))).toEqual([])
  expect((await team.told(issue.id)).map(row => [row.actor, row.field])).toEqual([
    [team.admin.id, null],
    [team.admin.id, 'priority'],
    [team.admin.id, 'description'],
    [team.member.id, 'description'],
  ])
  // A spell is counted from its beginning, not from its last word.
  await server
    .db('issue_activities')
    .where('issue', issue.id)
    .update({ epoch: server.db.raw('epoch - 11 * 60') })
  await team.admin.get(team.at(issue.id))
  expect(await during(issue.id, () => write('Seven'))).toHaveLength(1)
})

test('the row that tells of a text while it is written carries none of its words', async () => {
  const issue = await team.issue()
  const write = (html: string) => team.admin.patch(team.at(issue.id), { description_html: html })
  for (const n of [1, 2]) await write(`<p>${'ebb and flow '.repeat(n * 100)}</p>`)
  const told = (await server
    .db('changes')
    .where({ entity: 'issue_activity' })
    .whereRaw(`row->>'issue' = ?`, [issue.id])
    .orderBy('seq')
    .select('op', 'row')) as { op: string; row: Activity }[]
  expect(told.slice(1).map(({ op, row }) => [op, row.field, row.old_value, row.new_value])).toEqual([
    ['create', 'description', null, null],
    ['update', 'description', null, null],
  ])
  expect((await team.told(issue.id)).at(-1)?.new_value).toContain('ebb and flow')
  const size = await server.db.raw(
    `select sum(length(row::text) + length(coalesce(before::text, ''))) as n from changes
      where row->>'issue' = :id or row->>'id' = :id`,
    { id: issue.id },
  )
  expect(Number(size.rows[0].n)).toBeLessThan(12_000)
})

test('the first text of an issue that had none is a change like any other', async () => {
  const issue = await team.issue()
  const write = () => team.admin.patch(team.at(issue.id), { description_html: '<p>One</p>' })
  expect(await during(issue.id, write)).toEqual([
    ['updated', 'description', '<p></p>', '<p>One</p>', null, null, 'updated the description to'],
  ])
  expect((await team.read(issue.id)).description_html).toBe('<p>One</p>')
})
