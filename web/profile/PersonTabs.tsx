import type { ReactNode } from 'react'
import { useParams } from 'react-router'
import { useRow } from '../data/rows.ts'
import { useHere, useMay, viewer } from '../data/viewer.ts'
import { useTotals } from '../home/personIssues.ts'
import { type ProfileTab, profileTabs } from '../issues/view/contexts.ts'
import { to } from '../places/address.ts'
import { useTitle } from '../places/title.ts'
import { NotFound } from '../shell/NotFound.tsx'
import { Tabs } from '../ui/controls/Tabs.tsx'

const names: Record<ProfileTab, string> = {
  assigned: 'Assigned',
  created: 'Created',
  subscribed: 'Subscribed',
}

/** The person of the address; of oneself it is one’s own work. */
export const usePerson = () => {
  const { personId = '' } = useParams()
  const person = useRow('user', personId)
  const isMe = personId === viewer()?.id
  const title = isMe ? 'Your work' : (person?.display_name ?? 'Profile')
  useTitle(title)
  return { person, isMe, title }
}

export const NobodyHere = () => (
  <NotFound title="Person not found" text="Nobody in this workspace has this address." />
)

/** The parts of somebody’s work, with how much each list holds. */
export const PersonTabs = ({ personId }: { personId: string }): ReactNode => {
  const { slug, workspaceId } = useHere()
  const mayDo = useMay()
  const totals: Record<ProfileTab, number | undefined> = {
    assigned: useTotals({ assignees: personId })?.total,
    created: useTotals({ created_by: personId })?.total,
    subscribed: useTotals({ subscriber: personId })?.total,
  }
  const seesActivity = mayDo('person.export', {}, { workspace: workspaceId })
  return (
    <div className="flex-none shadow-[inset_0_-1px_0_var(--line)]">
      <Tabs
        label="Work of this person"
        tabs={[
          { label: 'Summary', href: to('person', { slug, personId }), exact: true },
          ...profileTabs.map(tab => ({
            label: names[tab],
            href: to('personIssues', { slug, personId, tab }),
            count: totals[tab] ?? null,
          })),
          ...(seesActivity ? [{ label: 'Activity', href: to('personActivity', { slug, personId }) }] : []),
        ]}
      />
    </div>
  )
}
