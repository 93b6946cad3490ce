import type { Issue } from '#contract/work/issues.ts'
import { useRow } from '../../data/rows.ts'
import { useStateSign } from '../../issues/fields/useNamed.ts'
import { LedLink } from '../../shell/led.tsx'
import { classes } from '../../ui/classes.ts'
import { Button } from '../../ui/controls/Button.tsx'
import { Avatar } from '../../ui/marks/Avatar.tsx'
import { LabelDot } from '../../ui/marks/Label.tsx'
import { Skeleton } from '../../ui/marks/Skeleton.tsx'
import { StateIcon, stateColour } from '../../ui/marks/StateIcon.tsx'
import { type Share, type Sharing, sharesOf, sharesOfSums } from './distribution.ts'
import { figureText, type Measure } from './totals.ts'
import type { Contents } from './useContents.ts'
import { useSummed } from './useSummed.ts'

type SharesProps = {
  contents: Contents
  by: Sharing
  measure: Measure
  /** The address that lists the issues of a share, or the filter of the list beside it. */
  hrefOf?: (by: Sharing, id: string | null) => string
  onPick?: (by: Sharing, id: string | null) => void
  /** Is the list filtered by it now? */
  isChosen?: (by: Sharing, id: string | null) => boolean
  /** As many at most; the others are summed up. */
  most?: number
}

const LISTS: Record<Sharing, string> = {
  states: 'By state',
  assignees: 'By person',
  labels: 'By label',
}
const NOTHING: Record<Sharing, string> = {
  states: 'Nothing is planned here yet.',
  assignees: 'Nobody is assigned yet.',
  labels: 'No issue has a label yet.',
}

/** Shares by person, label or state, as bars; each leads to its issues. */
export const Shares = (props: SharesProps) => {
  const { contents, by, measure } = props
  if (contents.isFailed) return <NotRead retry={contents.retry} />
  if (!contents.isReady) return <SharesSkeleton />
  if (contents.beyond > 0) return <SummedShares {...props} />
  return <Lines {...props} shares={sharesOf(contents.issues, by, measure)} />
}

const SummedShares = (props: SharesProps) => {
  const sums = useSummed(props.contents, props.by)
  if (sums.some(({ list }) => list.status !== 'ready')) return <SharesSkeleton />
  return <Lines {...props} shares={sharesOfSums(sums, props.by, props.measure)} />
}

const Lines = (props: SharesProps & { shares: readonly Share[] }) => {
  const { shares, by, measure, hrefOf, onPick, isChosen, most = 50 } = props
  const longest = Math.max(1, ...shares.map(({ total }) => total))
  if (shares.length === 0 || (by !== 'states' && shares.every(({ id }) => id === null)))
    return <p className="py-1.5 text-ink-3">{NOTHING[by]}</p>
  return (
    <ul aria-label={LISTS[by]}>
      {shares.slice(0, most).map(share => (
        <li key={share.id}>
          <Line
            {...{ share, by, measure, longest }}
            href={hrefOf?.(by, share.id)}
            onPick={onPick && (() => onPick(by, share.id))}
            chosen={isChosen?.(by, share.id) === true}
          />
        </li>
      ))}
      {shares.length > most && <li className="py-1.5 text-12 text-ink-3">and {shares.length - most} more</li>}
    </ul>
  )
}

const NotRead = ({ retry }: { retry: () => void }) => (
  <p role="status" className="flex items-center gap-2 py-1.5 text-ink-3">
    The shares could not be loaded.
    <Button variant="neutral" onClick={retry} className="max-md:h-11">
      Try again
    </Button>
  </p>
)

const SharesSkeleton = () => (
  <div role="status" aria-label="Loading">
    {['w-40', 'w-32', 'w-24'].map(width => (
      <div key={width} className="flex h-7 items-center gap-2 max-md:h-11">
        <Skeleton className="!size-4" />
        <Skeleton className="w-20" />
        <Skeleton className={width} />
      </div>
    ))}
  </div>
)

type LineProps = {
  share: Share
  by: Sharing
  measure: Measure
  longest: number
  href: string | undefined
  onPick: (() => void) | undefined
  chosen: boolean
}

const Line = ({ share, by, measure, longest, href, onPick, chosen }: LineProps) => {
  const inside = (
    <>
      <Who by={by} id={share.id} />
      <span aria-hidden="true" className="flex h-2 min-w-0 flex-1 gap-0.5">
        {share.parts.map(part => (
          <Part key={part.stateId || part.group} part={part} longest={longest} />
        ))}
      </span>
      <span className="sr-only">
        {by === 'states'
          ? figureText(share.total, measure)
          : `${share.done} of ${figureText(share.total, measure)} done`}
      </span>
      <span
        aria-hidden="true"
        className={classes('num w-12 flex-none text-right', chosen ? 'text-ink-2' : 'text-ink-3')}
      >
        {by === 'states' ? (
          <span className="text-ink">{share.total}</span>
        ) : (
          <>
            <span className="text-ink">{share.done}</span> / {share.total}
          </>
        )}
      </span>
    </>
  )
  const look = classes(
    '-mx-2 flex h-7 w-[calc(100%+16px)] items-center gap-2 rounded-control px-2 text-left hover:bg-hover focus-visible:-outline-offset-2 max-md:h-11',
    chosen && 'bg-press',
  )
  return href === undefined ? (
    <button type="button" aria-pressed={chosen} onClick={onPick} className={look}>
      {inside}
    </button>
  ) : (
    <LedLink to={href} className={look}>
      {inside}
    </LedLink>
  )
}

const Part = ({ part, longest }: { part: Share['parts'][number]; longest: number }) => {
  const sign = useStateSign({ state_id: part.stateId, state__group: part.group as Issue['state__group'] })
  const isRest = part.group === 'unstarted' || part.group === 'backlog'
  return (
    <span
      className="rounded-[2px]"
      style={{
        width: `${(100 * part.size) / longest}%`,
        background: isRest ? 'var(--pr-off)' : stateColour(sign),
      }}
    />
  )
}

const NAME = 'cut w-26 flex-none'

const Who = ({ by, id }: { by: Sharing; id: string | null }) => {
  const person = useRow('user', by === 'assignees' ? id : null)
  const label = useRow('label', by === 'labels' ? id : null)
  const state = useRow('state', by === 'states' ? id : null)
  const sign = useStateSign({
    state_id: state?.id ?? '',
    state__group: (state?.group ?? 'backlog') as Issue['state__group'],
  })
  if (by === 'states')
    return (
      <>
        <StateIcon {...sign} label={undefined} />
        <span className={NAME}>{state?.name ?? 'Deleted'}</span>
      </>
    )
  if (by === 'assignees')
    return (
      <>
        <Avatar person={person} silent />
        <span className={NAME}>{person?.display_name ?? 'No assignee'}</span>
      </>
    )
  return (
    <>
      {label ? <LabelDot color={label.color} /> : <span className="size-2 rounded-full bg-(--pr-off)" />}
      <span className={NAME}>{label?.name ?? 'No label'}</span>
    </>
  )
}
