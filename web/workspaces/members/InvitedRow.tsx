import { useState } from 'react'
import type { Route } from '#contract/define.ts'
import { messageOf } from '#contract/messageOf.ts'
import { invitationRoutes } from '#contract/workspace/invitations.ts'
import { call } from '../../data/client.ts'
import type { RowTypes } from '../../data/entities.ts'
import { useSession } from '../../data/session.ts'
import { RowQuestion } from '../../settings/rows/RowQuestion.tsx'
import { saving } from '../../settings/saving.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { copyText } from '../../ui/copy.ts'
import { dayText, shortDay } from '../../ui/dates/day-words.ts'
import { Icon } from '../../ui/icons.tsx'
import { Menu } from '../../ui/popups/Menu.tsx'
import { Picker } from '../../ui/popups/Picker.tsx'
import { toast } from '../../ui/popups/Toast.tsx'
import { roleName, roles } from '../roles.ts'
import { INVITED_GRID } from './grids.ts'
import { ProjectsPicker } from './ProjectsPicker.tsx'

type Invitation = RowTypes['workspace_invitation']

const onDay = (moment: string) => shortDay(dayText(new Date(moment)), true)

/** Its state so far. */
const stateOf = (row: Invitation): { words: string; warns?: true } => {
  if (row.accepted) return { words: 'Accepted, no account yet' }
  if (row.responded_at) return { words: `Declined ${onDay(row.responded_at)}`, warns: true }
  if (Date.parse(row.expires_at) < Date.now())
    return { words: `Expired ${onDay(row.expires_at)}`, warns: true }
  return { words: row.is_mailed ? `Sent ${onDay(row.sent_at)}` : `Link made ${onDay(row.sent_at)}` }
}

type InvitedProps = { slug: string; row: Invitation }

const tell = (sent: Promise<unknown>) => void saving(sent).catch(failure => toast.failure(messageOf(failure)))

const Line = ({ slug, row, onRevoke }: InvitedProps & { onRevoke: () => void }) => {
  const { instance } = useSession()
  const mails = Boolean(instance?.config.is_smtp_configured)
  const params = { ws: slug, invitationId: row.id }
  const change = (body: Record<string, unknown>) =>
    tell(call(invitationRoutes.update as Route, { params, body }))
  const resend = () =>
    tell(
      call(invitationRoutes.create, {
        params: { ws: slug },
        body: { emails: [{ email: row.email, role: row.role }], is_mailed: mails },
      }),
    )
  const copy = () =>
    void call(invitationRoutes.link, { params }).then(
      ({ body }) => copyText(body.link, 'Link'),
      failure => toast.failure(messageOf(failure)),
    )
  const again = mails ? 'Resend' : 'Renew'
  const state = stateOf(row)
  return (
    <div className={`${INVITED_GRID} group/invited min-h-9 rounded-control hover:bg-hover max-md:min-h-14`}>
      <span className="flex min-w-0 items-center gap-2">
        <span className="grid size-5 flex-none place-items-center rounded-full text-ink-3 shadow-[inset_0_0_0_1.25px_var(--line-strong)]">
          <Icon name="mail" size={12} />
        </span>
        <span className="min-w-0">
          <span className="cut block">{row.email}</span>
          <span className={`text-12 md:hidden ${state.warns ? 'text-warn' : 'text-ink-3'}`}>
            {roleName(row.role)}, {state.words.slice(0, 1).toLowerCase() + state.words.slice(1)}
          </span>
        </span>
      </span>
      <span className="max-md:hidden">
        <Picker
          label="Role"
          options={roles}
          digits
          value={[String(row.role)]}
          onPick={([id]) => id && change({ role: Number(id) })}
        >
          <Button className="-ml-2 text-ink!">
            {roleName(row.role)}
            <Icon name="chevron-down" size={12} className="text-ink-3" />
          </Button>
        </Picker>
      </span>
      <span className="max-md:hidden">
        <ProjectsPicker
          value={row.project_ids}
          onPick={project_ids => change({ project_ids })}
          className="-ml-2 text-ink!"
        />
      </span>
      <span className="relative flex min-w-0 items-center max-md:hidden">
        <span
          className={`num cut text-12 group-focus-within/invited:opacity-0 group-hover/invited:opacity-0 pointer-coarse:opacity-100! ${state.warns ? 'text-warn' : 'text-ink-3'}`}
        >
          {state.words}
        </span>
        <span className="absolute left-0 -ml-2 flex items-center gap-0.5 opacity-0 group-focus-within/invited:opacity-100 group-hover/invited:opacity-100">
          <Button icon="link" onClick={copy}>
            Copy link
          </Button>
          <Button icon={mails ? 'send' : 'rotate-ccw'} onClick={resend}>
            {again}
          </Button>
          <IconButton icon="x" label={`Revoke the invitation of ${row.email}…`} onClick={onRevoke} />
        </span>
      </span>
      <span className="md:hidden pointer-coarse:block">
        <Menu
          align="end"
          entries={[
            { id: 'copy', label: 'Copy link', icon: 'link', run: copy },
            { id: 'again', label: again, icon: mails ? 'send' : 'rotate-ccw', run: resend },
            {
              id: 'role',
              label: 'Role',
              icon: 'users-round',
              children: roles.map(one => ({
                id: one.id,
                label: one.name,
                checked: one.id === String(row.role),
                run: () => change({ role: Number(one.id) }),
              })),
            },
            { id: 'rule', rule: true },
            { id: 'revoke', label: 'Revoke the invitation…', icon: 'x', danger: true, run: onRevoke },
          ]}
        >
          <IconButton icon="ellipsis" size="touch" tooltip={false} label={`Actions for ${row.email}`} />
        </Menu>
      </span>
    </div>
  )
}

/** A link that was sent lives in mails that nobody calls back: before it ends for good, it is asked. */
export const InvitedRow = ({ slug, row }: InvitedProps) => {
  const [isAsked, setAsked] = useState(false)
  return (
    <div className={isAsked ? 'rounded-control bg-press' : ''}>
      <Line slug={slug} row={row} onRevoke={() => setAsked(true)} />
      {isAsked && (
        <RowQuestion
          action="Revoke the invitation"
          onCancel={() => setAsked(false)}
          onGo={() => tell(call(invitationRoutes.remove, { params: { ws: slug, invitationId: row.id } }))}
        >
          <span className="text-ink-2">{`The link for ${row.email} will no longer work.`}</span>
        </RowQuestion>
      )}
    </div>
  )
}
