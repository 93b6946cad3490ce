import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll } from 'vitest'
import type { Shown } from '../../api/people/notifications/push.ts'
import type { Person } from './build.ts'
import { until } from './live.ts'

const hkdf = (salt: Buffer, secret: Buffer, told: Buffer, length: number) =>
  Buffer.from(hkdfSync('sha256', secret, salt, told, length))

/** A browser's side of RFC 8291: the message that it would show. */
export const browserKeys = () => {
  const pair = createECDH('prime256v1')
  pair.generateKeys()
  const auth = randomBytes(16)
  const open = (sealed: Buffer): Shown => {
    const salt = sealed.subarray(0, 16)
    const length = sealed[20]!
    const sender = sealed.subarray(21, 21 + length)
    const told = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), sender])
    const secret = hkdf(auth, pair.computeSecret(sender), told, 32)
    const key = hkdf(salt, secret, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
    const nonce = hkdf(salt, secret, Buffer.from('Content-Encoding: nonce\0'), 12)
    const text = sealed.subarray(21 + length)
    const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(text.subarray(-16))
    const plain = Buffer.concat([decipher.update(text.subarray(0, -16)), decipher.final()])
    // The last record ends with a two, and with nothing that is behind it.
    return JSON.parse(plain.subarray(0, plain.lastIndexOf(2)).toString('utf8')) as Shown
  }
  return {
    open,
    keys: { p256dh: pair.getPublicKey('base64url'), auth: auth.toString('base64url') },
  }
}

type Token = { aud: string; exp: number; sub: string; key: string }

/** The sender, as the token says, once that is found signed by the key that it names (RFC 8292). */
const tokenOf = (header: string): Token => {
  const [, token = '', key = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(header) ?? []
  const [head, told, signature] = token.split('.')
  const point = Buffer.from(key, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map(part => part.toString('base64url'))
  const publicKey = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${told}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature ?? '', 'base64url'),
  )
  if (!isSigned) throw new Error('a token that nobody has signed')
  return { ...JSON.parse(Buffer.from(told ?? '', 'base64url').toString()), key }
}

type Arrived = { headers: IncomingMessage['headers']; token: Token; shown: Shown; bytes: number }

const NOT_PUBLIC = '127.0.0.1, 127.0.0.1:1, [::1], [::ffff:a00:1]'

/** A push service for the browsers of tests: it keeps what each is sent, and answers as it is asked to. */
export const pushService = async () => {
  const boxes = new Map<string, { open: (sealed: Buffer) => Shown; arrived: Arrived[] }>()
  const calls: string[] = []
  const service = {
    /** The next answers, the last one from then on. `hangUp`: taken, but nobody learns of it. */
    answers: [201] as (number | 'hangUp' | 'silence')[],
    location: '',
  }
  const server = createServer(async (request, response) => {
    const path = request.url ?? ''
    calls.push(path)
    const answer = service.answers.length > 1 ? service.answers.shift()! : service.answers[0]!
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const box = boxes.get(path)
    const sealed = Buffer.concat(parts)
    if (box && (answer === 201 || typeof answer === 'string'))
      box.arrived.push({
        headers: request.headers,
        token: tokenOf(request.headers.authorization ?? ''),
        shown: box.open(sealed),
        bytes: sealed.length,
      })
    if (answer === 'hangUp') request.socket.destroy()
    else if (answer !== 'silence')
      response.writeHead(answer, service.location ? { location: service.location } : {}).end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  afterAll(() => {
    server.closeAllConnections()
    return new Promise<void>(resolve => server.close(() => resolve()))
  })
  /** A browser that knows where it is reached, and has informed nobody. */
  const browser = () => {
    const { open, keys } = browserKeys()
    const path = `/${randomBytes(12).toString('hex')}`
    const arrived: Arrived[] = []
    boxes.set(path, { open, arrived })
    return {
      endpoint: `http://${host}${path}`,
      keys,
      path,
      arrived,
      /** The first that was not taken out before. */
      take: async (): Promise<Arrived> => {
        await until(() => arrived.length > 0, 20_000)
        return arrived.shift()!
      },
    }
  }
  return Object.assign(service, {
    host,
    /** Ends all that waits for an answer. */
    hangUp: () => server.closeAllConnections(),
    calls,
    /** The settings of it in a server's environment; the list alone must open no way into a private network. */
    env: {
      PRIVATE_HOSTS: host,
      ENABLE_BROWSER_PUSH: '1',
      PUSH_SERVICES: `${host}, ${NOT_PUBLIC}, *.push.example`,
    },
    browser,
    /** Has a person's browser subscribe, as it would by itself. */
    subscribe: async (who: Person) => {
      const made = browser()
      const { endpoint, keys } = made
      const reply = await who.post<{ id: string }>('/api/users/me/push-subscriptions/', { endpoint, keys })
      if (reply.status !== 201) throw new Error(`subscribed: ${reply.status} ${JSON.stringify(reply.body)}`)
      return { ...made, id: reply.body.id }
    },
  })
}

export type PushService = Awaited<ReturnType<typeof pushService>>
