import { Navigate } from 'react-router'
import { authRoutes } from '#contract/people/auth.ts'
import { call, csrfToken } from '../data/client.ts'
import { useSession } from '../data/session.ts'
import { useFields } from '../forms/useForm.ts'
import { to } from '../places/address.ts'
import { AuthLayout } from '../shell/AuthLayout.tsx'
import { inWords } from './enter.ts'
import { NewPassword, useIsGood } from './NewPassword.tsx'
import { Refusal } from './Refusal.tsx'
import { Submit } from './Submit.tsx'
import { Username } from './Username.tsx'

/** The first password of a person who came in by a code or another service. */
export const SetPassword = () => {
  const { me, instance } = useSession()
  const form = useFields({
    begin: () => ({ password: '', confirm: '' }),
    send: async ({ password }) =>
      inWords(call(authRoutes.setPassword, { body: { password }, csrf: await csrfToken() })),
    onDone: () => location.assign(to('start')),
  })
  const { isGood } = useIsGood(form.values)
  if (!me?.is_password_autoset) return <Navigate to={to('start')} replace />
  return (
    <AuthLayout
      title="Choose a password"
      text={
        instance?.config.is_smtp_configured
          ? 'So that you can also sign in without an e-mail.'
          : 'You sign in with it: this server sends no codes by e-mail.'
      }
      hint={
        <a href={to('start')} className="text-accent-text">
          Not now
        </a>
      }
    >
      <form {...form.props} className="flex flex-col gap-3">
        <Refusal said={form.general ? { text: form.general } : null} />
        <Username email={me.email} />
        <NewPassword form={form} />
        <Submit form={form} disabled={!isGood}>
          Set password
        </Submit>
      </form>
    </AuthLayout>
  )
}
