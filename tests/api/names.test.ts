import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { compareText, fold, orderedName } from '../../api/contract/lists/folding.ts'
import { type IssueTeam, issueTeam } from '../support/issueTeam.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { runs } from '../support/soak.ts'

let server: TestServer
let team: IssueTeam

beforeAll(async () => {
  server = await startServer()
  team = await issueTeam(server)
})

/** Letters of many scripts, marks, and signs of two halves; nothing that PostgreSQL cannot keep. */
const words = () =>
  fc
    .array(
      fc.oneof(
        fc.constantFrom(
          'a',
          'Z',
          'Äpfel',
          'İ',
          'ı',
          'ß',
          'ẞ',
          'Σ',
          'ς',
          'e\u0301',
          'Й',
          '한',
          '漢',
          '🚢',
          '\uffee',
          ' ',
        ),
        fc.string({ unit: 'binary', minLength: 1, maxLength: 3 }),
      ),
      { maxLength: 6 },
    )
    .map(parts => parts.join('').replaceAll('\0', ''))

test('the database folds and orders names as the browser does', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(words(), { minLength: 2, maxLength: 40 }), async given => {
      const { rows } = await server.db.raw<{ rows: { name: string; key: string; folded: string }[] }>(
        `select name, ordered_name(name) as key, folded(name) as folded
           from jsonb_array_elements_text(?::jsonb) as t(name) order by ordered_name(name) collate "C"`,
        [JSON.stringify(given)],
      )
      for (const { name, key, folded } of rows) {
        expect([folded, key]).toEqual([fold(name), orderedName(name)])
        expect(fold(folded)).toBe(folded)
      }
      const sorted = [...given].sort((a, b) => compareText(orderedName(a), orderedName(b)))
      expect(rows.map(row => row.name)).toEqual(sorted)
    }),
    runs(200),
  )
})

test('names are ordered and found as people read them, whatever their case and marks', async () => {
  const project = await team.make.project(team.admin, team.workspace.slug)
  const names = ['apple', 'Äpfel', 'Banana', 'éclair', 'Eclair', 'İzmir', 'zebra', 'Zebra']
  for (const name of [...names].reverse()) await team.make.issue(team.admin, project.path, { name })
  const list = async (query: string) =>
    (
      await team.admin.get<{ results: { name: string }[] }>(`${project.path}/issues/?${query}`)
    ).body.results.map(row => row.name)
  const ordered = ['Äpfel', 'apple', 'Banana', 'Eclair', 'éclair', 'İzmir', 'Zebra', 'zebra']
  expect(await list('order_by=name')).toEqual(ordered)
  expect(await list('order_by=-name')).toEqual([...ordered].reverse())
  expect(await list('order_by=name&name=ECL')).toEqual(['Eclair', 'éclair'])
  expect(await list(`order_by=name&name=${encodeURIComponent('İz')}`)).toEqual(['İzmir'])
  expect(await list('order_by=name&name=izm')).toEqual(['İzmir'])
  const label = async (name: string) => (await team.made(`${project.path}/issue-labels/`, { name })).id
  for (const name of ['zinc', 'Äther', 'argon'])
    await team.make.issue(team.admin, project.path, { name: `with ${name}`, label_ids: [await label(name)] })
  expect((await list('order_by=labels__name')).slice(0, 3)).toEqual(['with argon', 'with Äther', 'with zinc'])
  await team.made(`${project.path}/issue-drafts/`, { name: 'Über' })
  await team.made(`${project.path}/issue-drafts/`, { name: 'tide' })
  const drafts = await team.admin.get<{ results: { name: string }[] }>(
    `${project.path}/issue-drafts/?order_by=name`,
  )
  expect(drafts.body.results.map(row => row.name)).toEqual(['tide', 'Über'])
})
