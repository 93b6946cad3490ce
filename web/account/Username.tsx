import { Field } from '../ui/controls/Field.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'

/** The account of the password: for the reader, and for password managers. */
export const Username = ({ email }: { email: string }) => (
  <Field label="E-mail">
    <TextInput value={email} readOnly type="email" autoComplete="username" className="text-ink-2" />
  </Field>
)
