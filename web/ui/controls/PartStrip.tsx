import type { ReactNode } from 'react'
import { Count } from '../marks/Count.tsx'
import { FoldButton } from './FoldButton.tsx'

type PartStripProps = {
  name: string
  count: number
  note?: ReactNode
  /** One below the heading that it is under. */
  heading?: 'h2' | 'h3'
  shut: boolean
  onToggle: () => void
}

/** The head of a part of a screen's list, which folds it. */
export const PartStrip = ({ name, count, note, heading: Heading = 'h3', shut, onToggle }: PartStripProps) => (
  <div className="mt-1.5 flex h-9 items-center gap-2 rounded-control bg-sunken px-2 shadow-[inset_0_1px_0_var(--edge),inset_0_-1px_0_var(--edge)] max-md:mt-0 max-md:rounded-none max-md:px-4">
    <Heading className="flex h-full min-w-0 flex-1">
      <FoldButton name={name} shut={shut} onToggle={onToggle} wide className="flex-1 gap-2 rounded-tag">
        <Count value={count} />
      </FoldButton>
    </Heading>
    {note && <span className="num flex-none text-12 text-ink-3">{note}</span>}
  </div>
)
