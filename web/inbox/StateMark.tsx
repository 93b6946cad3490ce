import type { Issue } from '#contract/work/issues.ts'
import { StateSign } from '../issues/fields/StateSign.tsx'
import { Icon } from '../ui/icons.tsx'

/** The state that an issue is in, or the intake that it waits in. */
export const StateMark = ({ issue, intake }: { issue: Issue; intake: boolean }) => {
  if (intake && issue.intake_status !== null && issue.intake_status !== 1)
    return <Icon name="inbox" className="text-ink-3" />
  return <StateSign issue={issue} />
}
