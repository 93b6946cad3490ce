import { useEffect, useState } from 'react'

const MINUTE = 60_000

/** The present minute; components redraw with the next. */
export const useMinute = (): Date => {
  const [now, setNow] = useState(() => new Date())
  useEffect(() => {
    const timer = window.setTimeout(() => setNow(new Date()), MINUTE - (Date.now() % MINUTE))
    return () => clearTimeout(timer)
  })
  return now
}

/** A zone by its city, as people speak of it. */
export const zoneName = (zone: string): string => zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
