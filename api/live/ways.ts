import type { Logger } from 'pino'
import type { Db } from '../db/knex.ts'
import type { ServerViewer } from '../db/viewer.ts'
import type { Wake } from './wake.ts'

const LOOK_MS = 500

/** Those of the sessions and tokens that still let somebody in. */
const stillOpen = async (db: Db, sessions: string[], tokens: string[]): Promise<Set<string>> => {
  const { rows } = await db.raw<{ rows: { key: string }[] }>(
    `select key_hash as key from sessions where key_hash = any(?) and expires_at > now()
     union all
     select id::text from api_tokens where id = any(?::uuid[]) and is_active and deleted_at is null
        and (expired_at is null or expired_at > now())`,
    [sessions, tokens],
  )
  return new Set(rows.map(({ key }) => key))
}

/** The key of a way in: the id of a token, the hash of a session. */
export const keyOf = ({ session, token }: ServerViewer): string | null => token?.id ?? session

/** May this caller still come in by the way they came? */
export const isOpenWay = async (db: Db, viewer: ServerViewer): Promise<boolean> => {
  const key = keyOf(viewer)
  if (key === null) return false
  return (await stillOpen(db, viewer.token ? [] : [key], viewer.token ? [key] : [])).has(key)
}

/**
 * Looks after the ways in by which sockets were opened: signing out and running out of time are in no log. One look for all of
 * them, when sessions have ended and twice a second, since time runs out untold; a way in that is closed ends whatever was
 * opened by it.
 */
export const startWays = ({ db, wake, log }: { db: Db; wake: Wake; log: Logger }) => {
  const watched = new Map<string, { isToken: boolean; ends: Set<() => void> }>()
  let isLooking = false
  let isTold = false
  const look = async () => {
    if (isLooking || watched.size === 0) return
    isLooking = true
    isTold = false
    try {
      const keys = (isToken: boolean) =>
        [...watched].flatMap(([key, way]) => (way.isToken === isToken ? key : []))
      const asked = [...watched.keys()]
      const open = await stillOpen(db, keys(false), keys(true))
      for (const key of asked) {
        if (open.has(key)) continue
        const ends = watched.get(key)?.ends ?? []
        watched.delete(key)
        for (const end of ends) end()
      }
    } catch (error) {
      log.warn({ err: error }, 'looking after sessions failed; the next look tries again')
    } finally {
      isLooking = false
      // This look may have read before the session ended.
      if (isTold) void look()
    }
  }
  wake.onWays(() => {
    isTold = true
    void look()
  })
  const timer = setInterval(() => void look(), LOOK_MS)
  timer.unref()
  return {
    /** Calls `end` once the way in is closed; answers how to stop watching. */
    watch: (viewer: ServerViewer, end: () => void): (() => void) => {
      const key = keyOf(viewer)
      if (key === null) return () => {}
      const way = watched.get(key) ?? { isToken: viewer.token !== null, ends: new Set() }
      way.ends.add(end)
      watched.set(key, way)
      return () => {
        way.ends.delete(end)
        if (way.ends.size === 0 && watched.get(key) === way) watched.delete(key)
      }
    },
    close: () => clearInterval(timer),
  }
}

export type Ways = ReturnType<typeof startWays>
