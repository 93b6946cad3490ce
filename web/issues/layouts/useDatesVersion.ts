import { useEffect, useState } from 'react'
import { onRows } from '../../data/rows.ts'

/** Raised when any issue got, lost or changed a date. */
export const useDatesVersion = () => {
  const [version, setVersion] = useState(0)
  useEffect(() => {
    const stop = onRows('issue', (before, after) => {
      if (before?.start_date !== after?.start_date || before?.target_date !== after?.target_date)
        setVersion(old => old + 1)
    })
    return () => {
      stop()
    }
  }, [])
  return version
}
