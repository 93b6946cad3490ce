import { Link, useNavigate } from 'react-router'
import { useRows } from '../../data/rows.ts'
import { useSession } from '../../data/session.ts'
import { useFields } from '../../forms/useForm.ts'
import { to } from '../../places/address.ts'
import type { Project } from '../../settings/settingsProject.ts'
import { mayAs } from '../../shell/admins.ts'
import { Banner } from '../../ui/marks/Banner.tsx'
import { Answers } from '../../ui/popups/Answers.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { leaveProject } from './projectActs.ts'

type LeaveProjectProps = { project: Project; slug: string; onClose: () => void }

/** Whether nobody else could look after it, and whether anybody else is there. */
const useNeeded = ({ id }: Project) => {
  const { me } = useSession()
  const others = useRows('project_member').filter(
    row => row.project === id && row.is_active && row.member !== me?.id,
  )
  const own = useRows('project_member').find(row => row.project === id && row.member === me?.id)
  const isOnly = own !== undefined && mayAs(own, 'project.update')
  return {
    isNeeded: isOnly && !others.some(row => mayAs(row, 'project.update')),
    isAlone: others.length === 0,
  }
}

export const LeaveProject = ({ project, slug, onClose }: LeaveProjectProps) => {
  const go = useNavigate()
  const { isNeeded, isAlone } = useNeeded(project)
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
        {isNeeded && (
          <p className="text-ink-2">
            You are its only admin.{' '}
            {isAlone ? (
              'Nobody else is in it: archive or delete it instead.'
            ) : (
              <>
                Make somebody else one first, under{' '}
                <Link
                  to={to('projectMembers', { slug, projectId: project.id })}
                  onClick={onClose}
                  className="font-medium text-accent-text hover:underline"
                >
                  Members
                </Link>
                .
              </>
            )}
          </p>
        )}
        {form.general && <Banner tone="danger">{form.general}</Banner>}
        <div className="flex justify-end gap-2">
          <Answers onCancel={onClose} type="submit" variant="danger" busy={form.isBusy} disabled={isNeeded}>
            Leave the project
          </Answers>
        </div>
      </form>
    </Dialog>
  )
}
