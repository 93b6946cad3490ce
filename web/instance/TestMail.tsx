import { useState } from 'react'
import { instanceAdminRoutes, type MailStep, mailSteps } from '#contract/workspace/instanceAdmin.ts'
import { CallError, call } from '../data/client.ts'
import { Refused } from '../forms/refusal.ts'
import { useFields } from '../forms/useForm.ts'
import { Button } from '../ui/controls/Button.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { clockText, dayText, shortDay } from '../ui/dates/day-words.ts'
import { Icon } from '../ui/icons.tsx'
import { Banner } from '../ui/marks/Banner.tsx'
import { loadMailTest, noteOut, useInstance } from './instance.ts'
import type { Settings } from './useSettings.ts'

type Step = MailStep['step']
/** The outcome of a test, with the server as it was asked for. */
type Tested = {
  host: string
  port: string
  user: string
  steps: readonly MailStep[]
  failed: { step: Step; said: string } | null
  at: Date
}

const came = ({ step, said, good_until }: MailStep, { host, port, user }: Tested): string => {
  if (step === 'reach') return `Reached ${host} on port ${port}`
  if (step === 'sign_in') return `Signed in as ${user}`
  if (step === 'hand_over') return said ? `Accepted the mail: ${said}` : 'Accepted the mail'
  const until = good_until
    ? `; the certificate is good until ${shortDay(dayText(new Date(good_until)), true)}`
    : ''
  return `Encrypted with ${said.replace('TLSv', 'TLS ')}${until}`
}

const failedWords: Record<Step, (of: Tested) => string> = {
  reach: ({ host, port }) => `${host} was not reached on port ${port}. Check server and port.`,
  encrypt: () => 'Not encrypted. Check port and security: TLS goes with port 587, SSL with 465.',
  sign_in: ({ user }) => `Not signed in as ${user}. Check user name and password.`,
  hand_over: () => 'The e-mail was not accepted. Check the sender and the recipient.',
}

/** The first step that did not come off, of those that these settings need. */
const missing = (steps: readonly MailStep[], values: Settings['values']): Step => {
  const isNeeded: Record<Step, boolean> = {
    reach: true,
    encrypt: values.EMAIL_USE_TLS === '1' || values.EMAIL_USE_SSL === '1',
    sign_in: values.EMAIL_HOST_USER !== '',
    hand_over: true,
  }
  return mailSteps.find(one => isNeeded[one] && steps.every(({ step }) => step !== one)) ?? 'hand_over'
}

/** The steps that failed with it, where the call says any: without, it is no failure of the mail server. */
const stepsIn = (failure: unknown): readonly MailStep[] | null =>
  failure instanceof CallError && Array.isArray(failure.body.steps) ? failure.body.steps : null

const Steps = ({ tested }: { tested: Tested }) => (
  <ol className="mt-3 rounded-card bg-sunken px-4 py-2">
    {tested.steps.map(step => (
      <li key={step.step} className="flex min-h-7 items-center gap-2.5">
        <Icon name="check" className="text-ok" />
        <span className="min-w-0 flex-1 break-words">{came(step, tested)}</span>
        {step.ms !== null && <span className="num text-12 text-ink-3">{step.ms} ms</span>}
      </li>
    ))}
    {tested.failed ? (
      <li className="flex min-h-7 items-start gap-2.5 py-1 text-danger">
        <Icon name="triangle-alert" className="mt-0.5" />
        <span className="min-w-0 flex-1">
          {failedWords[tested.failed.step](tested)}
          <span className="block text-12">{tested.failed.said}</span>
        </span>
      </li>
    ) : (
      <li className="flex min-h-7 items-center gap-2.5 text-ink-2">
        <Icon name="clock" className="text-ink-3" />
        Sent at {clockText(tested.at)}. If it is not there in a minute, look in the spam folder.
      </li>
    )}
  </ol>
)

const securities = { tls: ' with TLS', ssl: ' with SSL', none: '' }

/** When a mail server last passed, by which values, and whether they are those that are saved. */
const Passed = () => {
  const { mailTest } = useInstance()
  if (!mailTest) return null
  const { at, host, port, security, user, holds } = mailTest
  const moment = new Date(at)
  return (
    <p className={`mt-3 flex items-start gap-1.5 text-12 ${holds ? 'text-ok' : 'text-ink-3'}`}>
      <Icon name={holds ? 'check' : 'clock'} size={14} className="mt-px" />
      <span className="min-w-0 break-words">
        {`Passed on ${shortDay(dayText(moment), true)} at ${clockText(moment)}: ${host} on port ${port}${securities[security]}${user && `, as ${user}`}.`}
        {!holds && ' What is saved now has not been tried.'}
      </span>
    </p>
  )
}

/** Tries the mail server as it is in the form, saved or not. */
export const TestMail = ({ settings }: { settings: Settings }) => {
  const { me } = useInstance()
  const [tested, setTested] = useState<Tested | null>(null)
  const form = useFields({
    begin: () => ({ receiver_email: me?.email ?? '' }),
    body: instanceAdminRoutes.testMail.body,
    send: async ({ receiver_email }) => {
      const { values, unsaved } = settings
      const told = (steps: readonly MailStep[], failed: Tested['failed']) =>
        setTested({
          host: values.EMAIL_HOST?.trim() ?? '',
          port: values.EMAIL_PORT?.trim() ?? '',
          user: values.EMAIL_HOST_USER?.trim() ?? '',
          steps,
          failed,
          at: new Date(),
        })
      setTested(null)
      try {
        const body = { receiver_email, configuration: unsaved }
        told((await call(instanceAdminRoutes.testMail, { body })).body.steps, null)
        void loadMailTest().catch(() => {})
      } catch (failure) {
        noteOut(failure)
        const steps = stepsIn(failure)
        if (steps && failure instanceof CallError)
          return told(steps, { step: missing(steps, values), said: failure.message })
        throw settings.showAt(failure)
          ? new Refused('Nothing was sent: a value above was not accepted.')
          : failure
      }
    },
  })
  return (
    <section className="mt-6 border-line border-t pt-6" aria-labelledby="test-mail">
      <h3 id="test-mail" className="font-medium">
        Test mail
      </h3>
      <p className="mt-0.5 text-ink-2">Uses the values above, saved or not.</p>
      <Passed />
      <form {...form.props} className="mt-3 flex flex-wrap items-start gap-2">
        <TextInput
          {...form.input('receiver_email')}
          aria-label="Receiver"
          type="email"
          required
          className="min-w-60 flex-1"
        />
        <Button type="submit" variant="neutral" size="form" busy={form.isBusy}>
          Send a test mail
        </Button>
      </form>
      {form.general && (
        <div className="mt-3">
          <Banner tone="danger">{form.general}</Banner>
        </div>
      )}
      <div role="status">{tested && <Steps tested={tested} />}</div>
    </section>
  )
}
