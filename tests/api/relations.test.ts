import { beforeAll, describe, expect, test } from 'vitest'
import { RelatedRow, type Relation, type RelationType } from '../../api/contract/work/relations.ts'
import type { Person } from '../support/build.ts'
import {
  DENIED,
  type IssueTeam,
  issueTeam,
  NO_ISSUE,
  NOT_FOUND,
  outcome,
  strangersTo,
} from '../support/issueTeam.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
let theirs: IssueTeam

beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
  theirs = await issueTeam(server)
})

type Lists = Record<string, RelatedRow[]>
const relate = (id: string, relation_type: string | undefined, issues: string[], by = team.admin) =>
  by.post<RelatedRow[]>(team.at(id, 'issue-relation/'), { relation_type, issues })
const end = (id: string, relation_type: string, related_issue: string, by = team.admin) =>
  by.post(team.at(id, 'remove-relation/'), { relation_type, related_issue })
const listsOf = async (id: string, by = team.admin) =>
  (await by.get<Lists>(team.at(id, 'issue-relation/'))).body
/** Ids by kind, kinds without any left out. */
const kindsOf = async (id: string, by = team.admin) =>
  Object.fromEntries(
    Object.entries(await listsOf(id, by)).flatMap(([kind, rows]) =>
      rows.length > 0 ? [[kind, rows.map(row => row.id)]] : [],
    ),
  )

const INVERSE: Record<RelationType, RelationType> = {
  blocked_by: 'blocking',
  blocking: 'blocked_by',
  relates_to: 'relates_to',
  duplicate: 'duplicate',
}

describe.each(Object.entries(INVERSE))('%s', (type, inverse) => {
  test('is answered as it was asked for, and seen from both ends', async () => {
    const [issue, a, b] = [await team.issue(), await team.issue(), await team.issue()]
    const { status, body } = await relate(issue.id, type, [a.id, b.id], team.member)
    expect(status).toBe(201)
    expect(body).toEqual(
      [a, b].map(({ id, name, sequence_id }) => ({
        id,
        name,
        sequence_id,
        project_id: team.project.id,
        relation_type: type,
        relation_id: expect.any(String),
      })),
    )
    expect(await kindsOf(issue.id)).toEqual({ [type]: [a.id, b.id] })
    expect(await kindsOf(a.id)).toEqual({ [inverse]: [issue.id] })
    const [row] = (await listsOf(a.id))[inverse]!
    expect(RelatedRow.strict().parse(row)).toEqual(row)
    expect(row).toMatchObject({
      id: issue.id,
      relation_type: inverse,
      state_id: issue.state_id,
      priority: 'none',
    })
  })

  test('made again, from either end, stays one and writes nothing', async () => {
    const [issue, other] = [await team.issue(), await team.issue()]
    const [first] = (await relate(issue.id, type, [other.id])).body
    const before = await team.changes()
    expect((await relate(issue.id, type, [other.id])).body).toEqual([first])
    expect((await relate(other.id, inverse, [issue.id])).body[0]!.relation_id).toBe(first!.relation_id)
    expect(await team.changes()).toBe(before)
  })

  test('ends from either end, by its kind or its own id; a second time it is not found', async () => {
    const [issue, other] = [await team.issue(), await team.issue()]
    await relate(issue.id, type, [other.id])
    const wrong = Object.keys(INVERSE).find(kind => kind !== type && kind !== inverse)!
    expect(outcome(await end(issue.id, wrong, other.id))).toEqual(NOT_FOUND)
    expect(outcome(await end(other.id, inverse, issue.id, team.member))).toEqual([204, ''])
    expect([await kindsOf(issue.id), await kindsOf(other.id)]).toEqual([{}, {}])
    expect(outcome(await end(issue.id, type, other.id))).toEqual(NOT_FOUND)
    const [made] = (await relate(issue.id, type, [other.id])).body
    const path = team.at(other.id, `issue-relation/${made!.relation_id}/`)
    const stranger = await team.issue()
    expect(
      outcome(await team.admin.delete(team.at(stranger.id, `issue-relation/${made!.relation_id}/`))),
    ).toEqual(NOT_FOUND)
    expect(outcome(await team.admin.delete(path))).toEqual([204, ''])
    expect(outcome(await team.admin.delete(path))).toEqual(NOT_FOUND)
  })

  test('made by two at once, from both ends, is one', async () => {
    const [issue, other] = [await team.issue(), await team.issue()]
    const replies = await Promise.all([
      relate(issue.id, type, [other.id]),
      relate(other.id, inverse, [issue.id], team.member),
    ])
    expect(replies.map(reply => reply.status)).toEqual([201, 201])
    expect(await kindsOf(issue.id)).toEqual({ [type]: [other.id] })
  })
})

