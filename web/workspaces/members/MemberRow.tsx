import type { RowTypes } from '../../data/entities.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { sinceText } from '../../ui/dates/day-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { Menu } from '../../ui/popups/Menu.tsx'
import { Picker } from '../../ui/popups/Picker.tsx'
import { Popover } from '../../ui/popups/Popover.tsx'
import { Tooltip } from '../../ui/popups/Tooltip.tsx'
import { roleName, roles } from '../roles.ts'
import { PEOPLE_GRID } from './grids.ts'
import { MemberRights, type Membership } from './MemberRights.tsx'

export type Shown = {
  id: string
  row: RowTypes['workspace_member']
  person: RowTypes['user'] | null
  name: string
  email: string
  /** Unknown until it is reported. */
  projects: readonly Membership[] | null
  lastActive: string | null
}

type MemberRowProps = Shown & {
  /** The number of projects that the workspace has. */
  every: number
  workspaceId: string
  isMe: boolean
  onRole: (role: number) => void
  onEnd: () => void
}

const projectsText = ({ length }: readonly Membership[], every: number) => {
  if (length < 2) return length === 0 ? 'None' : '1 project'
  return length === every ? `All ${every}` : `${length} projects`
}

export const MemberRow = (props: MemberRowProps) => {
  const { row, person, name, email, projects, lastActive, every, workspaceId, isMe, onRole, onEnd } = props
  const end = isMe ? 'Leave the workspace…' : 'Remove…'
  return (
    <div className={`${PEOPLE_GRID} group/member min-h-9 rounded-control hover:bg-hover max-md:min-h-14`}>
      <span className="flex min-w-0 items-center gap-2 max-md:gap-3">
        <Avatar person={person} silent />
        <span className="flex min-w-0 items-center gap-2 max-md:block">
          <span className="flex min-w-0 max-w-full flex-none items-center gap-2 max-md:text-15">
            <span className="cut">{name}</span>
            {isMe && (
              <span className="flex-none rounded-tag bg-press px-1.5 font-medium text-11 text-ink-2">
                You
              </span>
            )}
          </span>
          <span className="cut text-12 text-ink-3 max-md:block">{email}</span>
        </span>
      </span>
      {isMe ? (
        <Tooltip label="Another admin has to change your role">
          <button
            type="button"
            aria-disabled="true"
            className="flex cursor-default items-center justify-self-start rounded-control text-ink-3 max-md:h-11"
          >
            {roleName(row.role)}
          </button>
        </Tooltip>
      ) : (
        <Picker
          label="Role"
          options={roles}
          digits
          value={[String(row.role)]}
          onPick={([id]) => id && onRole(Number(id))}
        >
          <Button
            aria-label={`Role of ${name}: ${roleName(row.role)}`}
            className="-ml-2 justify-self-start text-ink! max-md:h-11"
          >
            {roleName(row.role)}
            <Icon name="chevron-down" size={12} className="text-ink-3" />
          </Button>
        </Picker>
      )}
      <span className="max-md:hidden">
        {projects && (
          <Popover
            label={`What ${name} may do`}
            trigger={
              <Button
                className="num -ml-2 text-ink!"
                aria-label={`What ${name} may do, ${projectsText(projects, every)}`}
              >
                {projectsText(projects, every)}
              </Button>
            }
          >
            <MemberRights
              workspaceId={workspaceId}
              person={{ id: row.member_id, name }}
              role={row.role}
              projects={projects}
            />
          </Popover>
        )}
      </span>
      <span className="num text-12 text-ink-3 first-letter:uppercase max-md:hidden">
        {lastActive ? sinceText(lastActive) : projects && 'Never'}
      </span>
      <Menu
        align="end"
        entries={[{ id: 'end', label: end, icon: isMe ? 'log-out' : 'user-minus', danger: true, run: onEnd }]}
      >
        <IconButton
          icon="ellipsis"
          tooltip={false}
          label={`Actions for ${name}`}
          className="opacity-0 focus-visible:opacity-100 group-focus-within/member:opacity-100 group-hover/member:opacity-100 data-[popup-open]:opacity-100 max-md:size-11 max-md:opacity-100 pointer-coarse:opacity-100"
        />
      </Menu>
    </div>
  )
}
