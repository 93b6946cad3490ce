import { z } from 'zod'
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi'
import type { Route } from '#contract/define.ts'
import { allRoutes } from '#contract/index.ts'

const paramsOf = (path: string) => [...path.matchAll(/:(\w+)/g)].map(match => match[1]!)

const operation = (name: string, route: Route) => ({
  operationId: name,
  summary: route.summary,
  tags: [name.split('.')[0]!],
  ...(route.in === 'open' ? { security: [] } : {}),
  requestParams: {
    ...(route.path.includes(':')
      ? { path: z.object(Object.fromEntries(paramsOf(route.path).map(param => [param, z.string()]))) }
      : {}),
    ...(route.query ? { query: route.query } : {}),
  },
  ...(route.body ? { requestBody: { content: { 'application/json': { schema: route.body } } } } : {}),
  responses: {
    [String(route.status)]: {
      description: 'Success',
      ...(route.answer ? { content: { 'application/json': { schema: route.answer } } } : {}),
      ...(route.raw ? { content: { [route.raw]: { schema: z.string().meta({ format: 'binary' }) } } } : {}),
    },
    default: { description: 'A refusal; X-Error-Code names it.' },
  },
})

/** The contract as OpenAPI 3.1. */
export const openapi = (): Record<string, unknown> => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [name, route] of allRoutes) {
    const path = route.path.replace(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route) }
  }
  return createDocument({
    openapi: '3.1.0',
    info: { title: 'Tandem', version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
    security: [{ session: [] }, { token: [] }],
    components: {
      securitySchemes: {
        session: { type: 'apiKey', in: 'cookie', name: 'session-id' },
        token: { type: 'apiKey', in: 'header', name: 'X-Api-Key' },
      },
    },
    paths: paths as unknown as ZodOpenApiPathsObject,
  }) as unknown as Record<string, unknown>
}
