/** The contract whole: every entity and every route, for code that treats all of them alike. */
import type { Entity, Kept, Route, RowOf } from './define.ts'
import * as nouns from './nouns.ts'

type ExportOf<Noun> = Noun extends Noun ? Noun[keyof Noun] : never
type AnyEntity = Extract<ExportOf<(typeof nouns)[keyof typeof nouns]>, Entity>

export type EntityName = AnyEntity['name']
/** The rows that may come to a browser, by the names of their entities. */
export type KeptRows = {
  [E in Extract<AnyEntity, { kept: Exclude<Kept, 'never'> }> as E['name']]: RowOf<E>
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isEntity = (value: unknown): value is AnyEntity =>
  isRecord(value) && 'table' in value && 'kept' in value
const isRoute = (value: unknown): value is Route => isRecord(value) && 'method' in value && 'path' in value
const isGroup = (value: unknown): value is Record<string, Route> => {
  const parts = isRecord(value) ? Object.values(value) : []
  return parts.length > 0 && parts.every(isRoute)
}

const exported = Object.entries(nouns).flatMap(([noun, exports]) =>
  Object.values<unknown>(exports).map((value): [string, unknown] => [noun, value]),
)

/** The line of `nouns.ts` that each kind of row is of. */
export const entitiesOfNouns = Object.fromEntries<string>(
  exported.flatMap(([noun, value]) => (isEntity(value) ? [[value.name, noun]] : [])),
) as Record<EntityName, string>

export const entities = Object.fromEntries<Entity>(
  exported.flatMap(([, value]) => (isEntity(value) ? [[value.name, value]] : [])),
) as Record<EntityName, Entity>

/** Every route with its name, `issues.create` for example. */
export const allRoutes: [string, Route][] = exported.flatMap(([noun, value]) =>
  isGroup(value)
    ? Object.entries(value).map(([name, route]): [string, Route] => [`${noun}.${name}`, route])
    : [],
)
