import { type FormEvent, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { authRoutes } from '#contract/auth.ts'
import { call, postForm } from '../data/client.ts'
import { to } from '../places/address.ts'
import { AuthLayout } from '../shell/AuthLayout.tsx'
import { Banner } from '../ui/Banner.tsx'
import { Button } from '../ui/Button.tsx'
import { Field } from '../ui/Field.tsx'
import { PasswordInput } from '../ui/PasswordInput.tsx'
import { TextInput } from '../ui/TextInput.tsx'
import { messageOf } from './messages.ts'
import { tellZone } from './tellZone.ts'

/** First the address, then the password: whether it is a new or a known one decides what is asked. */
const Enter = ({ mode }: { mode: 'in' | 'up' }) => {
  const [query] = useSearchParams()
  const [email, setEmail] = useState(query.get('email') ?? '')
  const [step, setStep] = useState<'email' | 'in' | 'up'>(query.get('error_code') === '5065' ? 'in' : 'email')
  const [error, setError] = useState(messageOf(query.get('error_code')))
  const [busy, setBusy] = useState(false)
  const next = query.get('next_path') ?? ''

  const check = async () => {
    const { body } = await call(authRoutes.emailCheck, { body: { email } })
    setStep(body.existing ? 'in' : 'up')
  }
  const enterWith = async (password: string) => {
    const led = await postForm(step === 'in' ? '/auth/sign-in/' : '/auth/sign-up/', {
      email,
      password,
      ...(next ? { next_path: next } : {}),
    })
    const refused = led.searchParams.get('error_code')
    if (refused) setError(messageOf(refused))
    else {
      if (step === 'up') await tellZone()
      location.assign(led.pathname + led.search)
    }
  }
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const password = String(new FormData(event.currentTarget).get('password') ?? '')
    setBusy(true)
    setError(null)
    try {
      await (step === 'email' ? check() : enterWith(password))
    } catch (failure) {
      setError(
        (failure as { body?: { error_code?: number } }).body?.error_code
          ? messageOf(String((failure as { body: { error_code: number } }).body.error_code))
          : (failure as Error).message,
      )
    }
    setBusy(false)
  }
  const up = step === 'email' ? mode === 'up' : step === 'up'
  return (
    <AuthLayout
      title={up ? 'Sign up' : 'Sign in'}
      text={
        <>
          to work at <b className="font-medium text-ink">{location.host}</b>
        </>
      }
      hint={
        up ? (
          <>
            Have an account?{' '}
            <Link to={to('start')} className="text-accent-text">
              Sign in
            </Link>
          </>
        ) : (
          <>
            New here?{' '}
            <Link to={to('signUp')} className="text-accent-text">
              Sign up
            </Link>
          </>
        )
      }
    >
      <form onSubmit={submit} className="flex flex-col gap-3">
        {error && <Banner tone="danger">{error}</Banner>}
        <Field label="E-mail">
          <TextInput
            name="email"
            type="email"
            autoComplete="username"
            required
            autoFocus={step === 'email'}
            value={email}
            onChange={event => {
              setEmail(event.target.value)
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
              name="password"
              autoComplete={step === 'in' ? 'current-password' : 'new-password'}
              required
              autoFocus
            />
          </Field>
        )}
        <Button type="submit" variant="primary" size="form" className="w-full" keys="enter" busy={busy}>
          {step === 'email' ? 'Continue' : step === 'in' ? 'Sign in' : 'Create account'}
        </Button>
      </form>
    </AuthLayout>
  )
}

export const SignIn = () => <Enter mode="in" />
export const SignUp = () => <Enter mode="up" />
