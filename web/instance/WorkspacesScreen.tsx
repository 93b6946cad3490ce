import { useState } from 'react'
import { Link } from 'react-router'
import type { z } from 'zod'
import { type InstanceWorkspace, instanceAdminRoutes } from '#contract/workspace/instanceAdmin.ts'
import { call } from '../data/client.ts'
import { to } from '../places/address.ts'
import { FindField } from '../shell/list/FindField.tsx'
import { Button } from '../ui/controls/Button.tsx'
import { Count } from '../ui/marks/Count.tsx'
import { RowsSkeleton } from '../ui/marks/Skeleton.tsx'
import { FoundFailed } from './FoundFailed.tsx'
import { InstanceFrame } from './InstanceFrame.tsx'
import { SwitchRow } from './SettingRow.tsx'
import { useFound } from './useFound.ts'

type Workspace = z.infer<typeof InstanceWorkspace>
/** The workspaces that hold these words, ten more each time. */
const useWorkspaces = (search: string) =>
  useFound<Workspace>(search, async cursor => {
    const query = { ...cursor, ...(search && { search }) }
    return (await call(instanceAdminRoutes.workspaces, { query })).body
  })

const plural = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`

const Row = ({ workspace }: { workspace: Workspace }) => (
  <li>
    <a
      href={to('home', { slug: workspace.slug })}
      target="_blank"
      rel="noreferrer"
      className="-mx-2 grid min-h-9 grid-cols-[minmax(0,1fr)_minmax(0,1fr)_96px_96px] items-center gap-3 rounded-control px-2 hover:bg-hover max-md:grid-cols-1 max-md:gap-0 max-md:py-2"
    >
      <span className="flex min-w-0 items-center gap-2">
        {workspace.logo_url ? (
          <img src={workspace.logo_url} alt="" className="size-5 flex-none rounded-[5px]" />
        ) : (
          <span
            aria-hidden="true"
            className="grid size-5 flex-none place-items-center rounded-[5px] bg-ink text-11 text-bg"
          >
            {workspace.name.slice(0, 1).toUpperCase()}
          </span>
        )}
        <span className="cut">{workspace.name}</span>
        <span className="cut text-12 text-ink-3">/{workspace.slug}</span>
      </span>
      <span className="cut text-12 text-ink-2">{workspace.owner.email}</span>
      <span className="contents max-md:flex max-md:gap-3">
        <span className="text-12 text-ink-3">{plural(workspace.total_projects, 'project')}</span>
        <span className="text-12 text-ink-3">{plural(workspace.total_members, 'member')}</span>
      </span>
    </a>
  </li>
)

/** Every workspace of the instance, and the right to make more. */
export const WorkspacesScreen = () => {
  const [query, setQuery] = useState('')
  const { found, isFailed, again, more } = useWorkspaces(query.trim())
  return (
    <InstanceFrame
      title="Workspaces"
      intro="Only their members see their content."
      action={
        <Link
          to={to('instanceNewWorkspace')}
          className="inline-flex h-7 items-center rounded-control bg-press px-2.5 text-ink hover:brightness-[.97] max-md:h-11"
        >
          New workspace
        </Link>
      }
    >
      <div className="mt-4">
        <SwitchRow
          name="DISABLE_WORKSPACE_CREATION"
          label="Everyone can create workspaces"
          hint="Off: only instance admins can."
          turned
          tall
        />
      </div>
      <div className="mt-6 mb-1 flex h-9 items-center gap-2">
        <h3 className="font-medium">All workspaces</h3>
        {found && <Count value={found.total} />}
        <span className="flex-1" />
        <FindField label="Find workspaces" placeholder="Name or address" value={query} onChange={setQuery} />
      </div>
      {found === null &&
        (isFailed ? <FoundFailed what="workspaces" again={again} /> : <RowsSkeleton rows={4} />)}
      {found && (
        <ul>
          {found.rows.map(workspace => (
            <Row key={workspace.id} workspace={workspace} />
          ))}
        </ul>
      )}
      {found?.rows.length === 0 && (
        <p className="py-2 text-ink-3">{query ? 'No workspaces match.' : 'There are no workspaces yet.'}</p>
      )}
      {found?.next && (
        <Button variant="neutral" className="mt-2" onClick={more}>
          Show more
        </Button>
      )}
    </InstanceFrame>
  )
}
