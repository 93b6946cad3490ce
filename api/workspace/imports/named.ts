/** Values by names that a file gives: it may name one `constructor` or `__proto__`, which every object has already. */

export const own = <V>(values: Record<string, V> | undefined, name: string): V | undefined =>
  values && Object.hasOwn(values, name) ? values[name] : undefined

export const put = <V>(values: Record<string, V>, name: string, value: V): V => {
  Object.defineProperty(values, name, { value, writable: true, enumerable: true, configurable: true })
  return value
}

const sets = new WeakMap<string[], Set<string>>()
/** Adds a name to a list of different ones that holds so many at most, without looking through it each time; false for one too many. */
export const addOnce = (names: string[], name: string, most: number): boolean => {
  const known = sets.get(names) ?? new Set(names)
  sets.set(names, known)
  if (!name || known.has(name)) return true
  if (known.size >= most) return false
  known.add(name)
  names.push(name)
  return true
}
