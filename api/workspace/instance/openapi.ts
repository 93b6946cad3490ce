import { z } from 'zod'
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi'
import type { Route } from '#contract/define.ts'
import { errors } from '#contract/errors.ts'
import { allRoutes } from '#contract/index.ts'
import { type Form, forms } from '#contract/people/forms.ts'
import { scopeNeeded } from '#contract/scopes.ts'
import { bringsText } from '#contract/text/documents.ts'
import { facesV1, routesV1 } from '#contract/v1/index.ts'
import { whoMay } from '#contract/whoMay.ts'
import { takesMark, tellsMark } from '../../http/marks.ts'
import './sharedShapes.ts'
import { type Description, shareParts } from './sharedParts.ts'

const paramsOf = (path: string) => [...path.matchAll(/:(\w+)/g)].map(match => match[1]!)

const header = (description: string) => z.string().optional().meta({ description })

const ANSWER_HEADERS = z.object({
  'X-Request-Id': header('Names the call in the server’s log.'),
  'X-RateLimit-Limit': header('Calls a minute that the token may make.'),
  'X-RateLimit-Remaining': header('How many of these are left.'),
  'X-RateLimit-Reset': header('When all of them are there again, in seconds of Unix time.'),
})
const LIST_HEADERS = z.object({
  ...ANSWER_HEADERS.shape,
  'X-Change-Seq': header(
    '`workspace=n`: a reader of the changes who has come so far holds all that the answer shows.',
  ),
})
const MARKED_HEADERS = z.object({
  ...ANSWER_HEADERS.shape,
  ETag: header(
    'The mark of this state; sent as `If-None-Match` it is answered by 304 until something changes.',
  ),
})
const WRITE_HEADERS = z.object({
  ...ANSWER_HEADERS.shape,
  'X-Change-Seq': header(
    '`workspace=n, user=n`: up to where a reader of the changes has to come to hold this one.',
  ),
  'X-Ignored-Fields': header(
    'Names of the body that the call does not take, each as a component of an address.',
  ),
})
const REFUSAL_HEADERS = z.object({
  ...ANSWER_HEADERS.shape,
  'X-Error-Code': header('Which refusal of the closed list it is.').meta({
    override: { enum: Object.keys(errors) },
  }),
})
const REQUEST_HEADERS = z.object({
  'X-Mutation-Id': z.uuid().optional().meta({
    description: 'Sent again under it a write is done once; the row that the call creates has it as its id.',
  }),
  'Idempotency-Key': z.string().max(255).optional().meta({
    description:
      'Another name of `X-Mutation-Id`, for any key; known for a day at least. A UUID becomes the id of the row, too.',
  }),
})
const MARK = {
  ETag: header(
    'The revision of the row: sent as `If-Match` with a change it says which state that is a change of.',
  ),
}
const IF_MATCH = {
  'If-Match': header(
    'The `ETag` of the row that this is a change of: 412, with the present row, where it has changed since.',
  ),
}

const TEXT_VERSION = {
  'X-Text-Version': header('Names the text that the answer holds, or else the one that was sent, as a base.'),
}
const TEXT_ANSWER = z.object({
  ...WRITE_HEADERS.shape,
  ...TEXT_VERSION,
  'X-Text-Merged': header('`true` when others had changed the text since: it holds their edits too.'),
})
const TEXT_REQUEST = z.object({
  ...REQUEST_HEADERS.shape,
  'X-Base-Version': header(
    'The `X-Text-Version` of the text that the sent one is a change of; known for a day. Without it, the text that this token or session was handed last.',
  ),
  'X-Text-Mode': header('`replace`: the text becomes what is sent, whatever others wrote.'),
})

/** Paths by which a text comes and goes. */
const textPaths = new Set(
  allRoutes.filter(([, route]) => route.settles && bringsText(route)).map(([, { path }]) => path),
)

/** Every body that a refusal has: words, words for fields, or a number and its name. */
const Refused = z
  .union([
    z.object({ error: z.string() }),
    z.object({ detail: z.string() }),
    z.object({ error_code: z.number().int(), error_message: z.string() }),
    z.record(z.string(), z.array(z.string())),
    z.record(z.string(), z.unknown()),
  ])
  .meta({ id: 'refusal' })

const Changed = z
  .object({ error: z.string(), row: z.record(z.string(), z.unknown()) })
  .meta({ id: 'changed' })

const pathParams = (path: string) =>
  path.includes(':')
    ? { path: z.object(Object.fromEntries(paramsOf(path).map(param => [param, z.string()]))) }
    : {}

const takesToken = (route: Route): boolean =>
  route.token ?? (route.in === 'workspace' || route.in === 'project')

/** By what it is opened, where that is not an everyday session or a token. */
const securityOf = (route: Route) => {
  if (route.in === 'open') return { security: [] }
  if (route.by === 'admin') return { security: [{ adminSession: [] }] }
  return takesToken(route) ? {} : { security: [{ session: [] }] }
}

