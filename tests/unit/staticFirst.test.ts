import Router from '@koa/router'
import { expect, test } from 'vitest'
import { allRoutes } from '../../api/contract/index.ts'
import { staticFirst } from '../../api/http/staticFirst.ts'

const registered = [...new Set(allRoutes.map(([, { path }]) => path))]

test.each([
  ['as they are listed', registered],
  ['the other way round', registered.toReversed()],
])('no parameter takes a word of another path, with paths %s', (_order, paths) => {
  const router = new Router()
  for (const path of paths) router.register(path, ['GET'], () => {})
  staticFirst(router)
  for (const path of paths) {
    const [first] = router.match(path.replace(/:\w+/g, 'mole'), 'GET').path
    expect(first?.path).toBe(path)
  }
})
