import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { allRoutes } from '../../api/contract/index.ts'
import { groupFields } from '../../api/contract/lists/issueQuery.ts'
import { forms } from '../../api/contract/people/forms.ts'
import { sharedServer, startServer } from '../support/server.ts'
import { visitor } from '../support/visitor.ts'

test('the description of the API validates and names every route', async () => {
  const server = await startServer()
  const { body, status } = await visitor(server.origin).get<{
    paths: Record<string, Record<string, unknown>>
  }>('/api/openapi.json')
  expect(status).toBe(200)
  const { valid, errors } = await new Validator().validate(body)
  expect(errors ?? []).toEqual([])
  expect(valid).toBe(true)
  for (const [name, route] of [...allRoutes, ...forms]) {
    const operation = body.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
    expect(operation, name).toMatchObject({ operationId: name })
  }
})

test('the public API has a description of its own: it validates, names every call that is shown, and is opened by tokens', async () => {
  const server = await sharedServer()
  type Operation = { operationId: string; responses: object }
  const { body, status } = await visitor(server.origin).get<{
    paths: Record<string, Record<string, Operation>>
    security: object[]
  }>('/api/v1/openapi.json')
  expect(status).toBe(200)
  const { valid, errors } = await new Validator().validate(body)
  expect([errors ?? [], valid]).toEqual([[], true])
  expect(body.security).toEqual([{ token: [] }])
  const told = Object.values(body.paths).flatMap(path =>
    Object.values(path).map(({ operationId }) => operationId),
  )
  expect(new Set(told).size).toBe(told.length)
  for (const [name, route] of allRoutes) if (route.exposes) expect(told, name).toContain(name)
  expect(Object.keys(body.paths)).toContain(
    '/api/v1/workspaces/{ws}/projects/{p}/work-items/{issueId}/comments/',
  )
  expect(Object.keys(body.paths).filter(path => !path.startsWith('/api/v1/'))).toEqual([])
})

test('of a form that is posted it tells the page that it leads to, and the answers of one that has expired', async () => {
  const server = await sharedServer()
  type Paths = Record<string, Record<string, { responses: Record<string, unknown> }>>
  const { body } = await visitor(server.origin).get<{ paths: Paths }>('/api/openapi.json')
  for (const [name, { method, path }] of forms) {
    const { responses } = body.paths[path.replace(/:(\w+)/g, '{$1}')]![method.toLowerCase()]!
    const statuses = method === 'POST' ? ['302', '401', '403'] : ['302']
    expect([name, Object.keys(responses)]).toEqual([name, statuses])
  }
  const expired = await visitor(server.origin).send(
    'POST',
    '/auth/sign-in/',
    new URLSearchParams({ email: 'x' }),
  )
  expect([expired.status, expired.headers.get('content-type')]).toEqual([
    403,
    expect.stringContaining('html'),
  ])
})

/** What the description shares is in its components: here each reference is followed, but for those to schemas. */
const followed = <T>(description: T & { components: object }): T => {
  const follow = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(follow)
    if (typeof part !== 'object' || part === null) return part
    const [, section, name] =
      /^#\/components\/(parameters|headers|responses)\/(.+)$/.exec(
        String((part as { $ref?: unknown }).$ref),
      ) ?? []
    if (section && name)
      return follow((description.components as Record<string, Record<string, unknown>>)[section]![name])
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, follow(value)]))
  }
  return follow(description) as T
}

test('what calls have in common is told once: the description stays under a megabyte', async () => {
  const server = await sharedServer()
  const { body } = await visitor(server.origin).get<object>('/api/openapi.json')
  const text = JSON.stringify(body)
  expect(text.length).toBeLessThan(1_000_000)
  // Every reference leads to a part that is there.
  const { components } = body as { components: Record<string, Record<string, unknown>> }
  for (const [, section, name] of text.matchAll(/"\$ref":"#\/components\/(\w+)\/([^"]+)"/g))
    expect(components[section!], name).toHaveProperty([name!])
})

type Schema = Record<string, unknown> & {
  enum?: string[]
  description?: string
  anyOf?: Schema[]
  $ref?: string
}
type Operation = {
  parameters: { name: string; in: string; schema: Schema; description?: string }[]
  responses: Record<string, { headers: Record<string, unknown>; content: Record<string, { schema: Schema }> }>
}

test('a client that is made from it knows what lists take and answer, how calls are refused, and our headers', async () => {
  const server = await startServer()
  const answered = await visitor(server.origin).get<{
    paths: Record<string, Record<string, Operation>>
    components: { schemas: Record<string, Schema> }
  }>('/api/openapi.json')
  const body = followed(answered.body)
  const list = body.paths['/api/workspaces/{ws}/projects/{p}/issues/']!.get!
  const param = (name: string) => {
    const found = list.parameters.find(one => one.name === name)!
    return { values: found.schema.enum, words: found.description ?? found.schema.description ?? '' }
  }
  expect(param('order_by').values).toEqual(expect.arrayContaining(['sort_order', '-priority']))
  expect(param('group_by').values).toEqual(Object.keys(groupFields))
  expect(param('priority').words).toContain('none, low, medium, high, urgent')
  expect(param('labels').words).toContain('`None`')
  expect(param('target_date').words).toContain('2_weeks;after;fromnow')
  const answer = list.responses['200']!.content['application/json']!.schema as {
    properties: { results: Schema }
  }
  expect(answer.properties.results.anyOf).toHaveLength(3)
  expect(JSON.stringify(answer.properties.results)).toContain('issue_group_of_cells')
  const refusal = list.responses.default!
  expect(Object.keys(refusal.headers)).toContain('X-Error-Code')
  expect(refusal.content['application/json']!.schema).toEqual({ $ref: '#/components/schemas/refusal' })
  const create = body.paths['/api/workspaces/{ws}/projects/{p}/issues/']!.post!
  expect(create.parameters.map(({ name }) => name)).toContain('X-Mutation-Id')
  expect(Object.keys(create.responses['201']!.headers)).toEqual(
    expect.arrayContaining(['X-Change-Seq', 'X-Ignored-Fields', 'X-Request-Id']),
  )
  const page = body.paths['/api/workspaces/{ws}/projects/{p}/pages/{pageId}/']!
  expect(Object.keys(page.get!.responses['200']!.headers)).toContain('X-Text-Version')
  expect(page.patch!.parameters.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['X-Base-Version', 'X-Text-Mode']),
  )
  expect(Object.keys(page.patch!.responses['200']!.headers)).toContain('X-Text-Merged')
  const snapshot = body.paths['/api/workspaces/{ws}/bootstrap/']!.get!.responses
  for (const status of ['200', '304']) expect(Object.keys(snapshot[status]!.headers)).toContain('ETag')
})
