/** The one way by which the server calls hosts that people name: never one of a private network, unless its admin lists it. */
import { promises } from 'node:dns'
import { type ClientRequest, type IncomingHttpHeaders, request as plain } from 'node:http'
import { request as encrypted, type RequestOptions } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

// All IPv4 addresses but these are public; of IPv6 only the one block in global use, less the parts that carry an IPv4
// address.
const PRIVATE_4: [string, number][] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 3],
]
const PUBLIC_6: [string, number][] = [['2000::', 3]]
const PRIVATE_6: [string, number][] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
]

const listOf = (subnets: [string, number][], family: 'ipv4' | 'ipv6') => {
  const list = new BlockList()
  for (const [net, prefix] of subnets) list.addSubnet(net, prefix, family)
  return list
}
const private4 = listOf(PRIVATE_4, 'ipv4')
const public6 = listOf(PUBLIC_6, 'ipv6')
const private6 = listOf(PRIVATE_6, 'ipv6')

/** Is this address one of the whole internet's? */
export const isPublicAddress = (address: string): boolean => {
  const family = isIP(address)
  if (family === 4) return !private4.check(address, 'ipv4')
  return family === 6 && public6.check(address, 'ipv6') && !private6.check(address, 'ipv6')
}

/** Is this the address of one of the hosts of a list, as `push.example, *.push.example, push.lan:8443`? */
export const isAmong = (address: string, hosts: string): boolean => {
  const { host } = new URL(address)
  const named = hosts.toLowerCase().split(/[\s,]+/)
  return named.some(name => (name.startsWith('*.') ? host.endsWith(name.slice(1)) : host === name))
}

/** Why a call has no answer. `isUnclear`: it may have arrived. */
export class NotReached extends Error {
  readonly isUnclear: boolean
  constructor(said: string, isUnclear: boolean) {
    super(said)
    this.isUnclear = isUnclear
  }
}

export type Parcel = { headers: Record<string, string | number>; body: Buffer }
export type Outgoing = ReturnType<typeof createOutgoing>

type Rules = {
  /** They may be called wherever they are and without encryption: hosts, with a port or without. */
  privateHosts: readonly string[]
  /** May public hosts be called without encryption, too? */
  isPlainAllowed?: boolean
  /** Resolves names. */
  lookup?: Lookup
}

type Lookup = (name: string, done: (error: NodeJS.ErrnoException | null, found: Found[]) => void) => void
type Found = { address: string; family: 4 | 6 }

// By its own questions, and not by the system's call: that waits on one of four threads, which files and passwords need,
// for as long as a name server of somebody's choice likes.
const names = new promises.Resolver({ timeout: 2_000, tries: 2 })
const askNames: Lookup = async (name, done) => {
  const [four, six] = await Promise.allSettled([names.resolve4(name), names.resolve6(name)])
  const found = [
    ...(four.status === 'fulfilled' ? four.value.map(address => ({ address, family: 4 as const })) : []),
    ...(six.status === 'fulfilled' ? six.value.map(address => ({ address, family: 6 as const })) : []),
  ]
  const error = four.status === 'rejected' ? (four.reason as NodeJS.ErrnoException) : null
  done(
    found.length > 0 ? null : (error ?? Object.assign(new Error('no address'), { code: 'ENOTFOUND' })),
    found,
  )
}

/** Why an address is refused before it is called. */
export type Refused = 'notCalled' | 'unresolved' | 'private'
/** A name is looked up for so long while somebody waits for the verdict. */
const JUDGING_MS = 3_000
/** After the head of an answer its first words are waited for so long. */
const WORDS_MS = 1_000

