import { Checkbox as Base } from '@base-ui/react/checkbox'
import type { ReactNode } from 'react'
import { classes } from './classes.ts'
import { Icon } from './icons.tsx'

type CheckboxProps = {
  checked: boolean
  onChange: (checked: boolean, event: Event) => void
  label: string
  /** Words beside the box; without them `label` is only spoken. */
  children?: ReactNode
  mixed?: boolean
  disabled?: boolean
  size?: 14 | 16
  className?: string
}

export const Checkbox = ({
  checked,
  onChange,
  label,
  children,
  mixed,
  disabled,
  size = 14,
  className,
}: CheckboxProps) => {
  const box = (
    <Base.Root
      checked={checked}
      indeterminate={mixed}
      disabled={disabled}
      onCheckedChange={(next, details) => onChange(next, details.event)}
      aria-label={children ? undefined : label}
      className={classes(
        'grid flex-none place-items-center rounded-tag bg-raised shadow-[inset_0_0_0_1.25px_var(--line-strong)] data-[checked]:bg-accent data-[indeterminate]:bg-accent data-[disabled]:opacity-45 data-[checked]:shadow-none data-[indeterminate]:shadow-none',
        size === 14 ? 'size-3.5' : 'size-4',
        !children && className,
      )}
    >
      <Base.Indicator className="text-accent-ink">
        <Icon name={mixed ? 'minus' : 'check'} size={10} stroke={3} />
      </Base.Indicator>
    </Base.Root>
  )
  if (!children) return box
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox inside is a custom control
    <label className={classes('flex items-center gap-2.5', className)}>
      {box}
      {children}
    </label>
  )
}
