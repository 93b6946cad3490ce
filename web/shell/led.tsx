/** From a figure to the list that it counts: the focus goes along, and with Back it is at the figure again. */
import { useCallback, useRef, useState } from 'react'
import { Link, type LinkProps, useLocation, useNavigationType } from 'react-router'
import { isNowhere } from '../ui/nowhere.ts'

/** Marks an entry of the history: the focus goes on into the list. */
export const LED = { isLed: true } as const

/** The link that led away, by the entry of the history where it is. */
const left = new Map<string, { name: string; part: readonly number[] }>()

export const useIsLed = (): boolean => {
  const { state } = useLocation() as { state: Partial<typeof LED> | null }
  return useNavigationType() !== 'POP' && state?.isLed === true
}

/** For what leads to a list: `name` tells it from the rest of its screen, `part` is which of its parts was left, where it has several. */
export const useLeads = (name: string) => {
  const { key } = useLocation()
  const isBack = useNavigationType() === 'POP'
  const [part] = useState(() => {
    const last = isBack ? left.get(key) : undefined
    return last?.name === name ? last.part : null
  })
  const isDue = useRef(part !== null)
  const take = useCallback((element: HTMLElement | null) => {
    if (!element || !isDue.current) return
    isDue.current = false
    if (isNowhere(document.activeElement)) element.focus()
  }, [])
  return { part, take, leave: (...from: number[]) => void left.set(key, { name, part: from }) }
}

/** A figure that is a link to the list that it counts. */
export const LedLink = (props: Omit<LinkProps, 'to' | 'state'> & { to: string }) => {
  const { take, leave } = useLeads(props.to)
  return <Link {...props} ref={take} state={LED} onClick={() => leave()} />
}
