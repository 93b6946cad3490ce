import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { useFields } from '../forms/useForm.ts'
import { to } from '../places/address.ts'
import { AuthLayout } from '../shell/AuthLayout.tsx'
import { AuthRefused, enterBy } from './enter.ts'
import { type RefusalWords, saidOf } from './messages.ts'
import { NewPassword, useIsGood } from './NewPassword.tsx'
import { Other, Refusal } from './Refusal.tsx'
import { Submit } from './Submit.tsx'
import { Username } from './Username.tsx'

/** Where the link of a mail leads. */
export const ResetPassword = () => {
  const [query] = useSearchParams()
  const [uidb64, token, email] = ['uidb64', 'token', 'email'].map(name => query.get(name) ?? '') as [
    string,
    string,
    string,
  ]
  const isWhole = uidb64 !== '' && token !== ''
  const [said, setSaid] = useState<RefusalWords | null>(
    saidOf(query.get('error_code') ?? (isWhole ? null : '5125')),
  )
  const form = useFields({
    begin: () => ({ password: '', confirm: '' }),
    send: async ({ password }) => {
      setSaid(null)
      try {
        const path = `/auth/reset-password/${encodeURIComponent(uidb64)}/${encodeURIComponent(token)}/`
        await enterBy(path, { password, email })
      } catch (failure) {
        if (failure instanceof AuthRefused && !failure.said.field) setSaid(failure.said)
        throw failure
      }
    },
    // Nobody is signed in here any more: the page begins anew.
    onDone: () => location.assign(`${to('start')}?${new URLSearchParams({ success: 'True', email })}`),
  })
  const { isGood } = useIsGood(form.values)
  return (
    <AuthLayout
      title="Set a new password"
      text="This signs you out everywhere."
      hint={<Other address={to('start')}>Back to sign in</Other>}
    >
      <form {...form.props} className="flex flex-col gap-3">
        <Refusal said={said ?? (form.general ? { text: form.general } : null)} email={email} />
        <Username email={email} />
        <NewPassword form={form} label="New password" />
        <Submit form={form} disabled={!isGood || !isWhole}>
          Set password
        </Submit>
      </form>
    </AuthLayout>
  )
}
