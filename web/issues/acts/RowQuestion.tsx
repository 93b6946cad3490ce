import { useRef, useState } from 'react'
import { useRow } from '../../data/rows.ts'
import { Popover } from '../../ui/popups/Popover.tsx'
import { updateIssue } from './issueActions.ts'
import { RelationSearch } from './RelationSearch.tsx'

export type Question = { issueId: string; of: 'relation' | 'title'; anchor: Element }
type RowQuestionProps = { question: Question; onClose: () => void }

/** Questions that need more than a picker: an issue's relations, and its name. */
export const RowQuestion = ({ question, onClose }: RowQuestionProps) => {
  const issue = useRow('issue', question.issueId)
  const field = useRef<HTMLInputElement>(null)
  const [name, setName] = useState(issue?.name ?? '')
  if (!issue) return null
  if (question.of === 'relation') return <RelationSearch issue={issue} type={null} onClose={onClose} />
  return (
    <Popover
      label="Title"
      anchor={question.anchor}
      open
      onOpenChange={open => open || onClose()}
      initialFocus={field}
      className="w-120 p-2"
    >
      <input
        ref={field}
        aria-label="Title"
        value={name}
        maxLength={255}
        onFocus={event => event.currentTarget.select()}
        onChange={event => setName(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          event.stopPropagation()
          const next = name.trim()
          if (next && next !== issue.name) void updateIssue(issue, { name: next })
          onClose()
        }}
        className="h-8 w-full rounded-control bg-transparent px-2 outline-none"
      />
    </Popover>
  )
}
