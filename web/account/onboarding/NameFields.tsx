import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import type { Form } from '../NewPassword.tsx'
import { MOST } from './named.ts'

/** The first and the last name of a new person, side by side. */
export const NameFields = ({ form }: { form: Form<'first_name' | 'last_name'> }) => (
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
)
