import { type ClipboardEvent, useEffect, useState } from 'react'
import { Link } from 'react-router'
import { useSession } from '../data/session.ts'
import { to } from '../places/address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { PasswordInput } from '../ui/controls/PasswordInput.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { NewPassword, useIsGood } from './NewPassword.tsx'
import { Submit } from './Submit.tsx'
import type { Entering } from './useEntering.ts'

const CODE = /^[a-z]{4}-[a-z]{4}-[a-z]{4}$/
const RESEND_SECONDS = 5

/** The address; once it is known what to ask, it is fixed and can be given anew. */
export const EmailField = ({ entering: { form, step, restart } }: { entering: Entering }) => {
  const isFixed = step !== 'email'
  return (
    <Field label="E-mail" error={form.errors.email}>
      <div className="relative">
        <EmailInput entering={form} isFixed={isFixed} />
        {isFixed && (
          <IconButton
            icon="x"
            label="Use another e-mail address"
            onClick={restart}
            className="absolute top-1.5 right-1.5"
          />
        )}
      </div>
    </Field>
  )
}

const EmailInput = ({ entering, isFixed }: { entering: Entering['form']; isFixed: boolean }) => (
  <TextInput
    {...entering.input('email')}
    type="email"
    autoComplete="username"
    required
    readOnly={isFixed}
    className={isFixed ? 'pr-11 text-ink-2' : ''}
    // Asked for anew, it is where the caret is.
    key={String(isFixed)}
    autoFocus={!isFixed}
  />
)

/** The password of a known account. */
export const PasswordStep = ({ entering }: { entering: Entering }) => {
  const { form, toCode } = entering
  const config = useSession().instance?.config
  const byMail = config?.is_smtp_configured ?? false
  const query = new URLSearchParams({ email: form.values.email })
  return (
    <>
      <Field
        label="Password"
        error={form.errors.password}
        aside={
          byMail && (
            <Link to={`${to('forgotPassword')}?${query}`} className="text-12 text-accent-text">
              Forgotten?
            </Link>
          )
        }
        {...(!byMail && {
          hint: 'Forgotten? This server sends no mail: ask an admin of the instance for a new one.',
        })}
      >
        <PasswordInput {...form.input('password')} autoComplete="current-password" required autoFocus />
      </Field>
      <Submit form={entering.form}>Sign in</Submit>
      {byMail && config?.is_magic_login_enabled && (
        <Button variant="neutral" size="form" className="w-full" onClick={() => void toCode()}>
          Sign in with a code instead
        </Button>
      )}
    </>
  )
}

/** The first password of a new account. */
export const NewAccountStep = ({ entering }: { entering: Entering }) => {
  const { isGood } = useIsGood(entering.form.values)
  return (
    <>
      <NewPassword form={entering.form} />
      <Submit form={entering.form} disabled={!isGood}>
        Create account
      </Submit>
    </>
  )
}

/** Seconds until it may be asked for again. */
const useWait = (since: number | null) => {
  const [now, setNow] = useState(Date.now())
  const left = since === null ? 0 : Math.max(0, Math.ceil((since - now) / 1000) + RESEND_SECONDS)
  useEffect(() => {
    if (since === null) return
    setNow(Date.now())
    const timer = setInterval(() => setNow(Date.now()), 500)
    return () => clearInterval(timer)
  }, [since])
  return left
}

const asCode = (typed: string) =>
  typed
    .toLowerCase()
    .replace(/[^a-z]/g, '')
    .slice(0, 12)
    .replace(/(.{4})(?=.)/g, '$1-')

/** The code of the mail; pasted whole it is sent at once. */
export const CodeStep = ({ entering }: { entering: Entering }) => {
  const { form, sentAt, toCode } = entering
  const wait = useWait(sentAt)
  const [pasted, setPasted] = useState<string | null>(null)
  const { code } = form.values
  const { submit } = form
  useEffect(() => {
    if (pasted === null || pasted !== code) return
    setPasted(null)
    submit()
  }, [pasted, code, submit])
  const paste = (event: ClipboardEvent) => {
    const whole = asCode(event.clipboardData.getData('text'))
    if (!CODE.test(whole)) return
    event.preventDefault()
    form.set({ code: whole })
    setPasted(whole)
  }
  return (
    <>
      <Field
        label="Code"
        error={form.errors.code}
        hint={`We sent it to ${form.values.email}. It works for ten minutes.`}
        aside={
          <button
            type="button"
            disabled={wait > 0}
            onClick={() => void toCode()}
            className="text-12 text-accent-text disabled:text-ink-3"
          >
            {wait > 0 ? `Send again in ${wait} s` : 'Send again'}
          </button>
        }
      >
        <TextInput
          {...form.input('code')}
          onChange={event => form.set({ code: asCode(event.target.value) })}
          onPaste={paste}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="abcd-efgh-ijkl"
          required
          autoFocus
          className="font-mono tracking-[.04em]"
        />
      </Field>
      <Submit form={entering.form}>Continue</Submit>
    </>
  )
}
