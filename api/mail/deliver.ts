import { Readable } from 'node:stream'
import type SMTPConnection from 'nodemailer/lib/smtp-connection'
import type { Configuration } from '#contract/workspace/configuration.ts'
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

const connect = async (
  { Connection }: Library,
  configuration: Configuration,
  broken: (error: SmtpError) => void,
) => {
  const { EMAIL_HOST, EMAIL_PORT, EMAIL_USE_SSL, EMAIL_USE_TLS } = configuration
  const connection = new Connection({
    host: EMAIL_HOST,
    port: Number(EMAIL_PORT),
    secure: EMAIL_USE_SSL === '1',
    requireTLS: EMAIL_USE_SSL !== '1' && EMAIL_USE_TLS === '1',
    ignoreTLS: EMAIL_USE_TLS !== '1',
    connectionTimeout: CONNECT_MS,
    greetingTimeout: CONNECT_MS,
    dnsTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
  })
  try {
    await signIn(connection, configuration, broken)
    return connection
  } catch (error) {
    connection.close()
    throw error
  }
}

const signIn = async (
  connection: SMTPConnection,
  { EMAIL_HOST_USER, EMAIL_HOST_PASSWORD }: Configuration,
  broken: (error: SmtpError) => void,
) => {
  await new Promise<void>((resolve, reject) => {
    connection.on('error', error => {
      broken(error)
      reject(error)
    })
    connection.on('end', () => {
      const ended = Object.assign(new Error('Connection closed unexpectedly'), { code: 'ECONNECTION' })
      broken(ended)
      reject(ended)
    })
    // A server that hangs up before it has greeted is told here alone.
    connection.connect(error => (error ? reject(error) : resolve()))
  })
  if (EMAIL_HOST_USER)
    await new Promise<void>((resolve, reject) =>
      connection.login({ user: EMAIL_HOST_USER, pass: EMAIL_HOST_PASSWORD }, error =>
        error ? reject(error) : resolve(),
      ),
    )
}

/**
 * Gives one mail to the configured server. `write` runs only after that server has agreed to take it: its database
 * writes are then about a mail that leaves.
 */
export const deliver = async (
  configuration: Configuration,
  mail: { id: string; to: string; instance: string; origin: string },
  write: () => Promise<Letter>,
): Promise<void> => {
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
    connection = await connect(library, configuration, error => broken(error))
    const line = connection
    const sending = new Promise<void>((resolve, reject) =>
      line.send({ from: sender.address, to: [mail.to] }, Readable.from(compose()), error =>
        error ? reject(error) : resolve(),
      ),
    )
    await Promise.race([sending, breaking])
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
