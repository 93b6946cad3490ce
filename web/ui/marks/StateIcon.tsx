import type { StateGroup } from '#contract/work/states.ts'
import { roleColour } from '../colours.ts'

const own: Record<StateGroup, string> = {
  backlog: 'st-backlog',
  unstarted: 'st-todo',
  started: 'st-started',
  completed: 'st-done',
  cancelled: 'st-cancelled',
}

type StateIconProps = {
  group: string
  /** The project's own colour; the group's otherwise. */
  color?: string | null
  /** A started state after the first one: three quarters full. */
  later?: boolean
  size?: 14 | 16 | 20
  label?: string
  className?: string
}

// The colours that a new project's states are given say no more than their group: the theme's own are made for its surfaces.
const UNCHOSEN = new Set(['#A3A3A3', '#3A3A3A', '#F59E0B', '#16A34A', '#EF4444'])

const isGroup = (group: string): group is StateGroup => group in own

type StateColour = Pick<StateIconProps, 'group' | 'color' | 'later'>

export const stateColour = ({ group, color, later }: StateColour) => {
  const kind = isGroup(group) ? group : 'backlog'
  return roleColour(
    (color && !UNCHOSEN.has(color) ? color : null) || (later && kind === 'started' ? 'st-review' : own[kind]),
  )
}

export const StateIcon = ({ group, color, later, size = 16, label, className }: StateIconProps) => {
  const kind = isGroup(group) ? group : 'backlog'
  const paint = stateColour({ group, color, later })
  const spoken = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const)
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or decorative
    <svg {...spoken} width={size} height={size} viewBox="0 0 16 16" fill="none" className={className}>
      {kind === 'backlog' && (
        <circle
          cx="8"
          cy="8"
          r="6"
          stroke={paint}
          strokeWidth="2"
          strokeLinecap="round"
          strokeDasharray="0.02 3.1216"
        />
      )}
      {(kind === 'unstarted' || kind === 'started') && (
        <circle cx="8" cy="8" r="6" stroke={paint} strokeWidth="1.5" />
      )}
      {kind === 'started' && (
        <path
          d={later ? 'M8 8V4.25A3.75 3.75 0 1 1 4.25 8Z' : 'M8 4.25a3.75 3.75 0 0 1 0 7.5Z'}
          fill={paint}
        />
      )}
      {(kind === 'completed' || kind === 'cancelled') && (
        <>
          <circle cx="8" cy="8" r="6.75" fill={paint} />
          <path
            d={kind === 'completed' ? 'M5.1 8.3l2 2 3.8-4.2' : 'M5.8 5.8l4.4 4.4m0-4.4l-4.4 4.4'}
            stroke="var(--st-cut)"
            strokeWidth="1.6"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </>
      )}
    </svg>
  )
}
