import type { ReactNode } from 'react'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../icons.tsx'

const looks = {
  plain: { fill: 'bg-sunken text-ink-2', icon: 'circle-alert' },
  warn: { fill: 'bg-warn-tint text-warn', icon: 'triangle-alert' },
  danger: { fill: 'bg-danger-tint text-danger', icon: 'circle-alert' },
  ok: { fill: 'bg-ok-tint text-ok', icon: 'check' },
} satisfies Record<string, { fill: string; icon: IconName }>

type BannerProps = {
  tone?: keyof typeof looks
  icon?: IconName
  action?: ReactNode
  /** Across the screen instead of inside a form. */
  wide?: boolean
  children: ReactNode
}

export const Banner = ({ tone = 'plain', icon, action, wide, children }: BannerProps) => (
  <div
    role={tone === 'danger' ? 'alert' : 'status'}
    className={classes(
      'flex min-h-9 items-center gap-2.5 px-3.5 py-2 shadow-[inset_0_0_0_1px_var(--edge)]',
      !wide && 'rounded-card',
      looks[tone].fill,
    )}
  >
    <Icon name={icon ?? looks[tone].icon} />
    <span className="min-w-0 flex-1">{children}</span>
    {action}
  </div>
)
