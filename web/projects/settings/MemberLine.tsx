import { useState } from 'react'
import { useSession } from '../../data/session.ts'
import { useHere } from '../../data/viewer.ts'
import type { Project } from '../../settings/settingsProject.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { shortDay } from '../../ui/dates/day-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { Avatar, type Person } from '../../ui/marks/Avatar.tsx'
import { Menu } from '../../ui/popups/Menu.tsx'
import { Picker } from '../../ui/popups/Picker.tsx'
import { Tooltip } from '../../ui/popups/Tooltip.tsx'
import { LeaveProject } from './LeaveProject.tsx'
import { changeRole, fixedBy, type Member, removeMember, roleName, roleOptions } from './memberActs.ts'

type MemberLineProps = {
  row: Member
  person: Person | null
  /** Their role in the workspace. */
  inWorkspace: number
  project: Project
  mayEdit: boolean
}

const Role = ({
  row,
  inWorkspace,
  mayEdit,
  isMine,
}: Omit<MemberLineProps, 'person' | 'project'> & { isMine: boolean }) => {
  const why = isMine ? 'Another admin has to change your role' : fixedBy(inWorkspace)
  if (mayEdit && !why)
    return (
      <Picker
        label="Role"
        digits
        options={roleOptions}
        value={[String(row.role)]}
        onPick={([id]) => id && void changeRole(row, Number(id))}
      >
        <Button className="justify-self-start max-md:h-11">
          {roleName(row.role)}
          <Icon name="chevron-down" size={12} className="text-ink-3" />
        </Button>
      </Picker>
    )
  return (
    <Tooltip label={why ?? ''} disabled={!mayEdit || !why}>
      <button
        type="button"
        aria-disabled="true"
        className="flex h-7 cursor-default items-center gap-1 justify-self-start rounded-control px-2 text-ink-3 max-md:h-11"
      >
        {roleName(row.role)}
        {mayEdit && <Icon name="lock" size={12} />}
      </button>
    </Tooltip>
  )
}

export const MemberLine = ({ row, person, inWorkspace, project, mayEdit }: MemberLineProps) => {
  const { me } = useSession()
  const { slug } = useHere()
  const [isLeaving, setLeaving] = useState(false)
  const isMine = row.member === me?.id
  const name = person?.display_name ?? ''
  return (
    <div className="group grid min-h-9 grid-cols-[minmax(0,1fr)_120px_112px_32px] items-center gap-x-3 rounded-control px-2 hover:bg-hover max-md:min-h-12 max-md:grid-cols-[minmax(0,1fr)_auto_44px]">
      <span className="flex min-w-0 items-center gap-2">
        <Avatar person={person} silent />
        <span className="cut">{name}</span>
        {isMine && (
          <span className="h-[18px] flex-none rounded-tag bg-press px-1.5 font-medium text-11 text-ink-2 leading-[18px]">
            You
          </span>
        )}
        {project.project_lead === row.member && (
          <span className="h-[18px] flex-none rounded-tag bg-press px-1.5 font-medium text-11 text-ink-2 leading-[18px]">
            Lead
          </span>
        )}
      </span>
      <Role row={row} inWorkspace={inWorkspace} mayEdit={mayEdit} isMine={isMine} />
      <span className="num text-12 text-ink-3 max-md:hidden">
        {`Since ${shortDay(row.created_at.slice(0, 10))}`}
      </span>
      <span>
        {(mayEdit || isMine) && (
          <Menu
            align="end"
            entries={[
              isMine
                ? { id: 'leave', label: 'Leave…', icon: 'log-out', run: () => setLeaving(true) }
                : {
                    id: 'remove',
                    label: `Remove ${name}`,
                    icon: 'trash-2',
                    danger: true,
                    run: () => void removeMember(row, name),
                  },
            ]}
          >
            <IconButton
              icon="ellipsis"
              label={`Actions for ${name}`}
              className="opacity-0 focus-visible:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 data-[popup-open]:opacity-100 max-md:size-11 max-md:opacity-100 pointer-coarse:opacity-100"
            />
          </Menu>
        )}
        {isLeaving && <LeaveProject project={project} slug={slug} onClose={() => setLeaving(false)} />}
      </span>
    </div>
  )
}
