import { StateIcon } from '../../ui/StateIcon.tsx'
import { Cell } from './Cell.tsx'
import { type IssueParts, issueKey } from './look.ts'

/** The state of an issue by its sign; that of its group where the state itself is not known. */
export const StateCell = ({
  issue,
  state,
  projectKey,
  onEdit,
}: Pick<IssueParts, 'issue' | 'state' | 'projectKey' | 'onEdit'>) => (
  <Cell id={issue.id} field="state" label={`State of ${issueKey(projectKey, issue)}`} onEdit={onEdit}>
    <StateIcon
      group={state?.group ?? issue.state__group}
      color={state?.color}
      later={state?.later}
      label={state?.name}
    />
  </Cell>
)
