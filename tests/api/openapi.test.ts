import { createHash } from 'node:crypto'
import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { Change, Hello, LiveMessage, PROTOCOL } from '../../api/contract/changes.ts'
import { allRoutes, entities } from '../../api/contract/index.ts'
import { startServer } from '../support/server.ts'
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
  for (const [name, route] of allRoutes) {
    const operation = body.paths[route.path.replace(/:(\w+)/g, '{$1}')]?.[route.method.toLowerCase()]
    expect(operation, name).toMatchObject({ operationId: name })
  }
})

test('the wire’s shape belongs to its protocol number', () => {
  const shapes = [Hello, LiveMessage, Change, ...Object.values(entities).map(entity => entity.schema)]
  const hash = createHash('sha256')
    .update(JSON.stringify(shapes.map(shape => z.toJSONSchema(shape))))
    .digest('hex')
  // When this changes, raise PROTOCOL: browsers that hold the old shape must load anew.
  expect(`${PROTOCOL} ${hash}`).toMatchSnapshot()
})
