import type Router from '@koa/router'

/** By segments: a word is before a parameter, the first that differs decides. */
const rankOf = (path: string): string =>
  path
    .split('/')
    .map(segment => (segment.startsWith(':') ? '1' : '0'))
    .join('')

/** Puts what the router knows into an order in which no parameter takes a word of another path: `list/` is no issue's id. */
export const staticFirst = (router: Router): void => {
  router.stack.sort((a, b) => {
    const [first, second] = [rankOf(String(a.path)), rankOf(String(b.path))]
    return first < second ? -1 : first > second ? 1 : 0
  })
}
