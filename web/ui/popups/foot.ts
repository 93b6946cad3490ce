import { useLayoutEffect } from 'react'
import { proxy, useSnapshot } from 'valtio'

type Foot = 'bar' | 'sheet'

const state = proxy<{ standing: Foot[] }>({ standing: [] })

/** While this is drawn something is at the foot of the screen: toasts keep above it. */
export const useFoot = (foot: Foot) =>
  useLayoutEffect(() => {
    state.standing.push(foot)
    return () => void state.standing.splice(state.standing.indexOf(foot), 1)
  }, [foot])

/** What is there; the highest, where there are two. */
export const useStandingFoot = (): Foot | null => {
  const { standing } = useSnapshot(state)
  return standing.includes('sheet') ? 'sheet' : (standing[0] ?? null)
}
