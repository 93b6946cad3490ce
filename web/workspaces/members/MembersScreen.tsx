import { useEffect, useMemo, useState } from 'react'
import { useParams } from 'react-router'
import { fold } from '#contract/lists/folding.ts'
import { messageOf } from '#contract/messageOf.ts'
import { workspaceMemberRoutes } from '#contract/workspace/workspaceMembers.ts'
import { call } from '../../data/client.ts'
import { useRows } from '../../data/rows.ts'
import { useSession } from '../../data/session.ts'
import { useHere } from '../../data/viewer.ts'
import { SettingsScreen, SettingsSection } from '../../settings/SettingsScreen.tsx'
import { saving } from '../../settings/saving.ts'
import { useWorkspaceHere } from '../../settings/settingsOwner.tsx'
import { FindField } from '../../shell/list/FindField.tsx'
import { RowsInSight } from '../../shell/list/RowsInSight.tsx'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Icon } from '../../ui/icons.tsx'
import { EmptyState } from '../../ui/marks/EmptyState.tsx'
import { Menu } from '../../ui/popups/Menu.tsx'
import { toast } from '../../ui/popups/Toast.tsx'
import { roleName, roles } from '../roles.ts'
import { Agents } from './Agents.tsx'
import { LeaveWorkspace, RemoveMember } from './EndMembership.tsx'
import { PEOPLE_GRID } from './grids.ts'
import { InvitedRow } from './InvitedRow.tsx'
import { Inviting } from './Inviting.tsx'
import type { Membership } from './MemberRights.tsx'
import { MemberRow, type Shown } from './MemberRow.tsx'
import { copyAddresses, downloadMembers } from './memberFile.ts'
import { Placeholders } from './Placeholders.tsx'
import { RoleChips } from './RoleChips.tsx'

type Sort = 'name' | 'role' | 'active'
type Told = { last_active: string | null; projects: readonly Membership[] }

/** Facts about members that their rows do not hold: read once, and again when somebody comes or goes. */
const useActivity = (slug: string, count: number) => {
  const [told, setTold] = useState<ReadonlyMap<string, Told>>(new Map())
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when somebody comes or goes
  useEffect(() => {
    let isOver = false
    call(workspaceMemberRoutes.memberActivity, { params: { ws: slug } }).then(
      ({ body }) => {
        if (!isOver) setTold(new Map(body.map(one => [one.member, one])))
      },
      // Then these columns stay empty; the rest of the screen is without them.
      () => {},
    )
    return () => {
      isOver = true
    }
  }, [slug, count])
  return told
}

// One for all comparisons: made for each, it takes most of the time.
const { compare } = new Intl.Collator()

const sorts: Record<Sort, (a: Shown, b: Shown) => number> = {
  name: (a, b) => compare(a.name, b.name),
  role: (a, b) => b.row.role - a.row.role || compare(a.name, b.name),
  active: (a, b) => compare(b.lastActive ?? '', a.lastActive ?? '') || compare(a.name, b.name),
}

const HEIGHTS = { wide: 36, narrow: 56 }

const useMembers = (slug: string): Shown[] => {
  const people = useRows('user')
  const contacts = useRows('user_contact')
  const rows = useRows('workspace_member')
  const active = useMemo(() => {
    const agents = new Set(people.flatMap(one => (one.is_bot ? [one.id] : [])))
    return rows.filter(row => row.is_active && !agents.has(row.member_id))
  }, [rows, people])
  const told = useActivity(slug, active.length)
  return useMemo(() => {
    const personOf = new Map(people.map(one => [one.id, one]))
    const emailOf = new Map(contacts.map(one => [one.id, one.email]))
    return active.map(row => {
      const person = personOf.get(row.member_id) ?? null
      const full = [person?.first_name, person?.last_name].filter(Boolean).join(' ')
      return {
        id: row.id,
        row,
        person,
        name: full || person?.display_name || '',
        email: emailOf.get(row.member_id) ?? '',
        projects: told.get(row.member_id)?.projects ?? null,
        lastActive: told.get(row.member_id)?.last_active ?? null,
      }
    })
  }, [people, contacts, active, told])
}

