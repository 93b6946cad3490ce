import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { authRoutes } from '#contract/people/auth.ts'
import { call } from '../data/client.ts'
import { useSession } from '../data/session.ts'
import { useFields } from '../forms/useForm.ts'
import { to } from '../places/address.ts'
import { AuthLayout } from '../shell/AuthLayout.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { Banner } from '../ui/marks/Banner.tsx'
import { AuthRefused, inWords } from './enter.ts'
import type { RefusalWords } from './messages.ts'
import { Other, Refusal } from './Refusal.tsx'
import { Submit } from './Submit.tsx'

const AGAIN_SECONDS = 30

/** Counts down from a moment on. */
const useSecondsLeft = (since: number | null) => {
  const [left, setLeft] = useState(0)
  useEffect(() => {
    if (since === null) return
    const count = () => setLeft(Math.max(0, AGAIN_SECONDS - Math.floor((Date.now() - since) / 1000)))
    count()
    const timer = setInterval(count, 500)
    return () => clearInterval(timer)
  }, [since])
  return left
}

export const ForgotPassword = () => {
  const [query] = useSearchParams()
  const isOn = useSession().instance?.config.is_smtp_configured ?? false
  const [sent, setSent] = useState<{ to: string; at: number } | null>(null)
  const [said, setSaid] = useState<RefusalWords | null>(null)
  const left = useSecondsLeft(sent?.at ?? null)
  const form = useFields({
    begin: () => ({ email: query.get('email') ?? '' }),
    send: async ({ email }) => {
      setSaid(null)
      try {
        await inWords(call(authRoutes.forgotPassword, { body: { email } }))
        setSent({ to: email.trim(), at: Date.now() })
      } catch (failure) {
        if (failure instanceof AuthRefused && !failure.said.field) setSaid(failure.said)
        throw failure
      }
    },
  })
  const refused = said ?? (form.general ? { text: form.general } : null)
  return (
    <AuthLayout
      title="New password"
      text={
        isOn
          ? 'We will e-mail you a link to choose one.'
          : 'This server sends no mail. Ask an admin of the instance for a new password.'
      }
      hint={<Other address={to('start')}>Back to sign in</Other>}
    >
      {isOn && (
        <form {...form.props} className="flex flex-col gap-3">
          <Refusal said={refused} email={form.values.email} />
          {sent && !refused && (
            <Banner tone="ok">A link is on its way to {sent.to}. It works once, for an hour.</Banner>
          )}
          <Field label="E-mail" error={form.errors.email}>
            <TextInput {...form.input('email')} type="email" autoComplete="username" required autoFocus />
          </Field>
          <Submit form={form} disabled={left > 0}>
            {left > 0 ? `Send again in ${left} s` : sent ? 'Send again' : 'Send the link'}
          </Submit>
        </form>
      )}
    </AuthLayout>
  )
}