export const createOutgoing = ({ privateHosts, isPlainAllowed = false, lookup = askNames }: Rules) => {
  const isListed = ({ host, hostname }: URL) => privateHosts.includes(host) || privateHosts.includes(hostname)

  /** The address if its text alone allows a call; the address behind its name is judged at the moment of the call. */
  const addressOf = (text: string): URL | null => {
    const url = URL.canParse(text) ? new URL(text) : null
    if (!url || url.username || url.password || !/^https?:$/.test(url.protocol)) return null
    if (isListed(url)) return url
    const bare = url.hostname.replace(/^\[|\]$/g, '')
    const isEncrypted = url.protocol === 'https:' || isPlainAllowed
    return isEncrypted && (isIP(bare) === 0 || isPublicAddress(bare)) ? url : null
  }

  // The call goes to the very addresses that were judged: a name resolved twice may lead elsewhere. One private address
  // among them spoils all.
  const judged: LookupFunction = (hostname, { all }, done) =>
    lookup(hostname, (error, found) => {
      const refused = error ?? (found.every(({ address }) => isPublicAddress(address)) ? null : privateHost())
      if (refused || all) return done(refused, refused ? [] : found)
      done(null, found[0]?.address ?? '', found[0]?.family)
    })

  /** Would it be called? Asked when an address is given; each call judges anew. */
  const judge = async (text: string): Promise<Refused | null> => {
    const url = addressOf(text)
    if (!url) return 'notCalled'
    if (isListed(url) || isIP(url.hostname.replace(/^\[|\]$/g, '')) !== 0) return null
    const asked = new Promise<Refused | null>(resolve =>
      judged(url.hostname, { all: true }, error =>
        resolve(error ? (error.code === PRIVATE_HOST ? 'private' : 'unresolved') : null),
      ),
    )
    const late = new Promise<Refused>(resolve => setTimeout(resolve, JUDGING_MS, 'unresolved').unref())
    return Promise.race([asked, late])
  }

  const begin = (text: string, method: 'GET' | 'POST', timeoutMs: number) => {
    const url = addressOf(text)
    if (!url) throw new NotReached('an address that is not called', false)
    const options: RequestOptions = {
      method,
      // A line of its own: one that is kept might end in the moment when it is taken again.
      agent: false,
      signal: AbortSignal.timeout(timeoutMs),
      ...(isListed(url) ? {} : { lookup: judged }),
    }
    const isEncrypted = url.protocol === 'https:'
    return { request: (isEncrypted ? encrypted : plain)(url, options), isEncrypted }
  }

  /**
   * Sends one parcel, which is made (`make`) once the other host has answered the connection: database writes of `make`
   * are then about a parcel that leaves. Follows no redirect and reads no answer beyond its head.
   */
  const post = async (text: string, timeoutMs: number, make: () => Promise<Parcel>): Promise<Answer> => {
    const { request: sending, isEncrypted } = begin(text, 'POST', timeoutMs)
    const answered = answerOf(sending)
    answered.catch(() => {})
    try {
      await reached(Promise.race([opened(sending, isEncrypted), answered]), false)
      const { headers, body } = await make()
      for (const [name, value] of Object.entries(headers)) sending.setHeader(name, value)
      sending.end(body)
      return await reached(answered, true)
    } finally {
      sending.destroy()
    }
  }

  /** Reads an address, or what it answers to `body`; more than `most` bytes are refused whole. Follows no redirect. */
  const read = async (text: string, { headers, body, timeoutMs, most }: Asking): Promise<Read> => {
    const { request } = begin(text, body === undefined ? 'GET' : 'POST', timeoutMs)
    for (const [name, value] of Object.entries(headers)) request.setHeader(name, value)
    const answered = bodyOf(request, most)
    request.end(body)
    try {
      return await reached(answered, false)
    } finally {
      request.destroy()
    }
  }

  /** Sends `body` and reads the answer's head and first `most` bytes. Follows no redirect. */
  const deliver = async (text: string, { headers, body, timeoutMs, most }: Sending): Promise<Delivered> => {
    const { request } = begin(text, 'POST', timeoutMs)
    for (const [name, value] of Object.entries(headers)) request.setHeader(name, value)
    const answered = firstWordsOf(request, most)
    request.end(body)
    try {
      return await reached(answered, true)
    } finally {
      request.destroy()
    }
  }
  return { addressOf, judge, post, read, deliver }
}

type Sending = { headers: Record<string, string>; body: Buffer; timeoutMs: number; most: number }
type Delivered = { status: number; type: string; retryAfter: string | null; words: Buffer }

// A body that arrives slowly, or never, is ignored: the status alone says whether the delivery was accepted.
const firstWordsOf = (request: ClientRequest, most: number) =>
  new Promise<Delivered>((resolve, reject) => {
    request.once('error', reject)
    request.once('response', response => {
      const parts: Buffer[] = []
      let length = 0
      const end = () => {
        clearTimeout(timer)
        resolve({
          status: response.statusCode ?? 0,
          type: response.headers['content-type'] ?? '',
          retryAfter: response.headers['retry-after'] ?? null,
          words: Buffer.concat(parts).subarray(0, most),
        })
      }
      const timer = setTimeout(end, WORDS_MS)
      response.on('data', (part: Buffer) => {
        parts.push(part)
        length += part.length
        if (length >= most) end()
      })
      for (const event of ['end', 'error', 'close']) response.once(event, end)
    })
  })

type Asking = { headers: Record<string, string>; body?: string; timeoutMs: number; most: number }
type Read = { status: number; type: string; headers: IncomingHttpHeaders; body: Buffer }

const reached = async <T>(what: Promise<T>, isLeaving: boolean): Promise<T> => {
  try {
    return await what
  } catch (error) {
    const { code, name } = error as NodeJS.ErrnoException
    throw new NotReached(code ?? name, isLeaving)
  }
}

const bodyOf = (request: ClientRequest, most: number) =>
  new Promise<Read>((resolve, reject) => {
    request.once('error', reject)
    request.once('response', async response => {
      try {
        const parts: Buffer[] = []
        let length = 0
        for await (const part of response) {
          length += part.length
          if (length > most) throw Object.assign(new Error('too long'), { code: 'TOO_LONG' })
          parts.push(part)
        }
        const type = response.headers['content-type'] ?? ''
        const { statusCode = 0, headers } = response
        resolve({ status: statusCode, type, headers, body: Buffer.concat(parts) })
      } catch (error) {
        reject(error)
      }
    })
  })

type Answer = { status: number; retryAfter: string | null }

const PRIVATE_HOST = 'PRIVATE_HOST'
const privateHost = () => Object.assign(new Error('a private address'), { code: PRIVATE_HOST })

const opened = (sending: ClientRequest, isEncrypted: boolean) =>
  new Promise<void>(resolve =>
    sending.once('socket', socket => socket.once(isEncrypted ? 'secureConnect' : 'connect', () => resolve())),
  )

const answerOf = (sending: ClientRequest) =>
  new Promise<Answer>((resolve, reject) => {
    sending.once('error', reject)
    sending.once('response', response => {
      resolve({
        status: response.statusCode ?? 0,
        retryAfter: response.headers['retry-after'] ?? null,
      })
    })
  })
