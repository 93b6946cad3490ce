import { useEffect } from 'react'
import { Navigate } from 'react-router'
import { enterBy } from '../account/enter.ts'
import { SetUp } from '../account/SetUp.tsx'
import { Submit } from '../account/Submit.tsx'
import { useSession } from '../data/session.ts'
import { useFields } from '../forms/useForm.ts'
import { to } from '../places/address.ts'
import { AuthLayout } from '../shell/AuthLayout.tsx'
import { useNextPath } from '../shell/nextPath.ts'
import { Field } from '../ui/controls/Field.tsx'
import { PasswordInput } from '../ui/controls/PasswordInput.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { Banner } from '../ui/marks/Banner.tsx'
import { loadAdmin, useInstance } from './instance.ts'

/** Set up the first time; after that, where those who run the instance sign in. */
export const InstanceEntry = () =>
  useSession().instance?.instance.is_setup_done ? <AdminSignIn /> : <SetUp />

const AdminSignIn = () => {
  const { status, hasEnded } = useInstance()
  const next = useNextPath() ?? to('instanceGeneral')
  useEffect(() => {
    void loadAdmin()
  }, [])
  const form = useFields({
    begin: () => ({ email: '', password: '' }),
    send: values => enterBy('/api/instances/admins/sign-in/', values),
    onDone: () => location.assign(next),
  })
  if (status === 'in') return <Navigate to={next} replace />
  return (
    <AuthLayout
      title="Instance admin"
      text="For those who run this instance. A session lasts an hour."
      hint={
        <a href={to('start')} className="text-accent-text underline decoration-1 underline-offset-2">
          Open Tandem
        </a>
      }
    >
      <form {...form.props} className="flex flex-col gap-3">
        {form.general ? (
          <Banner tone="danger">{form.general}</Banner>
        ) : (
          hasEnded && <Banner>Your session has ended. Sign in to continue.</Banner>
        )}
        <Field label="E-mail" error={form.errors.email}>
          <TextInput {...form.input('email')} type="email" autoComplete="username" required autoFocus />
        </Field>
        <Field label="Password" error={form.errors.password}>
          <PasswordInput {...form.input('password')} autoComplete="current-password" required />
        </Field>
        <Submit form={form}>Sign in</Submit>
      </form>
    </AuthLayout>
  )
}
