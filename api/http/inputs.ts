import type { z } from 'zod'
import { DEEPEST_JSON, isTooDeep } from '#contract/bounds.ts'
import { cleanName } from '#contract/cleanName.ts'
import { fail, failFields } from '#contract/errors.ts'
import { isDay, readInstant, withZone } from '#contract/people/zones.ts'

const WRONG_TYPE: Record<string, string> = {
  boolean: 'Must be a valid boolean.',
  number: 'A valid number is required.',
  int: 'A valid integer is required.',
  string: 'Not a valid string.',
  array: 'Expected a list of items.',
  object: 'Expected a dictionary of items.',
  record: 'Expected a dictionary of items.',
}
const WRONG_FORMAT: Record<string, string> = {
  uuid: 'Must be a valid UUID.',
  email: 'Enter a valid email address.',
  date: 'Date has wrong format. Use one of these formats instead: YYYY-MM-DD.',
  datetime: 'Datetime has wrong format.',
  url: 'Enter a valid URL.',
}

const at = (value: unknown, path: PropertyKey[]): unknown =>
  path.reduce((inner: unknown, key) => (inner as Record<PropertyKey, unknown> | undefined)?.[key], value)

/** The wire's words for one finding of the schema. */
const sentence = (issue: z.core.$ZodIssue, body: unknown): string => {
  const given = at(body, issue.path)
  if (given === undefined) return 'This field is required.'
  if (given === null) return 'This field may not be null.'
  switch (issue.code) {
    case 'invalid_type':
      return WRONG_TYPE[issue.expected] ?? 'Not a valid value.'
    case 'too_small':
      return issue.origin === 'string'
        ? 'This field may not be blank.'
        : issue.origin === 'array'
          ? 'This list may not be empty.'
          : `Ensure this value is greater than or equal to ${issue.minimum}.`
    case 'too_big':
      return issue.origin === 'string'
        ? `Ensure this field has no more than ${issue.maximum} characters.`
        : issue.origin === 'array'
          ? `Ensure this field has no more than ${issue.maximum} elements.`
          : `Ensure this value is less than or equal to ${issue.maximum}.`
    case 'invalid_format':
      return WRONG_FORMAT[issue.format] ?? 'Not a valid value.'
    case 'invalid_value':
    case 'invalid_union':
      return `"${typeof given === 'object' ? JSON.stringify(given) : given}" is not a valid choice.`
    default:
      return issue.message
  }
}

const isDictionary = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The schema inside "optional" and "nullable". */
const bare = (schema: z.ZodType): z.ZodType => {
  const { innerType, type, out } = schema.def as { type: string; innerType?: z.ZodType; out?: z.ZodType }
  if (innerType) return bare(innerType)
  return type === 'pipe' && out ? bare(out) : schema
}
const takesNull = (schema: z.ZodType): boolean => {
  const { type, innerType } = schema.def as { type: string; innerType?: z.ZodType }
  return type === 'nullable' || (innerType !== undefined && takesNull(innerType))
}

const MB = 1024 * 1024
/** The fields in which texts arrive; one with a bound of its own is no long text. */
const TEXTS = ['description_html', 'description_markdown', 'description_binary', 'comment_html']

/** Says whether a body holds a text of any length, its own or that of the issue in it. */
const holdsText = (schema: z.ZodType): boolean => {
  const { shape = {} } = bare(schema) as Partial<z.ZodObject>
  return Object.entries(shape as Record<string, z.ZodType>).some(([name, field]) => {
    if (name === 'issue') return holdsText(field)
    return TEXTS.includes(name) && (bare(field) as Partial<z.ZodString>).maxLength === null
  })
}
/** The most bytes of a body by this schema. */
export const bodyLimit = (schema: z.ZodType | undefined): number =>
  (schema && holdsText(schema) ? 20 : 2) * MB

/** Body keys that the call does not take, those of its dictionaries too: ignored, never stored, and named to the caller. */
export const ignoredFields = (schema: z.ZodType, body: unknown): string[] => {
  const { shape } = bare(schema) as Partial<z.ZodObject>
  if (!shape || !isDictionary(body)) return []
  return Object.entries(body).flatMap(([key, value]) =>
    Object.hasOwn(shape, key)
      ? ignoredFields(shape[key] as z.ZodType, value).map(inner => `${key}.${inner}`)
      : [key],
  )
}

const BOOLEANS = new Map<unknown, boolean>([
  ...['true', 't', 'yes', 'y', 'on', '1', 1].map(word => [word, true] as const),
  ...['false', 'f', 'no', 'n', 'off', '0', 0].map(word => [word, false] as const),
])
const asBoolean = (given: unknown) =>
  BOOLEANS.get(typeof given === 'string' ? given.toLowerCase() : given) ?? given
