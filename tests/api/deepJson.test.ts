import { pino } from 'pino'
import { beforeAll, expect, test } from 'vitest'
import { startFeeds } from '../../api/live/feeds.ts'
import { latest } from '../../api/live/log.ts'
import { startWake } from '../../api/live/wake.ts'
import { build } from '../support/build.ts'
import { until } from '../support/live.ts'
import { startServer, type TestServer } from '../support/server.ts'

let server: TestServer
let make: ReturnType<typeof build>
let team: Awaited<ReturnType<ReturnType<typeof build>['team']>>
beforeAll(async () => {
  server = await startServer()
  make = build(server)
  team = await make.team()
})

const raw = (method: string, path: string, raw: string) =>
  team.member.send(method, path, undefined, { raw, headers: { 'content-type': 'application/json' } })
const deep = (levels: number) => `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`

test.each([
  ['POST', 'project-views/', 'view_props'],
  ['PATCH', 'user-properties/', 'filters'],
  ['POST', 'pages/', 'logo_props'],
  ['POST', 'pages/', 'description'],
])('%s %s takes no %s that is nested deeper than 64 levels', async (method, path, field) => {
  const answer = await raw(method, `${team.path}/${path}`, `{"name":"Deep","${field}":${deep(4_386)}}`)
  expect([answer.status, answer.body]).toEqual([
    400,
    { [field]: [expect.stringMatching(/Nested too deeply/)] },
  ])
  expect((await team.admin.get(`/api/workspaces/${team.workspace.slug}/bootstrap/`)).status).toBe(200)
})

test.each([
  ['PATCH', ':p/', 'logo_props', 20_000],
  ['POST', ':p/project-views/', 'view_props', 20_000],
  ['POST', ':p/project-views/', 'default_props', 20_000],
  ['POST', ':p/project-views/', 'preferences', 20_000],
  ['POST', '/api/workspaces/:ws/workspace-views/', 'view_props', 20_000],
  ['PATCH', '/api/users/me/profile/', 'billing_address', 20_000],
  ['PATCH', ':p/user-properties/', 'display_filters', 20_000],
  ['POST', ':p/views/', 'display_filters', 6_000],
])('%s %s takes no more of %s than %i letters', async (method, at, field, most) => {
  const path = at.replace(':p', team.path).replace(':ws', team.workspace.slug)
  // {"table":{"a":"…"}}: 18 letters beside the long one.
  const of = (length: number) => ({ name: 'Long', [field]: { table: { a: 'x'.repeat(length - 18) } } })
  const refused = await team.admin.send(method, path, of(most + 1))
  expect([refused.status, refused.body]).toEqual([
    400,
    { [field]: [`Ensure this field has no more than ${most} characters.`] },
  ])
  expect((await team.admin.send(method, path, of(most))).status).toBeLessThan(300)
})

// Read whole, two million names held the process for thirteen seconds.
test.each([
  [
    'names',
    (n: number) => `{"name":"Many",${Array.from({ length: n }, (_, at) => `"k${at}":1`)}}`,
    9_998,
    10_001,
  ],
  ['values', (n: number) => `{"name":"Many","k":[${'1,'.repeat(n)}1]}`, 400_000, 500_001],
  [
    'signs that only look like values, in a text',
    (n: number) => `{"name":"Many","k":"${'\\\\,:{[\\"'.repeat(n)}"}`,
    600_000,
    null,
  ],
])('a body is not read that holds more %s than any call takes', async (_, body, taken, refused) => {
  const path = `${team.path}/pages/`
  expect((await raw('POST', path, body(taken))).status).toBe(201)
  if (refused) expect((await raw('POST', path, body(refused))).status).toBe(413)
})

test('64 levels are taken', async () => {
  const answer = await raw('POST', `${team.path}/pages/`, `{"name":"Deep","logo_props":${deep(64)}}`)
  expect(answer.status).toBe(201)
})

test('a follower that cannot take a change is given it again, and holds up nobody', async () => {
  const log = pino({ level: 'silent' })
  const wake = await startWake({ db: server.db, url: server.url, log })
  const feeds = startFeeds({ db: server.db, wake, log })
  const scope = team.workspace.id
  const at = await latest(server.db, scope)
  const taken = { clumsy: [] as number[], slow: [] as number[], good: [] as number[] }
  let fails = 2
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  const followers = [
    {
      scope,
      at,
      take: async ({ changes }: { changes: { seq: number }[] }) => {
        if (fails-- > 0) throw new Error('not now')
        taken.clumsy.push(...changes.map(({ seq }) => seq))
      },
    },
    {
      scope,
      at,
      take: async ({ changes }: { changes: { seq: number }[] }) => {
        await held
        taken.slow.push(...changes.map(({ seq }) => seq))
      },
    },
    {
      scope,
      at,
      take: async ({ changes }: { changes: { seq: number }[] }) => {
        taken.good.push(...changes.map(({ seq }) => seq))
      },
    },
  ]
  for (const follower of followers) feeds.follow(follower)
  for (let n = 0; n < 3; n++) await make.issue(team.admin, team.path)
  const now = await latest(server.db, scope)
  await until(() => taken.good.at(-1) === now)
  expect(taken.slow).toEqual([])
  letGo()
  await until(() => taken.clumsy.at(-1) === now && taken.slow.at(-1) === now)
  const whole = Array.from({ length: now - at }, (_, n) => at + n + 1)
  expect(taken).toEqual({ clumsy: whole, slow: whole, good: whole })
  for (const follower of followers) feeds.leave(follower)
  await wake.close()
})
