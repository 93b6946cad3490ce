/** Rows beside a noun are read when it is first opened, and again after each snapshot; in between the log keeps them true. */
import { useEffect, useRef } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { onLeaving } from './entered.ts'
import { useLive } from './live.ts'

/** The snapshot after which each place was read, and the places that could not be. */
const state = proxy<{ after: Record<string, number>; failed: Record<string, boolean> }>({
  after: {},
  failed: {},
})
const underWay = new Map<string, number>()
onLeaving(() => {
  state.after = {}
  state.failed = {}
})

const readOnce = async (place: string, loads: number, read: () => Promise<void>) => {
  if (state.after[place] === loads || underWay.get(place) === loads) return
  underWay.set(place, loads)
  try {
    await read()
    state.after[place] = loads
    delete state.failed[place]
  } catch {
    state.failed[place] = true
  } finally {
    if (underWay.get(place) === loads) underWay.delete(place)
  }
}

/** Makes sure that the rows of a place are known. `isKept`: the server knows the noun. */
export const useReadOnce = (place: string, isKept: boolean, read: () => Promise<void>) => {
  const { loads, status } = useLive()
  const { after, failed } = useSnapshot(state)
  const latest = useRef(read)
  useEffect(() => {
    latest.current = read
  })
  useEffect(() => {
    if (isKept && status === 'live') void readOnce(place, loads, () => latest.current())
  }, [place, isKept, status, loads])
  return {
    status: failed[place] ? 'error' : isKept && after[place] === undefined ? 'loading' : 'ready',
    retry: () => void readOnce(place, loads, () => latest.current()),
  } as const
}
