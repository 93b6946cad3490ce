import type { ReactNode } from 'react'
import { userRoutes } from '#contract/people/users.ts'
import { call } from '../../data/client.ts'
import { loadSession, useSession } from '../../data/session.ts'
import { useFields } from '../../forms/useForm.ts'
import { AuthLayout } from '../../shell/AuthLayout.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Picker } from '../../ui/popups/Picker.tsx'

const MOST = 24
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

const Choice = ({
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
      {label} <span className="font-normal text-12 text-ink-3">optional</span>
    </span>
    <Picker
      label={label}
      options={options.map(one => ({ id: one, name: one }))}
      value={value ? [value] : []}
      onPick={([one]) => onPick(one ?? '')}
    >
      <Button type="button" className="text-ink">
        {value || 'Not set'}
        <Icon name="chevron-down" size={12} className="text-ink-3" />
      </Button>
    </Picker>
  </div>
)

/** Asks for the display name; the other names are optional. */
export const NameStep = ({ aside, onDone }: { aside: ReactNode; onDone: () => Promise<void> }) => {
  const { me } = useSession()
  const form = useFields({
    begin: () => ({
      first_name: me?.first_name ?? '',
      last_name: me?.last_name ?? '',
      role: '',
      use_case: '',
    }),
    send: async ({ first_name, last_name, role, use_case }) => {
      const display_name = [first_name.trim(), last_name.trim()].filter(Boolean).join(' ')
      await call(userRoutes.updateMe, { body: { first_name, last_name, display_name } })
      if (role || use_case)
        await call(userRoutes.updateProfile, {
          body: { ...(role && { role }), ...(use_case && { use_case }) },
        })
      await loadSession()
      await onDone()
    },
    body: userRoutes.updateMe.body,
  })
  const { first_name, last_name, role, use_case } = form.values
  const typed = [first_name, last_name].filter(Boolean).join(' ')
  return (
    <AuthLayout
      aside={aside}
      mark={
        me && (
          <Avatar
            person={{ ...me, first_name, last_name, display_name: typed || me.email }}
            size={64}
            silent
          />
        )
      }
      title="What is your name?"
      text="It stands beside everything you do."
    >
      <form {...form.props} className="flex flex-col gap-4">
        <div className="grid grid-cols-2 gap-2">
          <Field label="First name" error={form.errors.first_name}>
            <TextInput
              {...form.input('first_name')}
              required
              autoFocus
              maxLength={MOST}
              autoComplete="given-name"
            />
          </Field>
          <Field label="Last name" error={form.errors.last_name}>
            <TextInput {...form.input('last_name')} maxLength={MOST} autoComplete="family-name" />
          </Field>
        </div>
        <Choice label="What you are" options={jobs} value={role} onPick={one => form.set({ role: one })} />
        <Choice
          label="What you do"
          options={fields}
          value={use_case}
          onPick={one => form.set({ use_case: one })}
        />
        {form.general && (
          <p role="alert" className="text-12 text-danger">
            {form.general}
          </p>
        )}
        <Button
          type="submit"
          variant="primary"
          size="form"
          className="w-full"
          keys="enter"
          busy={form.isBusy}
        >
          Continue
        </Button>
        <p className="text-12 text-ink-3">You can change all of this in Settings.</p>
      </form>
    </AuthLayout>
  )
}
