import type { ReactNode } from 'react'
import { authRoutes } from '#contract/people/auth.ts'
import { userRoutes } from '#contract/people/users.ts'
import { call, csrfToken } from '../../data/client.ts'
import { loadSession, useSession } from '../../data/session.ts'
import { useFields } from '../../forms/useForm.ts'
import { usePicture } from '../../settings/usePicture.ts'
import { AuthLayout, type Step } from '../../shell/AuthLayout.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { PasswordInput } from '../../ui/controls/PasswordInput.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Picker } from '../../ui/popups/Picker.tsx'
import { inWords } from '../enter.ts'
import { useIsGood } from '../NewPassword.tsx'
import { ownPicture } from '../ownPicture.ts'
import { Submit } from '../Submit.tsx'
import { NameFields } from './NameFields.tsx'
import { named } from './named.ts'

const jobs = ['Individual contributor', 'Senior leader', 'Manager', 'Executive', 'Freelancer', 'Student']
const fields = [
  'Engineering',
  'Product',
  'Marketing',
  'Sales',
  'Operations',
  'Legal',
  'Finance',
  'Human resources',
  'Project',
  'Other',
]

const Optional = () => <span className="font-normal text-12 text-ink-3">optional</span>

const OptionalChoice = ({
  label,
  options,
  value,
  onPick,
}: {
  label: string
  options: readonly string[]
  value: string
  onPick: (value: string) => void
}) => (
  <div className="flex items-center justify-between">
    <span className="font-medium">
      {label} <Optional />
    </span>
    <Picker
      label={label}
      options={options.map(one => ({ id: one, name: one }))}
      value={value ? [value] : []}
      onPick={([one]) => onPick(one ?? '')}
    >
      <Button type="button" className="text-ink" aria-label={`${label}: ${value || 'Not set'}`}>
        {value || 'Not set'}
        <Icon name="chevron-down" size={12} className="text-ink-3" />
      </Button>
    </Picker>
  </div>
)

/** Names first: what a refused password leaves undone is asked for again. */
export const useFirstStep = (onDone: () => Promise<void>) => {
  const { me } = useSession()
  return useFields({
    begin: () => ({
      first_name: me?.first_name ?? '',
      last_name: me?.last_name ?? '',
      password: '',
      role: '',
      use_case: '',
    }),
    send: async ({ first_name, last_name, password, role, use_case }) => {
      await call(userRoutes.updateMe, { body: named({ first_name, last_name }) })
      if (role || use_case)
        await call(userRoutes.updateProfile, {
          body: { ...(role && { role }), ...(use_case && { use_case }) },
        })
      if (password)
        await inWords(call(authRoutes.setPassword, { body: { password }, csrf: await csrfToken() }))
      await loadSession()
      await onDone()
    },
    body: userRoutes.updateMe.body,
  })
}
type FirstStep = ReturnType<typeof useFirstStep>

/** The face beside a name: letters, until a picture is chosen or dropped. */
const Face = ({ form }: { form: FirstStep }) => {
  const { me } = useSession()
  const picture = usePicture('A picture', 'avatar', ownPicture('USER_AVATAR'))
  if (!me) return null
  const { first_name, last_name } = form.values
  const typed = [first_name, last_name].filter(Boolean).join(' ')
  return (
    <div {...picture.drop} className="relative flex items-center gap-3">
      <Avatar person={{ ...me, first_name, last_name, display_name: typed || me.email }} size={64} silent />
      <Button type="button" variant="neutral" onClick={picture.choose} className="max-md:h-11">
        {me.avatar_url ? 'Change the picture' : 'Add a picture'}
      </Button>
      <input {...picture.input} aria-label="Picture" />
      {picture.dialog}
      {picture.error && (
        <p role="alert" className="text-12 text-danger">
          {picture.error}
        </p>
      )}
    </div>
  )
}

/** For whoever came in without a password: they may go on without. */
const FirstPassword = ({ form, email }: { form: FirstStep; email: string }) => {
  const { password } = form.values
  const { strength } = useIsGood({ password, confirm: password })
  const config = useSession().instance?.config
  const byCode = config?.is_smtp_configured && config.is_magic_login_enabled
  return (
    <>
      {/* What a keeper of passwords files it under; the screen names it above. */}
      <input autoComplete="username" value={email} readOnly hidden />
      <Field
        label="Password"
        aside={<Optional />}
        error={form.errors.password}
        {...(password === '' && {
          hint: byCode
            ? 'Without one, a code comes by e-mail each time.'
            : 'Without one, you keep signing in as you did just now.',
        })}
      >
        <PasswordInput {...form.input('password')} strength={strength} autoComplete="new-password" />
      </Field>
    </>
  )
}

/** Asks for the name; a picture, a password and what somebody does are optional. */
export const NameStep = ({
  form,
  aside,
  step,
  go = 'Continue',
}: {
  form: FirstStep
  aside: ReactNode
  step?: Step | undefined
  /** What its button leads to. */
  go?: string
}) => {
  const { me } = useSession()
  const { password, role, use_case } = form.values
  const { isGood } = useIsGood({ password, confirm: password })
  return (
    <AuthLayout
      aside={aside}
      step={step}
      mark={<Face form={form} />}
      title="What is your name?"
      text="Shown next to everything you do."
      said="You can change all of this in Settings."
    >
      <form {...form.props} className="flex flex-col gap-4">
        <NameFields form={form} />
        {me?.is_password_autoset && <FirstPassword form={form} email={me.email} />}
        <OptionalChoice label="Role" options={jobs} value={role} onPick={one => form.set({ role: one })} />
        <OptionalChoice
          label="Field of work"
          options={fields}
          value={use_case}
          onPick={one => form.set({ use_case: one })}
        />
        {form.general && (
          <p role="alert" className="text-12 text-danger">
            {form.general}
          </p>
        )}
        <Submit form={form} disabled={password !== '' && !isGood}>
          {go}
        </Submit>
      </form>
    </AuthLayout>
  )
}
