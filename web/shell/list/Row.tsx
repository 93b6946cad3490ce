/** The row of a noun that is no issue, and the parts that such rows share; what is between them is each noun's own. */
import type { ReactNode, Ref } from 'react'
import { Behind } from '../../ui/behind.ts'
import { classes } from '../../ui/classes.ts'
import { Checkbox } from '../../ui/controls/Checkbox.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { useRowActs } from './rowActs.ts'

/** Its name leads to it, and makes all of the row a link. */
export const ROW_LINK = 'row-link cut max-md:text-15'

/** Seen under the pointer or the focus alone, and while the row's menu is open. */
export const SHY =
  'opacity-0 focus-visible:opacity-100 focus-within:opacity-100 data-[popup-open]:opacity-100 group-focus-within:opacity-100 group-hover:opacity-100 group-data-open:opacity-100'
const SHY_UNTOUCHED = `${SHY} pointer-coarse:opacity-100`

/** Three lines beside what is open: the inbox and the intake. */
export const TALL_ROW =
  'grid min-h-19 grid-cols-[16px_minmax(0,1fr)] content-start gap-x-2 p-2 max-md:min-h-22 max-md:px-4 max-md:py-2.5'

type RowProps = {
  id: string
  /** Its columns and height. */
  className: string
  isSelected?: boolean
  /** It is shown beside the list. */
  isOpen?: boolean
  isDragged?: boolean
  style?: React.CSSProperties
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

export const Row = ({ id, className, isSelected, isOpen, isDragged, style, ref, children }: RowProps) => (
  <div
    ref={ref}
    data-row={id}
    style={style}
    className={classes(
      'group relative mx-2 rounded-control max-md:mx-0 max-md:rounded-none',
      isOpen ? 'bg-press [--under:var(--press)]' : isSelected ? 'bg-accent-tint' : 'hover:bg-hover',
      isDragged && 'opacity-42',
      className,
    )}
  >
    {children}
  </div>
)

type RowBoxProps = { id: string; name: string; isSelected: boolean; className?: string }

/** Chooses the row among several; X does the same. */
export const RowBox = ({ id, name, isSelected, className = SHY_UNTOUCHED }: RowBoxProps) => {
  const { onSelect } = useRowActs()
  return (
    <Behind now={isSelected}>
      <Checkbox
        tabIndex={-1}
        label={`Select ${name}`}
        checked={isSelected}
        onChange={(_, event) => onSelect(id, event)}
        className={isSelected ? '' : className}
      />
    </Behind>
  )
}

/** What marks a tall row, and in its place the box where the pointer is. */
export const RowMark = ({ children, ...box }: Omit<RowBoxProps, 'className'> & { children: ReactNode }) => (
  <>
    <span
      className={classes(
        'row-start-1 grid h-4 place-items-center',
        box.isSelected ? 'hidden' : 'group-hover:hidden',
      )}
    >
      {children}
    </span>
    <span
      className={classes('relative z-1 row-start-1 h-4', box.isSelected ? '' : 'hidden group-hover:block')}
    >
      <RowBox {...box} className="" />
    </span>
  </>
)

type RowStarProps = { name: string; on: boolean; run: () => void; className?: string }

export const RowStar = ({ name, on, run, className }: RowStarProps) => (
  <IconButton
    icon="star"
    size="strip"
    tooltip={false}
    tabIndex={-1}
    label={`${on ? 'Remove' : 'Add'} ${name} ${on ? 'from' : 'to'} favourites`}
    aria-pressed={on}
    onClick={run}
    className={classes('relative z-[1]', className, on ? 'text-ink-2 [&_svg]:fill-current' : SHY_UNTOUCHED)}
  />
)

/** Opens the row's menu beside it, as `.` and the right button do. */
export const RowDots = ({ name, className = SHY_UNTOUCHED }: { name: string; className?: string }) => {
  const { onMenu } = useRowActs()
  return (
    <IconButton
      icon="ellipsis"
      size="strip"
      tooltip={false}
      tabIndex={-1}
      aria-haspopup="menu"
      label={`Actions for ${name}`}
      onClick={event => onMenu(event.currentTarget)}
      className={classes('relative z-[1]', className)}
    />
  )
}
