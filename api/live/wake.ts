import { EventEmitter } from 'node:events'
import pg from 'pg'
import type { Logger } from 'pino'
import { onCommit } from '../db/commits.ts'
import type { Db } from '../db/knex.ts'

const CHANNEL = 'tandem_changes'
/** The channel for messages between servers that no log keeps. */
const WORDS = 'tandem_words'
/** The database itself speaks here, when sessions are deleted. */
const WAYS = 'tandem_ways'
const POLL_MS = 1_000

/**
 * Informs readers that a scope may have news: at once within the process, by `notify` between processes, and by a poll each
 * second. The log is the truth; a lost hint costs a second, never a change.
 */
export const startWake = async (options: { db: Db; url: string; log: Logger }) => {
  const { db, url, log } = options
  const news = new EventEmitter()
  news.setMaxListeners(0)
  let pending = new Set<string>()
  let telling: NodeJS.Timeout | undefined
  let closed = false

  const tellOthers = async () => {
    const scopes = [...pending]
    pending = new Set()
    // `notify` inside the writing transaction would take a lock that all commits share: it is sent after, and coalesced.
    for (let at = 0; at < scopes.length; at += 100)
      await db.raw('select pg_notify(?, ?)', [CHANNEL, scopes.slice(at, at + 100).join(',')])
  }
  const leave = onCommit(db, scopes => {
    for (const scope of scopes) news.emit('scope', scope)
    const first = pending.size === 0
    for (const scope of scopes) pending.add(scope)
    if (first)
      telling = setTimeout(() => {
        tellOthers().catch(error => log.warn({ err: error }, 'notify failed; readers poll'))
      }, 20).unref()
  })

  let listener: pg.Client | null = null
  const listen = async () => {
    if (closed) return
    const client = new pg.Client({ connectionString: url })
    client.on('error', () => {})
    client.on('end', () => {
      listener = null
      if (!closed) setTimeout(() => void listen().catch(() => {}), POLL_MS).unref()
    })
    client.on('notification', message => {
      if (message.channel === WAYS) return void news.emit('ways')
      if (message.channel === WORDS) return void news.emit('said', message.payload ?? '')
      for (const scope of (message.payload ?? '').split(',')) if (scope) news.emit('scope', scope)
    })
    await client.connect()
    await client.query(`listen ${CHANNEL}; listen ${WORDS}; listen ${WAYS}`)
    listener = client
  }
  await listen()

  const timer = setInterval(() => news.emit('poll'), POLL_MS)
  timer.unref()
  return {
    onScope: (tell: (scope: string) => void) => news.on('scope', tell),
    onPoll: (tell: () => void) => news.on('poll', tell),
    /** To all servers, this one as well; it may be lost. */
    say: async (words: string[]) => {
      await db.raw('select pg_notify(?, word) from unnest(?::text[]) word', [WORDS, words])
    },
    /** Sessions have ended, at whichever server; it may be lost. */
    onWays: (tell: () => void) => news.on('ways', tell),
    onSaid: (tell: (word: string) => void) => news.on('said', tell),
    close: async () => {
      closed = true
      clearInterval(timer)
      clearTimeout(telling)
      news.removeAllListeners()
      leave()
      await listener?.end()
    },
  }
}

export type Wake = Awaited<ReturnType<typeof startWake>>
