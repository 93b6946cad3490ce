import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon } from '../icons.tsx'

type CheckboxProps = {
  checked: boolean
  /** `shiftKey`: of a click that reaches from the row selected before. */
  onChange: (checked: boolean, event: Event & { shiftKey?: boolean }) => void
  label: string
  /** Words beside the box; without them `label` is only spoken. */
  children?: ReactNode
  mixed?: boolean
  disabled?: boolean
  /** -1 where something else around it has the tab stop, and a key does the same. */
  tabIndex?: number
  size?: 14 | 16
  className?: string
}

export const Checkbox = ({
  checked,
  onChange,
  label,
  children,
  mixed = false,
  disabled,
  tabIndex,
  size = 14,
  className,
}: CheckboxProps) => {
  const filled = checked || mixed
  const box = (
    <span
      className={classes(
        'relative grid flex-none',
        size === 14 ? 'size-3.5' : 'size-4',
        !children && className,
      )}
    >
      <input
        type="checkbox"
        checked={checked}
        ref={node => {
          if (node) node.indeterminate = mixed
        }}
        disabled={disabled}
        tabIndex={tabIndex}
        onChange={event => onChange(event.target.checked, event.nativeEvent)}
        aria-label={children ? undefined : label}
        className={classes(
          'absolute inset-0 appearance-none rounded-tag disabled:opacity-45',
          filled ? 'bg-accent' : 'bg-raised shadow-[inset_0_0_0_1.25px_var(--line-strong)]',
        )}
      />
      {filled && (
        <span className="pointer-events-none relative place-self-center text-accent-ink">
          <Icon name={mixed ? 'minus' : 'check'} size={10} stroke={3} />
        </span>
      )}
    </span>
  )
  if (!children) return box
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside
    <label className={classes('flex items-center gap-2.5', className)}>
      {box}
      {children}
    </label>
  )
}
