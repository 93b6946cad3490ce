import type { ReactNode, Ref } from 'react'
import { Rule } from '../../shell/Header.tsx'
import { IconButton } from '../../ui/controls/IconButton.tsx'
import type { Person } from '../../ui/marks/Avatar.tsx'
import { Presence } from '../../ui/marks/Presence.tsx'
import { PeekEdge } from './PeekEdge.tsx'

type PeekFrameProps = {
  /** The key. */
  label: string
  place?: { at: number; of: number }
  status?: ReactNode
  people?: readonly Person[]
  /** Subscribe, copy link, more. */
  controls?: ReactNode
  onClose: () => void
  onPrevious?: () => void
  onNext?: () => void
  /** The composer, always in sight. */
  foot?: ReactNode
  ref?: Ref<HTMLElement>
  children: ReactNode
}

export const PeekFrame = (props: PeekFrameProps) => {
  const {
    label,
    place,
    status,
    people = [],
    controls,
    onClose,
    onPrevious,
    onNext,
    foot,
    ref,
    children,
  } = props
  return (
    <aside
      ref={ref}
      aria-label={label}
      className="peek-enter absolute inset-y-0 right-0 z-10 flex w-(--peek) max-w-full flex-col bg-bg shadow-float max-desk:w-full max-desk:shadow-none max-md:fixed max-md:inset-0"
    >
      <PeekEdge />
      <header className="flex h-11 flex-none items-center gap-1 pr-3 pl-5 max-md:h-13 max-md:gap-0 max-md:pr-1.5 max-md:pl-1">
        <IconButton icon="arrow-left" size="touch" label="Back" onClick={onClose} className="md:hidden" />
        <span className="num text-ink-3 md:hidden">{label}</span>
        <span className="flex items-center gap-1 max-md:hidden">
          <IconButton icon="chevrons-right" label="Close" keys="esc" onClick={onClose} />
          <IconButton
            icon="chevron-up"
            label="Previous issue"
            keys="k"
            disabled={!onPrevious}
            onClick={onPrevious}
          />
          <IconButton icon="chevron-down" label="Next issue" keys="j" disabled={!onNext} onClick={onNext} />
          {place && (
            <span className="num ml-1 text-12 text-ink-3">
              {place.at} of {place.of}
            </span>
          )}
        </span>
        <span className="flex-1" />
        {status && (
          <span className="mr-2 flex flex-none items-center gap-1 text-12 text-ink-3">{status}</span>
        )}
        <Presence people={people} />
        {people.length > 0 && (
          <span className="contents max-md:hidden">
            <Rule />
          </span>
        )}
        {controls}
      </header>
      <div className="min-h-0 flex-1 overflow-y-auto bg-bg px-8 pt-3 pb-6 max-md:px-4 max-md:pt-1">
        {children}
      </div>
      {foot && <div className="flex-none px-8 pb-5 max-md:px-4 max-md:pb-6">{foot}</div>}
    </aside>
  )
}
