import { useRows } from '../../data/rows.ts'
import { useFields } from '../../forms/useForm.ts'
import { saving } from '../../settings/saving.ts'
import type { Project } from '../../settings/settingsProject.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Banner } from '../../ui/marks/Banner.tsx'
import { Picker } from '../../ui/popups/Picker.tsx'
import { addMembers, firstRole, roleName, roleOptions } from './memberActs.ts'

type AddMembersProps = { project: Project; workspaceId: string }

const roleText = String(15)

/** Lets people of the workspace in, several at once. */
export const AddMembers = ({ project, workspaceId }: AddMembersProps) => {
  const inWorkspace = useRows('workspace_member').filter(
    row => row.workspace_id === workspaceId && row.is_active,
  )
  const roleOf = new Map(inWorkspace.map(row => [row.member_id, row.role]))
  const here = new Set(
    useRows('project_member').flatMap(row =>
      row.project === project.id && row.is_active ? [row.member] : [],
    ),
  )
  const others = useRows('user').filter(user => roleOf.has(user.id) && !here.has(user.id))
  const form = useFields({
    begin: () => ({ people: [] as string[], role: roleText }),
    send: ({ people, role }) =>
      saving(
        addMembers(
          project.id,
          people.map(id => ({ member_id: id, role: firstRole(roleOf.get(id) ?? 0, Number(role)) })),
        ),
      ),
    onDone: () => form.again({ role: form.values.role }),
  })
  const { people, role } = form.values
  const chosen = others.filter(person => people.includes(person.id))
  if (others.length === 0)
    return <p className="mt-2 text-ink-3">Everyone in the workspace is already in this project.</p>
  return (
    <form
      {...form.props}
      aria-label="Add people"
      className="mt-3 flex flex-wrap items-center gap-2 rounded-card bg-sunken p-3"
    >
      {form.general && <Banner tone="danger">{form.general}</Banner>}
      <Picker
        multiple
        label="People to add"
        hint="Name…"
        options={others.map(person => ({
          id: person.id,
          name: person.display_name,
          icon: <Avatar person={person} silent />,
          detail: roleName(roleOf.get(person.id) ?? 0),
        }))}
        value={people}
        onPick={ids => form.set({ people: ids })}
      >
        <Button variant="neutral" icon="user-plus" className="max-md:h-11">
          {chosen.length === 0
            ? 'Choose people'
            : chosen.length === 1
              ? chosen[0]?.display_name
              : `${chosen.length} people`}
        </Button>
      </Picker>
      <span className="text-ink-2">as</span>
      <Picker
        label="Role"
        options={roleOptions}
        value={[role]}
        onPick={([id]) => id && form.set({ role: id })}
      >
        <Button className="max-md:h-11">
          {roleName(Number(role))}
          <Icon name="chevron-down" size={12} className="text-ink-3" />
        </Button>
      </Picker>
      <span className="flex-1" />
      <Button
        type="submit"
        variant="primary"
        busy={form.isBusy}
        disabled={chosen.length === 0}
        className="max-md:h-11"
      >
        {chosen.length > 1 ? `Add ${chosen.length} people` : 'Add'}
      </Button>
    </form>
  )
}
