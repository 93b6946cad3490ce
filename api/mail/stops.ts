import { createHmac, timingSafeEqual } from 'node:crypto'
import { isUuid } from '../db/visible.ts'

/** As long as a mail lies about and its link may be followed. */
const DAYS = 90

const seconds = (now: Date) => Math.floor(now.getTime() / 1000)

export const STOP_PATH = '/spaces/unsubscribe'

/** Signs and reads addresses by which a mail's receiver, signed in or not, hears no more of its issue. */
export const createStops = (secret: string) => {
  const sign = (text: string) => {
    const mac = createHmac('sha256', secret)
    mac.update(`unsubscribe.${text}`)
    return mac.digest('base64url')
  }
  return {
    path: (receiver: string, issue: string, now = new Date()) => {
      const text = `${receiver}.${issue}.${seconds(now) + DAYS * 86_400}`
      return `${STOP_PATH}/${text}.${sign(text)}`
    },
    /** Whom and what it is about; null when it was forged or is too old. */
    read: (ticket: string, now = new Date()): { receiver: string; issue: string } | null => {
      const [receiver = '', issue = '', expires = '', signature = '', ...more] = ticket.split('.')
      const [given, own] = [Buffer.from(signature), Buffer.from(sign(`${receiver}.${issue}.${expires}`))]
      if (more.length > 0 || given.length !== own.length || !timingSafeEqual(given, own)) return null
      return isUuid(receiver) && isUuid(issue) && seconds(now) < Number(expires) ? { receiver, issue } : null
    },
  }
}

export type Stops = ReturnType<typeof createStops>
