import { Link, useNavigate } from 'react-router'
import { instanceAdminRoutes } from '#contract/workspace/instanceAdmin.ts'
import { workspaceLimits } from '#contract/workspace/workspaces.ts'
import { slugOf } from '../account/slugOf.ts'
import { useForm } from '../forms/useForm.ts'
import { to } from '../places/address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { TextInput } from '../ui/controls/TextInput.tsx'
import { InstanceFrame } from './InstanceFrame.tsx'

/** A workspace that its maker owns, whether others may make any or not. */
export const NewWorkspaceScreen = () => {
  const go = useNavigate()
  const form = useForm(instanceAdminRoutes.createWorkspace, {
    begin: () => ({ name: '', slug: '' }),
    onDone: () => void go(to('instanceWorkspaces')),
  })
  const { name, slug } = form.values
  return (
    <InstanceFrame title="New workspace" intro="You own it, and let others in from its settings.">
      <form {...form.props} className="mt-4 flex max-w-128 flex-col gap-4">
        <Field label="Name" error={form.errors.name}>
          <TextInput
            {...form.input('name')}
            // The address follows the name until it has been given one of its own.
            onChange={({ target: { value } }) =>
              form.set({ name: value, ...(slug === slugOf(name) && { slug: slugOf(value) }) })
            }
            required
            autoFocus
            maxLength={workspaceLimits.name}
          />
        </Field>
        <Field
          label="Address"
          error={form.errors.slug ?? form.general}
          hint={`${location.host}/${slug || '…'}`}
        >
          <TextInput
            {...form.input('slug')}
            required
            pattern="[A-Za-z0-9_\-]+"
            maxLength={workspaceLimits.slug}
          />
        </Field>
        <div className="flex items-center gap-2">
          <Button type="submit" variant="primary" size="form" busy={form.isBusy} disabled={!slug}>
            Create workspace
          </Button>
          <Link to={to('instanceWorkspaces')} className="px-3 text-ink-2">
            Go back
          </Link>
        </div>
      </form>
    </InstanceFrame>
  )
}
