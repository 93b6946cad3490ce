import { useNavigate } from 'react-router'
import { here, viewer } from '../data/viewer.ts'
import { to } from '../places/address.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Icon } from '../ui/icons.tsx'
import type { Drawer } from './inbox.ts'

/** Rows that are done: nothing is left to read. */
const DoneDrawing = () => (
  <svg
    width="320"
    height="120"
    viewBox="0 0 320 120"
    fill="none"
    aria-hidden="true"
    className="h-auto max-w-full"
  >
    {[0, 42, 84].map((y, at) => (
      <g key={y} opacity={0.5 + at * 0.25}>
        <rect y={y} width="320" height="36" rx="6" fill="var(--bg-sunken)" />
        <circle cx="20" cy={y + 18} r="7" fill="var(--st-done)" />
        <path
          d={`M16.8 ${y + 18.3}l2.2 2.2 4.2-4.6`}
          stroke="var(--st-cut)"
          strokeWidth="1.6"
          strokeLinecap="round"
        />
        <rect x="38" y={y + 15} width="32" height="6" rx="3" fill="var(--press)" />
        <rect x="80" y={y + 15} width={[120, 160, 96][at]} height="6" rx="3" fill="var(--press)" />
      </g>
    ))}
  </svg>
)

const words: Record<string, [title: string, text: string]> = {
  open: ['All read', 'Changes to your issues, and mentions of you, arrive here.'],
  mentions: ['No mentions', 'When somebody mentions you with @, it appears here.'],
  filtered: ['Nothing here', 'Nothing in your inbox matches these filters.'],
  snoozed: ['Nothing snoozed', 'Snoozed notifications wait here until their time comes.'],
  archived: ['Nothing archived', 'Archived notifications are kept here.'],
}

type InboxEmptyProps = {
  drawer: Drawer
  mentions: boolean
  filtered: boolean
  snoozed: number
  onSnoozed: () => void
  onClear: () => void
}

export const InboxEmpty = ({ drawer, mentions, filtered, snoozed, onSnoozed, onClear }: InboxEmptyProps) => {
  const go = useNavigate()
  const kind = filtered ? 'filtered' : drawer === 'open' && mentions ? 'mentions' : drawer
  const [title, text] = words[kind]!
  const work = to('personIssues', { slug: here().slug, personId: viewer()?.id ?? '', tab: 'assigned' })
  return (
    <div className="flex flex-1 flex-col items-center justify-center px-4 pb-14 text-center">
      <DoneDrawing />
      <h2 className="mt-6 font-semibold text-20">{title}</h2>
      <p className="mt-1 mb-5 max-w-60 text-balance text-14 text-ink-2">{text}</p>
      <div className="flex flex-wrap items-center justify-center gap-2">
        {filtered ? (
          <Button variant="neutral" size="large" onClick={onClear}>
            Clear filters
          </Button>
        ) : (
          drawer === 'open' && (
            <Button variant="neutral" size="large" keys="g y" onClick={() => void go(work)}>
              Go to your work
            </Button>
          )
        )}
        {drawer === 'open' && snoozed > 0 && (
          <button
            type="button"
            onClick={onSnoozed}
            className="flex h-8 items-center gap-2 rounded-control px-2 text-ink-2 hover:bg-hover"
          >
            <Icon name="clock" className="text-ink-3" />
            {snoozed} snoozed
          </button>
        )}
      </div>
    </div>
  )
}
