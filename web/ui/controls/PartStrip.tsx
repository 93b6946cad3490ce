import type { ReactNode } from 'react'
import { Icon } from '../icons.tsx'
import { Count } from '../marks/Count.tsx'

type PartStripProps = {
  name: string
  count: number
  note?: ReactNode
  /** One below the heading that it stands under. */
  heading?: 'h2' | 'h3'
  shut: boolean
  onToggle: () => void
}

/** The head of a part of a screen's list, which folds it. */
export const PartStrip = ({ name, count, note, heading: Heading = 'h3', shut, onToggle }: PartStripProps) => (
  <div className="mt-1.5 flex h-9 items-center gap-2 rounded-control bg-sunken px-2 shadow-[inset_0_1px_0_var(--edge),inset_0_-1px_0_var(--edge)] max-md:mt-0 max-md:rounded-none max-md:px-4">
    <Heading className="flex h-full min-w-0 flex-1">
      <button
        type="button"
        aria-expanded={!shut}
        onClick={onToggle}
        className="flex min-w-0 flex-1 items-center gap-2 rounded-tag text-left"
      >
        <Icon name={shut ? 'chevron-right' : 'chevron-down'} size={14} className="mx-px text-ink-3" />
        <span className="cut font-medium">{name}</span>
        <Count value={count} />
      </button>
    </Heading>
    {note && <span className="num flex-none text-12 text-ink-3">{note}</span>}
  </div>
)
