import type { z } from 'zod'
import type { Route } from '../../api/contract/define.ts'

type Def = {
  type: string
  format?: string
  innerType?: z.ZodType
  out?: z.ZodType
  element?: z.ZodType
  options?: z.ZodType[]
  entries?: Record<string, unknown>
  values?: unknown[]
}

/** The schema below words such as optional and nullable. */
export const asked = (schema: z.ZodType): z.ZodType => {
  const { innerType, type, out } = schema.def as Def
  if (innerType) return asked(innerType)
  return type === 'pipe' && out ? asked(out) : schema
}

/** Every value that a body may hold, with where it is in it: `issue.label_ids[]` for example. */
export const leavesOf = (schema: z.ZodType, path = ''): [string, z.ZodType][] => {
  const bare = asked(schema)
  const { type, element, options } = bare.def as Def
  if (type === 'array' && element) return leavesOf(element, `${path}[]`)
  if (type === 'union' && options) return options.flatMap(option => leavesOf(option, path))
  if (type !== 'object') return [[path, bare]]
  const { shape } = bare as z.ZodObject
  return Object.entries(shape).flatMap(([name, inner]) =>
    leavesOf(inner as z.ZodType, path ? `${path}.${name}` : name),
  )
}

const TEXTS: [RegExp, string][] = [
  [/date|till|expired/, '2031-02-03'],
  [/color/, '#123456'],
  [/url|image|avatar/, 'https://tides.example'],
  [/html/, '<p>Tide</p>'],
  [/email/, 'tide@quay.example'],
  [/zone/, 'UTC'],
  [/entity_type/, 'ISSUE_DESCRIPTION'],
  [/type/, 'image/png'],
  [/value/, '3'],
]
let count = 0
// A name is taken once.
const textOf = (name: string) => {
  count += 1
  return TEXTS.find(([of]) => of.test(name))?.[1] ?? `T${count}`
}

// The name that another program has for it is a text, and so are the letters before a project's numbers; types are kept
// elsewhere.
const isId = (path: string, schema: z.ZodType) => {
  const { type, format } = schema.def as Def
  if (type !== 'string' || /external_id$|type_id$|(^|[.])identifier$/.test(path)) return false
  return format === 'uuid' || /_(id|identifier)$|(^|_)(id|issue|invitation)s?\[\]$|[.](from|to)$/.test(path)
}

// Schemas let these be left out, and the calls say in words of their own that they need them.
const NEEDED = /^(name|emails|relation_type|issue_ids|ids|comment_html|entity_type|is_folder)$/
const isLeftOut = (name: string, schema: z.ZodType) =>
  !NEEDED.test(name) && schema.safeParse(undefined).success

type Given = { path: string; id: unknown; own: string }

/** As few fields as a call needs, and the one at `path`. */
const least = (schema: z.ZodType, given: Given, at = ''): unknown => {
  const { path, id, own } = given
  const bare = asked(schema)
  const { type, format, element, options, entries, values } = bare.def as Def
  if (at === path) return id
  const leads = (inner: string) =>
    path === inner || path.startsWith(`${inner}.`) || path.startsWith(`${inner}[]`)
  if (type === 'object') {
    const fields = Object.entries((bare as z.ZodObject).shape).flatMap(([name, schema]) => {
      const inner = at ? `${at}.${name}` : name
      const of = schema as z.ZodType
      return !leads(inner) && isLeftOut(name, of) ? [] : [[name, least(of, given, inner)]]
    })
    return Object.fromEntries(fields)
  }
  if (type === 'array' && element) return [least(element, given, `${at}[]`)]
  if (type === 'union' && options) return least(options[0]!, given, at)
  if (type === 'enum') return Object.values(entries ?? {})[0]
  if (type === 'literal') return values?.[0]
  if (type === 'boolean') return true
  if (type === 'number') return 1
  if (type !== 'string') return {}
  return format === 'uuid' ? own : textOf(at)
}

/** The places where the body of a call names a row. */
export const namesIn = ({ body }: Pick<Route, 'body'>): string[] =>
  body ? [...new Set(leavesOf(body).flatMap(([path, schema]) => (isId(path, schema) ? [path] : [])))] : []

/** A body that names `id` there, and beside it only the required fields: `own` where such a field is an id as well. */
export const bodyNaming = ({ body }: Pick<Route, 'body'>, given: Given): unknown => body && least(body, given)
