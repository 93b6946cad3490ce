import { useState } from 'react'
import type { Issue } from '#contract/work/issues.ts'
import { useDraft } from '../../data/texts/useDraft.ts'
import { updateIssue } from '../acts/issueActions.ts'
import { useDoing } from '../here/here.ts'

/**
 * Saved a moment after the last key, so that others read it while it is talked about; an emptied title becomes the
 * former one.
 */
export const IssueTitle = ({ issue, readOnly }: { issue: Issue; readOnly: boolean }) => {
  const [isEntered, setEntered] = useState(false)
  useDoing('edits', isEntered && !readOnly ? issue.id : null)
  const { draft, setDraft, flush } = useDraft({
    delay: 600,
    save: text => {
      const name = text.trim()
      if (name && name !== issue.name) void updateIssue(issue, { name })
    },
  })
  return (
    <textarea
      aria-label="Title"
      className="field-sizing-content w-full resize-none bg-transparent font-semibold text-20 outline-none"
      rows={1}
      maxLength={255}
      readOnly={readOnly}
      value={draft ?? issue.name}
      onChange={event => setDraft(event.target.value.replace(/\n/g, ' '))}
      onFocus={() => setEntered(true)}
      onBlur={() => {
        setEntered(false)
        flush()
      }}
      onKeyDown={event => {
        if (event.key !== 'Enter') return
        event.preventDefault()
        flush()
        event.currentTarget.blur()
      }}
    />
  )
}
