import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icons.tsx'

type FoldButtonProps = {
  name: string
  icon?: ReactNode
  shut?: boolean | undefined
  onToggle: () => void
  /** Steps back behind its neighbours. */
  quiet?: boolean | undefined
  /** Of the arrow, in pixels. */
  size?: 12 | 14
  /** Room beside the arrow, which makes it as wide as the icons in the rows below. */
  wide?: boolean
  /** Behind the name: how much is folded. */
  children?: ReactNode
  className: string
}

/** The name of a part of a list, which folds the part: an arrow before it, a figure behind. */
export const FoldButton = ({
  name,
  icon,
  shut,
  onToggle,
  quiet,
  size = 14,
  wide,
  children,
  className,
}: FoldButtonProps) => (
  <button
    type="button"
    aria-expanded={!shut}
    onClick={onToggle}
    className={classes('flex min-w-0 items-center text-left', className)}
  >
    <Icon
      name={shut ? 'chevron-right' : 'chevron-down'}
      size={size}
      className={classes('text-ink-3', wide && 'mx-px')}
    />
    {icon}
    <span className={classes('cut', quiet ? 'text-ink-2' : 'font-medium')}>{name}</span>
    {children}
  </button>
)
