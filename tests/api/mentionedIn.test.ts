import { beforeAll, expect, test } from 'vitest'
import type { MentionedIn } from '../../api/contract/text/mentionedIn.ts'
import { up } from '../../migrations/16_mentionedPages.ts'
import type { Person } from '../support/build.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import type { Envelope } from '../support/issueWorld.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: IssueTeam
beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
})

const chip = (kind: 'issue' | 'page_mention', id: string) =>
  `<p>See <mention-component entity_name="${kind}" entity_identifier="${id}" label="it"></mention-component>.</p>`
const embed = (id: string) =>
  `<issue-embed-component entity_name="issue" entity_identifier="${id}"></issue-embed-component>`
const page = async (fields: Record<string, unknown>, by: Person = team.admin) =>
  (await by.post<{ id: string }>(`${team.path}/pages/`, { name: 'Tides', ...fields })).body
const listOf = async (kind: 'issues' | 'pages', id: string, by = team.admin, terms = '') =>
  (await by.get<Envelope<MentionedIn[]>>(`${team.path}/${kind}/${id}/mentioned-in/${terms}`)).body
const idsOf = async (...asked: Parameters<typeof listOf>) =>
  (await listOf(...asked)).results.map(({ kind, row }) => `${kind} ${row.id}`)

test('an issue says which texts mention or embed it, the last changed first, until they do no more', async () => {
  const issue = await team.issue()
  const teller = await team.issue({ description_html: chip('issue', issue.id) })
  const sheet = await page({ description_html: embed(issue.id) })
  // That it names itself leads nowhere.
  await team.admin.patch(team.at(issue.id, ''), { description_html: chip('issue', issue.id) })
  expect(await idsOf('issues', issue.id)).toEqual([`page ${sheet.id}`, `issue ${teller.id}`])
  await team.admin.patch(team.at(teller.id, ''), { name: 'Sill' })
  expect(await idsOf('issues', issue.id)).toEqual([`issue ${teller.id}`, `page ${sheet.id}`])
  const [first] = (await listOf('issues', issue.id)).results
  expect(first?.row.name).toBe('Sill')
  await team.admin.patch(team.at(teller.id, ''), { description_html: '<p>Gone</p>' })
  expect(await idsOf('issues', issue.id)).toEqual([`page ${sheet.id}`])
})

test('a page likewise, page by page', async () => {
  const sheet = await page({})
  const tellers = []
  for (let at = 0; at < 3; at++)
    tellers.unshift(`issue ${(await team.issue({ description_html: chip('page_mention', sheet.id) })).id}`)
  const found = await Promise.all(
    [0, 1, 2].map(at => listOf('pages', sheet.id, team.admin, `?per_page=1&cursor=1:${at}:0`)),
  )
  expect(found.flatMap(({ results }) => results.map(({ kind, row }) => `${kind} ${row.id}`))).toEqual(tellers)
  expect(found.map(one => [one.total_count, one.next_page_results])).toEqual([
    [3, true],
    [3, true],
    [3, false],
  ])
  expect((await listOf('pages', sheet.id, team.admin, '?per_page=1&cursor=1:9:0')).total_count).toBe(3)
})

test('nobody is told of a text that they may not read', async () => {
  const issue = await team.issue()
  await server.db('issues').where('id', issue.id).update({ created_by: team.guest.id })
  const own = await page({ description_html: chip('issue', issue.id), access: 1 }, team.member)
  const teller = await team.issue({ description_html: chip('issue', issue.id) })
  expect(await idsOf('issues', issue.id, team.member)).toEqual([`issue ${teller.id}`, `page ${own.id}`])
  expect(await idsOf('issues', issue.id)).toEqual([`issue ${teller.id}`])
  expect((await listOf('issues', issue.id)).total_count).toBe(1)
  // A guest sees what they made, and none of the others.
  expect(await idsOf('issues', issue.id, team.guest)).toEqual([])
  await team.admin.delete(team.at(teller.id, ''))
  expect(await idsOf('issues', issue.id)).toEqual([])
})

test('a text of another workspace is none of this one, though one is of both', async () => {
  const issue = await team.issue()
  const other = await team.make.workspace(team.admin)
  const project = await team.make.project(team.admin, other.slug)
  await team.make.issue(team.admin, project.path, { description_html: chip('issue', issue.id) })
  expect(await idsOf('issues', issue.id)).toEqual([])
})

test('texts of before are told of too, once the migration has been over them', async () => {
  const sheet = await page({})
  const teller = await team.issue({ description_html: chip('page_mention', sheet.id) })
  await server.db.raw(
    'drop index documents_by_issues; drop index documents_by_pages; alter table documents drop column mentioned_pages',
  )
  await up(server.db)
  expect(await idsOf('pages', sheet.id)).toEqual([`issue ${teller.id}`])
})
