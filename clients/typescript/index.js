/** Calls of a Tandem server: fetch alone, no dependency. The calls are in `calls.js`, which is made from the contract. */
import { calls } from './calls.js'

/** A refusal as the server sent it, or an answer that is none of its own. */
export class TandemError extends Error {
  constructor(status, code, body, requestId) {
    super(sentenceOf(body) ?? `The server answered ${status}.`)
    this.name = 'TandemError'
    this.status = status
    this.code = code
    this.body = body
    this.requestId = requestId
  }
}

const sentenceOf = body => {
  if (typeof body !== 'object' || body === null) return null
  for (const name of ['error', 'detail', 'message', 'error_message'])
    if (typeof body[name] === 'string') return body[name]
  const [first] = Object.entries(body)
  return Array.isArray(first?.[1]) ? `${first[0]}: ${first[1].join(' ')}` : null
}

const LONGEST_WAIT_MS = 60_000
const FIRST_WAIT_MS = 500

/** Resolves after so long; ends with the signal's reason when that is aborted before. */
const pause = (ms, signal) =>
  new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const end = () => {
      clearTimeout(timer)
      reject(signal.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal?.addEventListener('abort', end, { once: true })
  })

/** What the server asks for, else twice as long each time, with chance so that many do not come back at once. */
const waitBefore = (attempt, response) => {
  const asked = response?.headers.get('retry-after')
  if (asked) {
    const ms = /^\d+$/.test(asked) ? Number(asked) * 1000 : Date.parse(asked) - Date.now()
    if (Number.isFinite(ms)) return Math.min(Math.max(ms, 0), LONGEST_WAIT_MS)
  }
  return Math.min(FIRST_WAIT_MS * 2 ** attempt, 8_000) * (0.5 + Math.random() / 2)
}

const addressOf = (origin, path, params, query) => {
  const filled = path.replace(/:(\w+)/g, (_, name) => {
    const value = params?.[name]
    if (value === undefined) throw new TypeError(`${path} needs ${name}`)
    return encodeURIComponent(value)
  })
  const url = new URL(filled, origin)
  for (const [name, value] of Object.entries(query ?? {}))
    if (value !== undefined) url.searchParams.set(name, String(value))
  return url
}

const readBody = async response => {
  const text = await response.text()
  if (text === '') return undefined
  if (!/json/.test(response.headers.get('content-type') ?? '')) return text
  return JSON.parse(text)
}

const seqOf = header => {
  const found = /workspace=(\d+)/.exec(header ?? '')
  return found ? Number(found[1]) : null
}

const isPassing = status => status === 429 || status === 503

export const createClient = ({ origin, token, fetch: send = globalThis.fetch, retries = 5 }) => {
  /** The call with its answer and what the headers tell. A write has one key in all its attempts, so it is done once. */
  const ask = async (name, { params, query, body, idempotencyKey, ifMatch, signal } = {}) => {
    const known = Object.hasOwn(calls, name) ? calls[name] : null
    if (!known) throw new TypeError(`There is no call ${name}`)
    const [method, path] = known
    const headers = { Accept: 'application/json' }
    if (token) headers['X-Api-Key'] = token
    if (body !== undefined) headers['Content-Type'] = 'application/json'
    if (method !== 'GET') headers['Idempotency-Key'] = idempotencyKey ?? crypto.randomUUID()
    if (ifMatch) headers['If-Match'] = ifMatch
    const url = addressOf(origin, path, params, query)
    const init = { method, headers, signal, body: body === undefined ? undefined : JSON.stringify(body) }
    for (let attempt = 0; ; attempt++) {
      signal?.throwIfAborted()
      let response
      try {
        response = await send(url, init)
      } catch (failure) {
        if (signal?.aborted || attempt >= retries) throw failure
      }
      if (response && !(isPassing(response.status) && attempt < retries)) {
        const answer = await readBody(response)
        if (!response.ok)
          throw new TandemError(
            response.status,
            response.headers.get('x-error-code') ?? '',
            answer,
            response.headers.get('x-request-id'),
          )
        return {
          answer,
          status: response.status,
          etag: response.headers.get('etag'),
          changeSeq: seqOf(response.headers.get('x-change-seq')),
        }
      }
      await response?.body?.cancel()
      await pause(waitBefore(attempt, response), signal)
    }
  }

  const call = async (name, given) => (await ask(name, given)).answer

  /** Every row of a list that is answered in pages, page by page as they are read. */
  const rows = async function* (name, { query, ...given } = {}) {
    let cursor
    for (;;) {
      const page = await call(name, {
        ...given,
        query: { per_page: '100', ...query, ...(cursor && { cursor }) },
      })
      if (Array.isArray(page)) return yield* page
      if (!Array.isArray(page?.results)) throw new TypeError(`${name} answers no rows in pages`)
      yield* page.results
      if (!page.next_page_results) return
      cursor = page.next_cursor
    }
  }

  /**
   * The changes of a workspace from a position on, and then as they happen. Each comes with the position to resume after
   * it. `reset`: the log does not reach back so far, and what one holds has to be read anew.
   */
  const changes = async function* ({ ws, after, every = 2_000, signal }) {
    // Behind the end of the log, it tells where its end is.
    const from = at => call('changes.changes', { params: { ws }, query: { after: String(at) }, signal })
    let at = after ?? (await from(Number.MAX_SAFE_INTEGER)).to
    for (;;) {
      const span = await from(at)
      if (span.reset) yield { reset: true, at: span.to, change: null }
      for (const change of span.changes) yield { reset: false, at: change.seq, change }
      // Others' changes, which the caller does not see, are passed as well.
      const isAtEnd = span.to === at
      at = span.to
      if (isAtEnd) await pause(every, signal)
    }
  }

  return { ask, call, rows, changes }
}
