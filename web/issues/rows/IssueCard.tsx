import { memo, type Ref } from 'react'
import { Link } from 'react-router'
import { keysOf } from '#contract/keys.ts'
import { classes } from '../../ui/classes.ts'
import { variables } from '../../ui/colours.ts'
import { Labels } from '../../ui/marks/Label.tsx'
import { textWidth } from '../../ui/textWidth.ts'
import { RowMenuButton } from '../acts/RowMenuButton.tsx'
import { Cell, type CellOf } from '../fields/Cell.tsx'
import {
  AssigneesCell,
  DelegateMark,
  DueCell,
  EstimateCell,
  namesOf,
  PriorityCell,
  StateCell,
  SubProgress,
} from '../fields/cells.tsx'
import { type IssueParts, issueKey } from '../fields/rowProps.ts'
import { useEstimate, useIssueState, useLabels } from '../fields/useNamed.ts'
import { BusyRing, Readers } from '../here/OthersAtIssue.tsx'
import { CardFacts, CountedFacts, useCardFacts } from './Facts.tsx'
import { fitting } from './fitting.ts'
import { useShows } from './hiddenProperties.ts'
import { RowCheckbox } from './RowCheckbox.tsx'

type IssueCardProps = IssueParts & {
  line?: string
  /** Its place while it is dragged, or the lifted copy under the pointer. */
  drag?: 'hole' | 'lifted'
  /** How many are dragged along. */
  stack?: number
  ref?: Ref<HTMLElement>
  mayDrag?: boolean
}

/** The width of a card's last line, and of the cells beside the labels in it, each with its gap. */
const LINE = 240
const BESIDE = { state: 24, priority: 24, ring: 48, due: 70, estimate: 34 }
const GAP = 8
const AROUND_LABEL = 22
const AROUND_FACT = 24

/**
 * The fields below the title. The cells beside the labels are asked for here as well: they decide how many labels have
 * room.
 */
const LastLine = ({ of }: { of: CellOf }) => {
  const { issue } = of
  const shows = useShows()
  const [state, labels, estimate] = [useIssueState(issue), useLabels(issue), useEstimate(issue)]
  const beside = {
    state: shows('state') && state !== undefined,
    priority: shows('priority') && issue.priority !== 'none',
    ring: shows('sub_issue_count') && issue.sub_issues_count > 0,
    due: shows('due_date') && issue.target_date !== null,
    estimate: shows('estimate') && estimate !== undefined,
  }
  const taken = keysOf(BESIDE).reduce((sum, part) => sum + (beside[part] ? BESIDE[part] : 0), 0)
  const facts = useCardFacts(issue)
  const named = shows('labels') ? labels : []
  const shown = fitting(
    [
      ...named.map(label => textWidth(label.name) + AROUND_LABEL),
      ...facts.map(({ icon, text }) => textWidth(text) + (icon ? AROUND_FACT : GAP)),
    ],
    LINE - taken,
  )
  const shownLabels = named.slice(0, shown)
  const factsFrom = Math.max(0, shown - named.length)
  return (
    <div className="flex h-5 items-center gap-2">
      {beside.state && <StateCell of={of} />}
      {beside.priority && <PriorityCell of={of} />}
      {named.length > 0 && (
        <Cell of={of} field="labels" value={namesOf(named)} className="min-w-0">
          <Labels labels={shownLabels} max={shownLabels.length} className="gap-2" />
        </Cell>
      )}
      <CardFacts facts={facts.slice(0, factsFrom)} />
      <CountedFacts
        words={[
          ...named.slice(shown).map(({ name }) => `Label: ${name}`),
          ...facts.slice(factsFrom).map(({ words }) => words),
        ]}
      />
      <span className="flex-1" />
      {beside.ring && <SubProgress issue={issue} />}
      {shows('due_date') && <DueCell of={of} />}
      {shows('estimate') && <EstimateCell of={of} />}
    </div>
  )
}

export const IssueCard = memo((props: IssueCardProps) => {
  const { issue, projectKey, href, drag, stack = 1 } = props
  const { selected, active, peeked, changedBy, onEdit, onOpen, onSelect, onMenu, onFocus, ref, mayDrag } =
    props
  const key = issueKey(projectKey, issue)
  const of: CellOf = { issue, projectKey, onEdit }
  const shows = useShows()
  return (
    <article
      ref={ref}
      draggable={mayDrag}
      data-line={props.line}
      data-issue={issue.id}
      data-selected={selected || undefined}
      style={changedBy ? variables({ '--person': changedBy }) : undefined}
      className={classes(
        'issue-row group relative flex-none rounded-control px-2.5 py-2 shadow-[inset_0_0_0_1px_var(--edge)] [--under:var(--bg-raised)]',
        drag === 'hole' && 'opacity-[.42]',
        drag === 'lifted'
          ? 'w-65 rotate-2 bg-float shadow-float motion-reduce:rotate-0'
          : !selected && 'bg-raised',
        peeked && !selected && 'outline-2 outline-line-strong -outline-offset-2',
        changedBy && 'changed-live',
      )}
    >
      <div className="flex h-5 items-center gap-2">
        <span className={classes('num text-12', selected ? 'text-ink-2' : 'text-ink-3')}>
          {shows('key') && key}
        </span>
        {stack > 1 && (
          <span className="num rounded-tag bg-accent px-1.5 font-medium text-11 text-accent-ink">
            {stack}
          </span>
        )}
        <span className="flex-1" />
        <RowMenuButton
          id={issue.id}
          label={key}
          onMenu={onMenu}
          className="-my-0.5 opacity-0 group-focus-within:opacity-100 group-hover:opacity-100 max-md:opacity-100"
        />
        {onSelect && (
          <RowCheckbox id={issue.id} label={key} {...{ selected, onSelect }} className="relative z-[1]" />
        )}
        <Readers issueId={issue.id} />
        {issue.delegate_id && <DelegateMark issue={issue} />}
        {shows('assignee') && <AssigneesCell of={of} />}
      </div>
      <h3 className="mt-0.5 mb-2 font-medium leading-[18px]">
        <Link
          to={href}
          data-title
          draggable={false}
          tabIndex={active === false ? -1 : 0}
          onClick={onOpen && (event => onOpen(issue.id, event))}
          onFocus={onFocus && (() => onFocus(issue.id))}
          className="row-link line-clamp-3 text-pretty"
        >
          {issue.name}
        </Link>
      </h3>
      <LastLine of={of} />
      <BusyRing issueId={issue.id} />
    </article>
  )
})
IssueCard.displayName = 'IssueCard'
