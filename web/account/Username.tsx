import { Field } from '../ui/controls/Field.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'

/** Whose password it is: for the reader, and for what keeps passwords for them. */
export const Username = ({ email }: { email: string }) => (
  <Field label="E-mail">
    <TextInput value={email} readOnly type="email" autoComplete="username" className="text-ink-2" />
  </Field>
)
