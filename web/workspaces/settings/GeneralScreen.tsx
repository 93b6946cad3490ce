import { useState } from 'react'
import { useParams } from 'react-router'
import type { Route } from '#contract/define.ts'
import { workspaceLimits, workspaceRoutes } from '#contract/workspace/workspaces.ts'
import { call } from '../../data/client.ts'
import type { RowTypes } from '../../data/entities.ts'
import { useRow, useRows } from '../../data/rows.ts'
import { loadWorkspaces, useSession } from '../../data/session.ts'
import { useHere, useMay } from '../../data/viewer.ts'
import { DangerRow, DangerZone } from '../../settings/DangerZone.tsx'
import { SavedChoice } from '../../settings/SavedChoice.tsx'
import { SavedText } from '../../settings/SavedText.tsx'
import { LockedValue } from '../../settings/SettingsRow.tsx'
import { SettingsScreen } from '../../settings/SettingsScreen.tsx'
import { copyText } from '../../ui/copy.ts'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { LeaveWorkspace } from '../members/EndMembership.tsx'
import { DeleteWorkspace } from './DeleteWorkspace.tsx'
import { Logo } from './Logo.tsx'
import { companySizes } from './sizes.ts'

type Workspace = RowTypes['workspace']

const useAdmins = (workspaceId: string) => {
  const people = new Map(useRows('user').map(one => [one.id, one]))
  const mayOwn = useRows('workspace_member').filter(row => row.is_active && row.workspace_id === workspaceId)
  const top = Math.max(...mayOwn.map(row => row.role))
  return mayOwn.filter(row => row.role === top).flatMap(row => people.get(row.member_id) ?? [])
}

const Owner = ({
  workspace,
  change,
}: {
  workspace: Workspace
  change: (patch: object) => Promise<unknown>
}) => {
  const { me } = useSession()
  const owner = useRow('user', workspace.owner_id)
  const admins = useAdmins(workspace.id)
  const isGone = !admins.some(one => one.id === workspace.owner_id)
  const name = owner?.display_name ?? 'Somebody who has left'
  if (workspace.owner_id !== me?.id && !isGone)
    return (
      <LockedValue label="Owner" why={`Only ${name} can transfer it.`}>
        {name}
      </LockedValue>
    )
  return (
    <SavedChoice
      label="Owner"
      detail="Another admin can take ownership"
      options={admins.map(one => ({
        id: one.id,
        name: one.display_name,
        icon: <Avatar person={one} silent />,
      }))}
      value={workspace.owner_id}
      shown={name}
      save={owner_id => change({ owner_id })}
    />
  )
}

/** A workspace's name and logo, and its end. */
export const GeneralScreen = () => {
  const { slug = '' } = useParams()
  const { workspaceId } = useHere()
  const workspace = useRow('workspace', workspaceId)
  const mayDelete = useMay()('workspace.delete', {}, { workspace: workspaceId })
  const [question, setQuestion] = useState<'leave' | 'delete' | null>(null)
  if (!workspace) return null
  const change = async (body: object) => {
    await call(workspaceRoutes.update as Route, { params: { ws: slug }, body: { ...body } })
    void loadWorkspaces()
  }
  const address = `${location.host}/${workspace.slug}`
  return (
    <SettingsScreen
      title="General"
      intro="How your workspace appears to everyone in it. Changes are saved as you make them."
    >
      <Logo workspace={workspace} slug={slug} />
      <SavedText
        label="Name"
        name="name"
        value={workspace.name}
        save={name => change({ name })}
        maxLength={workspaceLimits.name}
        required
      />
      <SavedChoice
        label="Company size"
        options={companySizes.map(size => ({ id: size, name: size }))}
        value={workspace.organization_size ?? ''}
        shown={workspace.organization_size || 'Not set'}
        save={organization_size => change({ organization_size })}
      />
      <LockedValue label="Address" why="Links and integrations lead here, so it never changes.">
        <button
          type="button"
          className="cut hover:text-ink"
          onClick={() => void copyText(`${location.origin}/${workspace.slug}`, 'Address')}
        >
          {address}
        </button>
      </LockedValue>
      <Owner workspace={workspace} change={change} />
      <DangerZone>
        <DangerRow
          title="Leave the workspace"
          text="You leave all its projects. Everything you wrote stays."
          label="Leave…"
          run={() => setQuestion('leave')}
        />
        {mayDelete && (
          <DangerRow
            title="Delete the workspace"
            text={`${workspace.name} is deleted for everyone at once, with its projects, issues and pages.`}
            label="Delete…"
            run={() => setQuestion('delete')}
          />
        )}
      </DangerZone>
      {question === 'leave' && (
        <LeaveWorkspace slug={slug} workspace={workspace.name} onClose={() => setQuestion(null)} />
      )}
      {question === 'delete' && (
        <DeleteWorkspace slug={slug} name={workspace.name} onClose={() => setQuestion(null)} />
      )}
    </SettingsScreen>
  )
}
