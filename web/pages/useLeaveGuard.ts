import { useEffect } from 'react'
import type { OpenText } from '../editor/DocumentEditor.tsx'

/** Closing the tab while the last words are on their way: the browser asks first. What is offline is kept here anyway. */
export const useLeaveGuard = (open: OpenText | null) => {
  useEffect(() => {
    if (!open) return
    const { state } = open.connection
    const ask = (event: BeforeUnloadEvent) => {
      if (state.status === 'connected' && state.mayWrite && state.waiting > 0) event.preventDefault()
    }
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [open])
}
