import { useState } from 'react'
import { useParams } from 'react-router'
import { workspaceRoutes } from '#contract/workspace/workspaces.ts'
import { call } from '../data/client.ts'
import { useRows } from '../data/rows.ts'
import { useSession } from '../data/session.ts'
import { may, useHere } from '../data/viewer.ts'
import { SettingsScreen } from '../settings/SettingsScreen.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { SearchField } from '../ui/controls/SearchField.tsx'
import { Icon } from '../ui/icons.tsx'
import { Avatar } from '../ui/marks/Avatar.tsx'
import { Count } from '../ui/marks/Count.tsx'
import { Picker } from '../ui/popups/Picker.tsx'
import { toast } from '../ui/popups/Toast.tsx'
import { Tooltip } from '../ui/popups/Tooltip.tsx'
import { AddMember } from './AddMember.tsx'
import { roleName, roles } from './roles.ts'

const GRID =
  'grid grid-cols-[minmax(0,1fr)_112px_240px] items-center gap-x-3 px-2 max-md:grid-cols-[minmax(0,1fr)_auto]'

/** Everyone who can open the workspace, what they may do there, and how to let more in. */
export const MembersScreen = () => {
  const { slug = '' } = useParams()
  const { workspaceId } = useHere()
  const { me, workspaces } = useSession()
  const people = new Map(useRows('user').map(user => [user.id, user]))
  const emails = new Map(useRows('user_contact').map(contact => [contact.id, contact.email]))
  const members = useRows('workspace_member').filter(row => row.is_active)
  const inProjects = useRows('project_member').filter(row => row.is_active)
  const [query, setQuery] = useState('')
  const mayAdd = may('workspaceMember.add', {}, { workspace: workspaceId })
  const name = workspaces.find(one => one.slug === slug)?.name ?? slug

  const change = (memberId: string, next: string) =>
    call(workspaceRoutes.updateMember, {
      params: { ws: slug, memberId },
      body: { role: Number(next) },
    }).catch(failure => toast.failure((failure as Error).message))
  const wanted = query.trim().toLowerCase()
  const shown = members
    .map(row => ({ row, person: people.get(row.member_id), email: emails.get(row.member_id) ?? '' }))
    .filter(({ person, email }) => `${person?.display_name ?? ''} ${email}`.toLowerCase().includes(wanted))
    .sort((a, b) => (a.person?.display_name ?? '').localeCompare(b.person?.display_name ?? ''))
  const projectsOf = (id: string) => {
    const count = inProjects.filter(row => row.member === id).length
    return count === 1 ? '1 project' : `${count} projects`
  }
  return (
    <SettingsScreen
      title="Members"
      count={members.length}
      intro={`Everyone who can open ${name}. Guests see only the projects they are added to.`}
    >
      {mayAdd && <AddMember slug={slug} />}
      <div className="mt-6 mb-1 flex h-9 items-center gap-2">
        <h3 className="font-medium">People</h3>
        <Count value={shown.length} />
        <span className="flex-1" />
        <SearchField label="Find people" placeholder="Name or e-mail" value={query} onChange={setQuery} />
      </div>
      <div aria-hidden="true" className={`${GRID} -mx-2 h-8 text-12 text-ink-3`}>
        <span>Name</span>
        <span className="pl-2">Role</span>
        <span className="max-md:hidden">Projects</span>
      </div>
      <ul className="-mx-2">
        {shown.map(({ row, person, email }) => (
          <li key={row.id} className={`${GRID} min-h-9 rounded-control py-1 hover:bg-hover`}>
            <span className="flex min-w-0 items-center gap-2">
              <Avatar person={person ?? null} silent />
              <span className="cut flex-none max-w-full">{person?.display_name}</span>
              {row.member_id === me?.id && (
                <span className="rounded-tag bg-press px-1.5 text-11 font-medium text-ink-2">You</span>
              )}
              <span className="cut text-12 text-ink-3">{email}</span>
            </span>
            {mayAdd && row.member_id !== me?.id ? (
              <Picker
                label="Role"
                options={roles}
                value={[String(row.role)]}
                onPick={([id]) => id && void change(row.id, id)}
              >
                <Button className="justify-self-start">
                  {roleName(row.role)}
                  <Icon name="chevron-down" size={12} className="text-ink-3" />
                </Button>
              </Picker>
            ) : (
              <Tooltip label="Another admin has to change your role" disabled={!mayAdd}>
                <span className="justify-self-start px-2 text-ink-2">{roleName(row.role)}</span>
              </Tooltip>
            )}
            <span className="num text-12 text-ink-2 max-md:hidden">{projectsOf(row.member_id)}</span>
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className="px-2 py-3 text-ink-3">No people match “{query}”.</p>}
    </SettingsScreen>
  )
}
