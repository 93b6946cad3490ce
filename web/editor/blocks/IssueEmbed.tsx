import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { classes } from '../../ui/classes.ts'
import { EmbeddedIssue } from './EmbeddedIssue.tsx'

export const IssueEmbed = ({ node, selected }: ReactNodeViewProps) => (
  <NodeViewWrapper
    className={classes('issue-embed', selected && 'is-selected')}
    contentEditable={false}
    data-drag-handle=""
  >
    <EmbeddedIssue named={name => node.attrs[name]} />
  </NodeViewWrapper>
)
