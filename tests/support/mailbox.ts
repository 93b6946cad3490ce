import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, onTestFinished } from 'vitest'
import { certificate } from './certificate.ts'
import { until } from './live.ts'

export type Received = { to: string; from: string; subject: string; text: string; html: string; raw: string }

/** Undoes how mail is written over lines of ASCII. */
const readable = (part: string) =>
  Buffer.from(
    part
      .replace(/=\r?\n/g, '')
      .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  ).toString('utf8')

/** The parts of a mail, by the boundaries that it names itself: a wrapped line of text may begin with two dashes, too. */
const partsOf = (raw: string) =>
  [...raw.matchAll(/boundary="([^"]+)"/g)].reduce(
    (parts, [, boundary]) => parts.flatMap(part => part.split(`\r\n--${boundary}`)),
    [raw],
  )

const partOf = (raw: string, type: string) => {
  for (const part of partsOf(raw)) {
    const end = part.indexOf('\r\n\r\n')
    const [head, body] = [part.slice(0, end), part.slice(end + 4)]
    if (!head.includes(`Content-Type: ${type}`)) continue
    if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString('utf8')
    return /quoted-printable/i.test(head) ? readable(body) : body
  }
  return ''
}
const subjectOf = (raw: string) => {
  const [, line = ''] = /^Subject: ((?:.|\r\n[ \t])*)/m.exec(raw) ?? []
  return line
    .replace(/\r\n[ \t]/g, '')
    .replace(/\?=\s*=\?UTF-8\?Q\?/g, '')
    .replace(/=\?UTF-8\?Q\?(.*?)\?=/g, (_, word: string) => readable(word.replace(/_/g, ' ')))
}

type Refusal = { code: number; text: string }

type Options = {
  password?: string
  /** Encrypts once it is asked to, by the certificate of the tests. */
  tls?: boolean
}

/** A mail server that keeps its mails; `refuse` sets its answer to a recipient or to a whole mail. */
export const mailbox = async (options: Options = {}) => {
  const mails: Received[] = []
  const refuse: { recipient: Refusal | null; mail: Refusal | null; hangUp: boolean } = {
    recipient: null,
    mail: null,
    hangUp: false,
  }
  const errorOf = ({ code, text }: Refusal) => Object.assign(new Error(text), { responseCode: code })
  const server = new SMTPServer({
    ...(options.tls ? certificate : { disabledCommands: ['STARTTLS'] }),
    authOptional: options.password === undefined,
    allowInsecureAuth: true,
    onAuth: (auth, _, done) =>
      auth.password === options.password ? done(null, { user: 'tandem' }) : done(new Error('no')),
    onRcptTo: (_, __, done) => done(refuse.recipient ? errorOf(refuse.recipient) : null),
    onData: (stream, session, done) => {
      const parts: Buffer[] = []
      stream.on('data', part => parts.push(part))
      stream.on('end', () => {
        if (refuse.mail) return done(errorOf(refuse.mail))
        const raw = Buffer.concat(parts).toString('utf8')
        mails.push({
          to: session.envelope.rcptTo[0]?.address ?? '',
          from: (session.envelope.mailFrom || { address: '' }).address,
          subject: subjectOf(raw),
          text: partOf(raw, 'text/plain'),
          html: partOf(raw, 'text/html'),
          raw,
        })
        // Taken, but nobody learns of it.
        if (refuse.hangUp) for (const line of server.connections) line._socket.destroy()
        else done()
      })
    },
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo
  const close = () => new Promise<void>(resolve => server.close(() => resolve()))
  try {
    onTestFinished(close)
  } catch {
    afterAll(close)
  }
  return {
    mails,
    refuse,
    /** The settings of it in a server's environment. */
    env: { EMAIL_HOST: '127.0.0.1', EMAIL_PORT: String(port), EMAIL_USE_TLS: options.tls ? '1' : '0' },
    /** The newest mail to this address that was not taken out before. */
    take: async (to: string): Promise<Received> => {
      await until(() => mails.some(mail => mail.to === to))
      return mails.splice(
        mails.findLastIndex(mail => mail.to === to),
        1,
      )[0]!
    },
  }
}

export type Mailbox = Awaited<ReturnType<typeof mailbox>>
