import { expect, test, vi } from 'vitest'
import type { z } from 'zod'
import { allRoutes } from '../../api/contract/index.ts'
import { boundsIn } from '../../web/data/schemas.ts'

/** The contract as the browser has it. */
const inBrowser = async () => {
  vi.resetModules()
  vi.doMock('zod', () => import('../../web/data/schemas.ts'))
  const { allRoutes: routes } = await import('../../api/contract/index.ts')
  const { boundsIn: read } = await import('../../web/data/schemas.ts')
  vi.doUnmock('zod')
  // The next file of this worker has the server's again.
  vi.resetModules()
  return { routes: new Map(routes), read }
}

type Text = { minLength?: number | null; maxLength?: number | null }
type Def = { type: string; innerType?: z.ZodType; in?: z.ZodType }

const boundsOf = (schema: z.ZodType): { least: number; most: number | null } => {
  const { type, innerType, in: into } = schema.def as Def
  if (innerType) return { ...boundsOf(innerType), ...(type === 'nullable' && { least: 0 }) }
  if (into) return boundsOf(into)
  const { minLength, maxLength } = type === 'string' ? (schema as Text) : {}
  return { least: minLength ?? 0, most: maxLength ?? null }
}

test('a form is told the same of each text as the server judges it by', async () => {
  const { routes, read } = await inBrowser()
  const fields = allRoutes.flatMap(([name, { body }]) =>
    Object.entries((body as z.ZodObject | undefined)?.shape ?? {}).map(([field, schema]) => ({
      name: `${name}.${field}`,
      judged: boundsOf(schema as z.ZodType),
      told: read(routes.get(name)?.body, field),
    })),
  )
  const told = fields.map(({ name, told: { least = 0, most = null } }) => ({ name, least, most }))
  expect(told).toEqual(fields.map(({ name, judged }) => ({ name, ...judged })))
  expect(told).toContainEqual({ name: 'projects.create.name', least: 1, most: 255 })
  expect(told.filter(({ most }) => most !== null).length).toBeGreaterThan(20)
})

test('of a body that is no object nothing is told', () => {
  expect(boundsIn(undefined, 'name')).toEqual({})
})