/** Everyone who can open the workspace, their rights, and invitations. */
export const MembersScreen = () => {
  const { slug = '' } = useParams()
  const { workspaceId } = useHere()
  const { me } = useSession()
  const name = useWorkspaceHere()?.name ?? slug
  const members = useMembers(slug)
  const projects = useRows('project').filter(one => !one.archived_at).length
  const invitations = useRows('workspace_invitation').toSorted((a, b) => b.sent_at.localeCompare(a.sent_at))
  const [query, setQuery] = useState('')
  const [role, setRole] = useState<number | null>(null)
  const [sort, setSort] = useState<Sort>('name')
  /** The words to invite by; null until somebody is to be invited, which a small screen shows only then. */
  const [asked, setAsked] = useState<{ words: string } | null>(null)
  const [ending, setEnding] = useState<Shown | null>(null)

  const wanted = fold(query.trim())
  const shown = useMemo(
    () =>
      members
        .filter(
          one =>
            (role === null || one.row.role === role) &&
            fold(`${one.name} ${one.person?.display_name ?? ''} ${one.email}`).includes(wanted),
        )
        .sort(sorts[sort]),
    [members, role, wanted, sort],
  )
  const invited = invitations.filter(
    one => (role === null || one.role === role) && fold(one.email).includes(wanted),
  )
  const isNarrowed = wanted !== '' || role !== null
  const clear = () => {
    setQuery('')
    setRole(null)
  }
  const change = (memberId: string, next: number) =>
    void saving(
      call(workspaceMemberRoutes.updateMember, { params: { ws: slug, memberId }, body: { role: next } }),
    ).catch(failure => toast.failure(messageOf(failure)))

  return (
    <SettingsScreen
      title="Members"
      intro={`Everyone who can open ${name}. Guests see only the projects they are added to.`}
    >
      <RoleChips role={role} onRole={setRole} />
      <Inviting slug={slug} members={members} asked={asked} onAsk={() => setAsked({ words: '' })} />
      <SettingsSection
        title="People"
        count={shown.length}
        controls={
          <>
            <FindField label="Find people" placeholder="Name or e-mail" value={query} onChange={setQuery} />
            <Menu
              align="end"
              entries={[
                { id: 'all', label: 'Everyone', checked: role === null, run: () => setRole(null) },
                ...roles.map(one => ({
                  id: one.id,
                  label: `${one.name}s`,
                  checked: role === Number(one.id),
                  run: () => setRole(Number(one.id)),
                })),
              ]}
            >
              <Button icon="list-filter" on={role !== null} className="max-md:hidden">
                {role === null ? 'Role' : `${roleName(role)}s`}
              </Button>
            </Menu>
            <Menu
              align="end"
              entries={[
                {
                  id: 'copy',
                  label: 'Copy addresses',
                  icon: 'copy',
                  run: () => void copyAddresses(shown),
                },
                {
                  id: 'file',
                  label: 'Download as CSV',
                  icon: 'download',
                  run: () => downloadMembers(slug, shown),
                },
              ]}
            >
              <IconButton icon="ellipsis" label="The list of people" className="max-md:size-11" />
            </Menu>
          </>
        }
      >
        <Heads sort={sort} onSort={setSort} />
        <RowsInSight label="People" rows={shown} grows heights={HEIGHTS} className="-mx-2 mt-2">
          {one => (
            <MemberRow
              {...one}
              every={projects}
              workspaceId={workspaceId}
              isMe={one.row.member_id === me?.id}
              onRole={next => change(one.row.id, next)}
              onEnd={() => setEnding(one)}
            />
          )}
        </RowsInSight>
        {shown.length === 0 && isNarrowed && (
          <Nobody
            wanted={query.trim()}
            searched={`${members.length} members and ${invitations.length} invitations were searched.`}
            onClear={clear}
            onInvite={() => {
              setAsked({ words: query.trim() })
              clear()
            }}
          />
        )}
      </SettingsSection>
      <Agents slug={slug} />
      <Placeholders slug={slug} />
      {invited.length > 0 && (
        <SettingsSection title="Invited" count={invited.length}>
          <RowsInSight label="Invited" rows={invited} grows heights={HEIGHTS} className="-mx-2 mt-2">
            {row => <InvitedRow slug={slug} row={row} />}
          </RowsInSight>
        </SettingsSection>
      )}
      {ending &&
        (ending.row.member_id === me?.id ? (
          <LeaveWorkspace slug={slug} workspace={name} onClose={() => setEnding(null)} />
        ) : (
          <RemoveMember
            slug={slug}
            workspace={name}
            member={{ id: ending.row.id, name: ending.name }}
            onClose={() => setEnding(null)}
          />
        ))}
    </SettingsScreen>
  )
}

type NobodyProps = { wanted: string; searched: string; onClear: () => void; onInvite: () => void }

const Nobody = ({ wanted, searched, onClear, onInvite }: NobodyProps) => (
  <EmptyState
    title={wanted ? `Nobody called ${wanted}` : 'Nobody has this role'}
    actions={
      <>
        <Button variant="neutral" size="large" onClick={onClear}>
          Clear the search
        </Button>
        {wanted && <Button size="large" onClick={onInvite}>{`Invite ${wanted}…`}</Button>}
      </>
    }
  >
    {searched}
  </EmptyState>
)

const heads: { id: Sort | null; label: string }[] = [
  { id: 'name', label: 'Name' },
  { id: 'role', label: 'Role' },
  { id: null, label: 'Projects' },
  { id: 'active', label: 'Last active' },
]

const Heads = ({ sort, onSort }: { sort: Sort; onSort: (sort: Sort) => void }) => (
  <div className={`${PEOPLE_GRID} -mx-2 -mb-2 h-7 text-12 text-ink-3 max-md:hidden`}>
    {heads.map(({ id, label }) =>
      id ? (
        <button
          key={label}
          type="button"
          aria-pressed={sort === id}
          onClick={() => onSort(id)}
          className="-ml-1 flex h-6 items-center gap-1 justify-self-start rounded-tag px-1 hover:text-ink aria-pressed:text-ink-2"
        >
          {label}
          {sort === id && <Icon name={id === 'name' ? 'arrow-up' : 'arrow-down'} size={12} />}
        </button>
      ) : (
        <span key={label}>{label}</span>
      ),
    )}
  </div>
)
