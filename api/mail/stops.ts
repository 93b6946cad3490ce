import { createHmac, timingSafeEqual } from 'node:crypto'
import { isUuid } from '../db/visible.ts'

/** As long as a mail lies about and its link may be followed. */
const DAYS = 90

const seconds = (now: Date) => Math.floor(now.getTime() / 1000)

export const STOP_PATH = '/spaces/unsubscribe'

/** In place of an issue's id: all mail about issues and pages. */
const ALL = 'all'

/** Signs and reads addresses by which a mail's receiver, signed in or not, gets no more news of its issue, or is mailed no more. */
export const createStops = (secret: string) => {
  const sign = (text: string) => {
    const mac = createHmac('sha256', secret)
    mac.update(`unsubscribe.${text}`)
    return mac.digest('base64url')
  }
  return {
    path: (receiver: string, issue: string | null, now = new Date()) => {
      const text = `${receiver}.${issue ?? ALL}.${seconds(now) + DAYS * 86_400}`
      return `${STOP_PATH}/${text}.${sign(text)}`
    },
    /** The receiver and the issue (null: all such mail); null for a ticket that is forged or too old. */
    read: (ticket: string, now = new Date()): { receiver: string; issue: string | null } | null => {
      const [receiver = '', issue = '', expires = '', signature = '', ...more] = ticket.split('.')
      const [given, own] = [Buffer.from(signature), Buffer.from(sign(`${receiver}.${issue}.${expires}`))]
      if (more.length > 0 || given.length !== own.length || !timingSafeEqual(given, own)) return null
      if (!isUuid(receiver) || !(isUuid(issue) || issue === ALL) || seconds(now) >= Number(expires))
        return null
      return { receiver, issue: issue === ALL ? null : issue }
    },
  }
}

export type Stops = ReturnType<typeof createStops>
