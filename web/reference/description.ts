/** The description of the API as the reference shows it: the calls by their groups, and the examples of each. */
import { instanceRoutes } from '#contract/workspace/instance.ts'
import examplesAt from './examples.json?url'

export type Schema = {
  $ref?: string
  type?: string | string[]
  format?: string
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  items?: Schema
  properties?: Record<string, Schema>
  required?: string[]
  maxLength?: number
  description?: string
}
type Parameter = { name: string; in: string; required?: boolean; description?: string; schema: Schema }
type Response = { description?: string; content?: Record<string, { schema: Schema }>; $ref?: string }
type Operation = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  'x-scope'?: string
  security?: object[]
  parameters?: { $ref: string }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, Response>
}
export type Example = { method: string; path: string; body?: object; status: number; answer?: unknown }

export type Call = {
  name: string
  tag: string
  method: string
  path: string
  summary: string
  who: string
  scope: string | null
  inPath: Parameter[]
  query: Parameter[]
  headers: Parameter[]
  body: Schema | null
  responses: [string, Response][]
  example: Example | null
}
export type Group = { name: string; tags: { name: string; calls: Call[] }[] }
export type Reference = { groups: Group[]; calls: Map<string, Call>; schemas: Record<string, Schema> }

const GROUPS: readonly (readonly [string, readonly string[]])[] = [
  ['Issues', ['issues', 'issueLists', 'issueText', 'activity', 'drafts']],
  ['Comments', ['comments', 'reactions']],
  ['Relations, links and files', ['relations', 'links', 'attachments']],
  ['Cycles', ['cycles']],
  ['Modules', ['modules', 'moduleLinks']],
  ['Views', ['views']],
  ['Pages', ['pages', 'pageVersions', 'pageFiles', 'pageComments', 'mentionedIn']],
  ['Intake', ['intake', 'intakeDecisions', 'intakeWays', 'savedReplies']],
  ['Projects', ['projects', 'states', 'labels', 'estimates']],
  ['Members', ['workspaceMembers', 'projectMembers', 'invitations', 'users']],
  ['Workspaces and search', ['workspaces', 'search', 'changes', 'apiTokens']],
  ['Notifications', ['notifications', 'mutes']],
  ['Analytics', ['analytics', 'insights', 'analyticViews', 'userWork']],
  ['Exports', ['jobs']],
]

const byMethod = ['get', 'post', 'put', 'patch', 'delete']

const read = async (): Promise<Reference> => {
  const [description, examples] = await Promise.all(
    [instanceRoutes.openapi.path, examplesAt].map(async address => (await fetch(address)).json()),
  )
  const { components, paths } = description as {
    components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
    paths: Record<string, Record<string, Operation>>
  }
  const calls = new Map<string, Call>()
  for (const [path, operations] of Object.entries(paths))
    for (const method of byMethod) {
      const one = operations[method]
      // What only a session opens is no program's.
      if (!one || one.security) continue
      const parameters = (one.parameters ?? []).map(
        ({ $ref }) => components.parameters[$ref.split('/').at(-1) ?? ''] as Parameter,
      )
      const of = (place: string) => parameters.filter(parameter => parameter.in === place)
      calls.set(one.operationId, {
        name: one.operationId,
        tag: one.tags[0] ?? '',
        method: method.toUpperCase(),
        path,
        summary: one.summary,
        who: one.description,
        scope: one['x-scope'] ?? null,
        inPath: of('path'),
        query: of('query'),
        headers: of('header'),
        body: one.requestBody?.content['application/json']?.schema ?? null,
        responses: Object.entries(one.responses),
        example: (examples as Record<string, Example>)[one.operationId] ?? null,
      })
    }
  const named = new Set(GROUPS.flatMap(([, tags]) => tags))
  const others = [...new Set([...calls.values()].map(({ tag }) => tag))].filter(tag => !named.has(tag))
  const groups = [...GROUPS, ['Everything else', others] as const].map(([name, tags]) => ({
    name,
    tags: tags
      .map(tag => ({ name: tag, calls: [...calls.values()].filter(call => call.tag === tag) }))
      .filter(tag => tag.calls.length > 0),
  }))
  return { groups, calls, schemas: components.schemas }
}

let kept: Promise<Reference> | null = null
/** Read once; a failed reading is tried again with the next. */
export const readReference = (): Promise<Reference> => {
  kept ??= read().catch(failure => {
    kept = null
    throw failure
  })
  return kept
}
