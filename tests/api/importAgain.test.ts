/** A source that is imported again while people go on there and here: what is new there comes, what is new here stays and is named. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { build } from '../support/build.ts'
import { importService, type Service } from '../support/importServices.ts'
import { importCalls, importRunner } from '../support/imports.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
let runner: Awaited<ReturnType<typeof importRunner>>
beforeAll(async () => {
  server = await startServer()
  team = await build(server).team()
  runner = await importRunner(server, ['127.0.0.1'])
})
afterAll(() => runner.stop())

type Said = { id: number; body: string; user: { login: string }; created_at: string }
type Issue = {
  number: number
  title: string
  body: string | null
  labels: string[]
  said: Said[]
  milestone?: string
}
const at = '/repos/port/harbour/issues'
const day = '2024-01-05T10:00:00Z'
const user = { login: 'ines-q' }
const said = (id: number, body: string): Said => ({ id, body, user, created_at: day })

const repository =
  (issues: Issue[]): Service =>
  ({ path }) => {
    if (path === at)
      return {
        body: issues.map(({ said: all, milestone, ...issue }) => ({
          ...issue,
          ...{ state: 'open', user, created_at: day, comments: all.length },
          milestone: milestone ? { title: milestone } : null,
        })),
      }
    const number = Number(/\/(\d+)\/comments$/.exec(path)?.[1])
    return number ? { body: issues.find(one => one.number === number)?.said } : undefined
  }

test('titles, labels, texts and comments that are new there come; what people changed here stays and is named; an undo gives back what was', async () => {
  const there: Issue[] = [
    {
      number: 1,
      title: 'Mole',
      body: 'First words',
      labels: ['tugs'],
      said: [said(11, 'Aye'), said(12, 'Nay')],
    },
    { number: 2, title: 'Lock', body: 'Old words', labels: [], said: [said(21, 'Deep')] },
    { number: 3, title: 'Quay', body: null, labels: [], said: [] },
    { number: 4, title: 'Buoy', body: 'Still', labels: [], said: [] },
  ]
  const { url } = await importService(repository(there))
  const calls = importCalls(team.admin, team.workspace.slug)
  const again = () => calls.wholeBy('github', { url, place: 'port/harbour', key: 'gh-key-1' })
  const first = await again()
  expect(first).toMatchObject({ state: 'done', new_count: 4 })

  const rowOf = async (number: number) =>
    await server
      .db('issues as i')
      .leftJoin('documents as d', 'd.id', 'i.id')
      .where({ external_id: `port/harbour#${number}` })
      .whereNull('i.deleted_at')
      .first('i.*', 'd.description_stripped as words', 'd.version')
  const wordsOf = async (number: number) =>
    server
      .db('issue_comments')
      .where('issue', (await rowOf(number)).id)
      .whereNull('deleted_at')
      .orderBy('external_id')
      .pluck('comment_stripped')
  const { id, project_id: project } = await rowOf(2)
  const path = `/api/workspaces/${team.workspace.slug}/projects/${project}/issues`

  // Here: the title and text of the second, and a comment of the first.
  await team.admin.patch(`${path}/${id}/`, { name: 'Lock gate', description_html: '<p>Our words</p>' })
  const one = (await rowOf(1)).id
  const [, nay] = await server.db('issue_comments').where('issue', one).orderBy('created_at')
  await team.admin.patch(`${path}/${one}/comments/${nay.id}/`, { comment_html: '<p>Our nay</p>' })
  // There: everything.
  Object.assign(there[0]!, {
    title: 'Mole head',
    body: 'Second words, see #2',
    labels: ['tugs', 'stone'],
    milestone: 'Spring',
  })
  there[0]!.said = [said(11, 'Aye, sir'), said(12, 'Their nay'), said(13, 'Third')]
  Object.assign(there[1]!, { title: 'Lock wall', body: 'Their words' })
  there[1]!.said = [said(21, 'Deeper')]
  there[2]!.body = 'Now with words'

  const second = await again()
  expect(second).toMatchObject({ state: 'done', new_count: 0, matched_count: 4 })
  expect(second.outcome?.changed).toBe(3)
  expect(await rowOf(1)).toMatchObject({ name: 'Mole head', words: expect.stringContaining('Second words') })
  expect((await rowOf(1)).module_ids).toHaveLength(1)
  expect((await rowOf(1)).label_ids).toHaveLength(2)
  expect(await wordsOf(1)).toEqual(['Aye, sir', 'Our nay', 'Third'])
  expect(await rowOf(2)).toMatchObject({ name: 'Lock gate', words: 'Our words' })
  expect(await wordsOf(2)).toEqual(['Deeper'])
  expect((await rowOf(3)).words).toBe('Now with words')
  const { body: faults } = await team.admin.get<{ results: Record<string, string>[] }>(
    `${calls.at}/${second.id}/faults/`,
  )
  expect(faults.results.map(one => [one.key, one.said, one.words, one.effect])).toEqual([
    ['port/harbour#2', 'Changed here and there', 'title, text', 'Kept as it is here'],
    ['port/harbour#1', 'A comment was changed here and there', 'Our nay', 'Kept as it is here'],
  ])

  await calls.act(second.id, 'undo')
  await calls.reaches(second.id, 'undone')
  expect(await rowOf(1)).toMatchObject({ name: 'Mole', words: 'First words', module_ids: [] })
  expect((await rowOf(1)).label_ids).toHaveLength(1)
  expect(await wordsOf(1)).toEqual(['Aye', 'Our nay'])
  expect((await rowOf(3)).words ?? '').toBe('')

  // Once more: the same comes again, and after that nothing is new.
  await again()
  expect(await rowOf(1)).toMatchObject({ name: 'Mole head', words: expect.stringContaining('Second words') })
  expect(await wordsOf(1)).toEqual(['Aye, sir', 'Our nay', 'Third'])
  expect((await rowOf(3)).words).toBe('Now with words')
  const { version } = await rowOf(1)
  there[0]!.body = 'Third words'
  // With the connection that is kept, for its owner alone.
  const { results } = (await team.admin.get<{ results: { id: string }[] }>(`${calls.at}/`)).body
  const last = results[0]!.id
  expect((await calls.shown(last)).is_connected).toBe(true)
  expect((await importCalls(team.member, team.workspace.slug).act(last, 'again')).status).toBe(404)
  const { body: begun } = await calls.act(last, 'again')
  expect(begun.id).not.toBe(last)
  await calls.reaches(begun.id, 'matching')
  await calls.act(begun.id, 'check')
  await calls.reaches(begun.id, 'checked')
  await calls.act(begun.id, 'run')
  await calls.reaches(begun.id, 'done')
  expect(await rowOf(1)).toMatchObject({ words: 'Third words', version: version + 1 })
  await again()
  expect((await rowOf(1)).version).toBe(version + 1)
  expect((await rowOf(4)).version).toBe(1)
  await server.db('imports').update({ connection: null })
  expect(await calls.act(begun.id, 'again')).toMatchObject({ status: 400 })
})
