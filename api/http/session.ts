import { createHash, randomBytes } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Db } from '../db/knex.ts'

export const PRODUCT_COOKIE = 'session-id'
export const ADMIN_COOKIE = 'admin-session-id'

/** Only hashes of keys and tokens are stored: a stolen database opens no session. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest('hex')

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
export const randomKey = (length = 128) =>
  Array.from(randomBytes(length), byte => LETTERS[byte % LETTERS.length]).join('')

/** The beginning of every API token. */
export const TOKEN_PREFIX = 'tandem_'

export const cookiesOf = (request: IncomingMessage): Record<string, string> =>
  Object.fromEntries(
    (request.headers.cookie ?? '').split(';').flatMap(part => {
      const at = part.indexOf('=')
      return at < 0 ? [] : [[part.slice(0, at).trim(), part.slice(at + 1).trim()]]
    }),
  )

export const tokenOf = (request: IncomingMessage): string | null => {
  const key = request.headers['x-api-key']
  if (typeof key === 'string' && key) return key
  const bearer = /^Bearer (.+)$/i.exec(request.headers.authorization ?? '')
  return bearer?.[1]?.trim() ?? null
}

/** Opens a session; the key goes into the cookie only. `hours` is its life from now. */
export const openSession = async (
  db: Db,
  userId: string,
  kind: 'product' | 'admin',
  hours: number,
  from: { userAgent: string; address: string },
): Promise<string> => {
  const key = randomKey()
  await db('sessions').insert({
    key_hash: hashOf(key),
    user_id: userId,
    kind,
    expires_at: new Date(Date.now() + hours * 3_600_000),
    user_agent: from.userAgent.slice(0, 500),
    ip_address: from.address,
  })
  return key
}
