import type { ReactNode } from 'react'
import { SavedReplies } from '../../intake/SavedReplies.tsx'
import { SettingsScreen, SettingsSection } from '../../settings/SettingsScreen.tsx'
import { useSettingsProject } from '../../settings/settingsProject.ts'
import { Switch } from '../../ui/controls/Switch.tsx'
import { Icon, type IconName } from '../../ui/icons.tsx'
import { IntakeWays } from './IntakeWays.tsx'
import { changeProject } from './projectActs.ts'

type Feature = 'cycle_view' | 'module_view' | 'issue_views_view' | 'page_view' | 'inbox_view'

const features: { id: Feature; label: string; icon: IconName; text: string }[] = [
  {
    id: 'cycle_view',
    label: 'Cycles',
    icon: 'iteration-cw',
    text: 'Work in fixed periods and see what is left in each.',
  },
  {
    id: 'module_view',
    label: 'Modules',
    icon: 'boxes',
    text: 'Larger pieces of work across cycles, with a lead and dates.',
  },
  {
    id: 'issue_views_view',
    label: 'Views',
    icon: 'layers',
    text: 'Saved filters, for yourself or for everyone.',
  },
  { id: 'page_view', label: 'Pages', icon: 'file-text', text: 'Documents the project writes together.' },
  {
    id: 'inbox_view',
    label: 'Intake',
    icon: 'inbox',
    text: 'Requests wait here until they are accepted or declined.',
  },
]

const Row = ({
  icon,
  label,
  text,
  children,
}: {
  icon: IconName
  label: string
  text: string
  children: ReactNode
}) => (
  <li className="flex min-h-13 items-center gap-3 py-2">
    <Icon name={icon} className="text-ink-3" />
    <span className="min-w-0 flex-1">
      <span className="block font-medium">{label}</span>
      <span className="block text-pretty text-12 text-ink-3">{text}</span>
    </span>
    {children}
  </li>
)

/** The features of a project. A feature that is off shows nowhere, and its data stays. */
export const FeaturesScreen = () => {
  const { project } = useSettingsProject()
  if (!project) return null
  return (
    <SettingsScreen
      title="Features"
      intro="Turning a feature off hides it for everyone at once. Nothing is lost."
    >
      <SettingsSection title="Projects and issues">
        <ul>
          {features.map(({ id, label, icon, text }) => (
            <Row key={id} icon={icon} label={label} text={text}>
              <Switch
                label={label}
                checked={project[id]}
                onChange={on =>
                  void changeProject(project, { [id]: on }, id === 'inbox_view' ? { intake_view: on } : {})
                }
              />
            </Row>
          ))}
        </ul>
        {project.inbox_view && <IntakeWays projectId={project.id} />}
        {project.inbox_view && <SavedReplies projectId={project.id} />}
      </SettingsSection>
    </SettingsScreen>
  )
}
