import { v7 } from 'uuid'
import { fail, must, Refusal } from '#contract/errors.ts'
import { mailIsOn, mailKeys } from '#contract/workspace/configuration.ts'
import type { MailStep } from '#contract/workspace/instanceAdmin.ts'
import type { Server } from '../../http/server.ts'
import { deliver, NotDelivered } from '../../mail/deliver.ts'
import { nameAndAddress } from '../../mail/desk.ts'
import { kindOf } from '../../mail/kinds.ts'
import { cleanEmail, isEmail } from '../../people/auth/account.service.ts'
import { changedBy } from './admin.service.ts'

type Asked = { receiver_email?: unknown; configuration?: Record<string, string> | undefined }

/**
 * Sends one mail at once, past the outbox, by what is configured with the given values in its place: none of them becomes a
 * setting. Says the steps that came off, also where one did not.
 */
export const testMail = async (
  { db, settings, configured, stops, log }: Server,
  by: string,
  asked: Asked,
) => {
  const to = cleanEmail(asked.receiver_email)
  if (!isEmail(to)) fail('instance.receiverRequired')
  const kept = await configured.read()
  const given = Object.fromEntries(
    Object.entries(asked.configuration ?? {}).filter(([key]) => mailKeys.some(name => name === key)),
  )
  const configuration = { ...kept, ...changedBy(configured, kept, given) }
  if (!mailIsOn(configuration)) fail('instance.mailRefused')
  log.info({ by, host: configuration.EMAIL_HOST }, 'an admin tries a mail server')
  const desk = await nameAndAddress(db, settings)
  const steps: MailStep[] = []
  try {
    await deliver(
      configuration,
      { id: v7(), to, ...desk },
      async () =>
        must(await kindOf('test').write({ kind: 'test', to }, { trx: db, stops, ...desk }), 'a test mail'),
      step => steps.push(step),
    )
  } catch (error) {
    if (!(error instanceof NotDelivered)) throw error
    throw new Refusal('instance.mailRefused', { error: error.message, steps })
  }
  await configured.noteMailTest(configuration)
  return { message: 'Email successfully sent.' as const, steps }
}
