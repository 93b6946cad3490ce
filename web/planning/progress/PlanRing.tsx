import { StateIcon } from '../../ui/marks/StateIcon.tsx'

const AROUND = 2 * Math.PI * 6

type PlanRingProps = { percent: number; label: string; kind: 'draft' | 'upcoming' | 'under way' }

/** 16 wide: the progress of a cycle or module; a draft is dotted, a complete one a disc with a tick. */
export const PlanRing = ({ percent, label, kind }: PlanRingProps) => {
  if (kind === 'draft') return <StateIcon group="backlog" label={label} />
  if (percent === 100) return <StateIcon group="completed" label={label} />
  if (kind === 'upcoming' && percent === 0) return <StateIcon group="unstarted" label={label} />
  return (
    <svg
      role="img"
      aria-label={label}
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      strokeWidth="2"
      className="flex-none"
    >
      <circle cx="8" cy="8" r="6" stroke="var(--pr-off)" />
      <circle
        cx="8"
        cy="8"
        r="6"
        stroke="var(--st-done)"
        strokeDasharray={`${(percent / 100) * AROUND} ${AROUND}`}
        transform="rotate(-90 8 8)"
      />
    </svg>
  )
}
