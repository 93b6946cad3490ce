import { type ReactNode, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { authRoutes } from '#contract/people/auth.ts'
import { call } from '../data/client.ts'
import { useFields } from '../forms/useForm.ts'
import { to } from '../places/address.ts'
import { AuthLayout } from '../shell/AuthLayout.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { PasswordInput } from '../ui/controls/PasswordInput.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { Banner } from '../ui/marks/Banner.tsx'
import { enterBy, inWords } from './enter.ts'
import { messageOf } from './messages.ts'
import { tellZone } from './tellZone.ts'

type Step = 'email' | 'in' | 'up'

const Other = ({ address, children }: { address: string; children: ReactNode }) => (
  <Link to={address} className="text-accent-text">
    {children}
  </Link>
)

const verbs: Record<Step, string> = { email: 'Continue', in: 'Sign in', up: 'Create account' }

/** First the address, then the password: whether it is a new or a known one decides what is asked. */
const useEntering = () => {
  const [query] = useSearchParams()
  const next = query.get('next_path')
  const [step, setStep] = useState<Step>(query.get('error_code') === '5065' ? 'in' : 'email')
  // Of a form that was posted before this client stood.
  const [before, setBefore] = useState(messageOf(query.get('error_code')))
  const check = async (email: string) => {
    const { body } = await inWords(call(authRoutes.emailCheck, { body: { email } }))
    setStep(body.existing ? 'in' : 'up')
  }
  const form = useFields({
    begin: () => ({ email: query.get('email') ?? '', password: '' }),
    send: async ({ email, password }) => {
      setBefore(null)
      if (step === 'email') return check(email)
      const path = step === 'in' ? '/auth/sign-in/' : '/auth/sign-up/'
      const led = await enterBy(path, { email, password, ...(next && { next_path: next }) })
      if (step === 'up') await tellZone()
      location.assign(led.pathname + led.search)
    },
  })
  return { form, step, setStep, refused: form.general ?? before }
}

const Enter = ({ mode }: { mode: 'in' | 'up' }) => {
  const { form, step, setStep, refused } = useEntering()
  const email = form.input('email')
  const isUp = step === 'email' ? mode === 'up' : step === 'up'
  return (
    <AuthLayout
      title={isUp ? 'Sign up' : 'Sign in'}
      text={
        <>
          to work at <b className="font-medium text-ink">{location.host}</b>
        </>
      }
      hint={
        isUp ? (
          <>
            Have an account? <Other address={to('start')}>Sign in</Other>
          </>
        ) : (
          <>
            New here? <Other address={to('signUp')}>Sign up</Other>
          </>
        )
      }
    >
      <form {...form.props} className="flex flex-col gap-3">
        {refused && <Banner tone="danger">{refused}</Banner>}
        <Field label="E-mail">
          <TextInput
            {...email}
            type="email"
            autoComplete="username"
            required
            autoFocus={step === 'email'}
            onChange={event => {
              email.onChange(event)
              setStep('email')
            }}
          />
        </Field>
        {step !== 'email' && (
          <Field
            label="Password"
            {...(step === 'up' ? { hint: 'At least 8 characters; several words are best.' } : {})}
          >
            <PasswordInput
              {...form.input('password')}
              autoComplete={step === 'in' ? 'current-password' : 'new-password'}
              required
              autoFocus
            />
          </Field>
        )}
        <Button
          type="submit"
          variant="primary"
          size="form"
          className="w-full"
          keys="enter"
          busy={form.isBusy}
        >
          {verbs[step]}
        </Button>
      </form>
    </AuthLayout>
  )
}

export const SignIn = () => <Enter mode="in" />
export const SignUp = () => <Enter mode="up" />