/** `of` is the route of the contract that it is the form of. */
const operation = (name: string, route: Route, of = route, isV1 = false) => {
  const isRead = route.method === 'GET'
  const isText = textPaths.has(route.path) && (isRead || bringsText(route))
  const withMark = <Shape extends z.ZodRawShape>(of: z.ZodObject<Shape>) =>
    tellsMark(route) ? z.object({ ...of.shape, ...MARK }) : of
  const told = route.tellsSeq ? LIST_HEADERS : route.isMarked ? MARKED_HEADERS : ANSWER_HEADERS
  const read = isText ? z.object({ ...told.shape, ...TEXT_VERSION }) : told
  const written = isText ? TEXT_ANSWER : WRITE_HEADERS
  const sent = isText ? TEXT_REQUEST : REQUEST_HEADERS
  return {
    operationId: name,
    summary: route.summary,
    description: whoMay(route),
    tags: [name.split('.')[0]!],
    ...(takesToken(route) && scopeNeeded(of) ? { 'x-scope': scopeNeeded(of) } : {}),
    ...(isV1 ? {} : securityOf(route)),
    requestParams: {
      ...pathParams(route.path),
      ...(route.query ? { query: route.query } : {}),
      ...(isRead || route.in === 'open'
        ? {}
        : { header: takesMark(route) ? z.object({ ...sent.shape, ...IF_MATCH }) : sent }),
    },
    ...(route.body ? { requestBody: { content: { 'application/json': { schema: route.body } } } } : {}),
    responses: {
      [String(route.status)]: {
        description: 'Success',
        headers: withMark(isRead ? read : written),
        ...(route.answer ? { content: { 'application/json': { schema: route.answer } } } : {}),
        ...(route.raw ? { content: { [route.raw]: { schema: z.string().meta({ format: 'binary' }) } } } : {}),
      },
      ...(route.isMarked ? { 304: { description: 'The caller has it.', headers: MARKED_HEADERS } } : {}),
      ...(takesMark(route)
        ? {
            412: {
              description: 'The row has changed since; `row` is as it is now.',
              headers: MARKED_HEADERS,
              content: { 'application/json': { schema: Changed } },
            },
          }
        : {}),
      default: {
        description: 'A refusal; X-Error-Code names it.',
        headers: REFUSAL_HEADERS,
        content: { 'application/json': { schema: Refused } },
      },
    },
  }
}

const formOperation = (name: string, { method, path, fields, summary }: Form) => ({
  operationId: name,
  summary,
  tags: [name.split('.')[0]!],
  security: [],
  requestParams: { ...pathParams(path), ...(method === 'GET' ? { query: fields } : {}) },
  ...(method === 'POST'
    ? { requestBody: { content: { 'application/x-www-form-urlencoded': { schema: fields } } } }
    : {}),
  responses: {
    302: {
      description: 'Leads on; `error_code` and `error_message` of the address say what was refused.',
      headers: z.object({ Location: z.string() }),
    },
    ...(method === 'POST'
      ? {
          401: {
            description: 'The session that it came with is over.',
            headers: REFUSAL_HEADERS,
            content: { 'application/json': { schema: Refused } },
          },
          403: {
            description: 'The form has expired: its token is not the one of the cookie.',
            headers: REFUSAL_HEADERS,
            content: { 'text/html': { schema: z.string() } },
          },
        }
      : {}),
  },
})

/** That a whole number is one that JSON can say goes without saying, some hundreds of times. */
const withoutPlainBounds = (schema: { minimum?: number; maximum?: number }) => {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum
}

const described = (paths: ZodOpenApiPathsObject, title: string, securitySchemes: Schemes) => {
  const description: Record<string, unknown> = {
    ...createDocument(
      {
        openapi: '3.1.0',
        info: { title, version: '1', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
        security: Object.keys(securitySchemes)
          .filter(name => name !== 'adminSession')
          .map(name => ({ [name]: [] })),
        components: { securitySchemes },
        paths,
      },
      { override: ({ jsonSchema }) => withoutPlainBounds(jsonSchema) },
    ),
  }
  shareParts(description as Description)
  return description
}
type Schemes = Record<string, { type: 'apiKey'; in: 'cookie' | 'header'; name: string }>
const token = { type: 'apiKey', in: 'header', name: 'X-Api-Key' } as const

const inBraces = (path: string) => path.replace(/:(\w+)/g, '{$1}')

/** The contract as OpenAPI 3.1. */
export const openapi = (): Record<string, unknown> => {
  const paths: ZodOpenApiPathsObject = {}
  for (const [name, route] of allRoutes) {
    const path = inBraces(route.path)
    paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route) }
  }
  for (const [name, form] of forms)
    paths[inBraces(form.path)] = { [form.method.toLowerCase()]: formOperation(name, form) }
  return described(paths, 'Tandem', {
    session: { type: 'apiKey', in: 'cookie', name: 'session-id' },
    adminSession: { type: 'apiKey', in: 'cookie', name: 'admin-session-id' },
    token,
  })
}

/** What of it is in `/api/v1`: a call of several addresses has their number behind its name. */
export const openapiV1 = (): Record<string, unknown> => {
  const names = new Map(allRoutes.map(([name, route]) => [route, name]))
  const paths: ZodOpenApiPathsObject = {}
  for (const face of facesV1)
    for (const [at, route] of routesV1(face).entries()) {
      const path = inBraces(route.path)
      const name = `${names.get(face.of)}${at === 0 ? '' : at + 1}`
      paths[path] = { ...paths[path], [route.method.toLowerCase()]: operation(name, route, face.of, true) }
    }
  return described(paths, 'Tandem, the public API', { token })
}
