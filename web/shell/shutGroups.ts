/** The folded groups of a list: kept in the browser for each list, whatever layout shows it. */
import { useCallback, useState } from 'react'

const read = (name: string): ReadonlySet<string> => {
  try {
    return new Set(JSON.parse(localStorage.getItem(`shut.${name}`) ?? '[]') as string[])
  } catch {
    return new Set()
  }
}

const kept = (name: string, shut: ReadonlySet<string>) => {
  try {
    localStorage.setItem(`shut.${name}`, JSON.stringify([...shut]))
  } catch {
    // Private windows may forbid storage; the group stays shut until the page is left.
  }
  return shut
}

export const useShut = (name: string) => {
  const [shut, setShut] = useState(() => read(name))
  const toggle = useCallback(
    (key: string) =>
      setShut(old => {
        const next = new Set(old)
        if (!next.delete(key)) next.add(key)
        return kept(name, next)
      }),
    [name],
  )
  /** Folds all of these, or none of them. */
  const toggleAll = (keys: readonly string[], isShut: boolean) =>
    setShut(old =>
      kept(name, new Set([...[...old].filter(key => !keys.includes(key)), ...(isShut ? keys : [])])),
    )
  return { shut, toggle, toggleAll }
}
