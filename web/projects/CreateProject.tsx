import { useState } from 'react'
import { useNavigate } from 'react-router'
import { projectRoutes } from '#contract/workspace/projects.ts'
import { useSession } from '../data/session.ts'
import { useForm } from '../forms/useForm.ts'
import { to } from '../places/address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Checkbox } from '../ui/controls/Checkbox.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { TextArea, TextInput } from '../ui/controls/TextInput.tsx'
import { Icon } from '../ui/icons.tsx'
import { LogoButton } from '../ui/LogoButton.tsx'
import { type Logo, readLogo, writeLogo } from '../ui/logo/logo.ts'
import { Banner } from '../ui/marks/Banner.tsx'
import { Dialog } from '../ui/popups/Dialog.tsx'
import { Cover } from './Cover.tsx'
import { identifierOf, useFree } from './identifier.ts'
import { LeadPicker } from './LeadPicker.tsx'
import { ProjectAccess } from './ProjectAccess.tsx'

const FIRST_LOGOS = ['🚀', '🧭', '📦', '🌱', '🔭', '🧩', '📐', '🎯', '⛵', '📚', '💡', '🎈', '⚓'] as const
const anyLogo = (): Logo => ({ emoji: FIRST_LOGOS[Math.floor(Math.random() * FIRST_LOGOS.length)] ?? '🚀' })

type CreateProjectProps = { slug: string; onClose: () => void }

const useNewProject = ({ slug, onClose }: CreateProjectProps) => {
  const { me } = useSession()
  const go = useNavigate()
  const [another, setAnother] = useState(false)
  const form = useForm(projectRoutes.create, {
    params: { ws: slug },
    begin: () => ({
      name: '',
      identifier: '',
      description: '',
      network: 2 as const,
      project_lead: me?.id ?? null,
      logo_props: writeLogo(anyLogo()),
    }),
    sent: values => ({ ...values, description: values.description.trim() }),
    guarded: true,
    onDone: ({ id }) => {
      if (another) {
        // Access and lead are often the same for several.
        const { network, project_lead } = form.values
        return form.again({ network, project_lead })
      }
      onClose()
      void go(to('issues', { slug, projectId: id }))
    },
  })
  return { form, another, setAnother }
}

type NewProjectForm = ReturnType<typeof useNewProject>['form']

const NameAndKey = ({ form, free }: { form: NewProjectForm; free: boolean | null }) => {
  const { name, identifier } = form.values
  const hint =
    free === true ? (
      <span className="text-ok">Free. First issue {identifier}-1</span>
    ) : (
      `First issue ${identifier || 'KEY'}-1`
    )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_160px] gap-2 max-md:grid-cols-1">
      <Field label="Name" error={form.errors.name}>
        <TextInput
          {...form.input('name')}
          // The key follows the name until it has been given one of its own.
          onChange={({ target: { value } }) =>
            form.set({
              name: value,
              ...(identifier === identifierOf(name) && { identifier: identifierOf(value) }),
            })
          }
          autoFocus
        />
      </Field>
      <Field
        label="Key"
        hint={hint}
        error={form.errors.identifier ?? (free === false ? `${identifier} is taken` : null)}
      >
        <TextInput
          {...form.input('identifier')}
          onChange={({ target: { value } }) => form.set({ identifier: identifierOf(value) })}
        />
      </Field>
    </div>
  )
}

export const CreateProject = (props: CreateProjectProps) => {
  const { slug, onClose } = props
  const { form, another, setAnother } = useNewProject(props)
  const { identifier, logo_props, network, project_lead } = form.values
  const logo = readLogo(logo_props)
  const free = useFree(slug, identifier)
  return (
    <Dialog open onOpenChange={open => open || onClose()} title="New project" bare wide sheet>
      <form {...form.props} className="relative flex flex-1 flex-col">
        <Cover logo={logo} />
        <IconButton
          icon="x"
          label="Close"
          keys="esc"
          onClick={onClose}
          className="absolute top-2 right-2 bg-raised"
        />
        <div className="-mt-6 flex flex-1 flex-col gap-4 px-6 pb-6">
          <span className="w-fit rounded-card bg-float p-1">
            <LogoButton
              label="Project icon"
              logo={logo}
              standIn={<Icon name="smile-plus" size={20} />}
              onPick={picked => form.set({ logo_props: writeLogo(picked) })}
            />
          </span>
          {form.general && <Banner tone="danger">{form.general}</Banner>}
          <NameAndKey form={form} free={free} />
          <Field label="Description" error={form.errors.description}>
            <TextArea
              {...form.input('description')}
              rows={2}
              placeholder="What is it for, in a sentence or two"
            />
          </Field>
          <ProjectAccess value={network} onChange={next => form.set({ network: next })} />
          <div>
            <span className="mb-1.5 block font-medium">Lead</span>
            <LeadPicker value={project_lead} onChange={lead => form.set({ project_lead: lead })} />
          </div>
        </div>
        <div className="sticky bottom-0 flex h-14 flex-none items-center gap-2 bg-sunken px-6">
          <Checkbox checked={another} onChange={setAnother} label="Create another">
            Create another
          </Checkbox>
          <span className="flex-1" />
          <Button type="button" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            keys="mod+enter"
            busy={form.isBusy}
            disabled={free === false}
          >
            Create project
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
