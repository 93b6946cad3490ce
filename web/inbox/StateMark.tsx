import type { Issue } from '#contract/work/issues.ts'
import { useRow } from '../data/rows.ts'
import { Icon } from '../ui/icons.tsx'
import { StateIcon } from '../ui/marks/StateIcon.tsx'

/** The state that an issue is in, or the intake that it waits in. */
export const StateMark = ({ issue, intake }: { issue: Issue; intake: boolean }) => {
  const state = useRow('state', issue.state_id)
  if (intake && issue.intake_status !== null && issue.intake_status !== 1)
    return <Icon name="inbox" className="text-ink-3" />
  if (!state) return null
  return <StateIcon group={state.group} color={state.color} label={state.name} />
}
