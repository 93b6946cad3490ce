import { useLayoutEffect, useRef, useState } from 'react'
import type { IssueQuery } from '#contract/lists/issueQuery.ts'
import type { View } from '#contract/planning/views.ts'
import { useList } from '../data/lists.ts'
import { openViewForm } from '../shell/overlays.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Icon } from '../ui/icons.tsx'
import type { ViewChanges } from './useViewChanges.ts'
import { mayCreateBeside, mayView, saveLook } from './viewActions.ts'

type ViewBarProps = { view: View; query: IssueQuery; changes: ViewChanges }

/** The number of issues left of the view's own. */
const Remaining = ({ query, saved }: { query: IssueQuery; saved: IssueQuery }) => {
  const [now, all] = [useList(query), useList(saved)]
  if (now.status !== 'ready' || all.status !== 'ready') return null
  return (
    <>
      {' '}
      {now.total <= all.total
        ? `${now.total} of ${all.total} issues remain.`
        : `${now.total} issues instead of ${all.total}.`}
    </>
  )
}

/** Says what somebody sees otherwise than everyone else, and offers what can be done about it. */
export const ViewBar = ({ view, query, changes }: ViewBarProps) => {
  const [isBusy, setBusy] = useState(false)
  const latest = useRef(changes)
  useLayoutEffect(() => {
    latest.current = changes
  })
  const save = async () => {
    setBusy(true)
    const words = JSON.stringify(changes.stored)
    const isSaved = await saveLook(view, changes.stored)
    // What was changed meanwhile is not saved with it, and stays.
    if (isSaved && JSON.stringify(latest.current.stored) === words) latest.current.onDiscard()
    setBusy(false)
  }
  const { words, saved, isCrossed } = changes
  return (
    <div
      role="status"
      className="mx-2 mb-1 flex min-h-9 flex-none items-center gap-2 rounded-control bg-warn-tint pr-1.5 pl-2.5 shadow-[inset_0_0_0_1px_var(--edge)] max-md:flex-wrap max-md:py-1.5"
    >
      <span className="flex min-w-0 items-center gap-2 max-md:w-full max-md:items-start">
        <Icon name="pencil" size={14} className="flex-none text-warn max-md:mt-0.5" />
        <span className="min-w-0 md:overflow-hidden md:text-ellipsis md:whitespace-nowrap">
          <b className="font-medium">
            {isCrossed ? 'The view has changed meanwhile.' : 'Changed for you only:'}
          </b>{' '}
          <span className="text-ink-2">
            {isCrossed ? 'You see it with your own changes: ' : ''}
            {words}.{saved && <Remaining query={query} saved={saved} />}
          </span>
        </span>
      </span>
      <span className="flex-1" />
      {isCrossed ? (
        <>
          <Button size="small" onClick={changes.onKeep}>
            Keep mine
          </Button>
          <Button size="small" variant="neutral" onClick={changes.onDiscard}>
            Show the new one
          </Button>
        </>
      ) : (
        <>
          <Button size="small" onClick={changes.onDiscard}>
            Discard
          </Button>
          {mayCreateBeside(view) && (
            <Button
              size="small"
              onClick={() =>
                openViewForm({ projectId: view.project, name: `${view.name} 2`, look: changes.look })
              }
            >
              Save as new
            </Button>
          )}
          {mayView('view.update', view) && (
            <Button size="small" variant="neutral" busy={isBusy} onClick={() => void save()}>
              Save changes
            </Button>
          )}
        </>
      )}
    </div>
  )
}
