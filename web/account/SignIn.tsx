import { useSearchParams } from 'react-router'
import { useSession } from '../data/session.ts'
import { ENDED, to } from '../places/address.ts'
import { AuthLayout } from '../shell/AuthLayout.tsx'
import { Banner } from '../ui/marks/Banner.tsx'
import { CodeStep, EmailField, NewAccountStep, PasswordStep } from './EnterSteps.tsx'
import { Providers } from './Providers.tsx'
import { Other, Refusal } from './Refusal.tsx'
import { Submit } from './Submit.tsx'
import { type Step, useEntering } from './useEntering.ts'

const steps = { passwordIn: PasswordStep, passwordUp: NewAccountStep, codeIn: CodeStep, codeUp: CodeStep }
const isNew = (step: Step, mode: 'in' | 'up') =>
  step === 'email' ? mode === 'up' : step === 'passwordUp' || step === 'codeUp'

/** The other mode of the same page, with the typed address and the page to go on to. */
const useElsewhere = (email: string, next: string | null) => {
  const given = { ...(email && { email }), ...(next && { next_path: next }) }
  const query = new URLSearchParams(given).toString()
  return (id: 'start' | 'signUp') => to(id) + (query && `?${query}`)
}

/** What brought a person here, as long as there is nothing newer to say. */
const Before = () => {
  const [query] = useSearchParams()
  const { hasEnded } = useSession()
  const isReset = query.get('success') === 'True'
  if (!isReset && !hasEnded && query.get('ended') !== ENDED.ended) return null
  return (
    <div className="mb-3">
      {isReset ? (
        <Banner tone="ok">Your new password is set. Sign in with it.</Banner>
      ) : (
        <Banner>Your session has ended. Sign in to continue.</Banner>
      )}
    </div>
  )
}

const Enter = ({ mode }: { mode: 'in' | 'up' }) => {
  const entering = useEntering()
  const { form, step, next, said } = entering
  const config = useSession().instance?.config
  const isUp = isNew(step, mode)
  const Then = step === 'email' ? null : steps[step]
  const elsewhere = useElsewhere(form.values.email, next)
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
            Have an account? <Other address={elsewhere('start')}>Sign in</Other>
          </>
        ) : config?.enable_signup ? (
          <>
            New here? <Other address={elsewhere('signUp')}>Sign up</Other>
          </>
        ) : (
          'New here? Ask your admin for an invitation.'
        )
      }
    >
      {!isUp && !said && <Before />}
      <form {...form.props} className="flex flex-col gap-3">
        <Refusal said={said} email={form.values.email} onDismiss={entering.dismiss} />
        <EmailField entering={entering} />
        {Then ? <Then entering={entering} /> : <Submit form={entering.form}>Continue</Submit>}
      </form>
      {step === 'email' && <Providers next={next} />}
    </AuthLayout>
  )
}

export const SignIn = () => <Enter mode="in" />
export const SignUp = () => <Enter mode="up" />
