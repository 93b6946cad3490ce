import { useState } from 'react'
import { agentRoutes } from '#contract/workspace/agents.ts'
import { useForm } from '../../forms/useForm.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Answers } from '../../ui/popups/Answers.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { AgentSecretOnce, dayIn, TokenFields } from './AgentToken.tsx'
import { ProjectsPicker } from './ProjectsPicker.tsx'

type NewAgentProps = { slug: string; onMade: () => void; onClose: () => void }

/** Makes an agent, and shows the secret of its token, this once. */
export const NewAgent = ({ slug, onMade, onClose }: NewAgentProps) => {
  const [made, setMade] = useState<{ name: string; secret: string } | null>(null)
  const form = useForm(agentRoutes.create, {
    params: { ws: slug },
    begin: () => ({
      name: '',
      description: '',
      projects: [] as string[],
      expired_at: dayIn('quarter'),
      is_read_only: false,
    }),
    onDone: ({ name, secret }) => {
      setMade({ name, secret })
      onMade()
    },
  })
  if (made) return <AgentSecretOnce {...made} onClose={onClose} />
  return (
    <Dialog
      open
      onOpenChange={open => !open && !form.isDirty && onClose()}
      title="Add agent"
      text="A program as a member. You are in charge of it, and it can never do more than you can."
      actions={
        <Answers onCancel={onClose} keys="mod+enter" busy={form.isBusy} onClick={form.submit}>
          Add agent
        </Answers>
      }
    >
      <form {...form.props} className="flex flex-col gap-4">
        <Field label="Name" error={form.errors.name}>
          <TextInput {...form.input('name')} required autoComplete="off" />
        </Field>
        <Field label="What it does" error={form.errors.description}>
          <TextInput {...form.input('description')} autoComplete="off" />
        </Field>
        <div>
          <p className="mb-1.5 font-medium">Projects</p>
          <ProjectsPicker
            value={form.values.projects}
            className="-ml-2 text-ink!"
            onPick={projects => form.set({ projects: [...projects] })}
          />
          {form.errors.projects && (
            <p role="alert" className="mt-1.5 text-12 text-danger">
              {form.errors.projects}
            </p>
          )}
        </div>
        <TokenFields
          values={form.values}
          error={form.errors.expired_at ?? form.general}
          onChange={form.set}
        />
      </form>
    </Dialog>
  )
}
