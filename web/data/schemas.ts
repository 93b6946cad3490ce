/**
 * In the browser this stands for zod. The contract is taken from for its names, paths and rules; input is judged and
 * answers are checked on the server, so that of a schema only its shape is asked for here.
 */
type Standing = { (): Standing; shape: object }

const judge = () => {
  throw new Error('Schemas judge on the server.')
}

// Whatever is asked of a schema, or of zod itself, is that schema again.
const standing = (shape: object): Standing => {
  const itself: Standing = new Proxy((() => itself) as Standing, {
    get: (_, name) => (name === 'shape' ? shape : name === 'parse' || name === 'safeParse' ? judge : itself),
  })
  return itself
}

const any = standing({})

export const z = new Proxy(
  { object: standing },
  { get: (made, name) => (name === 'object' ? made.object : any) },
)
