import { type ReactNode, useState } from 'react'
import { Count } from '../../ui/Count.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Icon } from '../../ui/icons.tsx'

type DetailSectionProps = {
  title: string
  count: number
  /** What the plus does; missing where nothing may be added. */
  add?: { label: string; run: () => void }
  children: ReactNode
}

/** A part of an issue that holds a list of its own, and can be folded. */
export const DetailSection = ({ title, count, add, children }: DetailSectionProps) => {
  const [shut, setShut] = useState(false)
  return (
    <section aria-label={title}>
      <div className="flex h-8 items-center gap-2">
        <h3 className="flex min-w-0 flex-1">
          <button
            type="button"
            aria-expanded={!shut}
            onClick={() => setShut(!shut)}
            className="flex min-w-0 items-center gap-2 rounded-tag text-left"
          >
            <Icon name={shut ? 'chevron-right' : 'chevron-down'} size={14} className="text-ink-3" />
            <span className="cut font-medium">{title}</span>
            <Count value={count} />
          </button>
        </h3>
        {add && <IconButton icon="plus" size="strip" label={add.label} onClick={add.run} className="-mr-1" />}
      </div>
      {!shut && children}
    </section>
  )
}
