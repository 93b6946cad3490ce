/** Reads the relations of many issues at once, for the lines between them; from then on the log keeps them true. */
import { useEffect } from 'react'
import { relationRoutes } from '#contract/work/relations.ts'
import { call } from '../../data/client.ts'
import { onLeaving } from '../../data/entered.ts'
import { useLive } from '../../data/live.ts'
import { readRows } from '../../data/rowsBy.ts'
import { here } from '../../data/viewer.ts'
import { relationsBy } from '../fields/issueParts.ts'

const AT_ONCE = 100
const PAUSE = 150

/** After which snapshot the relations of an issue were asked for. */
const asked = new Map<string, number>()
onLeaving(() => asked.clear())

const read = async (ids: readonly string[], loads: number) => {
  for (const id of ids) asked.set(id, loads)
  try {
    await readRows({ issue_relation: ids.flatMap(relationsBy.of) }, async () => ({
      issue_relation: (
        await call(relationRoutes.among, { params: { ws: here().slug }, query: { issues: ids.join(',') } })
      ).body,
    }))
  } catch {
    // Nothing is drawn for them until they come into sight again.
    for (const id of ids) asked.delete(id)
  }
}

/** Sees to it that the relations of these issues are known, once they have stood still for a moment. */
export const useRelationsOf = (ids: readonly string[]) => {
  const { loads, status } = useLive()
  const key = ids.join()
  useEffect(() => {
    if (status !== 'live' || !key) return
    const timer = setTimeout(() => {
      const missing = key.split(',').filter(id => asked.get(id) !== loads)
      for (let from = 0; from < missing.length; from += AT_ONCE)
        void read(missing.slice(from, from + AT_ONCE), loads)
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [key, status, loads])
}
