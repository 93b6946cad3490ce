import { useEffect } from 'react'
import { useSteady } from './useSteady.ts'

/** While something would be lost with the tab, the browser asks before it closes it. */
export const useLeaveGuard = (wouldLose: () => boolean) => {
  const ask = useSteady((event: BeforeUnloadEvent) => {
    if (wouldLose()) event.preventDefault()
  })
  useEffect(() => {
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [ask])
}
