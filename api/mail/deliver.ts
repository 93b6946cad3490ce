import { Readable } from 'node:stream'
import { TLSSocket } from 'node:tls'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Configuration } from '#contract/workspace/configuration.ts'
import type { MailStep } from '#contract/workspace/instanceAdmin.ts'
import type { Letter } from './letter.ts'
import { laidOut } from './letter.ts'

const CONNECT_MS = 10_000
const SILENCE_MS = 30_000

// Loaded with the first mail: a start without one does without it.
const load = async () => {
  const [parser, composer, connection] = await Promise.all([
    import('nodemailer/lib/addressparser'),
    import('nodemailer/lib/mail-composer'),
    import('nodemailer/lib/smtp-connection'),
  ])
  return { addressparser: parser.default, MailComposer: composer.default, Connection: connection.default }
}
type Library = Awaited<ReturnType<typeof load>>

/** Why a mail was not taken. `isFinal`: it never will be; `isUnclear`: it may have been, the answer was lost. */
export class NotDelivered extends Error {
  readonly isFinal: boolean
  readonly isUnclear: boolean
  constructor(said: string, { isFinal = false, isUnclear = false } = {}) {
    super(said)
    this.isFinal = isFinal
    this.isUnclear = isUnclear
  }
}

type SmtpError = Error & { code?: string; command?: string; responseCode?: number }

/** The error in words for the admin who configures the server. */
const wordsOf = ({ code, command, message, responseCode }: SmtpError): string => {
  if (code === 'EAUTH' || code === 'ENOAUTH') return 'Invalid credentials provided'
  if (command === 'MAIL FROM') return 'From address is invalid.'
  if (code === 'EENVELOPE' || command === 'RCPT TO') return 'All recipient addresses were refused.'
  if (code === 'ETIMEDOUT') return 'Timeout error while trying to connect to the SMTP server.'
  if (code === 'EDNS') return 'Network connection error. Please check your internet connection.'
  if (/closed unexpectedly/i.test(message)) return 'SMTP server disconnected unexpectedly.'
  if (responseCode === undefined && (code === 'ECONNECTION' || code === 'ESOCKET'))
    return 'Could not connect with the SMTP server.'
  return 'Could not send email. Please check your configuration'
}

/** The sender where none is configured: the mailbox that we sign in to, or the host that people know us by. */
const senderOf = (
  { addressparser }: Library,
  { EMAIL_FROM, EMAIL_HOST_USER }: Configuration,
  instance: string,
  origin: string,
) => {
  const [named] = addressparser(EMAIL_FROM, { flatten: true })
  if (named?.address) return { name: named.name || instance, address: named.address }
  const address = EMAIL_HOST_USER.includes('@') ? EMAIL_HOST_USER : `tandem@${new URL(origin).hostname}`
  return { name: instance, address }
}

type Hear = (step: MailStep) => void

/** Says of each step how long it took since the one before. */
const timed = (hear: Hear) => {
  let since = performance.now()
  return {
    /** The time so far is that of a step that is reported later. */
    lap: () => {
      const ms = Math.round(performance.now() - since)
      since = performance.now()
      return ms
    },
    tell: (step: MailStep['step'], ms: number | null, said = '', good_until: string | null = null) =>
      hear({ step, ms, said, good_until }),
  }
}
type Timed = ReturnType<typeof timed>

const lineOf = ({ Connection }: Library, configuration: Configuration, established: () => void) => {
  const { EMAIL_HOST, EMAIL_PORT, EMAIL_USE_SSL, EMAIL_USE_TLS } = configuration
  return new Connection({
    host: EMAIL_HOST,
    port: Number(EMAIL_PORT),
    secure: EMAIL_USE_SSL === '1',
    requireTLS: EMAIL_USE_SSL !== '1' && EMAIL_USE_TLS === '1',
    ignoreTLS: EMAIL_USE_TLS !== '1',
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    // Only its log says when the other server is reached, before anything is said or encrypted.
    logger: { info: (entry?: { remoteAddress?: string }) => entry?.remoteAddress && established() },
  })
}

