import type { Ref } from 'react'
import { classes } from '../classes.ts'
import { Tooltip } from '../popups/Tooltip.tsx'
import { useFieldLinks } from './Field.tsx'

type SwitchProps = {
  checked: boolean
  onChange: (checked: boolean) => void
  /** Spoken; within a field its label is. */
  label?: string
  disabled?: boolean
  /** Why it cannot be switched now: it is reached all the same, and says so. */
  held?: string | null | undefined
  /** The element that says more of it, outside of a field. */
  describedBy?: string
  className?: string
  ref?: Ref<HTMLInputElement>
}

/** On or off, at once: a choice that needs a button to be saved is a checkbox. */
export const Switch = (props: SwitchProps) => {
  const { checked, onChange, label, disabled, held, describedBy, className, ref } = props
  const links = useFieldLinks()
  return (
    <span className={classes('relative grid h-4 w-7 flex-none', className)}>
      <Tooltip label={held ?? ''} disabled={!held}>
        <input
          ref={ref}
          type="checkbox"
          role="switch"
          aria-checked={checked}
          id={links?.id}
          aria-describedby={links?.described ?? describedBy}
          aria-label={label}
          aria-disabled={held ? true : undefined}
          aria-description={held ?? undefined}
          checked={checked}
          disabled={disabled}
          onChange={event => held || onChange(event.target.checked)}
          className="absolute inset-0 appearance-none rounded-full bg-line-strong checked:bg-accent disabled:opacity-50 max-md:before:absolute max-md:before:-inset-3.5 max-md:before:content-['']"
        />
      </Tooltip>
      <span
        aria-hidden="true"
        className={classes(
          'pointer-events-none absolute top-0.5 left-0.5 size-3 rounded-full transition-transform motion-reduce:transition-none',
          checked ? 'translate-x-3 bg-accent-ink' : 'bg-raised',
        )}
      />
    </span>
  )
}
