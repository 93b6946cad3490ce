/** How long an address that does not take its deliveries is waited for. */
import { randomInt } from 'node:crypto'
import type { WebhookFormat, WebhookTry } from '#contract/workspace/webhooks.ts'

const HOUR = 3_600
/** An address that has taken nothing for so long is switched off. */
export const TOO_LONG_MS = 3 * 24 * HOUR * 1_000
/** Seconds until the next try of one delivery, threefold each time: about three days together. */
const FIRST = 10
const LONGEST = 12 * HOUR
const MOST_TRIES = 14
/** Of an address that fails whole: twofold, so that it is found back soon. */
const FIRST_CIRCUIT = 30
const LONGEST_CIRCUIT = HOUR

// All that failed at once would meet again.
const withJitter = (seconds: number, haste: number) => (seconds * haste * randomInt(100, 120)) / 100

/** Seconds until the next try; null after the last. */
export const pauseAfter = (attempts: number, haste = 1): number | null =>
  attempts >= MOST_TRIES ? null : withJitter(Math.min(FIRST * 3 ** (attempts - 1), LONGEST), haste)

/** Seconds until one delivery is tried again, after so many failures beyond those that broke the circuit. */
export const circuitPause = (beyond: number, haste = 1): number =>
  withJitter(Math.min(FIRST_CIRCUIT * 2 ** Math.min(beyond, 20), LONGEST_CIRCUIT), haste)

/** A redirect is none: an address that moves is given anew by people. */
export const isTaken = (status: number): boolean => status >= 200 && status < 300

const GONE_IN_CHATS =
  /invalid_token|no_service|no_team|action_prohibited|channel_is_archived|"code":\s*10015\b/

/** Does the answer say that there will never be another? */
export const isGone = (
  format: WebhookFormat,
  { status, answer }: Pick<WebhookTry, 'status' | 'answer'>,
): boolean => {
  if (status === null || isTaken(status)) return false
  if (status === 410) return true
  return format !== 'json' && (status === 404 || (status < 500 && GONE_IN_CHATS.test(answer)))
}

const WORDS: Record<string, string> = {
  ABORT_ERR: 'No answer in 10 s',
  TimeoutError: 'No answer in 10 s',
  PRIVATE_HOST: 'The name leads to a private address',
  ENOTFOUND: 'The name has no address',
  EAI_AGAIN: 'The name could not be looked up',
  ECONNREFUSED: 'Nothing listens there',
  ECONNRESET: 'The connection broke',
}

/** Why there was no answer, in words. */
export const wordsFor = (code: string): string =>
  new Map(Object.entries(WORDS)).get(code) ?? `It could not be reached: ${code}`
