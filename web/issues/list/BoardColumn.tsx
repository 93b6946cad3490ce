import type { ReactNode, Ref } from 'react'
import { classes } from '../../ui/classes.ts'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Count } from '../../ui/marks/Count.tsx'
import { EstimateSum } from '../rows/EstimateSum.tsx'

type BoardColumnProps = {
  name: string
  icon?: ReactNode
  count: number
  /** The kind of its cards. */
  what?: 'issue' | 'module'
  points?: number
  /** Issues of it without an estimate, where estimates are summed. */
  unestimated?: number
  shut?: boolean
  onToggle: () => void
  onAdd?: () => void
  /** Quick add, when it is open; it takes the place of the foot. */
  adding?: ReactNode
  over?: boolean
  /** The dragged card would fall below the last one. */
  end?: boolean
  /** Why the one that is dragged cannot be put here. */
  refused?: string | null
  ref?: Ref<HTMLElement>
  /** The part that scrolls. */
  listRef?: Ref<HTMLDivElement>
  children: ReactNode
}

export const DropLine = () => <div aria-hidden="true" className="drop-line" />

export const BoardColumn = (props: BoardColumnProps) => {
  const {
    name,
    icon,
    count,
    what = 'issue',
    points = 0,
    unestimated = 0,
    shut,
    onToggle,
    onAdd,
    adding,
    over,
    end,
    refused,
    ref,
    listRef,
    children,
  } = props
  const well = classes(
    'relative flex flex-none flex-col rounded-card shadow-[inset_0_0_0_1px_var(--edge)]',
    refused ? 'bg-danger-tint' : over ? 'column-over' : 'bg-sunken',
  )
  if (shut)
    return (
      <section ref={ref} aria-label={`${name}, ${count} ${what}s, collapsed`} className={well}>
        <button
          type="button"
          aria-expanded="false"
          onClick={onToggle}
          className="flex w-9 flex-1 flex-col items-center rounded-card hover:bg-hover"
        >
          <span className="grid h-9 place-items-center">{icon}</span>
          <span className="font-medium text-ink-2 [writing-mode:vertical-rl]">
            {name} <Count value={count} className="mt-1.5 font-normal" />
          </span>
        </button>
      </section>
    )
  return (
    <section
      ref={ref}
      aria-label={`${name}, ${count} ${what}s`}
      className={classes(well, 'w-(--col) gap-1.5 overflow-hidden px-1.5 pb-1.5')}
    >
      <div className="-mb-1 flex h-9 flex-none items-center gap-2 pr-1 pl-2.5">
        <h2 className="flex min-w-0 flex-1">
          <button
            type="button"
            aria-expanded="true"
            onClick={onToggle}
            className="flex min-w-0 flex-1 items-center gap-2 rounded-tag text-left"
          >
            {icon}
            <span className="cut font-medium">{name}</span>
            <Count value={count} />
          </button>
        </h2>
        <EstimateSum short points={points} unestimated={unestimated} />
        {onAdd && <IconButton icon="plus" size="strip" label={`New ${what} in ${name}`} onClick={onAdd} />}
      </div>
      {refused && <p className="flex-none px-2.5 text-12 text-danger">{refused}</p>}
      <div
        ref={listRef}
        tabIndex={count > 6 ? 0 : undefined}
        className="-m-0.5 flex min-h-0 flex-[0_1_auto] flex-col gap-1.5 overflow-y-auto bg-inherit p-0.5 overscroll-contain rounded-control [scrollbar-width:none]"
      >
        {children}
        {end && <DropLine />}
      </div>
      {adding ??
        (onAdd && (
          <button
            type="button"
            onClick={onAdd}
            className="flex h-7 flex-none items-center gap-2 rounded-control px-2.5 text-ink-3 hover:bg-hover hover:text-ink-2"
          >
            <Icon name="plus" size={14} />
            New {what}
          </button>
        ))}
    </section>
  )
}
