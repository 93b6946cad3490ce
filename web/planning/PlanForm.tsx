import { type FormEventHandler, type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import type { RowTypes } from '../data/entities.ts'
import { projectLook } from '../data/projectLook.ts'
import { useRow } from '../data/rows.ts'
import { here } from '../data/viewer.ts'
import { ProjectChoice, useProjectsFor } from '../issues/fields/ProjectChoice.tsx'
import { to } from '../places/address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { IconButton } from '../ui/controls/IconButton.tsx'
import { Icon } from '../ui/icons.tsx'
import { Banner } from '../ui/marks/Banner.tsx'
import { ProjectTile } from '../ui/marks/ProjectTile.tsx'
import { Dialog } from '../ui/popups/Dialog.tsx'
import { toast } from '../ui/popups/Toast.tsx'

/** The projects in which it may be made; missing where it is in one already. */
type ProjectOffer = { projects: readonly RowTypes['project'][]; onChange: (projectId: string) => void }

type PlanFormProps = {
  projectId: string
  offer: ProjectOffer | null
  title: string
  form: { props: { onSubmit: FormEventHandler }; general: string | null; isBusy: boolean }
  /** The label of the button that sends it. */
  action: string
  /** The form cannot be sent yet. */
  disabled: boolean
  onClose: () => void
  children: ReactNode
}

/** The dialog in which a cycle or module is made or edited: its project, its fields, and the button that sends it. */
export const PlanForm = (props: PlanFormProps) => {
  const { projectId, offer, title, form, action, disabled, onClose, children } = props
  const project = useRow('project', projectId)
  const chooses = offer !== null && offer.projects.length > 1
  return (
    <Dialog open onOpenChange={open => open || onClose()} title={title} bare wide="form" sheet>
      <form {...form.props} className="relative flex flex-1 flex-col">
        <div className="flex h-11 flex-none items-center gap-1.5 pt-2 pr-3 pl-6">
          {project && (
            <span className="flex min-w-0 items-center gap-1.5 text-ink-2">
              {chooses ? (
                <ProjectChoice
                  {...offer}
                  value={projectId}
                  className="-ml-2 min-w-0 text-ink-2 max-md:h-11"
                />
              ) : (
                <>
                  <ProjectTile project={projectLook(project)} />
                  <span className="cut">{project.name}</span>
                </>
              )}
              <Icon name="chevron-right" size={12} className="text-ink-3" />
            </span>
          )}
          <span className="whitespace-nowrap font-medium">{title}</span>
          <IconButton
            icon="x"
            label="Close"
            keys="esc"
            onClick={onClose}
            className="ml-auto max-md:size-11"
          />
        </div>
        <div className="flex flex-1 flex-col gap-4 px-6 pt-2 pb-4">
          {form.general && <Banner tone="danger">{form.general}</Banner>}
          {children}
        </div>
        <div className="sticky bottom-0 flex h-14 flex-none items-center justify-end gap-2 bg-sunken px-6">
          <Button variant="neutral" keys="esc" onClick={onClose} className="max-md:h-11">
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            keys="mod+enter"
            busy={form.isBusy}
            disabled={disabled}
            className="max-md:h-11"
          >
            {action}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const kinds = {
  cycle: {
    action: 'cycle.create',
    feature: 'cycle_view',
    address: (slug: string, projectId: string, cycleId: string) => to('cycle', { slug, projectId, cycleId }),
  },
  module: {
    action: 'module.create',
    feature: 'module_view',
    address: (slug: string, projectId: string, moduleId: string) =>
      to('module', { slug, projectId, moduleId }),
  },
} as const

/** The project of a form: the given one, or while nothing is made yet another that this person may plan in. */
export const usePlanProject = (given: string, kind: keyof typeof kinds, isThere: boolean) => {
  const { action, feature, address } = kinds[kind]
  const go = useNavigate()
  const [projectId, setProjectId] = useState(given)
  const projects = useProjectsFor(action).filter(project => project[feature])
  const offer: ProjectOffer | null = isThere ? null : { projects, onChange: setProjectId }
  /** What was made elsewhere is on no screen here. */
  const tell = ({ id, name }: { id: string; name: string }) => {
    if (projectId === given) return
    const { slug } = here()
    toast.fact(`${name} created`, () => void go(address(slug, projectId, id)))
  }
  return { projectId, offer, tell }
}
