/** The examples of the reference: each is a call that was made here, and its answer. `EXAMPLES=1` writes them anew. */
import { expect, test } from 'vitest'
import type { Route } from '../../api/contract/define.ts'
import { allRoutes } from '../../api/contract/index.ts'
import { build } from '../support/build.ts'
import { bodies } from '../support/callBodies.ts'
import { exampleCalls, type Prepared } from '../support/exampleCalls.ts'
import { intakeCalls } from '../support/intakeCalls.ts'
import { fill, pathParams } from '../support/pathParams.ts'
import { type Call, issueCalls } from '../support/repeatedCalls.ts'
import { startServer } from '../support/server.ts'

const FILE = new URL('../../web/reference/examples.json', import.meta.url).pathname

const queries: Record<string, string> = {
  'analytics.chart': '?x_axis=priority&y_axis=issue_count',
  'changes.changes': '?after=0&limit=2',
  'insights.chart': '?x_axis=priority&y_axis=issue_count',
  'issueLists.project': '?priority=high&order_by=-created_at&per_page=2',
  'notifications.list': '?per_page=10&cursor=10:0:0',
  'jobs.exports': '?per_page=10&cursor=10:0:0',
  'search.find': '?q=crane&per_page=2',
  'search.names': '?search=crane',
  'search.similar': '?name=Grease the crane',
  'projects.checkIdentifier': '?name=BER',
}

/** These need a world of their own: a source, a file, another admin. */
const WITHOUT = [
  'imports.again',
  'imports.uploaded',
  'projectMembers.leave',
  'workspaceMembers.addMembers',
  'workspaces.remove',
]

const takesToken = ({ in: place, token }: Route) => token ?? (place === 'workspace' || place === 'project')
/** The calls that a reader meets first: no bytes, no redirects, nothing of one's own screens. */
const isShown = (name: string, route: Route) =>
  takesToken(route) &&
  !route.raw &&
  route.status < 300 &&
  !/^(assets|pictures|assistant|auth|instance|intakeAliases)\./.test(name)

type Example = { method: string; path: string; body?: unknown; status: number; answer?: unknown }

/** Ids, times, addresses and names that differ from run to run get one form. */
const settled = (example: Example, known: [string, string][]): Example => {
  const ids = new Map<string, string>()
  const shortened = JSON.stringify(example, (_, value: unknown) => {
    if (Array.isArray(value)) return value.slice(0, 2)
    return typeof value === 'string' && value.length > 400 ? `${value.slice(0, 400)}…` : value
  })
  const text = known
    .reduce((all, [from, to]) => all.replaceAll(from, to), shortened)
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g, id => {
      const nth =
        ids.get(id) ??
        `${(0x5b0c0000 + ids.size * 0x1117).toString(16)}-7d2a-4c91-8e04-91f2${String(ids.size).padStart(8, '0')}`
      ids.set(id, nth)
      return nth
    })
    .replace(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, '2026-11-17T14:48:03.000Z')
    .replace(/whsec_[\w+/=]+/g, 'whsec_…')
    .replace(/Issue [0-9a-f]{6}/g, 'Grease the crane')
    .replace(/"epoch":\d+(\.\d+)?/g, '"epoch":1795013283')
    .replace(/http:\/\/(localhost|127\.0\.0\.1):\d+/g, 'https://tandem.example')
  return JSON.parse(text) as Example
}

/** What of an answer is the same in every run: which keys it has, and of what kind. */
const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.length > 0 ? [shapeOf(value[0])] : []
  if (typeof value !== 'object' || value === null) return value === null ? null : typeof value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, shapeOf(one)]))
}

test('each example of the reference is a call that works, with the answer that it gets', async () => {
  const server = await startServer()
  const make = build(server)
  const team = await make.team()
  const { admin, workspace, project } = team
  await admin.patch(`${team.path}/`, { inbox_view: true })
  await make.issue(admin, team.path, { name: 'Grease the crane', priority: 'high' })
  const program = (await make.token(admin, workspace.slug)).visitor
  const paramsOf = pathParams(server, make, team)
  const prepared = exampleCalls(server, make, team)
  const calls: Record<string, () => Promise<Call>> = {
    ...issueCalls(
      () => make,
      () => team,
    ),
    ...intakeCalls(
      () => make,
      () => team,
    ),
  }
  const { rows: faces } = await server.db.raw<{ rows: { display_name: string; email: string }[] }>(
    'select u.display_name, c.email from users u join user_contacts c on c.id = u.id',
  )
  const known = (): [string, string][] => [
    [workspace.slug, 'lantern-quay'],
    [project.identifier, 'BER'],
    ...faces.flatMap(({ email, display_name }, at): [string, string][] => [
      [email, `person${at}@lanternquay.example`],
      [display_name, ['freya', 'mei', 'ravi', 'sana'][at % 4]!],
    ]),
  ]
  const examples: Record<string, Example> = {}
  const without: string[] = []
  for (const [name, route] of allRoutes.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    if (!isShown(name, route)) continue
    const given = bodies[name] || prepared[name] ? null : await calls[name]?.()
    const params = given ? {} : await paramsOf(route)
    const more: Prepared = given ? {} : ((await prepared[name]?.(params)) ?? {})
    const path =
      given?.path ?? fill(route.path, { ...params, ...more.params }) + (more.query ?? queries[name] ?? '')
    const body = given?.body ?? more.body ?? bodies[name]
    const reply = await (more.by ?? program).send(
      route.method,
      path,
      route.method === 'GET' ? undefined : body,
    )
    if (reply.status >= 300) {
      without.push(name)
      continue
    }
    const answer: unknown = (reply.body as unknown) === '' ? undefined : reply.body
    examples[name] = settled(
      {
        method: route.method,
        path,
        ...(body ? { body } : {}),
        status: reply.status,
        ...(answer === undefined ? {} : { answer }),
      },
      known(),
    )
  }
  const shapes = Object.fromEntries(
    Object.entries(examples).map(([name, { status, body, answer }]) => [
      name,
      shapeOf({ status, body, answer }),
    ]),
  )
  const { readFile, writeFile } = await import('node:fs/promises')
  if (process.env.EXAMPLES) await writeFile(FILE, `${JSON.stringify(examples)}\n`)
  const kept = JSON.parse(await readFile(FILE, 'utf8')) as Record<string, Example>
  const keptShapes = Object.fromEntries(
    Object.entries(kept).map(([name, { status, body, answer }]) => [name, shapeOf({ status, body, answer })]),
  )
  expect(keptShapes).toEqual(shapes)
  expect(without).toEqual(WITHOUT)
}, 120_000)
