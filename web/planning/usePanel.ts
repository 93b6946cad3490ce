import { useState } from 'react'

type Panel = 'cycle' | 'module'
const keyOf = (panel: Panel) => `${panel}_sidebar_collapsed`

const isKeptShut = (panel: Panel) => {
  try {
    return localStorage.getItem(keyOf(panel)) === 'true'
  } catch {
    return false
  }
}

/** Whether the panel beside a list is open: kept in the browser; on a narrow screen it is opened each time. */
export const usePanel = (panel: Panel) => {
  const [isOpen, setOpen] = useState(() => innerWidth >= 1200 && !isKeptShut(panel))
  const toggle = () => {
    setOpen(!isOpen)
    try {
      localStorage.setItem(keyOf(panel), String(isOpen))
    } catch {
      // Private windows may forbid storage: then it is open again next time.
    }
  }
  return { isOpen, toggle }
}
