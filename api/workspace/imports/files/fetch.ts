/** Fetches one file of a source by the guarded client: bounded in bytes, time and redirects, the key sent to its own host alone. */
import { setTimeout as later } from 'node:timers/promises'
import { NotReached, type Outgoing } from '../../../http/outgoing.ts'
import type { Headers } from './address.ts'

const FILE_MS = 60_000
const MOST_HOPS = 3
/** Milliseconds before a host that was not reached is tried again. */
const PAUSES = [500, 3_000]
const MOST_WAITS = 5
const LONGEST_WAIT_MS = 5 * 60_000

export type Fetched = { bytes: Buffer; type: string } | { fault: string }

const REFUSALS: Record<number, string> = {
  401: 'the key does not open it (401)',
  403: 'the key does not open it (403)',
  404: 'it is not there, or the key does not see it (404)',
  410: 'it is gone (410)',
}
const NOT_CALLED = new Set(['an address that is not called', 'PRIVATE_HOST'])

type Given = {
  outgoing: Outgoing
  url: string
  headersFor: (address: string) => Headers
  most: number
  /** Ended with the job that asks. */
  signal: AbortSignal
}

const waitOf = (status: number, retryAfter: string | string[] | undefined): number | null => {
  if (status !== 429 && !(status === 503 && retryAfter)) return null
  const seconds = Number(retryAfter)
  return Math.min(Number.isFinite(seconds) && seconds > 0 ? seconds * 1000 : 5_000, LONGEST_WAIT_MS)
}

const isPage = (type: string, bytes: Buffer) =>
  /html/i.test(type) || /^\s*<(?:!doctype html|html)\b/i.test(bytes.toString('latin1', 0, 200))

/** One call, and those that it is sent on to. */
const follow = async ({ outgoing, url, headersFor, most }: Given) => {
  for (let hop = 0, address = url; ; hop++) {
    const answer = await outgoing.read(address, {
      headers: { ...headersFor(address), 'user-agent': 'Tandem', accept: '*/*' },
      timeoutMs: FILE_MS,
      most,
    })
    const { location } = answer.headers
    if (answer.status < 300 || answer.status >= 400 || !location) return answer
    if (hop === MOST_HOPS || !URL.canParse(location, address)) return { ...answer, status: 310 }
    address = new URL(location, address).href
  }
}

/** `isPageFine`: its name says that it is a web page. */
export const fetchFile = async (given: Given, isPageFine: boolean): Promise<Fetched> => {
  for (let tries = 0, waits = 0; ; ) {
    given.signal.throwIfAborted()
    try {
      const { status, headers, type, body } = await follow(given)
      const wait = waitOf(status, headers['retry-after'])
      if (wait !== null && waits++ < MOST_WAITS) {
        await later(wait, undefined, { signal: given.signal, ref: false })
        continue
      }
      if (status >= 500 && tries < PAUSES.length) {
        await later(PAUSES[tries++], undefined, { signal: given.signal, ref: false })
        continue
      }
      if (status < 200 || status >= 300)
        return { fault: REFUSALS[status] ?? `its host answered with an error (${status})` }
      if (body.length === 0) return { fault: 'it is empty' }
      if (!isPageFine && isPage(type, body))
        return { fault: 'a web page came instead: is a sign-in before it?' }
      return { bytes: body, type: type.split(';')[0]!.trim().toLowerCase() }
    } catch (error) {
      if (!(error instanceof NotReached)) throw error
      if (NOT_CALLED.has(error.message))
        return { fault: 'its address is private, or none of https: it is not called' }
      if (error.message === 'TOO_LONG') return { fault: `it is larger than ${given.most} bytes` }
      if (tries >= PAUSES.length) return { fault: `its host could not be reached (${error.message})` }
      await later(PAUSES[tries++], undefined, { signal: given.signal, ref: false })
    }
  }
}
