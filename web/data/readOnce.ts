/** Rows beside a noun are read when it is first opened, and again after each snapshot; in between the log keeps them true. */
import { useEffect, useRef } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { onLeaving } from './leaving.ts'
import { useLive } from './live.ts'

/** Which snapshot each place was read after, and what could not be read. */
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

/** Sees to it that what stands in a place is known. `isKept`: the noun is known to the server. */
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
