import { useFields } from '../forms/useForm.ts'
import { to } from '../places/address.ts'
import { AuthLayout } from '../shell/AuthLayout.tsx'
import { Checkbox } from '../ui/controls/Checkbox.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { Banner } from '../ui/marks/Banner.tsx'
import { enterBy } from './enter.ts'
import { PasswordField } from './NewPassword.tsx'
import { Submit } from './Submit.tsx'
import { tellZone } from './tellZone.ts'

const useSetUp = () =>
  useFields({
    begin: () => ({ name: '', email: '', password: '', sample: false }),
    send: async ({ name, email, password, sample }) => {
      const [first_name = '', ...rest] = name.trim().split(/\s+/)
      const led = await enterBy('/api/instances/admins/sign-up/', {
        first_name,
        last_name: rest.join(' '),
        email,
        password,
        ...(sample ? { sample_data: 'True' } : { next_path: to('createWorkspace') }),
      })
      await tellZone()
      location.assign(led)
    },
  })

/** First run: the one who fills this in is the admin, and is signed in to work at once. */
export const SetUp = () => {
  const form = useSetUp()
  return (
    <AuthLayout title="Set up Tandem" text="You become the admin of this instance.">
      <form {...form.props} className="flex flex-col gap-4">
        {form.general && <Banner tone="danger">{form.general}</Banner>}
        <Field label="Your name" error={form.errors.name}>
          <TextInput {...form.input('name')} autoComplete="name" required autoFocus maxLength={120} />
        </Field>
        <Field label="E-mail" error={form.errors.email}>
          <TextInput {...form.input('email')} type="email" autoComplete="username" required />
        </Field>
        <PasswordField form={form} />
        <Checkbox
          checked={form.values.sample}
          onChange={sample => form.set({ sample })}
          label="Add sample data"
          size={16}
        >
          <span>
            Add sample data
            <span className="block text-12 text-ink-3">A demo workspace to look around in.</span>
          </span>
        </Checkbox>
        <Submit form={form}>Set up</Submit>
      </form>
    </AuthLayout>
  )
}
