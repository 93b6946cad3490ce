import { useState } from 'react'
import { useNavigate } from 'react-router'
import { messageOf } from '#contract/messageOf.ts'
import { coverAddress } from '#contract/workspace/covers.ts'
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
import { toast } from '../ui/popups/Toast.tsx'
import { anyCover, colourOf } from './Cover.tsx'
import { CoverChoice, sendCover } from './CoverChoice.tsx'
import { FirstMembers } from './FirstMembers.tsx'
import { identifierOf, MOST_IN_KEY, type Taken, useTaken } from './identifier.ts'
import { LeadPicker } from './LeadPicker.tsx'
import { ProjectAccess } from './ProjectAccess.tsx'
import { StartWith } from './StartWith.tsx'

const FIRST_LOGOS = ['🚀', '🧭', '📦', '🌱', '🔭', '🧩', '📐', '🎯', '⛵', '📚', '💡', '🎈', '⚓'] as const
const anyLogo = (): Logo => ({ emoji: FIRST_LOGOS[Math.floor(Math.random() * FIRST_LOGOS.length)] ?? '🚀' })

type CreateProjectProps = { slug: string; onClose: () => void }

const useNewProject = ({ slug, onClose }: CreateProjectProps) => {
  const { me } = useSession()
  const go = useNavigate()
  const [another, setAnother] = useState(false)
  const [picture, setPicture] = useState<{ file: File; address: string } | null>(null)
  const form = useForm(projectRoutes.create, {
    params: { ws: slug },
    begin: () => {
      const logo = anyLogo()
      return {
        name: '',
        identifier: '',
        description: '',
        network: 2 as const,
        project_lead: me?.id ?? null,
        logo_props: writeLogo(logo),
        cover_image: coverAddress(anyCover(logo)),
        like: null,
        members: [],
      }
    },
    sent: values => ({ ...values, description: values.description.trim() }),
    guarded: true,
    onDone: ({ id, name }) => {
      if (picture)
        void sendCover(id, picture.file).catch(failure =>
          toast.failure(`${name} has no picture. ${messageOf(failure)}`),
        )
      setPicture(null)
      if (another) {
        // Access, lead and beginnings are often the same for several projects.
        const { network, project_lead, like, members } = form.values
        return form.again({ network, project_lead, like, members })
      }
      onClose()
      void go(to('issues', { slug, projectId: id }))
    },
  })
  return { form, another, setAnother, picture, setPicture }
}

type NewProjectForm = ReturnType<typeof useNewProject>['form']

type NameAndKeyProps = { form: NewProjectForm; taken: Taken | null }

const NameAndKey = ({ form, taken }: NameAndKeyProps) => {
  const { name, identifier } = form.values
  const isFree = taken !== null && taken.by === null
  const hint = isFree ? (
    <span className="num text-ok">Free. First issue {identifier}-1</span>
  ) : (
    `First issue ${identifier || 'KEY'}-1`
  )
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_148px] gap-2 max-md:grid-cols-1">
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
        error={form.errors.identifier ?? (taken?.by ? `${taken.by} has it.` : null)}
        mend={
          taken?.by && (
            <Button
              size="small"
              onClick={() => form.set({ identifier: taken.free })}
              className="-mx-2 font-medium text-accent-text!"
            >
              {`Use ${taken.free}`}
            </Button>
          )
        }
      >
        <span className="relative flex items-center">
          <TextInput
            {...form.input('identifier')}
            onChange={({ target: { value } }) => form.set({ identifier: identifierOf(value, MOST_IN_KEY) })}
            className="num pr-9"
          />
          {isFree && <Icon name="check" size={14} className="pointer-events-none absolute right-3 text-ok" />}
        </span>
      </Field>
    </div>
  )
}

export const CreateProject = (props: CreateProjectProps) => {
  const { slug, onClose } = props
  const { form, another, setAnother, picture, setPicture } = useNewProject(props)
  const { identifier, logo_props, network, project_lead, cover_image, like, members } = form.values
  const logo = readLogo(logo_props)
  const taken = useTaken(slug, identifier)
  return (
    <Dialog open onOpenChange={open => open || onClose()} title="New project" bare wide="cover" sheet>
      <form {...form.props} className="relative flex flex-1 flex-col">
        <div className="relative">
          <CoverChoice
            flat
            logo={logo}
            cover={picture?.address ?? cover_image ?? null}
            onPick={address => {
              setPicture(null)
              form.set({ cover_image: address })
            }}
            onFile={file => setPicture({ file, address: URL.createObjectURL(file) })}
            besides={
              <IconButton
                icon="x"
                label="Close"
                keys="esc"
                onClick={onClose}
                className="bg-raised max-md:size-11"
              />
            }
          />
        </div>
        <div className="relative -mt-6 flex flex-1 flex-col gap-4 px-6 pb-6">
          <span className="w-fit rounded-card bg-float p-1">
            <LogoButton
              label="Project icon"
              logo={logo}
              tile={colourOf(logo)}
              standIn={<Icon name="smile-plus" size={20} />}
              onPick={picked => form.set({ logo_props: writeLogo(picked) })}
            />
          </span>
          {form.general && <Banner tone="danger">{form.general}</Banner>}
          <NameAndKey form={form} taken={taken} />
          <Field label="Description" error={form.errors.description}>
            <TextArea
              {...form.input('description')}
              className="min-h-16"
              placeholder="What is it for, in a sentence or two"
            />
          </Field>
          <ProjectAccess value={network} onChange={next => form.set({ network: next })} />
          <div className="grid grid-cols-2 gap-2 max-md:grid-cols-1">
            <Field label="Lead">
              <LeadPicker value={project_lead} onChange={lead => form.set({ project_lead: lead })} />
            </Field>
            <StartWith value={like ?? null} onChange={next => form.set({ like: next })} />
          </div>
          <FirstMembers
            value={members ?? []}
            without={project_lead}
            onChange={next => form.set({ members: next })}
          />
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
            disabled={Boolean(taken?.by)}
          >
            Create project
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
