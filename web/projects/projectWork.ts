/** How far the projects are: their issues by group of state, live like every list. */
import { useEffect, useMemo, useState } from 'react'
import { type IssueQuery, plainQuery } from '#contract/lists/issueQuery.ts'
import { projectRoutes } from '#contract/workspace/projects.ts'
import { call } from '../data/client.ts'
import { useList } from '../data/lists.ts'
import { useLive } from '../data/live.ts'
import { getRow } from '../data/rows.ts'
import { here } from '../data/viewer.ts'

const counted = ['completed', 'started', 'unstarted', 'backlog'] as const
export type Counted = (typeof counted)[number]

export type ProjectWork = {
  of: Record<Counted, number>
  total: number
  updated: string | null
  /** Who is in it, where its memberships are not at hand. */
  members?: readonly string[]
}

export const groupNames: Record<Counted, string> = {
  completed: 'completed',
  started: 'started',
  unstarted: 'unstarted',
  backlog: 'in the backlog',
}

const queryOf = (workspace: string): IssueQuery =>
  plainQuery({ in: 'workspace', workspace }, '-updated_at', {
    groupBy: 'project_id',
    subGroupBy: 'state__group',
  })

type Works = ReadonlyMap<string, ProjectWork>

/** By project that one is in; null until it is known. Cancelled issues do not count. */
const useJoinedWork = (workspace: string): Works | null => {
  const list = useList(queryOf(workspace))
  return useMemo(() => {
    if (list.status !== 'ready') return null
    return new Map(
      list.groups.map(({ key, cells }) => {
        const sizeOf = (group: Counted) => cells.find(cell => cell.key === group)?.total ?? 0
        const of = Object.fromEntries(counted.map(group => [group, sizeOf(group)])) as ProjectWork['of']
        const moments = cells.flatMap(cell => getRow('issue', cell.ids[0])?.updated_at ?? [])
        const total = counted.reduce((sum, group) => sum + of[group], 0)
        return [key, { of, total, updated: moments.sort().at(-1) ?? null }]
      }),
    )
  }, [list])
}

/** Of those that one is not in nothing comes live: asked when there are others, and when the server is there again. */
const useOpenWork = (ids: string): Works | null => {
  const { status } = useLive()
  const isLive = status === 'live'
  const [works, setWorks] = useState<Works | null>(null)
  useEffect(() => {
    if (!ids || !isLive) return
    let isLatest = true
    call(projectRoutes.openWork, { params: { ws: here().slug } }).then(
      ({ body }) => {
        if (!isLatest) return
        const entries = body.map(({ project, updated_at, members, ...of }): [string, ProjectWork] => {
          const total = counted.reduce((sum, group) => sum + of[group], 0)
          return [project, { of, total, updated: updated_at, members }]
        })
        setWorks(new Map(entries))
      },
      // The list is without these figures.
      () => {},
    )
    return () => {
      isLatest = false
    }
  }, [ids, isLive])
  return works
}

/** By project; null until it is known of those that one is in. `open` are the others. */
export const useProjectWork = (workspace: string, open: readonly { id: string }[]): Works | null => {
  const joined = useJoinedWork(workspace)
  const others = useOpenWork(
    open
      .map(({ id }) => id)
      .sort()
      .join(),
  )
  return useMemo(() => joined && new Map([...(others ?? []), ...joined]), [joined, others])
}
