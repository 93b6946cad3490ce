import { useJoinedProjects } from '../data/me.ts'
import { useRows } from '../data/rows.ts'
import { projectOption } from '../issues/fields/projectOption.tsx'
import { Field } from '../ui/controls/Field.tsx'
import { FieldButton } from '../ui/controls/FieldButton.tsx'
import { Picker } from '../ui/popups/Picker.tsx'

const USUAL = '5 states, cycles, modules, views and pages'
const counted = (count: number, one: string) => `${count} ${one}${count === 1 ? '' : 's'}`

/** The parts that a new project copies, in words. */
const useWhat = (projectId: string | null): string => {
  const states = useRows('state').filter(state => state.project_id === projectId).length
  const labels = useRows('label').filter(label => label.project_id === projectId).length
  const project = useRows('project').find(one => one.id === projectId)
  const estimate = useRows('estimate').find(one => one.id === project?.estimate)
  if (!project) return USUAL
  const on = [
    project.cycle_view && 'cycles',
    project.module_view && 'modules',
    project.issue_views_view && 'views',
    project.page_view && 'pages',
    project.intake_view && 'intake',
  ].filter(Boolean)
  const parts = [counted(states, 'state'), counted(labels, 'label'), estimate?.name].filter(Boolean)
  return `${parts.join(', ')}; ${on.length > 0 ? `${on.join(', ')} on` : 'no features on'}`
}

type StartWithProps = { value: string | null; onChange: (like: string | null) => void }

const Choice = ({ value, onChange }: StartWithProps) => {
  const projects = useJoinedProjects()
  const chosen = projects.find(project => project.id === value)
  return (
    <Picker
      label="Start with"
      options={[
        { id: '', name: 'Default settings' },
        ...projects.map(project => ({ ...projectOption(project), name: `Like ${project.name}` })),
      ]}
      value={[value ?? '']}
      onPick={([id]) => onChange(id || null)}
    >
      <FieldButton label="Start with" shown={chosen ? `Like ${chosen.name}` : 'Default settings'} />
    </Picker>
  )
}

/** The beginnings of a new project: the usual, or a copy of another's. */
export const StartWith = (props: StartWithProps) => (
  <Field label="Start with" hint={useWhat(props.value)}>
    <Choice {...props} />
  </Field>
)
