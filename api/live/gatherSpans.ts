import type { Db } from '../db/knex.ts'
import { changesOfEach, type Span } from './log.ts'

/** The most scopes read at once; the more there are, the fewer changes each gets, and a reader asks again for the rest. */
const SCOPES_AT_ONCE = 200
const OF_MANY = 50
const MANY = 10

type Waiting = {
  scope: string
  after: number
  resolve: (span: Span) => void
  reject: (error: unknown) => void
}
const readTogether = async (db: Db, asked: Waiting[]) => {
  const most = asked.length > MANY ? { limit: OF_MANY } : {}
  try {
    const spans = await changesOfEach(
      db,
      asked.map(({ scope, after }) => ({ scope, after, ...most })),
    )
    for (const [nth, { resolve }] of asked.entries()) resolve(spans[nth]!)
  } catch (error) {
    for (const { reject } of asked) reject(error)
  }
}

/** Of what five hundred people are informed at once, each has a scope of their own: all are read by the same statements. */
export const gatherSpans = (db: Db) => {
  let waiting: Waiting[] = []
  return (scope: string, after: number): Promise<Span> =>
    new Promise((resolve, reject) => {
      waiting.push({ scope, after, resolve, reject })
      if (waiting.length > 1) return
      setImmediate(() => {
        const all = waiting
        waiting = []
        for (let at = 0; at < all.length; at += SCOPES_AT_ONCE)
          void readTogether(db, all.slice(at, at + SCOPES_AT_ONCE))
      })
    })
}
