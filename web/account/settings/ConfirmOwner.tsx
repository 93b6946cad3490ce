import { useState } from 'react'
import { authRoutes } from '#contract/people/auth.ts'
import { connectedAccountRoutes } from '#contract/people/connectedAccounts.ts'
import { call } from '../../data/client.ts'
import { useSession } from '../../data/session.ts'
import { useFields } from '../../forms/useForm.ts'
import { to } from '../../places/address.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { PasswordInput } from '../../ui/controls/PasswordInput.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Banner } from '../../ui/marks/Banner.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { inWords } from '../enter.ts'
import { type Provider, providerLooks } from '../providerMarks.tsx'

/** To the other service, to come back connected. Refused where the sign-in was long ago and nothing is `shown`. */
export const leaveFor = async (provider: Provider, shown: { password?: string; code?: string } = {}) => {
  const body = { provider, next_path: to('accountSecurity'), ...shown }
  location.assign((await call(connectedAccountRoutes.connect, { body })).body.url)
}

/** Asks for the password, or for a mailed code where there is none, before another way to sign in is added. */
export const ConfirmOwner = ({ provider, onClose }: { provider: Provider; onClose: () => void }) => {
  const { me, instance } = useSession()
  const [isSent, setSent] = useState(false)
  const hasPassword = me?.is_password_autoset === false
  const byCode = instance?.config.is_magic_login_enabled && instance.config.is_smtp_configured
  const form = useFields({
    begin: () => ({ old_password: '', code: '' }),
    send: async ({ old_password, code }) => {
      if (hasPassword) return inWords(leaveFor(provider, { password: old_password }))
      if (isSent) return inWords(leaveFor(provider, { code }))
      await inWords(call(authRoutes.magicGenerate, { body: { email: me?.email } }))
      setSent(true)
    },
  })
  const isStuck = !hasPassword && !byCode
  const { name } = providerLooks[provider]
  return (
    <Dialog
      open
      onOpenChange={open => !open && onClose()}
      title="Confirm that it is you"
      text={
        isStuck
          ? `You signed in more than 15 minutes ago. Sign out and in again, then connect ${name}.`
          : `You signed in more than 15 minutes ago. ${name} will be another way into your account.`
      }
    >
      {!isStuck && (
        <form {...form.props} className="flex flex-col gap-4">
          {form.general && <Banner tone="danger">{form.general}</Banner>}
          {hasPassword && (
            <Field label="Password" error={form.errors.old_password}>
              <PasswordInput {...form.input('old_password')} autoComplete="current-password" required />
            </Field>
          )}
          {isSent && (
            <Field label={`Code sent to ${me?.email}`} error={form.errors.code}>
              <TextInput {...form.input('code')} autoComplete="one-time-code" required />
            </Field>
          )}
          <Button type="submit" variant="primary" size="large" busy={form.isBusy} className="self-end">
            {hasPassword || isSent ? `Connect ${name}` : 'Send me a code'}
          </Button>
        </form>
      )}
    </Dialog>
  )
}
