import { useRef } from 'react'
import { userRoutes } from '#contract/people/users.ts'
import { call } from '../data/client.ts'
import { useFields } from '../forms/useForm.ts'
import { CodeStep, PasswordStep } from './EnterSteps.tsx'
import { enterBy, spotIn } from './enter.ts'
import { PasswordField } from './NewPassword.tsx'
import { NameFields } from './onboarding/NameFields.tsx'
import { named } from './onboarding/named.ts'
import { Refusal } from './Refusal.tsx'
import { Submit } from './Submit.tsx'
import { tellZone } from './tellZone.ts'
import { Username } from './Username.tsx'
import { type Begun, useEntering } from './useEntering.ts'

/** Signs an invited person in who has an account. */
export const JoinAsKnown = ({ begun }: { begun: Begun }) => {
  const entering = useEntering(begun)
  const Then = entering.step === 'codeIn' ? CodeStep : PasswordStep
  return (
    <form {...entering.form.props} className="flex flex-col gap-3">
      <Refusal said={entering.said} onDismiss={entering.dismiss} />
      <Username email={begun.email} />
      <Then entering={entering} />
    </form>
  )
}

/** Makes the account of an invited person: their name and a password are all that is missing. */
export const JoinAsNew = ({ begun: { email, next }, go }: { begun: Begun; go: string }) => {
  const led = useRef<URL | null>(null)
  const form = useFields({
    begin: () => ({ first_name: '', last_name: '', password: '' }),
    send: async ({ password, ...names }) => {
      // Sent once more after a failure behind it, the account is there already.
      led.current ??= await enterBy('/auth/sign-up/', { email, password, next_path: next })
      await tellZone()
      await call(userRoutes.updateMe, { body: named(names) })
      location.assign(spotIn(led.current, next))
    },
  })
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <Refusal said={form.general ? { text: form.general } : null} email={email} />
      <Username email={email} />
      <NameFields form={form} />
      <PasswordField form={form} />
      <Submit form={form}>{go}</Submit>
    </form>
  )
}
