import { useNavigate } from 'react-router'
import { useFields } from '../../forms/useForm.ts'
import { to } from '../../places/address.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Banner } from '../../ui/marks/Banner.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { leaveProject } from './projectActs.ts'
import type { Project } from './settingsProject.ts'

type LeaveProjectProps = { project: Project; slug: string; onClose: () => void }

export const LeaveProject = ({ project, slug, onClose }: LeaveProjectProps) => {
  const go = useNavigate()
  const form = useFields({
    begin: () => ({}),
    send: () => leaveProject(project),
    onDone: () => {
      onClose()
      void go(to('projects', { slug }))
    },
  })
  return (
    <Dialog
      open
      onOpenChange={open => open || onClose()}
      title={`Leave ${project.name}?`}
      text={
        project.network === 0
          ? 'It is private: only one of its admins can add you again.'
          : 'Everything you created stays. You can join again, with your workspace role.'
      }
    >
      <form {...form.props} className="flex flex-col gap-4">
        {form.general && <Banner tone="danger">{form.general}</Banner>}
        <div className="flex justify-end gap-2">
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" size="large" variant="danger" busy={form.isBusy} className="bg-danger-tint">
            Leave the project
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