const asNumber = (given: unknown) =>
  typeof given === 'string' && /^-?\d{1,15}([.]\d{1,15})?$/.test(given) ? Number(given) : given
const NULLABLE_FORMATS = new Set(['uuid', 'date', 'datetime'])

const isTrimmed = (checks: z.core.$ZodCheck[] = []) =>
  checks.some(({ _zod }) => _zod.def.check === 'overwrite')

/**
 * Translates a body of existing clients into the words of its schema: an empty text becomes null for ids and days;
 * a datetime may be a day or name no zone; numbers, numeric choices and booleans may come as text. Text that is trimmed is cleaned, any other stays as it is.
 */
const plainly = (schema: z.ZodType, given: unknown): unknown => {
  const asked = bare(schema)
  const { type, format, values, options, element, checks } = asked.def as {
    type: string
    checks?: z.core.$ZodCheck[]
    format?: string
    values?: unknown[]
    options?: z.ZodType[]
    element?: z.ZodType
  }
  switch (type) {
    case 'object': {
      if (!isDictionary(given)) return given
      const { shape } = asked as z.ZodObject
      const known = Object.entries(given).map(([key, value]) => [
        key,
        Object.hasOwn(shape, key) ? plainly(shape[key] as z.ZodType, value) : value,
      ])
      return Object.fromEntries(known)
    }
    case 'array':
      return Array.isArray(given) && element ? given.map(one => plainly(element, one)) : given
    case 'string':
      if (given === '' && NULLABLE_FORMATS.has(format ?? '') && takesNull(schema)) return null
      if (typeof given === 'string' && format === 'datetime') return withZone(given)
      return typeof given === 'string' && !format && isTrimmed(checks) ? cleanName(given) : given
    case 'number':
      return asNumber(given)
    case 'literal':
      return values?.every(value => typeof value === 'number') ? asNumber(given) : given
    case 'boolean':
      return asBoolean(given)
    case 'union': {
      // Where days are taken, a day is no moment.
      if (typeof given === 'string' && isDay(given)) return given
      const read =
        options?.map(option => plainly(takesNull(schema) ? option.nullable() : option, given)) ?? []
      const other = read.find(one => one !== given)
      return other === undefined ? given : other
    }
    default:
      return given
  }
}

/** Judges a body by its schema: 400 with one list of messages per field. */
export const readBody = (schema: z.ZodType, body: unknown): unknown => {
  if (!isDictionary(body)) return failFields({ non_field_errors: ['Invalid data. Expected a dictionary.'] })
  const fields = Object.create(null) as Record<string, string[]>
  for (const [field, value] of Object.entries(body))
    if (isTooDeep(value)) fields[field] = [`Nested too deeply: at most ${DEEPEST_JSON} levels.`]
  if (Object.keys(fields).length > 0) failFields(fields)
  const result = schema.safeParse(plainly(schema, body))
  if (result.success) return result.data
  for (const issue of result.error.issues) {
    const field = String(issue.path[0] ?? 'non_field_errors')
    fields[field] = [...(fields[field] ?? []), sentence(issue, body)]
  }
  return failFields(fields)
}

/** Query names the call does not know are ignored; of a repeated one the last counts. Words are composed as names are. */
export const readQuery = (
  schema: z.ZodType | undefined,
  query: Record<string, string | string[] | undefined>,
) => {
  if (!schema) return {}
  const single = Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      (Array.isArray(value) ? value.at(-1) : value)?.normalize('NFC'),
    ]),
  )
  const result = schema.safeParse(single)
  return result.success ? (result.data as Record<string, string | undefined>) : fail('value.invalid')
}

/** The column and direction of an `order_by`, in front of which a `-` means descending: 400 on a column that is not there. */
export const readOrder = <Column extends string>(
  given: string | undefined,
  columns: readonly Column[],
  usual: `-${Column}`,
): { column: Column; order: 'asc' | 'desc' } => {
  const asked = given || usual
  const isDescending = asked.startsWith('-')
  const column = columns.find(one => one === asked.slice(isDescending ? 1 : 0))
  if (!column) return failFields({ order_by: [`"${asked}" is not a valid choice.`] })
  return { column, order: isDescending ? 'desc' : 'asc' }
}

/** A datetime of the query string in UTC, null without one: 400 on its name when it is none. */
export const instantOf = (name: string, query: Record<string, string | undefined>): string | null => {
  const instant = readInstant(query[name])
  return instant === 'malformed' ? failFields({ [name]: [WRONG_FORMAT.datetime!] }) : instant
}
