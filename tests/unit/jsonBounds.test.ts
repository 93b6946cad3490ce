import { expect, test } from 'vitest'
import { z } from 'zod'
import { allRoutes } from '../../api/contract/index.ts'
import { bodyNaming, leavesOf } from '../support/bodies.ts'

const LONG = 'x'.repeat(1_000_001)

/** Fields of a body of which only its client knows the form, and the words about a row. */
const open = allRoutes.flatMap(([name, { body, in: place }]) =>
  (body && place !== 'open' ? leavesOf(body) : [])
    .filter(
      ([path, { type }]) => type === 'record' || (type === 'string' && /(^|[.])description$/.test(path)),
    )
    // The text of an issue or page as JSON is judged as a text.
    .filter(([path, { type }]) => path !== '' && !(type === 'record' && /(^|[.])description$/.test(path)))
    .map(([path, { type }]): [string, string, unknown] => [name, path, type === 'record' ? { LONG } : LONG]),
)

test('no call takes more data of unknown form than every browser may hold', () => {
  const routes = new Map(allRoutes)
  for (const [name, path, id] of open) {
    const { body } = routes.get(name)!
    const given = bodyNaming({ body }, { path, id, own: '01a20a8c-7ad9-72b9-831b-653338168bda' })
    const found = body!.safeParse(given).error?.issues ?? []
    const own = found.filter(issue =>
      path.replaceAll('[]', '').startsWith(issue.path.filter(one => one !== 0).join('.')),
    )
    expect(own.map(({ message }) => message).join(), `${name}: ${path}`).toMatch(
      /no more than \d+ characters|Too big/,
    )
  }
  expect(open.length).toBeGreaterThan(50)
})

/** Every list in a body, as the reference of the API has it: where it is, and how many it holds at most. */
const listsIn = (schema: unknown, at: string): [string, number | undefined][] => {
  if (typeof schema !== 'object' || schema === null) return []
  const { type, maxItems } = schema as { type?: unknown; maxItems?: number }
  return [
    ...(type === 'array' ? [[at, maxItems] as [string, number | undefined]] : []),
    ...Object.entries(schema).flatMap(([name, inner]) => listsIn(inner, `${at}.${name}`)),
  ]
}

test('every list in a body has an end', () => {
  const lists = allRoutes.flatMap(([name, { body }]) =>
    body ? listsIn(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }), name) : [],
  )
  expect(lists.filter(([, most]) => most === undefined || most > 1000).map(([at]) => at)).toEqual([])
  expect(lists.length).toBeGreaterThan(100)
})
