import { useEffect } from 'react'
import { useNavigate } from 'react-router'
import { useSteady } from '../ui/useSteady.ts'

/** Goes where a notification leads that was clicked outside of every tab. */
export const useOpenedNotifications = () => {
  const go = useNavigate()
  const follow = useSteady(({ data }: MessageEvent) => {
    if (typeof data?.open === 'string') void go(data.open)
  })
  useEffect(() => {
    navigator.serviceWorker?.addEventListener('message', follow)
    return () => navigator.serviceWorker?.removeEventListener('message', follow)
  }, [follow])
}
