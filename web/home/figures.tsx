/** Figures as they are on a home and on somebody’s work: each leads to the list that it counts. */
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { StateGroup } from '#contract/work/states.ts'
import { classes } from '../ui/classes.ts'
import { Skeleton } from '../ui/marks/Skeleton.tsx'
import { stateColour } from '../ui/marks/StateIcon.tsx'

export const groupWords: Record<StateGroup, string> = {
  backlog: 'Backlog',
  unstarted: 'Not started',
  started: 'Working on',
  completed: 'Completed',
  cancelled: 'Cancelled',
}

type FigureProps = {
  value: number | null
  name: string
  href?: string
  alarming?: boolean
  align?: 'start' | 'end'
  small?: boolean
}

/** A number with its word below. */
export const Figure = ({ value, name, href, alarming, align = 'start', small }: FigureProps) => {
  const inside = (
    <>
      <span
        className={classes(
          'num',
          small ? 'font-medium leading-5' : 'font-semibold text-20 tracking-[-.014em]',
          alarming && value ? 'text-danger' : 'text-ink',
        )}
      >
        {value ?? <Skeleton className="my-1.5 !h-4 w-6" />}
      </span>
      <span className="whitespace-nowrap text-12 text-ink-3">{name}</span>
    </>
  )
  const look = classes(
    'flex flex-col rounded-control leading-7 [&>span:last-child]:leading-4',
    align === 'end' ? 'items-end max-md:items-start' : 'items-start',
  )
  return href ? (
    <Link to={href} className={classes(look, 'hover:[&>span:last-child]:text-ink')}>
      {inside}
    </Link>
  ) : (
    <span className={look}>{inside}</span>
  )
}

type BarLineProps = {
  icon?: ReactNode
  name: string
  count: number
  /** The longest of the lines beside it. */
  most: number
  colour: string
  href: string
}

/** One line of a chart: its subject, its share, and the figure. */
export const BarLine = ({ icon, name, count, most, colour, href }: BarLineProps) => (
  <Link
    to={href}
    className="-mx-2 flex h-7 items-center gap-2 rounded-control px-2 hover:bg-hover focus-visible:-outline-offset-2 max-md:h-11"
  >
    {icon}
    <span className="cut w-23 flex-none">{name}</span>
    <span aria-hidden="true" className="flex h-2 min-w-0 flex-1">
      <span
        className="rounded-[2px]"
        style={{ width: `${most > 0 ? (100 * count) / most : 0}%`, background: colour }}
      />
    </span>
    <span className="num w-8 flex-none text-right">{count}</span>
  </Link>
)

type Part = { group: StateGroup; count: number }

/** States in proportion; the figures are beside it. */
export const GroupBar = ({ parts, className }: { parts: readonly Part[]; className?: string }) => {
  const shown = parts.filter(({ count }) => count > 0)
  return (
    <span aria-hidden="true" className={classes('flex gap-0.5', className)}>
      {(shown.length > 0 ? shown : [null]).map(part => (
        <span
          key={part?.group ?? 'none'}
          className="rounded-[2px] first:rounded-l-full last:rounded-r-full"
          style={{
            flexGrow: part?.count ?? 1,
            flexBasis: 0,
            minWidth: 2,
            background: part ? stateColour({ group: part.group }) : 'var(--pr-off)',
          }}
        />
      ))}
    </span>
  )
}

/** The head of a widget or a part of a screen. */
export const PartHead = ({ title, children }: { title: string; children?: ReactNode }) => (
  <div className="flex min-h-8 items-center gap-2">
    <h2 className="font-medium">{title}</h2>
    <span className="flex-1" />
    {children}
  </div>
)
