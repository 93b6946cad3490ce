/** The headers of a delivery: those that existing receivers check, and the signature of Standard Webhooks beside them. */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
export const newSecret = (): string => PREFIX + randomBytes(24).toString('base64')

const hmac = (key: string | Buffer, parts: readonly (string | Buffer)[]) => {
  const made = createHmac('sha256', key)
  for (const part of parts) made.update(part)
  return made
}

type Sent = { id: string; event: string; body: Buffer | string; secret: string; at: Date }

/** Everything that may be shown to people. */
export const plainHeaders = ({ id, event }: Pick<Sent, 'id' | 'event'>): Record<string, string> => ({
  'Content-Type': 'application/json',
  'User-Agent': 'Tandem',
  'X-Plane-Delivery': id,
  'X-Plane-Event': event,
  'webhook-id': id,
})

/** `at` is part of what is signed: a delivery that somebody has kept is known by its age. */
export const signedHeaders = (sent: Sent): Record<string, string> => {
  const { id, body, secret, at } = sent
  const seconds = String(Math.floor(at.getTime() / 1000))
  const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
  const signature = hmac(key, [`${id}.${seconds}.`, body]).digest('base64')
  return {
    ...plainHeaders(sent),
    'X-Plane-Signature': hmac(secret, [body]).digest('hex'),
    'webhook-timestamp': seconds,
    'webhook-signature': `v1,${signature}`,
  }
}
