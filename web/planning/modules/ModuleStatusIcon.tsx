import { StateIcon } from '../../ui/marks/StateIcon.tsx'
import { type ModuleStatus, statusNames } from './moduleRows.ts'

const groups = {
  backlog: 'backlog',
  planned: 'unstarted',
  'in-progress': 'started',
  completed: 'completed',
  cancelled: 'cancelled',
} as const

type ModuleStatusIconProps = { status: ModuleStatus; named?: boolean }

/** A paused module is a ring with two bars; all others look as states do. */
export const ModuleStatusIcon = ({ status, named = false }: ModuleStatusIconProps) => {
  const label = named ? statusNames[status] : undefined
  if (status !== 'paused') return <StateIcon group={groups[status]} label={label} className="flex-none" />
  const spoken = label ? ({ role: 'img', 'aria-label': label } as const) : ({ 'aria-hidden': true } as const)
  return (
    // biome-ignore lint/a11y/noSvgWithoutTitle: named by aria-label, or decorative
    <svg {...spoken} width="16" height="16" viewBox="0 0 16 16" fill="none" className="flex-none">
      <circle cx="8" cy="8" r="6" stroke="var(--st-todo)" strokeWidth="1.5" />
      <path d="M6.5 6v4m3-4v4" stroke="var(--st-todo)" strokeWidth="1.5" strokeLinecap="round" />
    </svg>
  )
}
