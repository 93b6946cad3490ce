import { type MouseEvent, memo } from 'react'
import { addDays } from '#contract/people/zones.ts'
import type { Issue } from '#contract/work/issues.ts'
import { useClock } from '../data/clock.ts'
import { projectLook } from '../data/projectLook.ts'
import { useMade, useRow } from '../data/rows.ts'
import { changeIssues } from '../issues/acts/issueActions.ts'
import { RowMenuButton } from '../issues/acts/RowMenuButton.tsx'
import { type Neighbours, useRowActs } from '../issues/acts/selection.ts'
import { Cell, type CellOf } from '../issues/fields/Cell.tsx'
import { AssigneesCell, DueCell, PriorityCell, StateCell } from '../issues/fields/cells.tsx'
import type { EditLine } from '../issues/fields/fields.ts'
import { statesOf } from '../issues/fields/projectRows.ts'
import { joinedClasses } from '../issues/fields/rowProps.ts'
import { useShownIssue } from '../issues/fields/useShownIssue.ts'
import { RowCheckbox } from '../issues/rows/RowCheckbox.tsx'
import { RowTitle } from '../issues/rows/RowTitle.tsx'
import { classes } from '../ui/classes.ts'
import { variables } from '../ui/colours.ts'
import { Icon } from '../ui/icons.tsx'
import { ProjectTile } from '../ui/marks/ProjectTile.tsx'
import { SWIPED, useSwipe } from '../ui/useSwipe.ts'

type DayRowProps = Neighbours & {
  id: string
  line: string
  active: boolean
  /** Its assignees are at the end in place of its project. */
  withPeople: boolean
  onEdit: EditLine
  onPeek: (id: string, event: MouseEvent) => void
}

/** Days that are near by their names. */
const Due = ({ of }: { of: CellOf }) => {
  const { today } = useClock()
  const { target_date: day } = of.issue
  const near = day === today ? 'Today' : day === addDays(today, 1) ? 'Tomorrow' : null
  if (!near) return <DueCell of={of} className="justify-self-end" />
  return (
    <Cell of={of} field="target_date" value={near} className="justify-self-end">
      <span className="num text-12 text-ink-3">{near}</span>
    </Cell>
  )
}

const Where = ({ projectId }: { projectId: string }) => {
  const project = useRow('project', projectId)
  return (
    project && (
      <span title={project.name}>
        <ProjectTile project={projectLook(project)} />
      </span>
    )
  )
}

/** Draws an issue of one's own aside to be done with it: into the first state of its project that completes one. */
const useDoneBySwipe = (issue: Issue | undefined, mayEdit: boolean) => {
  const states = useMade(statesOf, issue?.project_id ?? null)
  const done = states.find(({ group }) => group === 'completed')
  const isOpen = issue?.state__group !== 'completed' && issue?.state__group !== 'cancelled'
  return useSwipe(
    issue && done && mayEdit && isOpen ? () => void changeIssues([issue], { state_id: done.id }) : null,
  )
}

/** What is below a row that is drawn aside. */
const DoneBelow = ({ isReached }: { isReached: boolean }) => (
  <span
    aria-hidden="true"
    className="absolute inset-y-0 left-0 flex w-19 flex-col items-center justify-center gap-0.5 bg-ok-tint text-12 text-ok"
  >
    <Icon name="check" size={20} className={isReached ? '' : 'opacity-60'} />
    Done
  </span>
)

/** An issue of one’s day; its fields are edited in place. */
export const DayRow = memo((props: DayRowProps) => {
  const { id, line, active, withPeople, onEdit, onPeek } = props
  const shown = useShownIssue(id)
  const { selected, joined, onSelect, onMenu } = useRowActs(id, props)
  const swipe = useDoneBySwipe(shown?.issue, shown?.mayEdit === true)
  if (!shown) return <div className="h-9 max-md:h-16" />
  const { issue, projectKey, href, mayEdit, changedBy } = shown
  const key = `${projectKey}-${issue.sequence_id}`
  const of: CellOf = { issue, projectKey, ...(mayEdit ? { onEdit } : {}) }
  const isAside = swipe.by > 0
  return (
    <div className={classes('touch-pan-y', isAside && 'relative overflow-clip')} {...swipe.box}>
      {isAside && <DoneBelow isReached={swipe.by >= SWIPED} />}
      <div
        data-issue={id}
        data-line={line}
        data-selected={selected || undefined}
        style={{
          ...(changedBy && variables({ '--person': changedBy })),
          ...(isAside && { transform: `translateX(${swipe.by}px)` }),
        }}
        className={classes(
          'issue-row group relative grid items-center gap-x-2 rounded-control px-2',
          'h-(--row) grid-cols-[16px_16px_var(--key-width,56px)_16px_minmax(0,1fr)_72px_20px]',
          'max-md:h-auto max-md:min-h-16 max-md:grid-cols-[16px_16px_auto_minmax(0,1fr)_auto] max-md:gap-x-2.5 max-md:gap-y-1 max-md:rounded-none max-md:px-4 max-md:py-2.5',
          !selected && 'hover:bg-hover',
          joinedClasses(selected, joined),
          changedBy && 'changed-live',
        )}
      >
        <RowCheckbox
          {...{ id, selected, onSelect }}
          label={key}
          className="relative z-[1] before:absolute before:-inset-1 max-md:hidden"
        />
        <span className="max-md:col-start-2 max-md:row-start-2">
          <PriorityCell of={of} />
        </span>
        <span className="num whitespace-nowrap text-12 text-ink-3 max-md:col-start-3 max-md:row-start-2">
          {key}
        </span>
        <span className="max-md:col-start-1 max-md:row-start-1 max-md:self-start max-md:pt-1">
          <StateCell of={of} />
        </span>
        <span className="flex min-w-0 items-center gap-2 max-md:col-span-3 max-md:col-start-2 max-md:row-start-1">
          <RowTitle
            {...{ issue, href, active }}
            onOpen={onPeek}
            className="row-link md:truncate max-md:line-clamp-2 max-md:text-15"
          />
          <RowMenuButton
            id={id}
            label={key}
            onMenu={onMenu}
            className="hidden group-focus-within:grid group-hover:grid"
          />
        </span>
        <span className="justify-self-end max-md:col-start-4 max-md:row-start-2">
          <Due of={of} />
        </span>
        <span className="justify-self-center max-md:col-start-5 max-md:row-start-1 max-md:self-start">
          {withPeople ? <AssigneesCell of={of} /> : <Where projectId={issue.project_id} />}
        </span>
      </div>
    </div>
  )
})
DayRow.displayName = 'DayRow'
