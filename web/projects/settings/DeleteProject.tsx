import { useNavigate } from 'react-router'
import { useFields } from '../../forms/useForm.ts'
import { to } from '../../places/address.ts'
import type { Project } from '../../settings/settingsProject.ts'
import { Field } from '../../ui/controls/Field.tsx'
import { TextInput } from '../../ui/controls/TextInput.tsx'
import { Answers } from '../../ui/popups/Answers.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { deleteProject } from './projectActs.ts'

type DeleteProjectProps = { project: Project; slug: string; onClose: () => void }

/** Nothing brings a project back: deleting one takes typing its name. */
export const DeleteProject = ({ project, slug, onClose }: DeleteProjectProps) => {
  const go = useNavigate()
  const form = useFields({
    begin: () => ({ name: '' }),
    send: () => deleteProject(project),
    onDone: () => {
      onClose()
      void go(to('projects', { slug }))
    },
  })
  const isNamed = form.values.name.trim() === project.name
  return (
    <Dialog
      open
      onOpenChange={open => open || onClose()}
      title={`Delete ${project.name}?`}
      text="Its issues, pages, cycles and files are deleted for everyone. This cannot be undone."
    >
      <form {...form.props} className="flex flex-col gap-4">
        <Field label={`Type ${project.name} to delete it`} error={form.general}>
          <TextInput {...form.input('name')} autoComplete="off" spellCheck={false} />
        </Field>
        <div className="flex justify-end gap-2">
          <Answers onCancel={onClose} type="submit" variant="danger" disabled={!isNamed} busy={form.isBusy}>
            Delete the project
          </Answers>
        </div>
      </form>
    </Dialog>
  )
}
