import type { ButtonHTMLAttributes, Ref } from 'react'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../icons.tsx'
import { spokenKeys } from '../marks/Kbd.tsx'
import { Tooltip } from '../popups/Tooltip.tsx'

export type IconButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  icon: IconName
  label: string
  keys?: string
  size?: 'strip' | 'medium' | 'touch'
  on?: boolean
  filled?: boolean
  tooltip?: boolean
  ref?: Ref<HTMLButtonElement>
}

const sizes = {
  strip: 'size-6 rounded-control',
  medium: 'size-7 rounded-control',
  touch: 'size-11 rounded-card',
}
const marks = { strip: 14, medium: 16, touch: 20 } as const

export const IconButton = ({
  icon,
  label,
  keys,
  size = 'medium',
  on,
  filled,
  tooltip = true,
  className,
  ...rest
}: IconButtonProps) => {
  const button = (
    <button
      type="button"
      {...rest}
      aria-label={label}
      aria-keyshortcuts={keys && spokenKeys(keys)}
      className={classes(
        'grid flex-none place-items-center hover:bg-hover hover:text-ink active:bg-press disabled:opacity-45 data-[popup-open]:bg-press data-[popup-open]:text-ink',
        on || filled ? 'bg-press text-ink' : size === 'touch' ? 'text-ink-2' : 'text-ink-3',
        sizes[size],
        className,
      )}
    >
      <Icon name={icon} size={marks[size]} />
    </button>
  )
  return tooltip ? (
    <Tooltip label={label} keys={keys}>
      {button}
    </Tooltip>
  ) : (
    button
  )
}
