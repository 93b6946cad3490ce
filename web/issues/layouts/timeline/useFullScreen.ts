import { useEffect, useState } from 'react'
import { useKeys } from '../../../shell/keyboard.ts'

/** The layout over the whole window, and the window over the whole screen where the browser lets it. */
export const useFullScreen = () => {
  const [full, setFull] = useState(false)
  useEffect(() => {
    const left = () => document.fullscreenElement || setFull(false)
    document.addEventListener('fullscreenchange', left)
    return () => document.removeEventListener('fullscreenchange', left)
  }, [])
  const toggle = () => {
    setFull(!full)
    // Refused in some frames: then the window has to do.
    if (!full) document.documentElement.requestFullscreen?.().catch(() => undefined)
    else if (document.fullscreenElement) void document.exitFullscreen()
  }
  useKeys({ esc: toggle }, { when: full })
  return { full, toggle }
}
