import { useEffect } from 'react'
import type { DocumentConnection } from './connection.ts'

/** Closing the tab while the last words are on their way: the browser asks first. What is offline is kept here anyway. */
export const useLeaveGuard = ({ state }: DocumentConnection) => {
  useEffect(() => {
    const ask = (event: BeforeUnloadEvent) => {
      if (state.status === 'connected' && state.mayWrite && state.waiting > 0) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [state])
}
