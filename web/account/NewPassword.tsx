import { useState } from 'react'
import { Field } from '../ui/controls/Field.tsx'
import { PasswordInput } from '../ui/controls/PasswordInput.tsx'
import { useStrength } from './strength.ts'

type Twice = { password: string; confirm: string }
/** The fields of a form that are written here, whatever else it asks for. */
export type Form<Name extends string = keyof Twice> = {
  values: Record<Name, string>
  errors: Partial<Record<Name, string>>
  input(name: Name): {
    name: string
    value: string
    onChange: (event: { target: { value: string } }) => void
  }
}

/** May it be sent? The server judges once more. */
export const useIsGood = ({ password, confirm }: Twice) => {
  const strength = useStrength(password)
  return {
    strength,
    isGood: password === confirm && strength !== 'short' && strength !== 'weak' && password !== '',
  }
}

/** A new password that can be looked at: it is typed once. */
export const PasswordField = ({
  form,
  label = 'Password',
  autoFocus = false,
}: {
  form: Form<'password'>
  label?: string
  autoFocus?: boolean
}) => {
  const { password } = form.values
  const strength = useStrength(password)
  return (
    <Field
      label={label}
      error={form.errors.password}
      {...(password === '' && { hint: 'At least 8 characters; several words are best.' })}
    >
      <PasswordInput
        {...form.input('password')}
        strength={strength}
        autoComplete="new-password"
        required
        autoFocus={autoFocus}
      />
    </Field>
  )
}

/** A new password, typed twice. */
export const NewPassword = ({ form, label = 'Password' }: { form: Form; label?: string }) => {
  const { password, confirm } = form.values
  const [left, setLeft] = useState(false)
  const differs = confirm !== '' && confirm !== password && (left || confirm.length >= password.length)
  return (
    <>
      <PasswordField form={form} label={label} autoFocus />
      <Field
        label="Repeat the password"
        error={differs ? 'The passwords do not match.' : form.errors.confirm}
      >
        <PasswordInput
          {...form.input('confirm')}
          onBlur={() => setLeft(true)}
          autoComplete="new-password"
          required
        />
      </Field>
    </>
  )
}
