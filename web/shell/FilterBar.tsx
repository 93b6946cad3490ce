import type { ReactNode } from 'react'
import { classes } from '../ui/classes.ts'
import { Button } from '../ui/controls/Button.tsx'
import { Icon, type IconName } from '../ui/icons.tsx'

type FilterChipProps = {
  icon: IconName
  field: string
  operator: string
  value: ReactNode
  /** Turns the filter round; where it is missing nobody changes the filter. */
  onOperator?: () => void
  /** Opens what changes the value, beside it. */
  onValue?: (anchor: HTMLElement) => void
  onRemove?: () => void
  /** It is not as others see it. */
  changed?: boolean
}

const part = 'flex h-6 items-center gap-1.5 whitespace-nowrap bg-press px-2 text-12 max-md:h-8 max-md:text-13'

export const FilterChip = ({
  icon,
  field,
  operator,
  value,
  onOperator,
  onValue,
  onRemove,
  changed,
}: FilterChipProps) => (
  // biome-ignore lint/a11y/useSemanticElements: a fieldset does not lie in a row
  <div
    role="group"
    aria-label={`${field} ${operator}`}
    className="flex flex-none gap-px overflow-hidden rounded-control max-md:rounded-card"
  >
    <span className={classes(part, changed && 'shadow-[inset_2px_0_0_var(--warn)]')}>
      <Icon name={icon} size={14} className="text-ink-3" />
      {field}
    </span>
    {onOperator ? (
      <button
        type="button"
        aria-label={`${field} ${operator}: invert`}
        onClick={onOperator}
        className={`${part} text-ink-2 hover:text-ink focus-visible:-outline-offset-2`}
      >
        {operator}
      </button>
    ) : (
      <span className={`${part} text-ink-2`}>{operator}</span>
    )}
    {onValue ? (
      <button
        type="button"
        onClick={event => onValue(event.currentTarget)}
        className={`${part} text-ink focus-visible:-outline-offset-2`}
      >
        <span className="cut max-w-80">{value}</span>
      </button>
    ) : (
      <span className={`${part} text-ink`}>
        <span className="cut max-w-80">{value}</span>
      </span>
    )}
    {onRemove && (
      <button
        type="button"
        aria-label={`Remove ${field} filter`}
        onClick={onRemove}
        className={`${part} !px-[5px] text-ink-2 hover:text-ink focus-visible:-outline-offset-2`}
      >
        <Icon name="x" size={14} />
      </button>
    )}
  </div>
)

type FilterBarProps = {
  children: ReactNode
  add?: ReactNode
  onClear?: () => void
  onSave?: () => void
  /** The last of it. */
  end?: ReactNode
}

export const FilterBar = ({ children, add, onClear, onSave, end }: FilterBarProps) => (
  <div
    role="toolbar"
    aria-label="Filters"
    className="flex min-h-10 flex-none flex-wrap items-center gap-2 py-1 pr-3 pl-4 max-md:flex-nowrap max-md:overflow-x-auto max-md:pt-0.5 max-md:pb-2.5"
  >
    {children}
    {add}
    <span className="flex-1" />
    {onClear && (
      <Button size="small" onClick={onClear}>
        Clear
      </Button>
    )}
    {onSave && (
      <Button size="small" variant="neutral" onClick={onSave}>
        Save view
      </Button>
    )}
    {end}
  </div>
)
