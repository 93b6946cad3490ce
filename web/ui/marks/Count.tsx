import { classes } from '../classes.ts'

export const Count = ({ value, className }: { value: number | string; className?: string }) => (
  <span className={classes('num text-12 text-ink-3', className)}>{value}</span>
)

type UnreadCountProps = { value: number; label: string /** Before the number. */; sign?: string }

export const UnreadCount = ({ value, label, sign }: UnreadCountProps) =>
  value === 0 ? null : (
    <span className="num h-[18px] min-w-[18px] rounded-full bg-accent px-[5px] text-center font-semibold text-[11px] text-accent-ink leading-[18px]">
      {sign}
      {value > 99 ? '99+' : value}
      <span className="sr-only"> {label}</span>
    </span>
  )
