import { Redis } from '@hocuspocus/extension-redis'
import type { afterLoadDocumentPayload, Extension } from '@hocuspocus/server'
import type { Logger } from 'pino'
import { messageOf } from '#contract/messageOf.ts'
import { StartError } from '../api/db/dataDir.ts'

const REJOIN_MS = 1_000

const optionsOf = (url: URL) => ({
  ...(url.username ? { username: decodeURIComponent(url.username) } : {}),
  ...(url.password ? { password: decodeURIComponent(url.password) } : {}),
  ...(url.pathname.length > 1 ? { db: Number(url.pathname.slice(1)) } : {}),
  ...(url.protocol === 'rediss:' ? { tls: {} } : {}),
  // Nobody who opens a text waits for a Redis that is away: nodes learn of each other's stores from the log as well.
  maxRetriesPerRequest: 1,
  retryStrategy: (attempt: number) => Math.min(attempt * 100, 2_000),
})

/**
 * Brings words and carets of one node to the editors of the others at once. The extension's lock around stores is left
 * out: it would leave one node believing that the other has stored its words. Our stores merge under the lock of the
 * document's row, so two at once harm nobody.
 */
export const shareOverRedis = async (address: string, log: Logger) => {
  const url = new URL(address)
  const redis = new Redis({ host: url.hostname, port: Number(url.port) || 6379, options: optionsOf(url) })
  /** Texts that were opened while Redis was away, and when they are tried again. */
  const apart = new Map<string, NodeJS.Timeout>()
  const join = async (payload: afterLoadDocumentPayload): Promise<void> => {
    const { documentName } = payload
    apart.delete(documentName)
    await redis
      .afterLoadDocument(payload)
      .catch(() => apart.set(documentName, setTimeout(() => void join(payload), REJOIN_MS).unref()))
  }
  let isAway = false
  redis.pub.on('error', error => {
    if (!isAway)
      log.warn({ err: error }, 'Redis is away; until it is back texts are shared as they are stored')
    isAway = true
  })
  redis.sub.on('error', () => {})
  await redis.pub.ping().catch(error => {
    redis.pub.disconnect()
    redis.sub.disconnect()
    throw new StartError(`Redis does not answer at REDIS_URL: ${messageOf(error)}`)
  })
  redis.pub.on('ready', () => {
    if (isAway) log.info('Redis is back')
    isAway = false
  })

  const extension: Extension = {
    priority: redis.priority,
    onConfigure: payload => redis.onConfigure(payload),
    afterLoadDocument: join,
    onAwarenessUpdate: payload => redis.onAwarenessUpdate(payload),
    onChange: payload => redis.onChange(payload),
    // Nobody waits for these: with Redis away they only fail.
    beforeBroadcastStateless: async payload => {
      await redis.beforeBroadcastStateless(payload).catch(() => {})
    },
    beforeUnloadDocument: payload => redis.beforeUnloadDocument(payload),
    afterUnloadDocument: async payload => {
      clearTimeout(apart.get(payload.documentName))
      apart.delete(payload.documentName)
      await redis.afterUnloadDocument(payload)
    },
  }
  return { extension, close: () => redis.onDestroy().catch(() => {}) }
}
