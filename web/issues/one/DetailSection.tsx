import { type ReactNode, useState } from 'react'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import { Icon } from '../../ui/icons.tsx'
import { Count } from '../../ui/marks/Count.tsx'

type DetailSectionProps = {
  title: string
  count: number
  /** In place of the count, when more can be said than a number. */
  mark?: ReactNode
  /** The action of the plus; missing where nothing can be added. */
  add?: { label: string; run: () => void }
  /** In place of the plus, where there is more than one way. */
  controls?: ReactNode
  children: ReactNode
}

/** A part of an issue that holds a list of its own, and can be folded. */
export const DetailSection = ({ title, count, mark, add, controls, children }: DetailSectionProps) => {
  const [shut, setShut] = useState(false)
  return (
    <section aria-label={title} className="min-w-0 basis-full">
      <div className="flex h-8 items-center gap-2">
        <h2 className="flex min-w-0">
          <button
            type="button"
            aria-expanded={!shut}
            onClick={() => setShut(!shut)}
            className="flex min-w-0 items-center gap-2 rounded-tag text-left"
          >
            <Icon name={shut ? 'chevron-right' : 'chevron-down'} size={14} className="text-ink-3" />
            <span className="cut font-medium">{title}</span>
            {!mark && <Count value={count} />}
          </button>
        </h2>
        {mark}
        <span className="flex-1" />
        {controls}
        {add && <IconButton icon="plus" size="strip" label={add.label} onClick={add.run} className="-mr-1" />}
      </div>
      {!shut && children}
    </section>
  )
}
