import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { IssueLine } from '../../issues/parts/IssueLine.tsx'
import { classes } from '../../ui/classes.ts'
import { useKnownIssue } from './knownIssue.ts'

const text = (value: unknown) => (typeof value === 'string' ? value : '')

/** An issue with a line of its own in a text, as it is now. */
export const IssueEmbed = ({ node, selected }: ReactNodeViewProps) => {
  const { entity_identifier, project_identifier } = node.attrs
  const { issue, isMissing } = useKnownIssue(text(entity_identifier), text(project_identifier))
  return (
    <NodeViewWrapper
      className={classes('issue-embed', selected && 'is-selected')}
      contentEditable={false}
      data-drag-handle=""
    >
      {issue ? (
        <IssueLine issue={issue} />
      ) : (
        <span className="text-13 text-ink-2">
          {isMissing ? 'An issue that is gone, or not shared with you.' : '…'}
        </span>
      )}
    </NodeViewWrapper>
  )
}
