/** The days of a cycle or module: asked once, and from then on only today changes, by the row that comes live. */
import { useEffect, useMemo } from 'react'
import { proxy, ref, useSnapshot } from 'valtio'
import { type ChartDay, withToday } from '#contract/planning/charts.ts'
import { cycleRoutes } from '#contract/planning/cycles.ts'
import { moduleRoutes } from '#contract/planning/modules.ts'
import type { IssueTotals } from '#contract/planning/progress.ts'
import { call, OfflineError } from '../../data/client.ts'
import { onLeaving } from '../../data/entered.ts'
import { useLive } from '../../data/live.ts'
import { awaitReachable, whenReachable } from '../../data/reachable.ts'
import { here } from '../../data/viewer.ts'

export type Charted = {
  kind: 'cycle' | 'module'
  id: string
  projectId: string
  /** Both days of it. */
  start: string
  end: string
  /** In its project's zone. */
  today: string
}

type Days = { status: 'loading' | 'ready' | 'error'; days: readonly ChartDay[] }
const state = proxy<{ of: Record<string, Days> }>({ of: {} })
onLeaving(() => {
  state.of = {}
})

const read = async ({ kind, id, projectId }: Charted): Promise<readonly ChartDay[]> => {
  const { slug: ws } = here()
  const params = { ws, p: projectId }
  const answer =
    kind === 'cycle'
      ? await call(cycleRoutes.analytics, { params: { ...params, cycleId: id } })
      : await call(moduleRoutes.analytics, { params: { ...params, moduleId: id } })
  return answer.body.days
}

// What could not be read while the server was away is asked for once that is back.
whenReachable(() => {
  for (const [place, { status }] of Object.entries(state.of)) if (status === 'error') delete state.of[place]
})

const load = async (place: string, charted: Charted) => {
  state.of[place] = { status: 'loading', days: ref([]) }
  try {
    state.of[place] = { status: 'ready', days: ref([...(await read(charted))]) }
  } catch (error) {
    state.of[place] = { status: 'error', days: ref([]) }
    if (error instanceof OfflineError) awaitReachable()
  }
}

/** Another day, other dates or another start of the live line are reasons to ask again; a change is none. */
export const useDays = (charted: Charted, now: IssueTotals | null) => {
  const { id, start, end, today } = charted
  const { loads, status: live } = useLive()
  const place = [id, start, end, today, loads].join()
  const known = useSnapshot(state).of[place]
  const isWanted = live === 'live' && !known
  // biome-ignore lint/correctness/useExhaustiveDependencies: the place says all that it depends on
  useEffect(() => {
    if (isWanted) void load(place, charted)
  }, [isWanted, place])
  const days = known?.days as readonly ChartDay[] | undefined
  return {
    status: known?.status ?? 'loading',
    days: useMemo(() => (days && now ? withToday(days, today, now) : (days ?? [])), [days, today, now]),
    retry: () => void load(place, charted),
  }
}
