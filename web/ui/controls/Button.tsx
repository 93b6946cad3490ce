import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../icons.tsx'
import { Kbd } from '../marks/Kbd.tsx'

export type ButtonProps = ButtonHTMLAttributes<HTMLButtonElement> & {
  variant?: 'quiet' | 'neutral' | 'primary' | 'danger'
  size?: 'small' | 'medium' | 'large' | 'form'
  icon?: IconName
  keys?: string
  /** Chosen or open. */
  on?: boolean
  /** Work under way: the button keeps its words and cannot be pressed twice. */
  busy?: boolean
  children?: ReactNode
  ref?: Ref<HTMLButtonElement>
}

const looks = {
  quiet: 'text-ink-2 hover:bg-hover active:bg-press',
  neutral: 'bg-press text-ink hover:brightness-[.97] dark:hover:brightness-110',
  primary: 'bg-accent font-medium text-accent-ink hover:brightness-105 active:brightness-95',
  danger: 'text-danger hover:bg-danger-tint active:bg-danger-tint',
}

const sizes = {
  small: 'h-6 gap-1.5 px-2 text-12',
  medium: 'h-7 gap-1.5 px-2',
  large: 'h-8 gap-2 px-3',
  form: 'h-10 gap-2 px-3.5 text-14',
}

export const Button = ({
  variant = 'quiet',
  size = 'medium',
  icon,
  keys,
  on,
  busy,
  className,
  children,
  disabled,
  ...rest
}: ButtonProps) => (
  <button
    type="button"
    {...rest}
    disabled={disabled}
    aria-disabled={busy || rest['aria-disabled']}
    onClick={busy ? event => event.preventDefault() : rest.onClick}
    data-on={on || undefined}
    className={classes(
      'inline-flex flex-none items-center justify-center whitespace-nowrap rounded-control disabled:opacity-45 aria-disabled:opacity-70',
      sizes[size],
      looks[variant],
      on && 'bg-press text-ink',
      variant === 'primary' && size === 'medium' && 'gap-2 pl-2.5',
      keys && size === 'large' && 'pr-2',
      className,
    )}
  >
    {icon && (
      <Icon
        name={icon}
        size={size === 'small' ? 14 : 16}
        className={classes(
          (variant === 'quiet' || variant === 'neutral') && !on && 'text-ink-3',
          variant === 'primary' && '-ml-0.5',
        )}
      />
    )}
    {children}
    {keys && <Kbd keys={keys} onAccent={variant === 'primary'} />}
  </button>
)
