import { getRow, useRow } from '../data/rows.ts'
import type { Standpoint } from '../places/offers.ts'
import {
  openOverlay,
  useFigures,
  useIssueForm,
  useOverlay,
  usePlanForm,
  useViewForm,
} from '../shell/overlays.ts'
import { later } from '../ui/popups/later.tsx'
import { ExpectTyping } from '../ui/popups/typeAhead.tsx'
import { useCreations } from './standpoint.ts'
import { openKeys } from './workspaceKeys.ts'

const AnalyticsPanel = later(() =>
  import('../analytics/AnalyticsPanel.tsx').then(module => module.AnalyticsPanel),
)

const CreateIssue = later(
  () => import('../issues/new/CreateIssue.tsx').then(module => module.CreateIssue),
  'soon',
)
const CreateProject = later(
  () => import('../projects/CreateProject.tsx').then(module => module.CreateProject),
  'soon',
)
const KeyboardHelp = later(
  () => import('../shell/KeyboardHelp.tsx').then(module => module.KeyboardHelp),
  'soon',
)
const Palette = later(() => import('./Palette.tsx').then(module => module.Palette), 'soon')

const CycleForm = later(
  () => import('../planning/cycles/CycleForm.tsx').then(module => module.CycleForm),
  'next',
)
const ModuleForm = later(
  () => import('../planning/modules/ModuleForm.tsx').then(module => module.ModuleForm),
  'next',
)

const LeaveProject = later(() =>
  import('../projects/settings/LeaveProject.tsx').then(module => module.LeaveProject),
)

const LeaveWorkspace = later(() =>
  import('./members/EndMembership.tsx').then(module => module.LeaveWorkspace),
)

const ViewForm = later(() => import('../views/ViewForm.tsx').then(module => module.ViewForm), 'soon')

const WhatsNew = later(() => import('./WhatsNew.tsx').then(module => module.WhatsNew))

const close = () => openOverlay(null)

/** The overlays above the screens of a workspace, one at a time. */
export const Overlays = ({ at }: { at: Standpoint }) => {
  const overlay = useOverlay()
  const form = useIssueForm()
  const plan = usePlanForm()
  const view = useViewForm()
  const figures = useFigures()
  const creations = useCreations(at)
  if (overlay === 'commands')
    return <Palette meanwhile={<ExpectTyping />} onClose={close} at={at} onHelp={openKeys} {...creations} />
  if (overlay === 'keys') return <KeyboardHelp open onOpenChange={open => open || close()} />
  if (overlay === 'news') return <WhatsNew onClose={close} />
  if (overlay === 'issue' && at.project)
    return <CreateIssue meanwhile={<ExpectTyping />} form={form} projectId={at.project.id} onClose={close} />
  if (overlay === 'project')
    return <CreateProject meanwhile={<ExpectTyping />} slug={at.slug} onClose={close} />
  if (overlay === 'cycle' && plan)
    return (
      <CycleForm
        meanwhile={<ExpectTyping />}
        {...plan}
        cycle={getRow('cycle', plan.cycleId)}
        onClose={close}
      />
    )
  if (overlay === 'module' && plan)
    return (
      <ModuleForm
        meanwhile={<ExpectTyping />}
        {...plan}
        module={getRow('module', plan.moduleId)}
        onClose={close}
      />
    )
  if (overlay === 'view') return <ViewForm meanwhile={<ExpectTyping />} given={view} onClose={close} />
  if (overlay === 'analytics' && figures) return <AnalyticsPanel scope={figures} onClose={close} />
  if (overlay === 'leave') return <Leave projectId={form.projectId} at={at} />
  return null
}

const Leave = ({ projectId, at: { slug, workspaceId } }: { projectId?: string; at: Standpoint }) => {
  const project = useRow('project', projectId)
  const workspace = useRow('workspace', workspaceId)
  if (projectId) return project && <LeaveProject project={project} slug={slug} onClose={close} />
  return <LeaveWorkspace slug={slug} workspace={workspace?.name ?? slug} onClose={close} />
}
