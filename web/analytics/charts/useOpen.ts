import type { MouseEvent } from 'react'
import { useNavigate } from 'react-router'
import { LED } from '../../shell/led.tsx'

export type Pressed = Pick<MouseEvent, 'ctrlKey' | 'metaKey'>

/** Leads to a list as a link does, for marks of a drawing that cannot be links. */
export const useOpen = () => {
  const go = useNavigate()
  return (href: string | null, { ctrlKey, metaKey }: Pressed) => {
    if (!href) return
    if (ctrlKey || metaKey) window.open(href, '_blank')
    else void go(href, { state: LED })
  }
}
