import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Issue } from '#contract/work/issues.ts'
import { toggleMute, useMuted } from '../../data/mutes.ts'
import { useKeys } from '../../shell/keyboard.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Menu } from '../../ui/popups/Menu.tsx'
import { deleteIssues, mayDelete } from '../acts/issueLife.ts'
import { copyLinks, issueEntries } from '../acts/issueMenu.ts'
import { follow } from '../acts/issuePartActions.ts'
import { meantIssue } from '../acts/meantIssue.ts'
import { useChoices } from '../fields/choices.tsx'
import { type Editing, FieldPicker } from '../fields/FieldPicker.tsx'
import { useFollows } from '../fields/issueParts.ts'

type IssueControlsProps = {
  issue: Issue
  /** From the peek to the page. */
  onExpand?: () => void
  /** The issue is open where these are: it is left once it is gone. */
  onGone: () => void
}

/** At the head of an open issue: follow it, take its link, and everything else. */
export const IssueControls = ({ issue, onExpand, onGone }: IssueControlsProps) => {
  const follows = useFollows(issue.id)
  const isMuted = useMuted().has(issue.id)
  const { state } = useChoices(issue.project_id)
  const go = useNavigate()
  const [open, setOpen] = useState(false)
  const [editing, setEditing] = useState<Editing | null>(null)
  const entries = issueEntries({
    issues: [issue],
    states: state,
    follows,
    go: href => void go(href),
    onEdit: field => {
      const cells = document.querySelectorAll(`[data-field="${field}"]`)
      const anchor = [...cells].findLast(cell => cell.getClientRects().length > 0)
      if (anchor) setEditing({ issueId: issue.id, field, anchor })
    },
    onGone,
  })
  useKeys({
    '.': { run: () => setOpen(true), label: 'Actions', group: 'Issue' },
    '#': {
      run: () => {
        const { target } = meantIssue(issue.id)
        if (!target || !mayDelete(target)) return false
        deleteIssues([target])
        if (target.id === issue.id) onGone()
      },
      label: 'Delete',
      group: 'Issue',
    },
  })
  return (
    <>
      <span className="contents max-md:hidden">
        <IconButton
          icon={isMuted ? 'volume-x' : follows ? 'bell' : 'bell-off'}
          label={isMuted ? 'Unmute' : follows ? 'Unsubscribe' : 'Subscribe'}
          aria-pressed={follows === true}
          disabled={follows === undefined}
          onClick={() =>
            void (isMuted
              ? toggleMute({ of: 'issue', id: issue.id, project: issue.project_id })
              : follow(issue, !follows))
          }
        />
        <IconButton
          icon="link"
          label="Copy link"
          keys="mod+shift+,"
          onClick={() => void copyLinks([issue])}
        />
        {onExpand && <IconButton icon="maximize-2" label="Open as page" keys="enter" onClick={onExpand} />}
      </span>
      <Menu align="end" entries={entries} open={open} onOpenChange={setOpen}>
        <IconButton icon="ellipsis" label="More" keys="." className="max-md:size-11" />
      </Menu>
      <FieldPicker editing={editing} onClose={() => setEditing(null)} />
    </>
  )
}
