/** Writes the calls of `clients/typescript` with their types, as the contract has them. A test holds them to each other. */
import { readFile, writeFile } from 'node:fs/promises'
import { allRoutes } from '../api/contract/index.ts'
import { openapi } from '../api/workspace/instance/openapi.ts'

type Schema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
  items?: Schema
  prefixItems?: Schema[]
  properties?: Record<string, Schema>
  required?: string[]
  additionalProperties?: Schema | boolean
}
type Parameter = { name: string; in: string; required?: boolean; schema: Schema }
type Content = { content?: Record<string, { schema: Schema }> }
type Operation = {
  operationId: string
  summary: string
  parameters?: { $ref: string }[]
  requestBody?: Content
  responses: Record<string, Content & { $ref?: string }>
  security?: Record<string, unknown>[]
}
type Description = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, Schema>; parameters: Record<string, Parameter> }
}

const typeName = (name: string) =>
  name
    .split(/[^A-Za-z0-9]+/)
    .map(part => part.charAt(0).toUpperCase() + part.slice(1))
    .join('')
const keyOf = (name: string) => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : JSON.stringify(name))

const plain: Record<string, string> = {
  string: 'string',
  number: 'number',
  integer: 'number',
  boolean: 'boolean',
  null: 'null',
}

const typeOf = (schema: Schema | undefined): string => {
  if (!schema) return 'unknown'
  if (schema.$ref) return typeName(schema.$ref.split('/').at(-1)!)
  if (schema.enum) return schema.enum.map(value => JSON.stringify(value)).join(' | ') || 'never'
  if (schema.const !== undefined) return JSON.stringify(schema.const)
  const either = schema.anyOf ?? schema.oneOf
  if (either) return [...new Set(either.map(typeOf))].join(' | ')
  if (schema.allOf) return schema.allOf.map(one => `(${typeOf(one)})`).join(' & ')
  if (Array.isArray(schema.type)) return schema.type.map(type => typeOf({ ...schema, type })).join(' | ')
  if (schema.type === 'array') {
    if (schema.prefixItems) return `[${schema.prefixItems.map(typeOf).join(', ')}]`
    return `(${typeOf(schema.items)})[]`
  }
  if (schema.type === 'object' || schema.properties) return objectOf(schema)
  return plain[schema.type ?? ''] ?? 'unknown'
}

const objectOf = ({ properties, required = [], additionalProperties }: Schema): string => {
  const fields = Object.entries(properties ?? {}).map(
    ([name, schema]) => `${keyOf(name)}${required.includes(name) ? '' : '?'}: ${typeOf(schema)}`,
  )
  if (fields.length > 0) return `{ ${fields.join('; ')} }`
  return `Record<string, ${typeof additionalProperties === 'object' ? typeOf(additionalProperties) : 'unknown'}>`
}

const fieldsOf = (parameters: Parameter[]) =>
  `{ ${parameters.map(({ name, required, schema }) => `${keyOf(name)}${required ? '' : '?'}: ${typeOf(schema)}`).join('; ')} }`

const askOf = (operation: Operation, { components }: Description): string => {
  const parameters = (operation.parameters ?? []).map(
    ({ $ref }) => components.parameters[$ref.split('/').at(-1)!]!,
  )
  const inPath = parameters.filter(one => one.in === 'path')
  const inQuery = parameters.filter(one => one.in === 'query')
  const body = operation.requestBody?.content?.['application/json']?.schema
  const parts = [
    inPath.length > 0 ? [`params: ${fieldsOf(inPath)}`] : [],
    inQuery.length > 0 ? [`query${inQuery.some(one => one.required) ? '' : '?'}: ${fieldsOf(inQuery)}`] : [],
    body ? [`body${(body.required ?? []).length > 0 ? '' : '?'}: ${typeOf(body)}`] : [],
  ].flat()
  return parts.length > 0 ? `{ ${parts.join('; ')} }` : 'Record<never, never>'
}

const answerOf = ({ responses }: Operation): string => {
  const [, success] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const [content] = Object.entries(success?.content ?? {})
  if (!content) return 'undefined'
  return content[0] === 'application/json' ? typeOf(content[1].schema) : 'string'
}

/** Open to a program: without `security` of its own it takes what the description as a whole does. */
const isForPrograms = ({ security }: Operation) =>
  security === undefined || security.length === 0 || security.some(one => 'token' in one)

const byName = ([one]: readonly [string, unknown], [other]: readonly [string, unknown]) =>
  one < other ? -1 : 1

const HEAD = '// Made from the contract by `node scripts/build-client.ts`: change that.\n'

/** Both files, by their names in `clients/typescript`. */
const clientFiles = (): Record<'calls.js' | 'calls.d.ts', string> => {
  // As its readers get it.
  const description: Description = JSON.parse(JSON.stringify(openapi()))
  const operations = new Map(
    Object.values(description.paths).flatMap(methods =>
      Object.values(methods).map(operation => [operation.operationId, operation] as const),
    ),
  )
  // The order of the contract's exports is not the same everywhere.
  const routes = allRoutes
    .filter(([name, route]) => route.status < 300 && isForPrograms(operations.get(name)!))
    .toSorted(byName)
  const table = routes.map(([name, { method, path }]) => `  '${name}': ['${method}', '${path}'],`)
  const types = routes.map(([name]) => {
    const operation = operations.get(name)!
    return `  /** ${operation.summary} */\n  '${name}': { ask: ${askOf(operation, description)}; answer: ${answerOf(operation)} }`
  })
  const shapes = Object.entries(description.components.schemas)
    .toSorted(byName)
    .map(([name, schema]) => `export type ${typeName(name)} = ${typeOf(schema)}`)
  return {
    'calls.js': `${HEAD}export const calls = {\n${table.join('\n')}\n}\n`,
    'calls.d.ts': `${HEAD}${shapes.join('\n')}\nexport type Change = Calls['changes.changes']['answer']['changes'][number]\nexport type Calls = {\n${types.join('\n')}\n}\n`,
  }
}

/** With `--check` it writes nothing, and fails where a file is not as the contract has it. */
if (process.argv[1] === import.meta.filename)
  for (const [name, text] of Object.entries(clientFiles())) {
    const file = new URL(`../clients/typescript/${name}`, import.meta.url)
    if (!process.argv.includes('--check')) await writeFile(file, text)
    else if ((await readFile(file, 'utf8').catch(() => '')) !== text)
      throw new Error(`${name} is out of date`)
  }