const connect = async (
  library: Library,
  configuration: Configuration,
  broken: (error: SmtpError) => void,
  clock: Timed,
) => {
  const isSsl = configuration.EMAIL_USE_SSL === '1'
  const isEncrypted = isSsl || configuration.EMAIL_USE_TLS === '1'
  const connection = lineOf(library, configuration, () => isEncrypted && clock.tell('reach', clock.lap()))
  try {
    await open(connection, broken)
    if (!isEncrypted) clock.tell('reach', clock.lap())
    const socket = connection._socket
    if (isEncrypted && socket instanceof TLSSocket) {
      const until = new Date(socket.getPeerCertificate().valid_to)
      const good = Number.isNaN(until.getTime()) ? null : until.toISOString()
      // With SSL both are one.
      clock.tell('encrypt', isSsl ? null : clock.lap(), socket.getProtocol() ?? '', good)
    }
    await signIn(connection, configuration)
    if (configuration.EMAIL_HOST_USER) clock.tell('sign_in', clock.lap())
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

const open = (connection: SMTPConnection, broken: (error: SmtpError) => void) =>
  new Promise<void>((resolve, reject) => {
    connection.on('error', error => {
      broken(error)
      reject(error)
    })
    connection.on('end', () => {
      const ended = Object.assign(new Error('Connection closed unexpectedly'), { code: 'ECONNECTION' })
      broken(ended)
      reject(ended)
    })
    // A server that hangs up before it has greeted is reported here alone.
    connection.connect(error => (error ? reject(error) : resolve()))
  })

const signIn = async (
  connection: SMTPConnection,
  { EMAIL_HOST_USER, EMAIL_HOST_PASSWORD }: Configuration,
) => {
  if (EMAIL_HOST_USER)
    await new Promise<void>((resolve, reject) =>
      connection.login({ user: EMAIL_HOST_USER, pass: EMAIL_HOST_PASSWORD }, error =>
        error ? reject(error) : resolve(),
      ),
    )
}

const LONGEST_SAID = 200

/**
 * Gives one mail to the configured server. `write` runs only after that server has agreed to take it: its database
 * writes are then about a mail that leaves. `hear` is called with each step that succeeds.
 */
export const deliver = async (
  configuration: Configuration,
  mail: { id: string; to: string; instance: string; origin: string },
  write: () => Promise<Letter>,
  hear: Hear = () => {},
): Promise<void> => {
  const clock = timed(hear)
  const library = await load()
  const sender = senderOf(library, configuration, mail.instance, mail.origin)
  let isLeaving = false
  let refusedHere: unknown
  const compose = async function* () {
    try {
      const letter = await write()
      isLeaving = true
      const host = sender.address.split('@').at(-1)
      const composer = new library.MailComposer({
        from: sender,
        to: { name: '', address: mail.to },
        messageId: `<${mail.id}@${host}>`,
        // Each mail of a thread is a reply to its root, an id that is the same for all of them and was never sent.
        ...(letter.thread && {
          inReplyTo: `<${letter.thread}@${host}>`,
          references: `<${letter.thread}@${host}>`,
        }),
        headers: {
          // Nobody's holiday answers it.
          'Auto-Submitted': 'auto-generated',
          ...(letter.unsubscribe && {
            'List-Unsubscribe': `<${letter.unsubscribe}>`,
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
        },
        ...laidOut(letter, mail.instance),
      })
      yield await composer.compile().build()
    } catch (error) {
      refusedHere = error
      throw error
    }
  }
  let connection: SMTPConnection | null = null
  try {
    let broken: (error: SmtpError) => void = () => {}
    const breaking = new Promise<never>((_, reject) => {
      broken = reject
    })
    breaking.catch(() => {})
    connection = await connect(library, configuration, error => broken(error), clock)
    const line = connection
    const sending = new Promise<string>((resolve, reject) =>
      line.send({ from: sender.address, to: [mail.to] }, Readable.from(compose()), (error, sent) =>
        error ? reject(error) : resolve(sent?.response ?? ''),
      ),
    )
    const said = await Promise.race([sending, breaking])
    clock.tell('hand_over', clock.lap(), said.trim().slice(0, LONGEST_SAID))
    connection.quit()
  } catch (error) {
    connection?.close()
    if (refusedHere) throw refusedHere
    const { responseCode = 0 } = error as SmtpError
    throw new NotDelivered(wordsOf(error as SmtpError), {
      isFinal: responseCode >= 500 && (error as SmtpError).code !== 'EAUTH',
      isUnclear: isLeaving && responseCode === 0,
    })
  }
}
