/** How many requests wait in each project: asked once, and again when something at an intake has changed or awakes. */
import { useEffect } from 'react'
import { proxy, useSnapshot } from 'valtio'
import { intakeDecisionRoutes } from '#contract/work/intakeDecisions.ts'
import { call } from '../data/client.ts'
import { onLeaving } from '../data/entered.ts'
import { useLive } from '../data/live.ts'
import { onRows } from '../data/rows.ts'
import { here } from '../data/viewer.ts'
import { paced } from '../ui/paced.ts'

type Waiting = Record<string, { pending: number; snoozed: number; since: string | null }>

const SETTLED_MS = 300
const MOST_WAIT = 2 ** 31 - 1
const state = proxy<{ projects: Waiting }>({ projects: {} })
let waking = 0
onLeaving(() => {
  asking.stop()
  clearTimeout(waking)
  state.projects = {}
})

const ask = () => {
  const { slug } = here()
  // A failed request is repeated with the next change: the figures can wait.
  call(intakeDecisionRoutes.waiting, { params: { ws: slug } }).then(
    ({ body }) => {
      if (here().slug !== slug) return
      state.projects = body.projects
      clearTimeout(waking)
      const wait = body.next ? Date.parse(body.next) - Date.now() : null
      if (wait !== null) waking = window.setTimeout(ask, Math.min(MOST_WAIT, Math.max(0, wait) + 100))
    },
    () => {},
  )
}
const asking = paced(ask, SETTLED_MS)

/** `isUsed`: some project of the person's has an intake. */
export const useKeepWaiting = (isUsed: boolean) => {
  const { loads, status } = useLive()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each snapshot may report other rights
  useEffect(() => {
    if (!isUsed || status !== 'live') return
    ask()
    const stop = onRows('intake_issue', asking.wish)
    return () => void stop()
  }, [isUsed, status, loads])
}
export const useWaitingAt = (): Readonly<Waiting> => useSnapshot(state).projects
