import type { Priority } from '#contract/work/issues.ts'

export const priorityNames: Record<Priority, string> = {
  urgent: 'Urgent',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
  none: 'No priority',
}

const lit: Record<Priority, number> = { urgent: 3, high: 3, medium: 2, low: 1, none: 0 }
const bars = [
  { x: 1.5, y: 9.5, height: 4.5 },
  { x: 6.5, y: 6.5, height: 7.5 },
  { x: 11.5, y: 3.5, height: 10.5 },
]

type PriorityIconProps = { priority: Priority; size?: 14 | 16; silent?: boolean; className?: string }

export const PriorityIcon = ({ priority, size = 16, silent, className }: PriorityIconProps) => {
  const spoken = silent
    ? ({ 'aria-hidden': true } as const)
    : ({ role: 'img', 'aria-label': priorityNames[priority] } as const)
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or decorative
    <svg {...spoken} width={size} height={size} viewBox="0 0 16 16" className={className}>
      {priority === 'urgent' && (
        <>
          <rect x="1.5" y="1.5" width="13" height="13" rx="3.25" fill="var(--pr-urgent)" />
          <path d="M8 4.6v4" stroke="var(--st-cut)" strokeWidth="1.75" strokeLinecap="round" />
          <circle cx="8" cy="11.3" r="1" fill="var(--st-cut)" />
        </>
      )}
      {priority === 'none' &&
        bars.map(bar => (
          <rect key={bar.x} x={bar.x} y="7.25" width="3" height="1.5" rx=".75" fill="var(--pr-bar)" />
        ))}
      {priority !== 'urgent' &&
        priority !== 'none' &&
        bars.map((bar, at) => (
          <rect
            key={bar.x}
            {...bar}
            width="3"
            rx="1"
            fill={at < lit[priority] ? 'var(--pr-bar)' : 'var(--pr-off)'}
          />
        ))}
    </svg>
  )
}
