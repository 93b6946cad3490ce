import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { authRoutes } from '#contract/people/auth.ts'
import { call } from '../data/client.ts'
import { useFields } from '../forms/useForm.ts'
import { AuthRefused, enterBy, inWords, spotIn } from './enter.ts'
import { type RefusalWords, saidOf } from './messages.ts'
import { tellZone } from './tellZone.ts'

export type Step = 'email' | 'passwordIn' | 'passwordUp' | 'codeIn' | 'codeUp'

const targets = {
  passwordIn: '/auth/sign-in/',
  passwordUp: '/auth/sign-up/',
  codeIn: '/auth/magic-sign-in/',
  codeUp: '/auth/magic-sign-up/',
} satisfies Record<Exclude<Step, 'email'>, string>

/** What is known already where somebody comes by an invitation: whose address it is, and how it signs in. */
export type Begun = { email: string; next: string; step: Step; sentAt: number | null }

/** First the address; whether it is a new or a known one, and how it signs in, decides what is asked then. */
export const useEntering = (begun?: Begun) => {
  const [query] = useSearchParams()
  const next = begun?.next ?? query.get('next_path')
  const email = begun?.email ?? query.get('email') ?? ''
  // Of a form that was posted before this client was deployed.
  const before = begun ? null : saidOf(query.get('error_code'))
  const [step, setStep] = useState<Step>(begun?.step ?? ((email && before?.step) || 'email'))
  const [said, setSaid] = useState<RefusalWords | null>(before)
  const [sentAt, setSentAt] = useState<number | null>(begun?.sentAt ?? null)

  const sendCode = async (to: string) => {
    await inWords(call(authRoutes.magicGenerate, { body: { email: to } }))
    setSentAt(Date.now())
  }
  const check = async (typed: string) => {
    const { body } = await inWords(call(authRoutes.emailCheck, { body: { email: typed } }))
    const byCode = body.status === 'MAGIC_CODE'
    if (byCode) await sendCode(typed)
    setStep(byCode ? (body.existing ? 'codeIn' : 'codeUp') : body.existing ? 'passwordIn' : 'passwordUp')
  }
  const form = useFields({
    begin: () => ({ email, password: '', confirm: '', code: '' }),
    send: async values => {
      setSaid(null)
      try {
        if (step === 'email') return await check(values.email.trim())
        const { password, code } = values
        const isCode = step === 'codeIn' || step === 'codeUp'
        const led = await enterBy(targets[step], {
          email: values.email,
          ...(isCode ? { code } : { password }),
          ...(next && { next_path: next }),
        })
        if (step === 'passwordUp' || step === 'codeUp') await tellZone()
        location.assign(spotIn(led, next))
      } catch (failure) {
        if (failure instanceof AuthRefused && !failure.said.field) setSaid(failure.said)
        throw failure
      }
    },
  })
  /** Shows the refusal of a call other than the form's own. */
  const telling = async (act: () => Promise<void>) => {
    setSaid(null)
    try {
      await act()
    } catch (failure) {
      if (!(failure instanceof Error)) throw failure
      setSaid(failure instanceof AuthRefused ? failure.said : { text: failure.message })
    }
  }
  return {
    form,
    step,
    next,
    sentAt,
    said: said ?? (form.general ? { text: form.general } : null),
    dismiss: () => {
      setSaid(null)
      form.again(form.values)
    },
    restart: () => {
      setSaid(null)
      form.set({ password: '', confirm: '', code: '' })
      setStep('email')
    },
    /** A code instead of the password, or one more. */
    toCode: () =>
      telling(async () => {
        await sendCode(form.values.email)
        setStep(step === 'codeUp' ? 'codeUp' : 'codeIn')
      }),
  }
}

export type Entering = ReturnType<typeof useEntering>
