import { useParams } from 'react-router'
import { useHere } from '../data/viewer.ts'
import { IssueList } from '../issues/list/IssueList.tsx'
import { profileContext, profileTabs } from '../issues/view/contexts.ts'
import { NobodyHere, PersonTabs, usePerson } from './PersonTabs.tsx'

/** The issues that somebody is assigned, created or follows, as far as the reader sees them. */
export const PersonIssues = () => {
  const { tab = 'assigned' } = useParams()
  const { workspaceId } = useHere()
  const { person, isMe, title } = usePerson()
  const known = profileTabs.find(one => one === tab)
  if (!person || !known) return <NobodyHere />
  return (
    <IssueList
      key={`${person.id}${known}`}
      context={profileContext(workspaceId, known, person.id)}
      header={{ section: title }}
      tabs={<PersonTabs personId={person.id} />}
      empty={{
        title: 'No issues yet',
        text: `Issues ${isMe ? 'you are' : 'they are'} assigned to, created or subscribed to are listed here.`,
      }}
    />
  )
}
