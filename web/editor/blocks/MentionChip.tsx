import { NodeViewWrapper, type ReactNodeViewProps } from '@tiptap/react'
import { Mention } from './Mention.tsx'

export const MentionChip = ({ node }: ReactNodeViewProps) => (
  <NodeViewWrapper as="span" className="mention-place">
    <Mention named={name => node.attrs[name]} />
  </NodeViewWrapper>
)
