import { classes } from '../classes.ts'

export const Count = ({ value, className }: { value: number | string; className?: string }) => (
  <span className={classes('num text-12 text-ink-3', className)}>{value}</span>
)

export const UnreadCount = ({ value, label }: { value: number; label: string }) =>
  value === 0 ? null : (
    <span className="num h-[18px] min-w-[18px] rounded-full bg-accent px-[5px] text-center font-semibold text-[11px] text-accent-ink leading-[18px]">
      {value > 99 ? '99+' : value}
      <span className="sr-only"> {label}</span>
    </span>
  )
