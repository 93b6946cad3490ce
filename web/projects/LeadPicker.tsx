import { useRows } from '../data/rows.ts'
import { useSession } from '../data/session.ts'
import { FieldButton } from '../ui/controls/FieldButton.tsx'
import { Avatar } from '../ui/marks/Avatar.tsx'
import { Picker } from '../ui/popups/Picker.tsx'

const useLeads = () => {
  const members = new Set(useRows('workspace_member').flatMap(row => (row.is_active ? [row.member_id] : [])))
  return useRows('user').filter(user => members.has(user.id) && !user.is_bot)
}

type LeadPickerProps = { value: string | null; onChange: (lead: string | null) => void }

/** The lead of a project, chosen from the people of the workspace. */
export const LeadPicker = ({ value, onChange }: LeadPickerProps) => {
  const { me } = useSession()
  const people = useLeads()
  const leader = people.find(person => person.id === value)
  return (
    <Picker
      label="Lead"
      options={[
        { id: '', name: 'No lead' },
        ...people.map(person => ({
          id: person.id,
          name: person.id === me?.id ? `${person.display_name} (you)` : person.display_name,
          ...(person.id === me?.id ? { words: 'me' } : {}),
          icon: <Avatar person={person} silent />,
        })),
      ]}
      value={[value ?? '']}
      onPick={([id]) => onChange(id || null)}
    >
      <FieldButton
        label="Lead"
        shown={leader?.display_name ?? 'No lead'}
        mark={leader && <Avatar person={leader} silent />}
      />
    </Picker>
  )
}
