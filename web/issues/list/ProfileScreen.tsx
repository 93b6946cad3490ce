import { useParams } from 'react-router'
import { useRow } from '../../data/rows.ts'
import { useHere } from '../../data/viewer.ts'
import { to } from '../../places/address.ts'
import { useTitle } from '../../places/title.ts'
import { NotFound } from '../../shell/NotFound.tsx'
import { Tabs } from '../../ui/controls/Tabs.tsx'
import { type ProfileTab, profileContext, profileTabs } from '../view/contexts.ts'
import { IssueList } from './IssueList.tsx'

const names: Record<ProfileTab, string> = {
  assigned: 'Assigned',
  created: 'Created',
  subscribed: 'Subscribed',
}

/** What somebody is assigned, made or follows, as far as the reader sees it. */
export const ProfileScreen = () => {
  const { personId = '', tab = 'assigned', slug = '' } = useParams()
  const { workspaceId } = useHere()
  const person = useRow('user', personId)
  const known = profileTabs.find(one => one === tab)
  useTitle(person?.display_name ?? 'Profile')
  if (!person || !known)
    return <NotFound title="Person not found" text="Nobody in this workspace has this address." />
  return (
    <IssueList
      key={`${personId}${known}`}
      context={profileContext(workspaceId, known, personId)}
      header={{ section: person.display_name }}
      tabs={
        <Tabs
          label="Issues of this person"
          tabs={profileTabs.map(one => ({
            label: names[one],
            href: to('personIssues', { slug, personId, tab: one }),
          }))}
        />
      }
      empty={{
        title: 'No issues yet',
        text: 'Issues they are assigned to, created or subscribed to are listed here.',
      }}
    />
  )
}
