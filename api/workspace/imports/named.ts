/** Values by names that a file gives: it may name one `constructor` or `__proto__`, which every object has already. */

export const own = <V>(values: Record<string, V> | undefined, name: string): V | undefined =>
  values && Object.hasOwn(values, name) ? values[name] : undefined

export const put = <V>(values: Record<string, V>, name: string, value: V): V => {
  Object.defineProperty(values, name, { value, writable: true, enumerable: true, configurable: true })
  return value
}
