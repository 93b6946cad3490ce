import { useEffect, useState } from 'react'
import { onRows } from '../../data/rows.ts'

const seen = ['start_date', 'target_date', 'state__group'] as const

/** Raised when any issue got, lost or changed a date, or came into another group of states. */
export const useDatesVersion = () => {
  const [version, setVersion] = useState(0)
  useEffect(() => {
    const stop = onRows('issue', (before, after) => {
      if (seen.some(field => before?.[field] !== after?.[field])) setVersion(old => old + 1)
    })
    return () => {
      stop()
    }
  }, [])
  return version
}