describe('refused', () => {
  test('without a kind, of an unknown kind, to itself, both ways round', async () => {
    const [issue, other] = [await team.issue(), await team.issue()]
    expect(outcome(await relate(issue.id, undefined, [other.id]))).toEqual([
      400,
      { message: 'Issue relation type is required' },
    ])
    for (const kind of ['start_before', 'finish_after', 'x'])
      expect(outcome(await relate(issue.id, kind, [other.id]))).toEqual([
        400,
        { relation_type: [`"${kind}" is not a valid choice.`] },
      ])
    expect(outcome(await relate(issue.id, 'relates_to', [other.id, issue.id]))).toEqual([
      400,
      { issues: ['An issue cannot be related to itself.'] },
    ])
    await relate(issue.id, 'blocked_by', [other.id])
    for (const [from, kind, to] of [
      [issue.id, 'blocking', other.id],
      [other.id, 'blocked_by', issue.id],
    ] as const)
      expect(outcome(await relate(from, kind, [to]))).toEqual([
        400,
        { issues: ['These issues already block each other the other way round.'] },
      ])
    expect(await kindsOf(issue.id)).toEqual({ blocked_by: [other.id] })
    expect((await relate(issue.id, 'duplicate', [other.id])).status).toBe(201)
  })

  test('A7: with one id that the caller does not find, nothing is written', async () => {
    const [issue, good] = [await team.issue(), await team.issue()]
    const [inOther, ...rest] = await strangersTo(team, theirs)
    const before = await team.changes()
    for (const id of rest)
      expect(outcome(await relate(issue.id, 'relates_to', [good.id, id]))).toEqual(NO_ISSUE)
    // An issue of another project of the workspace: for members of that one.
    expect(outcome(await relate(issue.id, 'relates_to', [good.id, inOther!], team.member))).toEqual(NO_ISSUE)
    expect(outcome(await end(issue.id, 'relates_to', good.id))).toEqual(NOT_FOUND)
    expect(await team.changes()).toBe(before)
    expect(outcome(await relate(issue.id, 'relates_to', ['x']))).toEqual([
      400,
      { issues: ['Must be a valid UUID.'] },
    ])
    expect((await relate(issue.id, 'relates_to', [inOther!])).status).toBe(201)
  })

  test('to guests, of their own issues too', async () => {
    const [own, other] = [await team.issueOfGuest(), await team.issueOfGuest()]
    expect(outcome(await relate(own.id, 'relates_to', [other.id], team.guest))).toEqual(DENIED)
    const [made] = (await relate(own.id, 'relates_to', [other.id])).body
    expect(outcome(await end(own.id, 'relates_to', other.id, team.guest))).toEqual(DENIED)
    const path = team.at(own.id, `issue-relation/${made!.relation_id}/`)
    expect(outcome(await team.guest.delete(path))).toEqual(DENIED)
  })
})

describe('invisible issues are left out', () => {
  test('issues of a project that one is not in, or that is archived', async () => {
    const other = await team.make.project(team.admin, team.workspace.slug)
    const [issue, far] = [
      await team.issue(),
      await team.make.issue(team.admin, other.path, { name: 'Secret' }),
    ]
    const [made] = (await relate(issue.id, 'blocked_by', [far.id])).body
    expect(await kindsOf(issue.id)).toEqual({ blocked_by: [far.id] })
    expect(await kindsOf(issue.id, team.member)).toEqual({})
    expect(outcome(await end(issue.id, 'blocked_by', far.id, team.member))).toEqual(NOT_FOUND)
    const path = team.at(issue.id, `issue-relation/${made!.relation_id}/`)
    expect(outcome(await team.member.delete(path))).toEqual(NOT_FOUND)
    const seen = await team.member.get(team.at(issue.id, '?expand=issue_relation,issue_related'))
    expect(JSON.stringify(seen.body)).not.toContain('Secret')
    await server.db('projects').where('id', other.id).update({ archived_at: new Date() })
    expect(await kindsOf(issue.id)).toEqual({})
  })

  test('a guest’s own issue shows what of theirs it is related to; archived and deleted ones are gone', async () => {
    const [own, mine, hidden] = [await team.issueOfGuest(), await team.issueOfGuest(), await team.issue()]
    await relate(own.id, 'relates_to', [mine.id, hidden.id])
    expect(await kindsOf(own.id, team.guest)).toEqual({ relates_to: [mine.id] })
    await team.openToGuests()
    expect(await kindsOf(own.id, team.guest)).toEqual({ relates_to: [mine.id, hidden.id] })
    await team.admin.delete(team.at(mine.id))
    expect(await kindsOf(own.id)).toEqual({ relates_to: [hidden.id] })
    await team.admin.patch(team.at(hidden.id), { state_id: team.state('completed') })
    await team.admin.post(team.at(hidden.id, 'archive/'))
    expect(await kindsOf(own.id)).toEqual({})
  })
})

test('of many issues at once: flat rows, each once, where both ends are seen', async () => {
  const [one, two, three] = [await team.issue(), await team.issue(), await team.issue()]
  await relate(one.id, 'blocking', [two.id])
  await relate(three.id, 'relates_to', [two.id])
  const among = async (by: Person, ...ids: string[]) =>
    (
      await by.get<Relation[]>(
        `/api/workspaces/${team.workspace.slug}/issue-relations/?issues=${ids.join(',')}`,
      )
    ).body.map(({ issue, related_issue, relation_type }) => [issue, relation_type, related_issue])
  const first = [two.id, 'blocked_by', one.id]
  expect(await among(team.member, one.id, two.id)).toEqual([first, [three.id, 'relates_to', two.id]])
  expect(await among(team.member, one.id)).toEqual([first])
  expect(await among(team.member, 'nonsense', '')).toEqual([])
  expect(await among(team.guest, one.id, two.id)).toEqual([])
  const abroad = await theirs.issue()
  await relate(abroad.id, 'blocking', [(await theirs.issue()).id], theirs.admin)
  expect(await among(team.admin, abroad.id)).toEqual([])
})
