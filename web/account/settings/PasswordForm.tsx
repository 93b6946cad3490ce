import { authRoutes } from '#contract/people/auth.ts'
import { userRoutes } from '#contract/people/users.ts'
import { call, csrfToken } from '../../data/client.ts'
import { noteMe, useSession } from '../../data/session.ts'
import { useFields } from '../../forms/useForm.ts'
import { SettingsRow } from '../../settings/SettingsRow.tsx'
import { SettingsSection } from '../../settings/SettingsScreen.tsx'
import { saving } from '../../settings/saving.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { PasswordInput } from '../../ui/controls/PasswordInput.tsx'
import { dayText, shortDay } from '../../ui/dates/day-words.ts'
import { Banner } from '../../ui/marks/Banner.tsx'
import { toast } from '../../ui/popups/Toast.tsx'
import { inWords } from '../enter.ts'
import { useStrength } from '../strength.ts'

const START = { old_password: '', new_password: '' }

/** Changes the password, or sets the first one. The other sessions end. */
export const PasswordForm = ({ onChanged }: { onChanged: () => void }) => {
  const { me } = useSession()
  const isFirst = me?.is_password_autoset ?? false
  const form = useFields({
    begin: () => START,
    send: async ({ old_password, new_password }) => {
      const csrf = await csrfToken()
      const sent = isFirst
        ? call(authRoutes.setPassword, { body: { password: new_password }, csrf })
        : call(authRoutes.changePassword, { body: { old_password, new_password }, csrf })
      await saving(inWords(sent as Promise<unknown>))
    },
    onDone: async () => {
      form.again(START)
      onChanged()
      toast.fact(isFirst ? 'The password is set.' : 'The password is changed. Other sessions have ended.')
      noteMe((await call(userRoutes.me)).body)
    },
    guarded: true,
  })
  const { old_password, new_password } = form.values
  const strength = useStrength(new_password)
  const isSame = new_password !== '' && new_password === old_password
  const isGood =
    new_password !== '' &&
    !isSame &&
    strength !== 'short' &&
    strength !== 'weak' &&
    (isFirst || old_password !== '')
  if (!me) return null
  return (
    <SettingsSection
      title="Password"
      {...(me.password_changed_at && {
        count: `changed ${shortDay(dayText(new Date(me.password_changed_at)), true)}`,
      })}
      {...(isFirst && {
        text: 'You sign in with a code or another service. With a password you can sign in without them.',
      })}
    >
      <form {...form.props}>
        {/* For what keeps passwords: whose it is. */}
        <input type="email" autoComplete="username" value={me.email} readOnly hidden />
        {form.general && <Banner tone="danger">{form.general}</Banner>}
        {!isFirst && (
          <SettingsRow label="Current password" error={form.errors.old_password}>
            <PasswordInput {...form.input('old_password')} autoComplete="current-password" required />
          </SettingsRow>
        )}
        <SettingsRow
          label="New password"
          detail="At least 8 characters, hard to guess"
          error={isSame ? 'This is your current password.' : form.errors.new_password}
        >
          <PasswordInput
            {...form.input('new_password')}
            strength={strength}
            autoComplete="new-password"
            required
          />
        </SettingsRow>
        <div className="mt-3 grid grid-cols-[264px_minmax(0,1fr)] gap-x-6 max-md:grid-cols-1">
          <Button
            type="submit"
            variant="primary"
            size="form"
            busy={form.isBusy}
            disabled={!isGood}
            className="w-fit md:col-start-2"
          >
            {isFirst ? 'Set password' : 'Change password'}
          </Button>
        </div>
      </form>
    </SettingsSection>
  )
}
