const around = 2 * Math.PI * 5

const beside = 'num inline-flex flex-none items-center gap-1 text-12 text-ink-3'

const Ring = ({ share, color }: { share: number; color: string }) => (
  <svg width="14" height="14" viewBox="0 0 14 14" fill="none" strokeWidth="2" aria-hidden="true">
    <circle cx="7" cy="7" r="5" stroke="var(--pr-off)" />
    <circle
      cx="7"
      cy="7"
      r="5"
      stroke={color}
      strokeDasharray={`${share * around} ${around}`}
      transform="rotate(-90 7 7)"
    />
  </svg>
)

/** How far a long work is. */
export const PercentRing = ({ label, percent }: { label: string; percent: number }) => (
  <span
    role="progressbar"
    aria-label={label}
    aria-valuenow={percent}
    aria-valuemin={0}
    aria-valuemax={100}
    className={beside}
  >
    <Ring share={percent / 100} color="var(--accent)" />
    <span>{percent}%</span>
  </span>
)

/** How many of the sub-issues are done; without `done` only how many there are. */
export const ProgressRing = ({ done, total }: { done?: number | undefined; total: number }) => {
  const figure = done === undefined ? `${total}` : `${done}/${total}`
  return (
    <span
      role="img"
      aria-label={`${figure} sub-issues${done === undefined ? '' : ' done'}`}
      className={beside}
    >
      <Ring share={total && done ? done / total : 0} color="var(--st-done)" />
      <span>{figure}</span>
    </span>
  )
}

type ProgressBarProps = { label: string; value: number; total: number; figure?: string }

export const ProgressBar = ({ label, value, total, figure }: ProgressBarProps) => (
  <div className="flex items-center gap-3">
    <div
      role="progressbar"
      aria-label={label}
      aria-valuenow={value}
      aria-valuemin={0}
      aria-valuemax={total}
      className="h-1.5 flex-1 overflow-hidden rounded-full bg-press"
    >
      <div
        className="h-full rounded-full bg-accent"
        style={{ width: `${total ? (100 * value) / total : 0}%` }}
      />
    </div>
    <span className="num text-12 text-ink-3">{figure ?? `${value} of ${total}`}</span>
  </div>
)
