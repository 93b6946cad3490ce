import { type ReactElement, useRef } from 'react'
import { classes } from '../classes.ts'
import { Icon, type IconName } from '../icons.tsx'
import { Tooltip } from '../popups/Tooltip.tsx'

export type SegmentedPart<T extends string> = {
  id: T
  label: string
  icon?: IconName | ReactElement
  keys?: string
  /** Behind the label; none is left out. */
  count?: number
  disabled?: boolean
}

type SegmentedProps<T extends string> = {
  label: string
  parts: readonly SegmentedPart<T>[]
  value: T
  onChange: (value: T) => void
  /** `form`: as high as the fields beside it. */
  size?: 'form'
  className?: string
}

export const Segmented = <T extends string>({
  label,
  parts,
  value,
  onChange,
  size,
  className,
}: SegmentedProps<T>) => {
  const group = useRef<HTMLDivElement>(null)
  const move = (by: number) => {
    const free = parts.filter(part => !part.disabled)
    const at = free.findIndex(part => part.id === value)
    const next = free[(at + by + free.length) % free.length]
    if (!next) return
    onChange(next.id)
    group.current?.querySelector<HTMLElement>(`[data-part="${next.id}"]`)?.focus()
  }
  return (
    <div
      ref={group}
      role="radiogroup"
      aria-label={label}
      className={classes('flex flex-none gap-px rounded-control bg-press p-0.5', className)}
      onKeyDown={event => {
        if (event.key === 'ArrowRight' || event.key === 'ArrowDown') move(1)
        else if (event.key === 'ArrowLeft' || event.key === 'ArrowUp') move(-1)
        else return
        event.preventDefault()
        event.stopPropagation()
      }}
    >
      {parts.map(part => {
        const on = part.id === value
        const button = (
          // biome-ignore lint/a11y/useSemanticElements: an input cannot hold the icon
          <button
            key={part.id}
            type="button"
            role="radio"
            data-part={part.id}
            aria-checked={on}
            aria-label={part.icon ? part.label : undefined}
            tabIndex={on ? 0 : -1}
            disabled={part.disabled}
            onClick={() => onChange(part.id)}
            className={classes(
              'grid place-items-center rounded-tag disabled:opacity-45',
              size === 'form' ? 'h-9 px-3.5 text-14' : part.icon ? 'h-6 w-7' : 'h-6 px-2',
              on ? 'bg-thumb text-ink shadow-[inset_0_0_0_1px_var(--edge)]' : 'text-ink-2 hover:text-ink',
            )}
          >
            {typeof part.icon === 'string' ? (
              <Icon name={part.icon} />
            ) : (
              (part.icon ?? (
                <span className="cut max-w-full">
                  {part.label}
                  {!!part.count && <span className="num ml-1.5 text-ink-2">{part.count}</span>}
                </span>
              ))
            )}
          </button>
        )
        return part.icon ? (
          <Tooltip key={part.id} label={part.label} keys={part.keys}>
            {button}
          </Tooltip>
        ) : (
          button
        )
      })}
    </div>
  )
}
