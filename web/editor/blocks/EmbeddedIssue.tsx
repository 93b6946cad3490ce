import type { NamedAttributes } from '#document'
import { useLoadedIssue } from '../../issues/acts/useLoadedIssue.ts'
import { IssueLine } from '../../issues/rows/IssueLine.tsx'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** An issue with a line of its own in a text, as it is now. */
export const EmbeddedIssue = ({ named }: { named: NamedAttributes }) => {
  const { issue, isMissing } = useLoadedIssue(text(named('entity_identifier')))
  if (issue) return <IssueLine issue={issue} />
  return (
    <span className="text-13 text-ink-2">
      {isMissing ? 'This issue was deleted, or it is not shared with you.' : '…'}
    </span>
  )
}
