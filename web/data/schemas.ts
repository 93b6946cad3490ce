/**
 * In the browser this stands for zod. The contract is taken from for its names, paths and rules; input is judged and
 * answers are checked on the server, so that of a schema only two things are asked for here: its shape, and how long a text
 * may be, which a form says beforehand.
 */
type Bounds = { least?: number; most?: number }
type Standing = { (...given: never[]): Standing; shape: object }

const boundsOf = new WeakMap<object, Bounds>()

const judge = () => {
  throw new Error('Schemas judge on the server.')
}

// Every other method of a schema, or of zod itself, answers that schema again.
const standing = (shape: object): Standing => {
  const itself: Standing = new Proxy((() => itself) as Standing, {
    get: (_, name) => (name === 'shape' ? shape : name === 'parse' || name === 'safeParse' ? judge : itself),
  })
  return itself
}

const any = standing({})

/** A text keeps its bounds through all that is said of it; one that may be null need not be given. */
const text = (bounds: Bounds): Standing => {
  const itself: Standing = new Proxy((() => itself) as Standing, {
    get: (_, name) => {
      if (name === 'min') return (least: number) => text({ ...bounds, least })
      if (name === 'max') return (most: number) => text({ ...bounds, most })
      if (name === 'nullable' || name === 'nullish') return () => text({ ...bounds, least: 0 })
      return name === 'shape' ? any.shape : itself
    },
  })
  boundsOf.set(itself, bounds)
  return itself
}

const aText = () => text({})
const made: Record<PropertyKey, unknown> = { object: standing, string: aText, email: aText, base64: aText }

export const z = new Proxy(made, { get: (_, name) => made[name] ?? any })

/** The bounds of a text field in a body; none where it is no text, or of any length. */
export const boundsIn = (body: unknown, field: string): Bounds => {
  const schema = (body as Partial<Standing> | undefined)?.shape as Record<string, object> | undefined
  return (schema?.[field] && boundsOf.get(schema[field])) ?? {}
}
