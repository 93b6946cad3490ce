import { classes } from '../classes.ts'
import { useFieldLinks } from './Field.tsx'

type SwitchProps = {
  /** Spoken; within a field its label is. */
  label?: string
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  /** The element that says more of it. */
  describedBy?: string
}

/** On or off, at once. */
export const Switch = ({ label, checked, onChange, disabled, describedBy }: SwitchProps) => {
  const links = useFieldLinks()
  return (
    <span className="relative inline-grid h-6 w-9 flex-none place-items-center max-md:h-11 max-md:w-11">
      <input
        id={links?.id}
        type="checkbox"
        role="switch"
        aria-label={label}
        aria-describedby={describedBy ?? links?.described}
        aria-checked={checked}
        checked={checked}
        disabled={disabled}
        onChange={event => onChange(event.target.checked)}
        className="absolute inset-0 appearance-none rounded-control disabled:opacity-45"
      />
      <span
        aria-hidden="true"
        className={classes(
          'pointer-events-none relative h-4 w-7 rounded-full',
          checked ? 'bg-accent' : 'bg-[var(--line-strong)]',
          disabled && 'opacity-45',
        )}
      >
        <span
          className={classes(
            'absolute top-0.5 size-3 rounded-full',
            checked ? 'left-3.5 bg-accent-ink' : 'left-0.5 bg-raised',
          )}
        />
      </span>
    </span>
  )
}
