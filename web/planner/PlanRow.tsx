import { memo } from 'react'
import type { RowTypes } from '../data/entities.ts'
import { useRow } from '../data/rows.ts'
import { useAssignees, useEstimate, useStateSign } from '../issues/fields/useNamed.ts'
import { classes } from '../ui/classes.ts'
import { Icon } from '../ui/icons.tsx'
import { Avatar } from '../ui/marks/Avatar.tsx'
import { Estimate } from '../ui/marks/Estimate.tsx'
import { PriorityIcon } from '../ui/marks/PriorityIcon.tsx'
import { StateIcon } from '../ui/marks/StateIcon.tsx'

type PlanRowProps = {
  id: string
  projectKey: string
  isNarrow: boolean
  isChosen: boolean
  /** The one that Tab leads to. */
  isStop: boolean
  onFocus: (id: string) => void
  onPick: (id: string, extend: boolean) => void
  onOpen: (id: string) => void
}

const Face = ({ issue }: { issue: RowTypes['issue'] }) => {
  const [first] = useAssignees(issue)
  return <Avatar person={first ?? null} silent={!first} />
}

const Size = ({ issue }: { issue: RowTypes['issue'] }) => {
  const estimate = useEstimate(issue)
  return (
    <span className="flex w-7 flex-none justify-end">
      {estimate ? (
        <Estimate value={estimate} />
      ) : (
        <span className="text-ink-3">
          –<span className="sr-only"> no estimate</span>
        </span>
      )}
    </span>
  )
}

const Sign = ({ issue }: { issue: RowTypes['issue'] }) => <StateIcon {...useStateSign(issue)} />

type Words = { issue: RowTypes['issue']; named: string }

const InLine = ({ issue, named }: Words) => (
  <>
    <PriorityIcon priority={issue.priority} />
    <span className="num w-(--key-width) flex-none whitespace-nowrap text-12 text-ink-2">{named}</span>
    <Sign issue={issue} />
    <span className="cut min-w-0 flex-1">{issue.name}</span>
    <Size issue={issue} />
  </>
)

/** On a phone the title has the width, and a second line where it needs one. */
const Stacked = ({ issue, named }: Words) => (
  <span className="flex min-w-0 flex-1 flex-col gap-1">
    <span className="line-clamp-2 text-15">{issue.name}</span>
    <span className="flex items-center gap-2">
      <PriorityIcon priority={issue.priority} />
      <span className="num flex-1 text-12 text-ink-2">{named}</span>
      <Size issue={issue} />
    </span>
  </span>
)

/** An issue in a plan: its key, title, size and assignees. */
export const PlanRow = memo((props: PlanRowProps) => {
  const { id, projectKey, isNarrow, isChosen, isStop, onFocus, onPick, onOpen } = props
  const issue = useRow('issue', id)
  if (!issue) return null
  const key = `${projectKey}-${issue.sequence_id}`
  return (
    // biome-ignore lint/a11y/useSemanticElements: the list has the keys, and a button would hold another
    <div
      role="button"
      tabIndex={isStop ? 0 : -1}
      data-issue={id}
      data-row={id}
      data-title
      aria-pressed={isChosen}
      aria-label={`${key} ${issue.name}`}
      onFocus={() => onFocus(id)}
      onClick={event => onPick(id, event.shiftKey)}
      onDoubleClick={() => onOpen(id)}
      onKeyDown={event => {
        if (event.key !== ' ') return
        event.preventDefault()
        onPick(id, event.shiftKey)
      }}
      className={classes(
        'group flex select-none',
        isNarrow ? 'min-h-16 items-start gap-2.5 px-4 py-2' : 'h-7.5 items-center gap-2 rounded-control px-2',
        'focus-visible:outline-2 focus-visible:outline-accent focus-visible:-outline-offset-2',
        isChosen ? 'bg-accent-tint' : 'hover:bg-hover',
      )}
    >
      <span
        aria-hidden="true"
        className={classes(
          'grid size-3.5 flex-none place-items-center rounded-tag max-md:mt-0.5 max-md:size-5',
          isChosen
            ? 'bg-accent text-accent-ink'
            : 'opacity-0 shadow-[inset_0_0_0_1.25px_var(--line-strong)] group-hover:opacity-100 max-md:opacity-100',
        )}
      >
        {isChosen && <Icon name="check" size={12} />}
      </span>
      {isNarrow ? <Stacked issue={issue} named={key} /> : <InLine issue={issue} named={key} />}
      <Face issue={issue} />
    </div>
  )
})
PlanRow.displayName = 'PlanRow'
