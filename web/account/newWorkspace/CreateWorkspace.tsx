import { useState } from 'react'
import { useNavigate } from 'react-router'
import { workspaceRoutes } from '#contract/workspace/workspaces.ts'
import { loadWorkspaces, useSession } from '../../data/session.ts'
import { useForm } from '../../forms/useForm.ts'
import { to } from '../../places/address.ts'
import { AuthLayout } from '../../shell/AuthLayout.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Picker } from '../../ui/popups/Picker.tsx'
import { companySizes } from '../../workspaces/settings/sizes.ts'
import { Submit } from '../Submit.tsx'
import { Who } from '../Who.tsx'
import { FromArchive } from './FromArchive.tsx'
import { NameAndAddress } from './NameAndAddress.tsx'
import { useTaken } from './useTaken.ts'

type WorkspaceFormProps = { onMade: (made: { id: string; slug: string }) => void }

/** The form of a new workspace: a name, and an address that nobody has. */
export const WorkspaceForm = ({ onMade }: WorkspaceFormProps) => {
  const form = useForm(workspaceRoutes.create, {
    begin: () => ({ name: '', slug: '', organization_size: null as string | null }),
    onDone: onMade,
  })
  const { slug, organization_size: size } = form.values
  const isTaken = useTaken(slug)
  return (
    <form {...form.props} className="flex flex-col gap-4">
      <NameAndAddress form={form} isTaken={isTaken} />
      <div className="flex items-center justify-between">
        <span className="font-medium">Company size</span>
        <Picker
          label="Company size"
          options={companySizes.map(one => ({ id: one, name: one }))}
          value={size ? [size] : []}
          onPick={([one]) => form.set({ organization_size: one ?? null })}
        >
          <Button type="button" className="text-ink" aria-label={`Company size: ${size ?? 'Not set'}`}>
            {size ?? 'Not set'}
            <Icon name="chevron-down" size={12} className="text-ink-3" />
          </Button>
        </Picker>
      </div>
      <Submit form={form} disabled={!slug || isTaken}>
        Create workspace
      </Submit>
    </form>
  )
}

export const CreateWorkspace = () => {
  const go = useNavigate()
  const { instance, workspaces } = useSession()
  const [isFromArchive, setFromArchive] = useState(false)
  const isClosed = instance?.config.is_workspace_creation_disabled
  const back = workspaces.length > 0 && (
    <Button className="w-full" onClick={() => void go(-1)}>
      Go back
    </Button>
  )
  if (isClosed)
    return (
      <AuthLayout
        aside={<Who />}
        title="Only administrators can create workspaces"
        text="Ask one of them for a workspace, or for an invitation into one."
      >
        {back}
      </AuthLayout>
    )
  if (isFromArchive)
    return (
      <AuthLayout
        aside={<Who />}
        title="From an archive"
        text="An archive that a Tandem has made becomes a new workspace, with its history."
      >
        <FromArchive onMade={({ slug }) => void go(to('home', { slug }))} />
        <div className="mt-2">
          <Button className="w-full" onClick={() => setFromArchive(false)}>
            Go back
          </Button>
        </div>
      </AuthLayout>
    )
  return (
    <AuthLayout
      aside={<Who />}
      title="Name your workspace"
      text="A workspace is where your team plans and writes together."
    >
      <WorkspaceForm
        onMade={async ({ slug }) => {
          await loadWorkspaces()
          void go(to('home', { slug }))
        }}
      />
      <div className="mt-2">
        <Button icon="archive" className="w-full" onClick={() => setFromArchive(true)}>
          From an archive
        </Button>
      </div>
      <div className="mt-2">{back}</div>
    </AuthLayout>
  )
}
