import type { Action } from '#contract/permissions.ts'
import { useRow, useRows } from '../../data/rows.ts'
import { useSession } from '../../data/session.ts'
import type { Project } from '../../settings/settingsProject.ts'
import { mayAs } from '../../shell/admins.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Picker } from '../../ui/popups/Picker.tsx'

type MemberPickerProps = {
  label: string
  project: Project
  /** The right that an offered person must have. */
  least: Action
  none: string
  value: string | null
  onPick: (person: string | null) => void
}

/** One of the people of a project, or nobody. */
export const MemberPicker = ({ label, project, least, none, value, onPick }: MemberPickerProps) => {
  const { me } = useSession()
  const members = useRows('project_member').filter(
    row => row.project === project.id && row.is_active && mayAs(row, least),
  )
  const ids = new Set(members.map(row => row.member))
  const people = useRows('user').filter(user => ids.has(user.id))
  const chosen = useRow('user', value)
  return (
    <Picker
      label={label}
      options={[
        { id: '', name: none },
        ...people.map(person => ({
          id: person.id,
          name: person.id === me?.id ? `${person.display_name} (you)` : person.display_name,
          icon: <Avatar person={person} silent />,
        })),
      ]}
      value={[value ?? '']}
      onPick={([id]) => onPick(id || null)}
    >
      <Button size="form" variant="neutral" className="max-md:w-full max-md:justify-start">
        {chosen && <Avatar person={chosen} silent />}
        {chosen?.display_name ?? none}
        <Icon name="chevron-down" size={12} className="text-ink-3 max-md:ml-auto" />
      </Button>
    </Picker>
  )
}
