import { type ReactNode, useId } from 'react'
import { classes } from '../ui/classes.ts'
import { FieldLinks } from '../ui/controls/Field.tsx'
import { Icon } from '../ui/icons.tsx'

type SettingsRowProps = {
  label: string
  /** Under the label: its purpose. */
  detail?: ReactNode
  error?: string | null
  hint?: ReactNode
  /** For a control that is lower than a field, such as a switch. */
  low?: boolean
  children: ReactNode
}

/** Words on the left, their control on the right; on a phone fields are below their words. */
export const SettingsRow = ({ label, detail, error, hint, low, children }: SettingsRowProps) => {
  const id = useId()
  const described = error ? `${id}-error` : hint ? `${id}-hint` : detail ? `${id}-detail` : undefined
  return (
    <div
      className={classes(
        'mt-3 grid grid-cols-[264px_minmax(0,1fr)] items-start gap-x-6',
        low ? 'max-md:grid-cols-[minmax(0,1fr)_auto]' : 'max-md:grid-cols-1 max-md:gap-y-1.5',
      )}
    >
      <div className={`${low ? 'pt-1' : 'pt-2.5'} pr-2 max-md:pt-1`}>
        <label htmlFor={id} className="block font-medium">
          {label}
        </label>
        {detail && (
          <p id={`${id}-detail`} className="mt-0.5 text-pretty text-12 text-ink-3">
            {detail}
          </p>
        )}
      </div>
      <div className={low ? 'flex min-h-7 flex-wrap items-center' : undefined}>
        <FieldLinks value={{ id, described, invalid: Boolean(error) }}>{children}</FieldLinks>
        {error ? (
          <p id={`${id}-error`} role="alert" className="mt-1.5 w-full text-12 text-danger">
            {error}
          </p>
        ) : (
          hint && (
            <div id={`${id}-hint`} className="mt-1.5 w-full text-12 text-ink-3">
              {hint}
            </div>
          )
        )}
      </div>
    </div>
  )
}

/** A value that nobody changes here: `why` says so below. */
export const LockedValue = ({
  label,
  detail,
  why,
  children,
}: {
  label: string
  detail?: string
  why: ReactNode
  children: ReactNode
}) => (
  <SettingsRow label={label} detail={detail} hint={why}>
    <div className="flex h-10 items-center gap-2 rounded-control bg-sunken px-3 text-14 text-ink-2 shadow-[inset_0_0_0_1px_var(--edge)]">
      <span className="cut flex-1">{children}</span>
      <Icon name="lock" size={14} className="text-ink-3" />
    </div>
  </SettingsRow>
)

/** That it is kept, said in the field for a moment. */
export const SavedTick = () => (
  <span className="pointer-events-none absolute right-3 flex items-center gap-1 text-12 text-ok">
    <Icon name="check" size={12} />
    Saved
  </span>
)
