import { useState } from 'react'

const read = (key: string) => {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** One of some, as this browser kept it. */
export const useKept = <T extends string>(key: string, of: readonly T[], standard: T) => {
  const [value, setValue] = useState<T>(() => of.find(one => one === read(key)) ?? standard)
  const keep = (next: T) => {
    setValue(next)
    try {
      localStorage.setItem(key, next)
    } catch {
      // Private windows may forbid storage: then it holds as long as the screen.
    }
  }
  return [value, keep] as const
}
