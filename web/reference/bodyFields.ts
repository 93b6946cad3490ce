/** The fields of a body, and what each of them is on a form. */
import type { Call, Reference, Schema } from './description.ts'
import { listOfField } from './rowChoices.ts'

/** What a field of a body is, as far as the form knows it. */
export type FieldKind = 'choice' | 'flag' | 'row' | 'rows' | 'text' | 'long' | 'json'

const LONG = /html|markdown|description/

export const kindOf = (name: string, schema: Schema, list: string | null): FieldKind => {
  const either = (schema.anyOf ?? schema.oneOf)?.filter(one => one.type !== 'null') ?? []
  const [only] = either
  if (only && either.length === 1) return kindOf(name, only, list)
  if (either.length > 1) return 'json'
  if (schema.enum) return 'choice'
  if (schema.type === 'boolean') return 'flag'
  const isId = (one: Schema | undefined) => one?.format === 'uuid' || one?.$ref?.endsWith('/uuid') === true
  if (isId(schema)) return list ? 'row' : 'text'
  if (schema.type === 'array') return list && isId(schema.items) ? 'rows' : 'json'
  if (schema.$ref?.endsWith('/day')) return 'text'
  const isText = schema.type === 'string' || (Array.isArray(schema.type) && schema.type.includes('string'))
  return isText ? (LONG.test(name) ? 'long' : 'text') : 'json'
}

export const mayBeNull = (schema: Schema): boolean =>
  (schema.anyOf ?? schema.oneOf)?.some(one => one.type === 'null') === true ||
  (Array.isArray(schema.type) && schema.type.includes('null'))

/** The fields that a body has, by name; of a body that is no object, none. */
export const fieldsOf = (body: Schema | null, schemas: Reference['schemas']): Record<string, Schema> =>
  (body?.$ref ? schemas[body.$ref.split('/').at(-1) ?? ''] : body)?.properties ?? {}

/** The name under which a body that has no fields is kept. */
export const WHOLE = 'body'

/** The fields of the example, but for ids: the rows that they name are not this server's. */
export const begun = (call: Call, fields: Record<string, Schema>): Record<string, unknown> => {
  const given = (call.example?.body ?? {}) as Record<string, unknown>
  if (Object.keys(fields).length === 0) return call.body ? { [WHOLE]: given } : {}
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => {
      const schema = fields[name]
      if (!schema) return []
      const kind = kindOf(name, schema, listOfField(call, name))
      return [[name, kind === 'row' ? '' : kind === 'rows' ? [] : value]]
    }),
  )
}

/** What a field begins with that is added to the form. */
export const emptyOf = (kind: FieldKind): unknown =>
  kind === 'rows' ? [] : kind === 'flag' ? true : kind === 'json' ? null : ''
