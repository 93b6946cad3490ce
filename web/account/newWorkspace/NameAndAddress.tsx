import { workspaceLimits } from '#contract/workspace/workspaces.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import type { Form } from '../NewPassword.tsx'
import { slugOf } from './slugOf.ts'

type NameAndAddressProps = {
  form: Form<'name' | 'slug'> & {
    general: string | null | undefined
    set: (values: { name: string; slug?: string }) => void
  }
  /** Somebody else has the address. */
  isTaken?: boolean
  /** The name has the focus at first. */
  autoFocus?: boolean
}

/** The name of a new workspace, and its address, which follows the name until it has been given one of its own. */
export const NameAndAddress = ({ form, isTaken = false, autoFocus = true }: NameAndAddressProps) => {
  const { name, slug } = form.values
  return (
    <>
      <Field label="Name" error={form.errors.name}>
        <TextInput
          {...form.input('name')}
          onChange={({ target: { value } }) =>
            form.set({ name: value, ...(slug === slugOf(name) && { slug: slugOf(value) }) })
          }
          required
          autoFocus={autoFocus}
          maxLength={workspaceLimits.name}
        />
      </Field>
      <Field
        label="Address"
        error={isTaken ? 'This address is taken.' : (form.errors.slug ?? form.general)}
        hint={`${location.host}/${slug || '…'}`}
      >
        <TextInput
          {...form.input('slug')}
          required
          pattern="[A-Za-z0-9_\-]+"
          maxLength={workspaceLimits.slug}
        />
      </Field>
    </>
  )
}
