import { Link, useNavigate } from 'react-router'
import { instanceAdminRoutes } from '#contract/workspace/instanceAdmin.ts'
import { NameAndAddress } from '../account/newWorkspace/NameAndAddress.tsx'
import { useForm } from '../forms/useForm.ts'
import { to } from '../places/address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { InstanceFrame } from './InstanceFrame.tsx'

/** A workspace that its maker owns, whether others may make any or not. */
export const NewWorkspaceScreen = () => {
  const go = useNavigate()
  const form = useForm(instanceAdminRoutes.createWorkspace, {
    begin: () => ({ name: '', slug: '' }),
    onDone: () => void go(to('instanceWorkspaces')),
  })
  const { slug } = form.values
  return (
    <InstanceFrame title="New workspace" intro="You own it, and let others in from its settings.">
      <form {...form.props} className="mt-4 flex max-w-128 flex-col gap-4">
        <NameAndAddress form={form} />
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
