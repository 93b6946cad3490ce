import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { workspaceMemberRoutes } from '#contract/workspace/workspaceMembers.ts'
import { call } from '../../data/client.ts'
import { loadWorkspaces } from '../../data/session.ts'
import { refusalOf } from '../../forms/refusal.ts'
import { to } from '../../places/address.ts'
import { Answers } from '../../ui/popups/Answers.tsx'
import { Dialog } from '../../ui/popups/Dialog.tsx'
import { useNeededIn } from './neededIn.ts'

type Ending = { slug: string; workspace: string; onClose: () => void }

const useEnding = (send: () => Promise<unknown>, onDone: () => void) => {
  const [refused, setRefused] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const end = async () => {
    setBusy(true)
    setRefused(null)
    try {
      await send()
    } catch (failure) {
      return setRefused(refusalOf(failure, []).general)
    } finally {
      setBusy(false)
    }
    onDone()
  }
  return { refused, isBusy, end }
}

const Question = ({
  title,
  text,
  label,
  needed = null,
  onClose,
  ending: { refused, isBusy, end },
}: {
  title: string
  text: string
  label: string
  /** Needs another admin before. */
  needed?: { name: string; href: string } | null
  onClose: () => void
  ending: ReturnType<typeof useEnding>
}) => (
  <Dialog
    open
    onOpenChange={open => !open && onClose()}
    title={title}
    text={text}
    actions={
      <Answers
        onCancel={onClose}
        variant="danger"
        busy={isBusy}
        disabled={needed !== null}
        onClick={() => void end()}
      >
        {label}
      </Answers>
    }
  >
    {needed && (
      <p className="text-ink-2">
        <Link to={needed.href} onClick={onClose} className="font-medium text-accent-text hover:underline">
          {needed.name}
        </Link>{' '}
        needs another admin first.
      </p>
    )}
    {refused && (
      <p role="alert" className="text-danger">
        {refused}
      </p>
    )}
  </Dialog>
)

type RemoveMemberProps = Ending & { member: { id: string; name: string } }

export const RemoveMember = ({ slug, workspace, member, onClose }: RemoveMemberProps) => (
  <Question
    title={`Remove ${member.name}?`}
    text={`${member.name} leaves ${workspace} and all its projects at once, and their API tokens stop working. Everything they wrote stays.`}
    label="Remove"
    onClose={onClose}
    ending={useEnding(
      () => call(workspaceMemberRoutes.removeMember, { params: { ws: slug, memberId: member.id } }),
      onClose,
    )}
  />
)

export const LeaveWorkspace = ({ slug, workspace, onClose }: Ending) => {
  const go = useNavigate()
  const leave = async () => {
    await call(workspaceMemberRoutes.leave, { params: { ws: slug } })
    await loadWorkspaces()
  }
  return (
    <Question
      title={`Leave ${workspace}?`}
      text="You leave all its projects at once, and your API tokens for it stop working. Everything you wrote stays. An admin can invite you again."
      label="Leave"
      needed={useNeededIn()}
      onClose={onClose}
      ending={useEnding(leave, () => void go(to('start'), { replace: true }))}
    />
  )
}
